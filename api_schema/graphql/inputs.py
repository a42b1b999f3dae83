"""The actions of a game as GraphQL inputs, and back to the data that the domain reads.

`<Game>ActionInput` is @oneOf: one member per action of the catalogue, by its name there; the actions without parameters
are the values of one enum, under the member `simple`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect as kinds
import strawberry

from api_schema.graphql.outputs import LISTS, SCALARS, Shape, enum_of, summary
from api_schema.graphql.scalars import Json
from api_schema.input.member_names import camel_type
from api_schema.input.names import camel, pascal
from domain.kernel.actions import Action
from domain.kernel.game import CardGame

ToData = Callable[[Any], Any]


@strawberry.input(description="A name and its number.")
class NameCountInput:
    """One entry of a dict of numbers."""

    name: str
    count: int


class ActionInput(NamedTuple):
    """The input type of a game's actions, and what turns a value of it into the action's data with its type."""

    type: Any
    to_data: ToData


def action_input(prefix: str, game: CardGame) -> ActionInput | None:
    """The @oneOf input of a game; None for a game without actions."""
    infos = {_tag(action): action for action in game.actions}
    simple = [tag for tag, action in infos.items() if not action.__struct_fields__]
    members: dict[str, tuple[str, Any, ToData]] = {}
    if simple:
        members["simple"] = ("simple", enum_of(f"{prefix}SimpleAction", simple), lambda value: {"type": value.value})
    for tag, action in infos.items():
        if tag not in simple:
            member = Inputs(prefix).of(f"{prefix}{pascal(tag)}Input", action)
            members[f"do_{tag}"] = (tag, member.annotation, _tagged(tag, member.convert))
    return ActionInput(*one_of(f"{prefix}ActionInput", members, f"An action of {game.title}.")) if members else None


def one_of(name: str, members: Mapping[str, tuple[str, Any, ToData]], description: str) -> tuple[Any, ToData]:
    """A @oneOf input: {attribute: (name, type, to data)}; the second result converts a value of it."""
    cls = type(name, (), {"__annotations__": {}})
    for attribute, (member, annotation, _) in members.items():
        cls.__annotations__[attribute] = annotation | None
        setattr(cls, attribute, strawberry.field(name=camel(member), default=strawberry.UNSET))
    made = strawberry.input(cls, one_of=True, description=description)

    def to_data(value: Any) -> Any:
        attribute, chosen = next(
            (key, part) for key in members if (part := getattr(value, key)) is not strawberry.UNSET
        )
        return members[attribute][2](chosen)

    return made, to_data


def _tag(action: type[Action]) -> str:
    return str(action.__struct_config__.tag)


def _tagged(tag: str, convert: ToData | None) -> ToData:
    return lambda value: {"type": tag, **(convert(value) if convert else value)}


class Inputs:
    """Strawberry inputs of msgspec Structs. Fields with a default may be left out."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def of(self, name: str, struct: type[msgspec.Struct], **first: Any) -> Shape:
        """The input of a Struct and its conversion to the Struct's data; `first` are other fields that it has too."""
        info = kinds.type_info(camel_type(struct))
        assert isinstance(info, kinds.StructType)
        cls = type(name, (), {"__annotations__": dict(first)})
        converts: dict[str, tuple[str, ToData | None]] = {}
        for field in info.fields:
            self.add(cls, field, converts)
        return Shape(strawberry.input(cls, description=summary(struct)), to_dict(converts))

    def add(self, cls: type, field: kinds.Field, converts: dict[str, tuple[str, ToData | None]]) -> None:
        """Declare a field, and note how its value is read."""
        found = self.field(cls.__name__.removesuffix("Input") + pascal(field.encode_name), field)
        default = {} if field.required else self.default(field, found)
        cls.__annotations__[field.name] = self.annotation(field, found)
        setattr(cls, field.name, strawberry.field(name=camel(field.encode_name), **default))
        converts[field.name] = (field.encode_name, found.convert)

    def annotation(self, field: kinds.Field, found: Shape) -> Any:
        """The type of a field, with null where it may be left out."""
        return found.annotation if field.required else found.annotation | None

    def field(self, name: str, field: kinds.Field) -> Shape:
        """The shape of a Struct's field."""
        return self.shape(name, field.type)

    def default(self, field: kinds.Field, found: Shape) -> dict[str, Any]:
        """The schema's default of an optional field: none, so that the Struct has the last word."""
        return {"default": strawberry.UNSET}

    def shape(self, name: str, kind: kinds.Type) -> Shape:
        """The input shape of a type; what GraphQL can't type is JSON."""
        if isinstance(kind, kinds.Metadata):
            return self.shape(name, kind.type)
        if type(kind) in SCALARS:
            return Shape(SCALARS[type(kind)])
        if isinstance(kind, kinds.LiteralType) and all(isinstance(value, str) for value in kind.values):
            return Shape(enum_of(f"{name}Choice", kind.values), lambda member: member.value)
        if isinstance(kind, kinds.StructType):
            return self.of(f"{name}Input", kind.cls)
        if isinstance(kind, kinds.UnionType):
            return self._optional(name, kind)
        return self._container(name, kind)

    def _optional(self, name: str, kind: kinds.UnionType) -> Shape:
        some = [member for member in kind.types if not isinstance(member, kinds.NoneType)]
        inner = self.shape(name, some[0]) if len(some) == 1 else Shape(Json)
        convert = inner.convert
        return Shape(inner.annotation | None, convert and (lambda value: None if value is None else convert(value)))

    def _container(self, name: str, kind: kinds.Type) -> Shape:
        if isinstance(kind, LISTS):
            return _listed(self.shape(name, kind.item_type))
        if isinstance(kind, kinds.DictType) and isinstance(kind.value_type, kinds.IntType):
            return Shape(list[NameCountInput], lambda items: {item.name: item.count for item in items})
        return Shape(Json)


def _listed(item: Shape) -> Shape:
    convert = item.convert
    listed = list[item.annotation]  # type: ignore[name-defined]
    return Shape(listed, convert and (lambda values: [convert(value) for value in values]))


def to_dict(converts: Mapping[str, tuple[str, ToData | None]]) -> ToData:
    """The reader of a value's data: the name there of each attribute, and how it is converted."""

    def to_data(value: Any) -> dict[str, Any]:
        given = {name: getattr(value, name) for name in converts}
        return {
            converts[name][0]: convert(part) if (convert := converts[name][1]) and part is not None else part
            for name, part in given.items()
            if part is not strawberry.UNSET
        }

    return to_data
