"""The fields of changes, made of what their rows say: the input, and the payload, which is made of the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec.inspect as kinds
import strawberry

from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.outputs import Shape
from api_schema.graphql.payloads import answer
from api_schema.graphql.request_inputs import MadeInput, input_of
from api_schema.graphql.shapes import TYPES
from api_schema.operations.fields import Payload
from api_schema.operations.operation import Change, ChangeRequest, Operation

Members = dict[str, Any]


class MadePayload(NamedTuple):
    """The type of a payload, and its members by what the change answers."""

    type: Any
    members: Callable[[Any], Members]


class ByHand(NamedTuple):
    """A change that GraphQL does in another way: `ask` gives what the payload is made of."""

    ask: Callable[[Info, Any], Awaitable[Any]]
    payload: MadePayload | None = None


def payload_of(change: Change, said: Payload) -> MadePayload:
    """The payload of a change."""
    if change.answer is type(None):
        made = _type(said.name, {"id": Shape(strawberry.ID)}, said.description)
        return MadePayload(made, lambda found: {"id": found})
    info = kinds.type_info(change.answer)
    if said.member is not None:
        member, shape = said.member, TYPES.shape(said.name, info)
        convert = _reader(shape)
        return MadePayload(_type(said.name, {member: shape}, said.description), lambda found: {member: convert(found)})
    assert isinstance(info, kinds.StructType)
    fields = {field.name: field for field in info.fields}
    shapes = {member: TYPES.field(said.name, fields[member]) for member in said.only or fields}
    read = {member: _reader(shape, member in said.empty) for member, shape in shapes.items()}
    return MadePayload(
        _type(said.name, shapes, said.description),
        lambda found: {member: convert(getattr(found, member)) for member, convert in read.items()},
    )


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


def mutation_fields(rows: Iterable[Operation], by_hand: Mapping[Change, ByHand]) -> dict[str, Any]:
    """The fields of the root, by their names."""
    return {row.id: _field(row, by_hand.get(row)) for row in rows if isinstance(row, Change)}


_PAYLOADS: dict[str, MadePayload] = {}


def _made_payload(change: Change) -> MadePayload:
    """One for each name."""
    said = change.graphql.payload
    if said.name not in _PAYLOADS:
        _PAYLOADS[said.name] = payload_of(change, said)
    return _PAYLOADS[said.name]


def _field(row: Change, by_hand: ByHand | None) -> Any:
    said = row.graphql
    taken = taken_by(row)
    payload = by_hand.payload if by_hand and by_hand.payload else _made_payload(row)
    name, kind = ("id", strawberry.ID) if taken is None else ("input", taken.type)

    async def done(info: Info, request: Any) -> Members:
        return payload.members(await (by_hand.ask(info, request) if by_hand else _done(row, info, request)))

    async def resolve(info: Any, request: Any) -> Any:
        return await answer(payload.type, done(info, request))

    argument = strawberry.argument(name=name)
    resolve.__annotations__ = {"info": Info, "request": Annotated[kind, argument], "return": payload.type}
    return strawberry.field(resolver=resolve, name=row.id, description=said.description)


async def _done(row: Change, info: Info, request: Any) -> Any:
    """The answer of the change; the id of what it changed, where that is nothing: the caller's account, if no other."""
    caller = await info.context.caller()
    asked = asked_by(row, request)
    made = await row.do(info.context.use_cases, caller, asked)
    return (asked.id or caller.account) if made is None else made


def asked_by(change: Change, request: Any) -> ChangeRequest:
    """The change that a request asks for."""
    taken, target = taken_by(change), change.graphql.target
    if taken is None:
        return ChangeRequest(request, "", None)
    identity = "" if target is None else getattr(request, target)
    return ChangeRequest(identity, getattr(request, "idempotency_key", ""), taken.read(request))


def taken_by(change: Change) -> MadeInput | None:
    """The input of a change; None: it takes the id of what it changes."""
    return None if change.graphql.input is None else input_of(change.graphql.input)
