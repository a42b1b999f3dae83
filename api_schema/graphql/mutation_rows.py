"""Mutations as rows: a change, its input, and its payload, which is made of what the change answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
import msgspec.inspect as kinds
import strawberry

from api_schema.changes import Change, ChangeRequest
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.outputs import Shape
from api_schema.graphql.payloads import answer
from api_schema.graphql.request_inputs import Input
from api_schema.graphql.shapes import TYPES

Members = dict[str, Any]


class Payload(NamedTuple):
    """The type of a payload, and its members by what the change answers."""

    type: Any
    members: Callable[[Any], Members]


def payload(
    name: str,
    made: type[msgspec.Struct],
    description: str | None = None,
    *,
    only: Sequence[str] = (),
    empty: Collection[str] = (),
) -> Payload:
    """The payload with the members of a Struct, all or some; the texts `empty` are null where they are empty."""
    info = kinds.type_info(made)
    assert isinstance(info, kinds.StructType)
    fields = {field.name: field for field in info.fields}
    shapes = {member: TYPES.field(name, fields[member]) for member in only or fields}
    read = {member: _reader(shape, member in empty) for member, shape in shapes.items()}
    return Payload(
        _type(name, shapes, description),
        lambda found: {member: convert(getattr(found, member)) for member, convert in read.items()},
    )


def payload_with(name: str, member: str, shape: Shape, description: str | None = None) -> Payload:
    """The payload that has all that the change answers as its one member."""
    convert = _reader(shape)
    return Payload(_type(name, {member: shape}, description), lambda found: {member: convert(found)})


def payload_of_id(name: str, description: str | None = None) -> Payload:
    """The payload with the id of what is no more."""
    return Payload(_type(name, {"id": Shape(strawberry.ID)}, description), lambda found: {"id": found})


def _reader(shape: Shape, empty: bool = False) -> Callable[[Any], Any]:
    convert = shape.convert or (lambda value: value)
    return (lambda value: convert(value) or None) if empty else convert


def _type(name: str, members: dict[str, Shape], description: str | None) -> Any:
    """Nothing but `replayed` is there after a refusal."""
    annotations = {
        member: bool if shape.annotation is bool else shape.annotation | None for member, shape in members.items()
    }
    defaults = {member: False if kind is bool else None for member, kind in annotations.items()}
    refusal = {"user_errors": strawberry.field(default_factory=list)}
    annotations["user_errors"] = list[UserError]
    cls = type(name, (), {"__annotations__": annotations, **defaults, **refusal})
    return strawberry.type(cls, description=description)


class Mutation(NamedTuple):
    """A mutation. Without an `input` it takes the id of what it changes; `target` is the member of the input that is
    this id. `ask`, if there is one, does it in another way and gives what the payload is made of.
    """

    change: Change
    payload: Payload
    input: Input | None
    description: str | None = None
    target: str | None = None
    ask: Callable[[Info, Any], Awaitable[Any]] | None = None


def mutation_fields(rows: Sequence[Mutation]) -> dict[str, Any]:
    """The fields of the root, by their names."""
    return {row.change.id: _field(row) for row in rows}


def _field(row: Mutation) -> Any:
    name = "id" if row.input is None else "input"
    kind: Any = strawberry.ID if row.input is None else row.input.type

    async def resolve(info: Any, request: Any) -> Any:
        return await answer(row.payload.type, _members(row, info, request))

    argument = strawberry.argument(name=name)
    resolve.__annotations__ = {"info": Info, "request": Annotated[kind, argument], "return": row.payload.type}
    return strawberry.field(resolver=resolve, name=row.change.id, description=row.description)


async def _members(row: Mutation, info: Info, request: Any) -> Members:
    return row.payload.members(await (row.ask(info, request) if row.ask else _done(row, info, request)))


async def _done(row: Mutation, info: Info, request: Any) -> Any:
    """The answer of the change; the id of what it changed, where that is nothing."""
    caller = await info.context.caller()
    asked = asked_by(row.input, row.target, request)
    made = await row.change.do(info.context.use_cases, caller, asked)
    return asked.id if row.change.answer is None else made


def asked_by(taken: Input | None, target: str | None, request: Any) -> ChangeRequest:
    """The change that a request asks for."""
    if taken is None:
        return ChangeRequest(request, "", None)
    identity = "" if target is None else getattr(request, target)
    return ChangeRequest(identity, getattr(request, "idempotency_key", ""), taken.read(request))
