"""The things that an action's fields name, so that a client that knows no game finds them on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

Named = Literal["card", "seat", "group", "place", "word", "number"]
"""card, group: the id of one on the table, or what its `value` says; place: a card's `value` that is its place in its
zone, from 1; seat: the number of one; word and number: nothing but what it says.
"""
References = Mapping[str, tuple[Named, ...]]
"""By the name of a field, as clients send it, everything that a value of it may name."""


class Naming(NamedTuple):
    """The mark of a type whose values name something."""

    named: tuple[Named, ...]


CardId = Annotated[str, Naming(("card",))]
GroupId = Annotated[str, Naming(("group",))]
Seat = Annotated[int, Naming(("seat",))]
Place = Annotated[int, Naming(("place",))]
Word = Annotated[str, Naming(("word",))]


def references(action: type[msgspec.Struct]) -> References:
    """The things that the fields of an action name. TypeError for a text that doesn't say it."""
    types = get_type_hints(action, include_extras=True)
    fields = zip(action.__struct_fields__, action.__struct_encode_fields__, strict=True)
    return {said: _of_field(action, name, types[name]) for name, said in fields}


def _of_field(action: type[msgspec.Struct], name: str, kind: Any) -> tuple[Named, ...]:
    found = tuple(dict.fromkeys(_named(kind)))
    if not found:
        raise TypeError(f"{action.__name__}.{name} doesn't say what its values name")
    return found


def _named(kind: Any) -> Iterator[Named]:
    """Everything that values of a type name, with those inside them."""
    origin = get_origin(kind)
    if origin is Annotated:
        marks = [mark for mark in kind.__metadata__ if isinstance(mark, Naming)]
        yield from marks[0].named if marks else _named(kind.__origin__)
    elif origin is Literal:
        yield "word"
    elif origin in (Union, UnionType):
        for member in get_args(kind):
            yield from _named(member)
    elif origin is dict or origin is tuple:
        yield from _named(get_args(kind)[0])
    elif isinstance(kind, type) and issubclass(kind, int):
        yield "number"
    elif kind is not NoneType and kind is not str:
        raise TypeError(f"{kind} can be no part of an action")
