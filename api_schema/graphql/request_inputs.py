"""The inputs of mutations and queries, made from the ports' requests: what these take, and their defaults, stand in
the schema.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import NoneType
from typing import Any, NamedTuple, get_args

import msgspec
import msgspec.inspect as kinds
import strawberry

from api_schema.graphql.enums import ENUMS
from api_schema.graphql.inputs import Inputs, ToData, to_dict
from api_schema.graphql.outputs import Shape, retyped, summary
from api_schema.graphql.scalars import DateTime
from api_schema.graphql.shapes import MatchVisibility
from api_schema.input.faults import checked
from api_schema.input.names import camel

Read = Callable[[Any], Any]
KEY = {"idempotency_key": str}


class Input(NamedTuple):
    """An input, and what reads the port's request from a value of it. INVALID_INPUT where that can't be."""

    type: Any
    read: Read


class RequestInputs(Inputs):
    """Inputs with the enums of the answers. A null counts as left out where that may be.

    `special` types text fields by their name, `names` are those of inputs that aren't named as their Struct.
    `nullable`: all that has a default may be null. Else it is what has none but null, and the schema says so.
    """

    def __init__(self, special: Mapping[str, Any], names: Mapping[type, str] = {}, *, nullable: bool) -> None:
        super().__init__("")
        self.special = special
        self.names = names
        self.nullable = nullable
        self.made: dict[type, Shape] = {}

    def input(
        self,
        name: str,
        struct: type[msgspec.Struct] | None = None,
        description: str | None = None,
        *,
        first: Mapping[str, Any] = KEY,
        last: Mapping[str, Any] = {},
        texts: Mapping[str, str] = {},
        without: Collection[str] = (),
        reads: Read | None = None,
    ) -> Input:
        """The input of a request. `first` and `last` are other fields that it has; those that may be null are null by
        default. `texts` describe fields. `reads` makes the request of plain data, or without a Struct of the input,
        which else is the request itself.
        """
        cls = type(name, (), {"__annotations__": {}})
        _declare(cls, first)
        convert = _as_it_is if struct is None else self._declare(cls, struct, without)
        _declare(cls, last)
        for field, text in texts.items():
            getattr(cls, field).description = text
        if struct is None:
            return Input(strawberry.input(cls, description=description), reads or convert)
        made = strawberry.input(cls, description=description or summary(struct))
        read = reads or partial(checked, struct=struct)
        return Input(made, lambda value: read(convert(value)))

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
            if kind.cls not in self.made:
                self.made[kind.cls] = self.of(self.names.get(kind.cls, f"{kind.cls.__name__}Input"), kind.cls)
            return self.made[kind.cls]
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


PLAIN = RequestInputs(
    {
        "after": strawberry.ID,
        "tournament": strawberry.ID,
        "card": strawberry.ID,
        "visibility": MatchVisibility,
        **dict.fromkeys(("since", "until", "expiresAt", "createdAfter", "createdBefore"), DateTime),
        **dict.fromkeys(("finishedAfter", "finishedBefore"), DateTime),
    },
    nullable=False,
)
"""The inputs but those of tournaments."""


def _has_default(field: kinds.Field) -> bool:
    """Whether its default is a number, a text or a list that is not empty."""
    return isinstance(field.default, (int, str)) or (isinstance(field.default, tuple) and bool(field.default))


def _declare(cls: type, fields: Mapping[str, Any]) -> None:
    for name, annotation in fields.items():
        cls.__annotations__[name] = annotation
        null = NoneType in get_args(annotation)
        setattr(cls, name, strawberry.field(default=None) if null else strawberry.field())


def _as_it_is(value: Any) -> Any:
    return value
