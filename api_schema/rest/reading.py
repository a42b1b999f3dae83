"""The handlers of reads: what is asked comes from path, query or body, and the answer goes out as the row says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter
from operator import attrgetter
from typing import Any

import msgspec
import msgspec.inspect as kinds
from msgspec import UNSET

from api_schema.operations.operation import Read
from api_schema.rest.caching import CACHING
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Reply

Asks = Callable[[ApiCall], Any]
Shows = Callable[[ApiCall, Any], Any]
"""Makes the body of the answer."""
NAMES = {"slug": "game", "limit": "first", "n": "round_number", "round": "round_number", "hash": "digest"}
"""Parameters that a use case may call otherwise; `id` is the one whose name ends so."""


def handler_of(read: Read, shows: Shows | None = None) -> Handler:
    """The handler of a read. `shows` makes the body where it isn't made of the answer alone."""
    asked, headers = asks(read), CACHING[read.keeps]
    shown = shows or (_as_it_is if read.reply is read.answer else lambda call, found: read.reply(found))

    async def handler(call: ApiCall) -> Reply:
        found = await read.do(call.use_cases, call.caller, asked(call))
        version = None if read.stands is None else str(getattr(found, read.stands))
        return Reply(shown(call, found), stands=version, headers=headers(call, found))

    return handler


def _as_it_is(call: ApiCall, found: Any) -> Any:
    return found


def asks(read: Read) -> Callable[[ApiCall], Mapping[str, Any]]:
    """The function that reads a request from a call: a parameter of the use case is one of path or query, the body, or
    a Struct that has the query's parameters as members. A parameter that is left out is at its default.
    """
    query, given = read.query_type, attrgetter("body")
    found = {name: _several(kind, query) if read.body is None else given for name, kind in read.structs.items()}
    members = {name for kind in read.structs.values() for name in kind.cls.__struct_fields__}
    for place, struct in ("path", read.path_type), ("query", query):
        named = {_name(read, attribute): f"{place}.{attribute}" for attribute in struct.__struct_fields__}
        found |= {name: _one(at, read.parameters[name]) for name, at in named.items() if name in read.parameters}
        assert named.keys() <= found.keys() | members, f"{read.id}: nothing takes all of {[*named]}"
    needed = {name for name, parameter in read.parameters.items() if parameter.default is parameter.empty}
    assert found.keys() >= needed, f"{read.id}: nothing asks for {needed - found.keys()}"
    return lambda call: {name: value for name, ask in found.items() if (value := ask(call)) is not UNSET}


def _name(read: Read, attribute: str) -> str:
    """The use case's name of a parameter."""
    by_id = next((name for name in read.parameters if name.endswith("_id")), attribute)
    renamed = by_id if attribute == "id" else NAMES.get(attribute, attribute)
    return renamed if renamed in read.parameters else attribute


def _one(place: str, parameter: Parameter) -> Asks:
    at, of_text = attrgetter(place), _of_text(kinds.type_info(parameter.annotation))
    left_out = None if parameter.default is parameter.empty else UNSET

    def ask(call: ApiCall) -> Any:
        value = at(call)
        return left_out if value is UNSET else of_text(value)

    return ask


def _several(kind: kinds.StructType, query_type: type[msgspec.Struct]) -> Asks:
    """A Struct whose members the query has."""
    reads = {field.name: _of_text(field.type) for field in kind.fields if field.name in query_type.__struct_fields__}

    def ask(call: ApiCall) -> Any:
        members = {name: getattr(call.query, name) for name in reads}
        return kind.cls(**{name: reads[name](value) for name, value in members.items() if value is not UNSET})

    return ask


def _of_text(kind: kinds.Type) -> Callable[[Any], Any]:
    """The function that reads a flag or a list, which the query has as a text."""
    some = kind.types if isinstance(kind, kinds.UnionType) else (kind,)
    if any(isinstance(one, kinds.BoolType) for one in some):
        return lambda text: text == "true"
    if any(isinstance(one, kinds.VarTupleType) for one in some):
        return lambda text: tuple(text.split(","))
    return lambda value: value
