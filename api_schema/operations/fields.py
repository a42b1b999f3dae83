"""The part of an operation that GraphQL alone has: names, texts, inputs, payloads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, NewType

import msgspec

ID = NewType("ID", str)
"""An id as the member of an input."""
KEY: Mapping[str, Any] = {"idempotency_key": str}


class Missing(Enum):
    """The answer where there is no such thing."""

    REFUSED = "null, and the error NOT_FOUND"
    NULL = "null alone"


class Input(NamedTuple):
    """An input, made of the members of a Struct, if there is one, but those `without`. `first` and `last` are other
    members, with their types; those that may be null are null by default. `texts` describe members.

    `reads` makes the request of plain data, or without a Struct of the input, which else is the request itself.
    `nullable`: all that has a default may be null. Else it is what has none but null, and the schema says so. `types`
    are those of text members that are more than that, by their names; of a `nullable` input these alone.
    """

    name: str
    struct: type[msgspec.Struct] | None = None
    description: str | None = None
    first: Mapping[str, Any] = KEY
    last: Mapping[str, Any] = {}
    texts: Mapping[str, str] = {}
    without: Collection[str] = ()
    reads: Callable[[Any], Any] | None = None
    nullable: bool = False
    types: Mapping[str, Any] = {}


class Field(NamedTuple):
    """A field that answers a read, of the root or of another type.

    `input` is that of the use case's Struct, as the argument `filter`; the members of it that are `apart` are arguments
    of their own. `names` are those of parameters that the use case calls otherwise, `ids` are ids beside those that are
    called so, `texts` describe arguments. `usual` is how many rows come if `first` is left out, `most` how many may
    come, where the use case doesn't say it.

    `of`: parameters that the field's object knows, by where it has them. `member`: what the answer has for the field.
    `points`, where they aren't those of the read. `by_version`: the rows are events, so that a cursor is a version; the
    argument `after` takes it too.
    """

    name: str
    description: str | None = None
    on: str = "Query"
    input: Input | None = None
    apart: Collection[str] = ()
    names: Mapping[str, str] = {}
    ids: Collection[str] = ()
    texts: Mapping[str, str] = {}
    usual: int | None = None
    most: int | None = None
    of: Mapping[str, str] = {}
    missing: Missing | None = None
    member: str | None = None
    points: int | None = None
    by_version: bool = False


class Payload(NamedTuple):
    """The payload of a mutation: the members of the answer, all or some (`only`), or the whole answer as one `member`;
    without an answer the id of what is no more. The texts `empty` are null where they are empty.
    """

    name: str
    member: str | None = None
    description: str | None = None
    only: Sequence[str] = ()
    empty: Collection[str] = ()


class Mutation(NamedTuple):
    """A mutation. Without an `input` it takes the id of what it changes; `target` is the member of the input that is
    this id.
    """

    payload: Payload
    input: Input | None = None
    description: str | None = None
    target: str | None = None
