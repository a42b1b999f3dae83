"""JSON Patch (RFC 6902), as the frames of a match come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def patched(document: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """Another document, with the operations carried out one after the other; the given one stays as it is.

    Raises ValueError if an operation doesn't fit the document.
    """
    for operation in patch:
        try:
            document = _done(document, operation)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ValueError(f"the patch doesn't fit: {dict(operation)}") from error
    return document


def _done(document: Any, operation: Mapping[str, Any]) -> Any:
    name, path = operation["op"], _path(operation["path"])
    match name:
        case "add" | "replace":
            return _put(document, path, operation["value"], new=name == "add")
        case "remove":
            return _without(document, path)
        case "move":
            source = _path(operation["from"])
            return _put(_without(document, source), path, _at(document, source), new=True)
        case "copy":
            return _put(document, path, _at(document, _path(operation["from"])), new=True)
        case "test" if _at(document, path) == operation["value"]:
            return document
    raise ValueError(name)


def _path(pointer: str) -> list[str]:
    """The steps of a JSON Pointer (RFC 6901)."""
    if pointer and not pointer.startswith("/"):
        raise ValueError(pointer)
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _place(holder: Any, step: str, *, end: bool = False) -> Any:
    """The member or item that a step names; `end`: also the place after the last item."""
    if isinstance(holder, dict):
        return step
    if end and step == "-":
        return len(holder)
    if not isinstance(holder, list) or not step.isdecimal() or int(step) > len(holder) - (not end):
        raise IndexError(step)
    return int(step)


def _at(document: Any, path: list[str]) -> Any:
    for step in path:
        document = document[_place(document, step)]
    return document


def _put(document: Any, path: list[str], value: Any, *, new: bool) -> Any:
    if not path:
        return value
    step, *rest = path
    whole = document.copy()
    if rest:
        place = _place(whole, step)
        whole[place] = _put(whole[place], rest, value, new=new)
    elif new and isinstance(whole, list):
        whole.insert(_place(whole, step, end=True), value)
    else:
        place = _place(whole, step)
        if not new and isinstance(whole, dict) and place not in whole:
            raise KeyError(step)
        whole[place] = value
    return whole


def _without(document: Any, path: list[str]) -> Any:
    *way, step = path
    holder = _at(document, way).copy()
    del holder[_place(holder, step)]
    return _put(document, way, holder, new=False)
