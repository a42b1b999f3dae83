"""Every fault of an input's form at once, where msgspec tells the first one alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.input.messages import worded

MISSING, UNKNOWN, WRONG = "MEMBER_MISSING", "MEMBER_UNKNOWN", "VALUE_INVALID"
"""The codes of such faults."""
MOST = 64
"""Faults that are told: a body can have very many."""
Path = tuple[str, ...]
S = TypeVar("S", bound=msgspec.Struct)
_AT = re.compile(r"^(?P<what>.*) - at `\$(?P<path>.*)`$", re.DOTALL)
_FIELD = re.compile(r"(?P<which>unknown|required) field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.([^.\[\]]+)|\[([^\]]*)\]")


def invalid(error: msgspec.ValidationError, kind: Any, *where: str) -> ApiError:
    """The fault that msgspec found in data of a type, with the path to it below `where`."""
    found = _AT.match(str(error))
    what, path = (found["what"], found["path"]) if found else (str(error), "")
    steps = [name or index for name, index in _STEP.findall(path)]
    field = _FIELD.search(what)
    what = worded(what, kind, steps)
    full = (*where, *steps, *([field["name"]] if field else []))
    message = what if field or not full else f"{'.'.join(full)}: {what}"
    return ApiError(ErrorCode.INVALID_INPUT, message, path=full, faults=(Fault(what, path=full),))


def refuse(message: str, *path: str) -> ApiError:
    """An INVALID_INPUT at a place of the request."""
    return ApiError(ErrorCode.INVALID_INPUT, message, path=path, faults=(Fault(message, path=path),))


def refuse_nul(value: Any, path: Path = ()) -> None:
    """Raise INVALID_INPUT for plain data with a text that no store keeps."""
    if isinstance(value, str):
        if "\x00" in value:
            raise refuse("Text with a NUL character.", *path)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            refuse_nul(name, path)
            refuse_nul(part, (*path, name))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            refuse_nul(part, (*path, str(at)))


def checked(data: Any, struct: type[S]) -> S:
    """The data as the Struct. INVALID_INPUT with every fault of its form."""
    found = faults_of(data, struct)
    if found:
        raise refused(found)
    return msgspec.convert(data, struct)


def faults_of(data: Any, struct: type[msgspec.Struct]) -> tuple[Fault, ...]:
    """The faults of its form, as many as are told."""
    return tuple(islice(every_fault(data, struct), MOST))


def refused(faults: tuple[Fault, ...]) -> ApiError:
    """The refusal of an input with these faults; the first one speaks for all."""
    first = faults[0]
    message = f"{'.'.join(first.path)}: {first.message}" if first.path else first.message
    return ApiError(ErrorCode.INVALID_INPUT, message, path=first.path, faults=faults)


def every_fault(data: Any, kind: Any, path: Path = ()) -> Iterator[Fault]:
    """All faults of plain data that should be of a type, each with its place; none if msgspec takes the data."""
    inner = _inner(kind, data)
    if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
        yield from _of_members(data, inner, path)
    elif get_origin(inner) is Literal and data not in get_args(inner):
        yield Fault(_choice(data, get_args(inner)), code=WRONG, path=path)
    elif get_origin(inner) is tuple and isinstance(data, (list, tuple)):
        item = get_args(inner)[0]
        found = [fault for at, one in enumerate(data) for fault in every_fault(one, item, (*path, str(at)))]
        yield from found or _own(data, kind, path)
    else:
        yield from _own(data, kind, path)


def _inner(kind: Any, data: Any) -> Any:
    """The type without limits, and without null where there is something."""
    if get_origin(kind) is Annotated:
        return _inner(get_args(kind)[0], data)
    if get_origin(kind) is UnionType and data is not None:
        some = [one for one in get_args(kind) if one is not NoneType]
        return _inner(some[0], data) if len(some) == 1 else kind
    return kind


def _of_members(data: Any, struct: type[msgspec.Struct], path: Path) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    if not isinstance(data, Mapping):
        yield Fault(f"an object with the members {', '.join(fields)}", code=WRONG, path=path)
        return
    for name in data:
        if name not in fields:
            message = f"there is no member `{name}` here; there are {', '.join(fields)}"
            yield Fault(message, code=UNKNOWN, path=(*path, name))
    for name, field in fields.items():
        if name in data:
            yield from every_fault(data[name], field.type, (*path, name))
        elif field.required:
            yield Fault(f"the member `{name}` is required", code=MISSING, path=(*path, name))


def _choice(data: Any, values: tuple[Any, ...]) -> str:
    meant = str(data).upper()
    hint = f"; did you mean '{meant}'?" if meant in values else ""
    return f"one of {', '.join(map(str, values))}{hint}"


def _own(data: Any, kind: Any, path: Path) -> Iterator[Fault]:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        found = invalid(error, kind, *path)
        yield Fault(found.faults[0].message, code=WRONG, path=found.path)
