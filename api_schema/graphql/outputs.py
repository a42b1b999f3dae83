"""Strawberry types of msgspec Structs, built at run time: what a game shows needs no line written here.

Structs become types with the prefix of their game, Literals and Enums become enums in upper case, sequences become
lists, `dict[str, int]` becomes a list of name and count, other dicts lists of entries, unions of Structs become unions.
Values that GraphQL can't type (Any, mixed tuples, unions of scalars) go out as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import reduce
from inspect import cleandoc
from operator import or_
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec
import msgspec.inspect as kinds
import strawberry
from strawberry.parent import StrawberryParent

from api_schema.graphql.scalars import Json, plain
from api_schema.input.names import camel, enum_value, pascal

Convert = Callable[[Any], Any]


@strawberry.type(description="A name and its number.")
class NameCount:
    """One entry of a dict of numbers."""

    name: str
    count: int


@strawberry.type(description="A named text.")
class NameValue:
    """One entry of a dict of texts."""

    name: str
    value: str


class Shape(NamedTuple):
    """A GraphQL type and how a value gets there; no `convert`: it goes as it is."""

    annotation: Any
    convert: Convert | None = None


JSON_SHAPE = Shape(Json, plain)
SCALARS: dict[type, Any] = {kinds.BoolType: bool, kinds.IntType: int, kinds.FloatType: float, kinds.StrType: str}
READS = "reads"
"""The attribute of a resolver that holds what it reads its source by."""
LISTS = (kinds.ListType, kinds.VarTupleType, kinds.SetType, kinds.FrozenSetType, kinds.CollectionType)


class OutputTypes:
    """The types of one prefix.

    `names` renames Structs, others lose the `suffix`; `special` types text fields by their name, of all types or of one
    (`id`, `Seat.player`); `enums` are those of Literals that have a name of their own, by their values.
    """

    def __init__(
        self,
        prefix: str,
        names: Mapping[type, str] = {},
        special: Mapping[str, Any] = {},
        enums: Mapping[frozenset[Any], Any] = {},
        suffix: str = "",
    ) -> None:
        self.prefix = prefix
        self.names = names
        self.special = special
        self.enums = enums
        self.suffix = suffix
        self.built: dict[type, type] = {}
        self.holders: dict[type, Shape] = {}

    def stands_for(self, struct: type[msgspec.Struct], shape: Shape) -> None:
        """Have another shape stand for a Struct, in what is built from now on: nothing was before."""
        assert struct not in self.built, f"import {shape.annotation} where {struct.__name__} is used: it comes too late"
        self.holders[struct] = shape

    def of(self, struct: type[msgspec.Struct]) -> Any:
        """The Strawberry type of a Struct; its fields resolve on the Struct itself."""
        if struct not in self.built:
            info = kinds.type_info(struct)
            assert isinstance(info, kinds.StructType)
            self._build(struct, info)
        return self.built[struct]

    def _build(self, struct: type, info: kinds.StructType) -> None:
        name = self.prefix + self.names.get(struct, pascal(struct.__name__.removesuffix(self.suffix)))
        cls = type(name, (), {"__doc__": struct.__doc__, "__annotations__": {}})
        self.built[struct] = cls
        for field in info.fields:
            self.add_field(cls, field.name, field.encode_name, self.field(name, field))
        if not info.fields:
            add_plain_field(cls, "type", Shape(str), lambda value: type(value).__struct_config__.tag or name)
        cls.is_type_of = classmethod(lambda _cls, value, _info: type(value) is struct)  # type: ignore[attr-defined]
        strawberry.type(cls, description=summary(struct))

    def add_field(self, cls: type, attribute: str, name: str, field: Shape) -> None:
        """Declare one field that reads an attribute of the source."""
        if field.convert is None:
            cls.__annotations__[attribute] = field.annotation
            setattr(cls, attribute, strawberry.field(name=camel(name)))
        else:
            add_plain_field(cls, name, field, reader(attribute, field.convert), attribute)

    def field(self, owner: str, field: kinds.Field) -> Shape:
        """The shape of a Struct's field."""
        found = self.shape(owner + pascal(field.encode_name), field.type)
        special = self.special.get(f"{owner}.{field.encode_name}") or self.special.get(field.encode_name)
        if special is None:
            return found
        is_text = found.annotation in (str, list[str])
        return Shape(retyped(found.annotation, special) if is_text else special | None)

    def shape(self, name: str, kind: kinds.Type) -> Shape:
        """The shape of a type; `name` is what a new enum, union or entry would be called."""
        if type(kind) in SCALARS:
            return Shape(SCALARS[type(kind)])
        if isinstance(kind, kinds.StructType):
            return self.holders.get(kind.cls) or Shape(self.of(kind.cls))
        if isinstance(kind, kinds.LiteralType) and all(isinstance(value, str) for value in kind.values):
            return Shape(self.enums.get(frozenset(kind.values)) or enum_of(name, kind.values))
        if isinstance(kind, kinds.EnumType):
            return Shape(enum_of(self.prefix + kind.cls.__name__, [member.value for member in kind.cls]), _value_of)
        if isinstance(kind, kinds.UnionType):
            return self._union(name, kind)
        return self.shape(name, kind.type) if isinstance(kind, kinds.Metadata) else self._container(name, kind)

    def _container(self, name: str, kind: kinds.Type) -> Shape:
        if isinstance(kind, LISTS):
            return _listed(self.shape(name, kind.item_type))
        if isinstance(kind, kinds.TupleType) and kind.item_types and len(set(map(repr, kind.item_types))) == 1:
            return _listed(self.shape(name, kind.item_types[0]))
        if isinstance(kind, kinds.DictType):
            return self._dict(name, kind)
        if isinstance(kind, kinds.LiteralType) and all(isinstance(value, int) for value in kind.values):
            return Shape(int)
        return JSON_SHAPE

    def _union(self, name: str, kind: kinds.UnionType) -> Shape:
        some = [member for member in kind.types if not isinstance(member, kinds.NoneType)]
        inner = self._one_of(name, some)
        if len(some) == len(kind.types):
            return inner
        convert = inner.convert
        return Shape(inner.annotation | None, convert and (lambda value: None if value is None else convert(value)))

    def _one_of(self, name: str, members: Sequence[kinds.Type]) -> Shape:
        if len(members) == 1:
            return self.shape(name, members[0])
        structs = [member.cls for member in members if isinstance(member, kinds.StructType)]
        if len(structs) != len(members):
            return JSON_SHAPE
        types = reduce(or_, [self.of(struct) for struct in structs])
        return Shape(Annotated[types, strawberry.union(name)])

    def _dict(self, name: str, kind: kinds.DictType) -> Shape:
        if isinstance(kind.key_type, kinds.StrType):
            if isinstance(kind.value_type, kinds.IntType):
                return Shape(list[NameCount], lambda value: [NameCount(name=k, count=n) for k, n in value.items()])
            if isinstance(kind.value_type, kinds.StrType):
                return Shape(list[NameValue], lambda value: [NameValue(name=k, value=v) for k, v in value.items()])
        key = SCALARS.get(type(kind.key_type))
        value = self.shape(f"{name}Value", kind.value_type)
        if key is None or value is JSON_SHAPE:
            return JSON_SHAPE
        return _entries(f"{name}Entry", key, value)


def add_plain_field(
    cls: type, name: str, field: Shape, read: Convert, attribute: str | None = None, description: str | None = None
) -> None:
    """Declare a field that a function of the source resolves."""

    def resolve(root: Any) -> Any:
        return read(root)

    resolve.__annotations__ = {"root": Annotated[Any, StrawberryParent()], "return": field.annotation}
    resolve.__dict__[READS] = read
    setattr(cls, attribute or name, strawberry.field(resolver=resolve, name=camel(name), description=description))


def reader(attribute: str, convert: Convert) -> Convert:
    """Reads an attribute and converts it."""
    return lambda source: convert(getattr(source, attribute))


def retyped(annotation: Any, special: Any) -> Any:
    """A special type in the place of another one: of a value, of one that may be null, or of the items of a list."""
    if get_origin(annotation) is list:
        return list[special]
    return special | None if NoneType in get_args(annotation) else special


def enum_of(name: str, values: Sequence[Any]) -> Any:
    """A GraphQL enum whose values are the given texts in upper case."""
    members = {enum_value(value): value for value in values}
    return strawberry.enum(Enum(name, members))  # type: ignore[call-overload]


def summary(struct: type[msgspec.Struct]) -> str | None:
    """The docstring of a Struct as a description, its fields as the schema names them; msgspec's own is none."""
    text = struct.__doc__
    if not text or text.startswith(f"{struct.__name__}("):
        return None
    names = dict(zip(struct.__struct_fields__, map(camel, struct.__struct_encode_fields__), strict=True))
    return re.sub(r"`(\w+)`", lambda found: f"`{names.get(found[1], found[1])}`", cleandoc(text))


def _value_of(member: Enum) -> Any:
    return member.value


def _listed(item: Shape) -> Shape:
    convert = item.convert
    if convert is None:
        return Shape(list[item.annotation])  # type: ignore[name-defined]
    listed = list[item.annotation]  # type: ignore[name-defined]
    return Shape(listed, lambda values: [convert(value) for value in values])


def _entries(name: str, key: type, value: Shape) -> Shape:
    entry = type(name, (), {"__annotations__": {"key": key, "value": value.annotation}})
    made: Any = strawberry.type(entry, description="One entry of a map.")
    convert = value.convert or (lambda item: item)
    return Shape(list[made], lambda items: [made(key=k, value=convert(item)) for k, item in items.items()])
