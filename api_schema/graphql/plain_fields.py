"""Fields that only read a value of their source, and what makes a value of their types fit to go out.

An answer to an action has some hundred of them, a table some hundreds more, and each costs graphql-core and Strawberry
as much as a field that takes arguments, awaits and fails. Anything unusual here (an error, a null where none may be)
raises, and is left to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from graphql import (
    FieldNode,
    GraphQLField,
    GraphQLSchema,
    Undefined,
    VariableNode,
    get_argument_values,
    get_nullable_type,
    is_enum_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from graphql.type.scalars import GRAPHQL_MAX_INT, GRAPHQL_MIN_INT
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField

from api_schema.graphql.outputs import READS

Read = Callable[[Any], Any]
ReadFields = Mapping[tuple[str, str], Read]
"""By the names of type and field."""
TEXTS = frozenset({"String", "ID", "DateTime"})
"""Scalars that a text goes out as unchanged."""


def read_fields(schema: GraphQLSchema) -> ReadFields:
    """How the fields of object types read their source that do no more than that; the name of the type is one."""
    objects: list[Any] = [kind for kind in schema.type_map.values() if is_object_type(kind)]
    named = {(kind.name, "__typename"): partial(_named, kind.name) for kind in objects}
    return named | {
        (kind.name, name): read
        for kind in objects
        for name, field in kind.fields.items()
        if (read := _read(field)) is not None
    }


def introspective(schema: GraphQLSchema, field: GraphQLField, node: FieldNode) -> Read | None:
    """How a field that tells of the schema reads its source; None if variables say what."""
    if field.resolve is None or any(isinstance(argument.value, VariableNode) for argument in node.arguments or ()):
        return None
    info: Any = SimpleNamespace(schema=schema)
    resolve = partial(field.resolve, **get_argument_values(field, node)) if field.args else field.resolve
    if not is_list_type(get_nullable_type(field.type)):
        return lambda source: resolve(source, info)

    def read(source: Any) -> Any:
        found = resolve(source, info)
        return None if found is None else tuple(found)

    return read


def completed(kind: Any, one: Read) -> Read:
    """How to complete a value of a type by `one`, which completes one of its named type and raises for a null."""
    if is_non_null_type(kind):
        return _listed(kind.of_type, one) if is_list_type(kind.of_type) else one
    some = _listed(kind, one) if is_list_type(kind) else one
    return lambda value: None if value is None else some(value)


def leaf(kind: Any) -> Read:
    """How to complete a scalar or an enum: a usual value goes out as it is, others as the type coerces them."""
    coerce = partial(_coerced, kind.coerce_output_value)
    if kind.name in TEXTS:
        return lambda value: value if type(value) is str else coerce(value)
    if kind.name == "Boolean":
        return lambda value: value if type(value) is bool else coerce(value)
    if kind.name == "Int":
        return lambda value: (
            value if type(value) is int and GRAPHQL_MIN_INT <= value <= GRAPHQL_MAX_INT else coerce(value)
        )
    return _enum(kind, coerce) if is_enum_type(kind) else coerce


def _listed(kind: Any, one: Read) -> Read:
    item = completed(kind.of_type, one)

    def complete(value: Any) -> list[Any]:
        if type(value) is not tuple and type(value) is not list:
            raise TypeError("neither a tuple nor a list")
        return [item(part) for part in value]

    return complete


def _enum(kind: Any, coerce: Read) -> Read:
    texts = [member.value for member in kind.values.values() if isinstance(member.value, str)]
    names = {text: coerce(text) for text in texts}
    return lambda value: names[value] if type(value) is str else coerce(value)


def _coerced(coerce: Read, value: Any) -> Any:
    if value is None or isinstance(value, Exception):
        raise TypeError("no value of this type")
    coerced = coerce(value)
    if coerced is None or coerced is Undefined:
        raise TypeError("not a value of this type")
    return coerced


def _named(name: str, source: Any) -> str:
    return name


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
