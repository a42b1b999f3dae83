"""Faults that msgspec finds, in words that say what would do: the values, the members, the form of a text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

_VALUE = re.compile(r"^Invalid enum value (?P<value>.*)$", re.DOTALL)
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<name>.*)`$", re.DOTALL)
_FORM = re.compile(r"^Expected `str` matching regex ")
_NO_OBJECT = re.compile(r"^Expected `object(?: \| null)?`, got `(?P<got>\w+)`$")
_CHARACTERS = re.compile(r"^\^(?P<which>\[[^]]+\])\{(?:(?P<exactly>\d+)|(?P<least>\d+),(?P<most>\d+))\}\$$")
CHARACTERS: Mapping[str, str] = {
    "[!-~]": "printable ASCII characters without spaces",
    "[ -~]": "printable ASCII characters",
    "[0-9a-f]": "hex digits",
    "[a-z-]": "small letters and hyphens",
    "[a-z0-9_-]": "small letters, digits, `_` and `-`",
    "[A-Za-z0-9_-]": "letters, digits, `_` and `-`",
}
"""The characters that patterns speak of."""
LONGEST = 64
"""Characters of what was sent that a message repeats."""


def worded(what: str, kind: Any, steps: Sequence[str]) -> str:
    """The fault of data that should be of a type, at a place in it, as a client is told of it."""
    there = _at(kind, steps)
    if found := _VALUE.match(what):
        return _choice(found["value"].strip("'"), _values(_bare(there)), what)
    if found := _UNKNOWN.match(what):
        members = _members(_bare(there))
        near = near_name(found["name"], members)
        return f"there is no member `{found['name'][:LONGEST]}` here; there are {', '.join(members) or 'none'}{near}"
    if _FORM.match(what):
        return _form(there) or "has not the form that the document of the service says"
    if (found := _NO_OBJECT.match(what)) and (members := _members(_bare(there))):
        return f"{what}: an object with {', '.join(members)}"
    return what


def near_name(name: str, known: Sequence[str]) -> str:
    """The end of a refusal: the name that was meant, if one is near, whatever its case."""
    by_case = {one.lower(): one for one in known}
    near = get_close_matches(name[:LONGEST].lower(), by_case, 1)
    return f"; did you mean {by_case[near[0]]!r}?" if near else ""


def _choice(value: str, values: Sequence[str], otherwise: str) -> str:
    if not values:
        return otherwise
    return f"{value[:LONGEST]!r} is none of {', '.join(values)}{near_name(value, values)}"


def _form(kind: Any) -> str | None:
    """The form of a text in words: those that stand beside its pattern, or what the pattern says."""
    for one in _parts(kind):
        for meta in one.__metadata__ if get_origin(one) is Annotated else ():
            if meta.pattern is not None:
                return (meta.extra or {}).get("words") or _of_characters(meta.pattern)
    return None


def _of_characters(pattern: str) -> str | None:
    """A pattern that says which characters, and how many."""
    found = _CHARACTERS.match(pattern)
    if found is None or found["which"] not in CHARACTERS:
        return None
    number = found["exactly"] or f"{found['least']} to {found['most']}"
    return f"has to be {number} {CHARACTERS[found['which']]}"


def _at(kind: Any, steps: Sequence[str]) -> Any:
    """The type of what stands at a place of data of a type; None where it can't be told."""
    for step in steps:
        kind = _inside(_bare(kind), step)
    return kind


def _inside(kind: Any, step: str) -> Any:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}.get(step)
    arguments = get_args(kind)
    origin = get_origin(kind)
    if isinstance(origin, type) and issubclass(origin, Mapping) and len(arguments) == 2:
        return arguments[1]
    return arguments[0] if arguments and origin is not Literal else None


def _parts(kind: Any) -> tuple[Any, ...]:
    """The types that something may have, without null and without being left out."""
    if get_origin(kind) not in (Union, UnionType):
        return (kind,)
    return tuple(one for one in get_args(kind) if one not in (NoneType, msgspec.UnsetType))


def _bare(kind: Any) -> Any:
    """The one type that something has, without its limits; None if it may have several."""
    parts = _parts(kind)
    if len(parts) != 1:
        return None
    return _bare(get_args(parts[0])[0]) if get_origin(parts[0]) is Annotated else parts[0]


def _values(kind: Any) -> list[str]:
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    return [str(one.value) for one in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []


def _members(kind: Any) -> list[str]:
    return [*kind.__struct_encode_fields__] if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else []
