"""Fields of a type that only read a port's Struct. Their types follow from the Struct; the type keeps the Struct."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

import msgspec
import msgspec.inspect as kinds

from api_schema.graphql.outputs import JSON_SHAPE, Shape, add_plain_field
from api_schema.graphql.shapes import TYPES

C = TypeVar("C", bound=type)


class Attribute(NamedTuple):
    """A field that is still to be declared; `of` is its name in the Struct, "" the whole Struct."""

    description: str | None
    of: str | None
    shape: Shape | None


def attribute(description: str | None = None, *, of: str | None = None, kind: Any = None) -> Any:
    """The field of the Struct that has the same name, or the name `of`; of the type `kind`, if the Struct says less."""
    return Attribute(description, of, None if kind is None else Shape(kind))


def made_of_all(kind: Any, make: Callable[[Any], Any], description: str | None = None) -> Any:
    """A field that is made of the whole Struct."""
    return Attribute(description, "", Shape(kind, make))


def reads(struct: type[msgspec.Struct], at: str = "out", *, alone: bool = True) -> Callable[[C], C]:
    """Declare the attributes of a class, which holds the Struct in the attribute `at`.

    A class that is made of `out` alone stands for the Struct wherever another Struct has one.
    """
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)
    fields = {field.name: field for field in info.fields}

    def declare(cls: C) -> C:
        for name, found in [*vars(cls).items()]:
            if isinstance(found, Attribute):
                source = name if found.of is None else found.of
                shape = found.shape or TYPES.field(cls.__name__, fields[source])
                read = attrgetter(f"{at}.{source}" if source else at)
                # the scalar makes JSON of anything by itself
                convert = None if shape is JSON_SHAPE else shape.convert
                add_plain_field(cls, name, shape, converted(read, convert), description=found.description)
        if at == "out" and alone:
            TYPES.stands_for(struct, holding(cls))
        return cls

    return declare


def shape_of(owner: str, struct: type[msgspec.Struct], found: Attribute) -> Shape:
    """The shape of an attribute of a type of this name."""
    if found.shape is not None:
        return found.shape
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)
    return TYPES.field(owner, next(field for field in info.fields if field.name == found.of))


def holding(holder: type) -> Shape:
    """The shape of a Struct that a type holds in `out`."""
    return Shape(holder, lambda out: holder(out=out))


def converted(read: Callable[[Any], Any], convert: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    """Reads, and converts what it has read."""
    return read if convert is None else lambda source: convert(read(source))
