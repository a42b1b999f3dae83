"""Operations that read: rows over the reads that both skins have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Literal

import msgspec
import msgspec.inspect as kinds
from msgspec import UNSET

from api_schema.reads import Read
from api_schema.rest.caching import Policy
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import Empty, given
from api_schema.rest.replies import Reply

Asks = Callable[[ApiCall], Any]
NAMES = {"slug": "game", "limit": "first", "n": "round_number", "round": "round_number", "hash": "digest"}
"""Parameters that a use case calls otherwise; `id` is the one whose name ends so."""


def read_row(
    read: Read,
    path: str,
    summary: str,
    tag: str,
    cache: Policy,
    *,
    path_type: type[msgspec.Struct] = Empty,
    query_type: type[msgspec.Struct] = Empty,
    method: str = "GET",
    body: type | None = None,
    reply: type | None = None,
    shows: Callable[[ApiCall, Any], Any] | None = None,
    stands: str | None = None,
    auth: Literal["none", "optional", "required"] | None = None,
    **more: Any,
) -> Operation:
    """The operation of a read. `reply` is the body's type where that is not the answer, `shows` makes it where it is
    not made of the answer alone. `stands` is the member of the answer that If-Match can name. The rest is the
    operation's.
    """
    asked = asks(read, path_type, query_type, body)
    shown = shows or (lambda call, found: found if reply is None else reply(found))

    async def handler(call: ApiCall) -> Reply:
        found = await read.do(call.uses, call.caller, asked(call))
        version = None if stands is None else str(getattr(found, stands))
        return Reply(shown(call, found), stands=version, headers=cache(call.request, found))

    return Operation(
        read.id,
        method,
        path,
        handler,
        summary,
        tag,
        reply or read.answer,
        path_type=path_type,
        query_type=query_type,
        body=body,
        auth=auth or _auth(read),
        scope=read.scope,
        sight=read.sight,
        codes=read.codes,
        costs=(lambda query: read.points + query.limit) if read.paged else read.points,
        **more,
    )


def _auth(read: Read) -> Literal["none", "optional", "required"]:
    if not read.by_caller:
        return "none"
    return "optional" if read.scope is None else "required"


def asks(
    read: Read, path_type: type[msgspec.Struct], query_type: type[msgspec.Struct], body: type | None = None
) -> Callable[[ApiCall], Mapping[str, Any]]:
    """What reads from a call what is asked: a parameter of the use case is one of path or query, the body, or a Struct
    that has the query's parameters as members.
    """
    found: dict[str, Asks] = {}
    for place, struct in ("path", path_type), ("query", query_type):
        named = {_name(read, attribute): attribute for attribute in struct.__struct_fields__}
        found |= {name: _one(f"{place}.{named[name]}") for name in named.keys() & read.parameters.keys()}
    for name, parameter in read.parameters.items():
        if body is not None and parameter.annotation is body:
            found[name] = attrgetter("body")
        elif name not in found and isinstance(kind := kinds.type_info(parameter.annotation), kinds.StructType):
            found[name] = _several(kind, query_type)
    missing = [name for name, parameter in read.parameters.items() if parameter.default is parameter.empty]
    assert found.keys() >= {*missing}, f"{read.id}: nothing is asked for {missing}"
    return lambda call: {name: ask(call) for name, ask in found.items()}


def _name(read: Read, attribute: str) -> str:
    if attribute == "id":
        return next((name for name in read.parameters if name.endswith("_id")), attribute)
    return attribute if attribute in read.parameters else NAMES.get(attribute, attribute)


def _one(place: str) -> Asks:
    at = attrgetter(place)
    return lambda call: given(at(call))


def _several(kind: kinds.StructType, query_type: type[msgspec.Struct]) -> Asks:
    """A Struct whose members the query has. Flags and lists are texts there; what is left out is at its default."""
    reads = {field.name: _of_text(field.type) for field in kind.fields if field.name in query_type.__struct_fields__}

    def ask(call: ApiCall) -> Any:
        members = {name: getattr(call.query, name) for name in reads}
        return kind.cls(**{name: reads[name](value) for name, value in members.items() if value is not UNSET})

    return ask


def _of_text(kind: kinds.Type) -> Callable[[Any], Any]:
    some = kind.types if isinstance(kind, kinds.UnionType) else (kind,)
    if any(isinstance(one, kinds.BoolType) for one in some):
        return lambda text: text == "true"
    if any(isinstance(one, kinds.VarTupleType) for one in some):
        return lambda text: tuple(text.split(","))
    return lambda value: value
