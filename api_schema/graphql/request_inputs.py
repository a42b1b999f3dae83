"""The inputs of mutations and queries, made from the ports' requests: what these take, and their defaults, stand in
the schema.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
import msgspec.inspect as kinds
import strawberry

from api_schema.graphql.enums import ENUMS
from api_schema.graphql.inputs import Inputs, ToData, to_dict
from api_schema.graphql.outputs import Shape, retyped, summary
from api_schema.graphql.paging import list_of
from api_schema.graphql.scalars import DateTime
from api_schema.graphql.shapes import MatchVisibility
from api_schema.input.faults import checked
from api_schema.input.names import camel
from api_schema.operations.fields import ID, Input
from api_schema.ports.tournaments import TableResultIn

Read = Callable[[Any], Any]


class MadeInput(NamedTuple):
    """The type of an input, and what reads the port's request from a value of it. INVALID_INPUT where that can't be."""

    type: Any
    read: Read


class RequestInputs(Inputs):
    """Inputs with the enums of the answers. A null counts as left out where that may be.

    `special` types text fields by their name.
    `nullable`: all that has a default may be null. Else it is what has none but null, and the schema says so.
    """

    def __init__(self, special: Mapping[str, Any], *, nullable: bool) -> None:
        super().__init__("")
        self.special = special
        self.nullable = nullable

    def made_of(self, said: Input) -> MadeInput:
        """The input of a row."""
        cls = type(said.name, (), {"__annotations__": {}})
        _declare(cls, said.first)
        convert = _as_it_is if said.struct is None else self._declare(cls, said.struct, said.without)
        _declare(cls, said.last)
        for field, text in said.texts.items():
            getattr(cls, field).description = text
        if said.struct is None:
            return MadeInput(strawberry.input(cls, description=said.description), said.reads or convert)
        made = strawberry.input(cls, description=said.description or summary(said.struct))
        read = said.reads or partial(checked, struct=said.struct)
        return MadeInput(made, lambda value: read(convert(value)))

    def of(self, name: str, struct: type[msgspec.Struct], **first: Any) -> Shape:
        """The input of a Struct; its data are without a null that stands for the Struct's default."""
        cls = type(name, (), {"__annotations__": dict(first)})
        convert = self._declare(cls, struct)
        return Shape(strawberry.input(cls, description=summary(struct)), convert)

    def _declare(self, cls: type, struct: type[msgspec.Struct], without: Collection[str] = ()) -> ToData:
        info = kinds.type_info(struct)
        assert isinstance(info, kinds.StructType)
        converts: dict[str, tuple[str, ToData | None]] = {}
        for field in info.fields:
            if field.name not in without:
                self.add(cls, field, converts)
        convert, needed = to_dict(converts), {field.encode_name for field in info.fields if field.required}
        return lambda value: {key: part for key, part in convert(value).items() if part is not None or key in needed}

    def field(self, name: str, field: kinds.Field) -> Shape:
        """The shape of a field, which may be special."""
        found = super().field(name, field)
        special = self.special.get(camel(field.encode_name))
        if special is None or isinstance(field.type, kinds.StructType):
            return found
        return Shape(retyped(found.annotation, special), found.convert)

    def shape(self, name: str, kind: kinds.Type) -> Shape:
        """The shape of a type."""
        if isinstance(kind, kinds.LiteralType):
            return Shape(ENUMS[frozenset(kind.values)], lambda member: member.value)
        if isinstance(kind, kinds.StructType):
            if kind.cls not in STRUCTS:
                STRUCTS[kind.cls] = self.of(_NAMES.get(kind.cls, f"{kind.cls.__name__}Input"), kind.cls)
            return STRUCTS[kind.cls]
        return super().shape(name, kind)

    def annotation(self, field: kinds.Field, found: Shape) -> Any:
        """The type of a field, with null where that may be."""
        if self.nullable or not _has_default(field):
            return super().annotation(field, found)
        some = [kind for kind in get_args(found.annotation) if kind is not NoneType]
        return some[0] if NoneType in get_args(found.annotation) else found.annotation

    def default(self, field: kinds.Field, found: Shape) -> dict[str, Any]:
        """The default as the schema can say it."""
        value = field.default
        if isinstance(value, tuple) and value:
            return {"default_factory": lambda: list(value)}
        if isinstance(value, str) and found.annotation is not str:
            return {"default": found.annotation(value)}
        if _has_default(field):
            return {"default": value}
        return super().default(field, found) if self.nullable else {"default": None}


_PLAIN: Mapping[str, Any] = {
    "after": strawberry.ID,
    "tournament": strawberry.ID,
    "card": strawberry.ID,
    "visibility": MatchVisibility,
    **dict.fromkeys(("since", "until", "expiresAt", "createdAfter", "createdBefore"), DateTime),
    **dict.fromkeys(("finishedAfter", "finishedBefore"), DateTime),
}
"""The text members that are more than that, of all inputs but those that are nullable."""
APART = RequestInputs(_PLAIN, nullable=False)
"""The members of inputs that are arguments of their own."""
_NAMES: Mapping[type, str] = {TableResultIn: "PairingResultInput"}
STRUCTS: dict[type, Shape] = {}
"""The shapes of the Structs in them: one for each."""
_MADE: dict[str, MadeInput] = {}


def input_of(said: Input) -> MadeInput:
    """The input of a row: one for each name."""
    if said.name not in _MADE:
        types = {name: _typed(kind) for name, kind in said.types.items()}
        special = types if said.nullable else {**_PLAIN, **types}
        _MADE[said.name] = RequestInputs(special, nullable=said.nullable).made_of(said)
    return _MADE[said.name]


def _typed(kind: Any) -> Any:
    """The type of GraphQL for one of a row."""
    if kind is ID:
        return strawberry.ID
    if get_origin(kind) is Literal:
        return ENUMS[frozenset(get_args(kind))]
    if get_origin(kind) is list:
        return list_of(_typed(get_args(kind)[0]))
    some = [member for member in get_args(kind) if member is not NoneType]
    return _typed(some[0]) | None if some else kind


def _has_default(field: kinds.Field) -> bool:
    """Whether its default is a number, a text or a list that is not empty."""
    return isinstance(field.default, (int, str)) or (isinstance(field.default, tuple) and bool(field.default))


def _declare(cls: type, fields: Mapping[str, Any]) -> None:
    """Declare members; one that may be null is null by default, a pair is a type and its default."""
    for name, said in fields.items():
        kind, default = said if isinstance(said, tuple) else (said, None)
        typed = cls.__annotations__[name] = _typed(kind)
        usual = {"default": default and typed(default)} if default or NoneType in get_args(kind) else {}
        setattr(cls, name, strawberry.field(**usual))


def _as_it_is(value: Any) -> Any:
    return value
