"""Operations that read: rows over the reads that both skins have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter
from operator import attrgetter
from typing import Any

import msgspec
import msgspec.inspect as kinds
from msgspec import UNSET

from api_schema.reads import Read
from api_schema.rest.caching import Policy
from api_schema.rest.operation import ApiCall, Handler, Operation
from api_schema.rest.parameters import Empty
from api_schema.rest.paths import path_type
from api_schema.rest.replies import Reply

Asks = Callable[[ApiCall], Any]
NAMES = {"slug": "game", "limit": "first", "n": "round_number", "round": "round_number", "hash": "digest"}
"""Parameters that a use case may call otherwise; `id` is the one whose name ends so."""


def read_row(
    read: Read,
    path: str,
    summary: str,
    tag: str,
    cache: Policy,
    *,
    query_type: type[msgspec.Struct] = Empty,
    body: type | None = None,
    reply: type | None = None,
    shows: Callable[[ApiCall, Any], Any] | None = None,
    stands: str | None = None,
    **more: Any,
) -> Operation:
    """The operation of a read. `reply` is the body's type where that is not the answer, `shows` makes it where it is
    not made of the answer alone. `stands` is the member of the answer that If-Match can name. The rest is the
    operation's.
    """
    asked = asks(read, path_type(path), query_type, body)
    shown = shows or (lambda call, found: found if reply is None else reply(found))

    async def handler(call: ApiCall) -> Reply:
        found = await read.do(call.use_cases, call.caller, asked(call))
        version = None if stands is None else str(getattr(found, stands))
        return Reply(shown(call, found), stands=version, headers=cache(call.request, found))

    taken: Any = {"query_type": query_type, "body": body}
    return operation_of(read, handler, path, summary, tag, reply=reply or read.answer, **taken, **more)


def operation_of(read: Read, handler: Handler, path: str, summary: str, tag: str, **more: Any) -> Operation:
    """The operation of a read that a handler answers. An operation whose use case asks for the caller needs a token if
    it needs a scope, and takes one if not.
    """
    auth = "none" if not read.by_caller else "optional" if read.scope is None else "required"
    usual: dict[str, Any] = {
        "method": "GET",
        "reply": read.answer,
        "auth": auth,
        "costs": (lambda query: read.points + query.limit // read.rows) if read.rows else read.points,
    }
    return Operation(
        read.id,
        path=path,
        handler=handler,
        summary=summary,
        tag=tag,
        scope=read.scope,
        sight=read.sight,
        codes=read.codes,
        **(usual | more),
    )


def asks(
    read: Read, path: type[msgspec.Struct], query: type[msgspec.Struct], body: type | None = None
) -> Callable[[ApiCall], Mapping[str, Any]]:
    """The function that reads a request from a call: a parameter of the use case is one of path or query, the body, or
    a Struct that has the query's parameters as members. A parameter that is left out is at its default.
    """
    found = {name: _several(kind, query) if body is None else attrgetter("body") for name, kind in read.structs.items()}
    members = {name for kind in read.structs.values() for name in kind.cls.__struct_fields__}
    for place, struct in ("path", path), ("query", query):
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
