"""Fields that only read a value of their source: resolved and completed without the machinery of a resolver.

An answer to an action has some seventy of them, a table some hundreds, and each costs graphql-core and Strawberry as
much as a field that takes arguments, awaits and fails. What is unusual here (an error, a null where none may be) is
left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from graphql import (
    GraphQLField,
    GraphQLSchema,
    Undefined,
    get_named_type,
    is_abstract_type,
    is_enum_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
    is_scalar_type,
)
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField

from api_schema.graphql.outputs import READS

Read = Callable[[Any], Any]
TEXTS = frozenset({"String", "ID", "DateTime"})
"""Scalars that a text goes out as unchanged."""


class PlainField(NamedTuple):
    """`read` gives the value of a source; one of exactly `kind` goes out as it is, all others through `coerce`."""

    read: Read
    kind: type
    coerce: Read
    nullable: bool

    def of(self, source: Any) -> Any:
        """The completed value. Raises whatever goes wrong."""
        value = self.read(source)
        if type(value) is self.kind or (value is None and self.nullable):
            return value
        coerced = self.coerce(value)
        if coerced is None or coerced is Undefined:
            raise TypeError("not a value of this type")
        return coerced


PlainFields = Mapping[tuple[str, str], PlainField]
"""By the names of type and field."""


ReadFields = Mapping[tuple[str, str], Read]
"""By the names of type and field."""


def plain_fields(schema: GraphQLSchema) -> PlainFields:
    """The plain fields of all object types; the name of the type is one of each."""
    objects = [kind for kind in schema.type_map.values() if is_object_type(kind)]
    named = {
        (kind.name, "__typename"): PlainField(partial(_named, kind.name), str, str, nullable=False) for kind in objects
    }
    return named | {
        (kind.name, name): plain
        for kind in objects
        for name, field in _fields(kind).items()
        if (plain := _plain_field(field)) is not None
    }


def read_fields(schema: GraphQLSchema) -> ReadFields:
    """How all fields of object types read their source that have lists, or objects, of one known type."""
    objects = [kind for kind in schema.type_map.values() if is_object_type(kind)]
    return {
        (kind.name, name): read
        for kind in objects
        for name, field in _fields(kind).items()
        if not is_abstract_type(get_named_type(field.type)) and (read := _read(field)) is not None
    }


def completed(kind: Any, one: Read) -> Read:
    """What completes a value of a type by `one`, which completes one of its parts. TypeError for a null too many."""
    if is_non_null_type(kind):
        inner = completed(kind.of_type, one)
        return lambda value: _there(inner(value))
    if is_list_type(kind):
        item = completed(kind.of_type, one)
        return lambda value: None if value is None else [item(part) for part in value]
    return lambda value: None if value is None else one(value)


def _there(value: Any) -> Any:
    if value is None:
        raise TypeError("null where none may be")
    return value


def _named(name: str, source: Any) -> str:
    return name


def _fields(kind: Any) -> Mapping[str, GraphQLField]:
    found: Mapping[str, GraphQLField] = kind.fields
    return found


def _plain_field(field: GraphQLField) -> PlainField | None:
    nullable = not is_non_null_type(field.type)
    kind: Any = field.type if nullable else getattr(field.type, "of_type", None)
    read = _read(field)
    if read is None or not (is_scalar_type(kind) or is_enum_type(kind)):
        return None
    python = str if kind.name in TEXTS else bool if kind.name == "Boolean" else PlainField
    return PlainField(read, python, kind.coerce_output_value, nullable)


def _read(field: GraphQLField) -> Read | None:
    """How the field reads its source; None if it needs more than that."""
    defined = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if field.args or not isinstance(defined, StrawberryField) or defined.extensions:
        return None
    resolver = defined.base_resolver
    if resolver is None:
        return attrgetter(defined.python_name)
    if resolver.is_async or resolver.info_parameter or len(resolver.signature.parameters) != 1:
        return None
    read: Any = getattr(resolver.wrapped_func, READS, resolver.wrapped_func)
    return read if callable(read) else None
