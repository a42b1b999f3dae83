"""Builds input objects from what a request has sent, by what is known of their types once the schema is made.

Strawberry works out the name and the type of each field of an input for every value of it anew. Leaves go in as they
are, here and there; what holds other inputs, or lists, is Strawberry's to convert.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from typing import Any

from graphql import GraphQLSchema, get_nullable_type, is_input_object_type, is_leaf_type
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.arguments import InputContext

FromInput = Callable[[type, Mapping[str, Any], InputContext], Any]


def prepare_inputs(schema: GraphQLSchema, config: StrawberryConfig) -> None:
    """Have all input types of a schema built here."""
    for kind in schema.type_map.values():
        if is_input_object_type(kind):
            kind.extensions[GraphQLCoreConverter.DEFINITION_BACKREF].from_input = _builder(kind, config)


def _builder(kind: Any, config: StrawberryConfig) -> FromInput:
    definition = kind.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]
    names = {config.name_converter.from_field(field): field for field in definition.fields}
    leaves = {
        name: field.python_name
        for name, field in names.items()
        if is_leaf_type(get_nullable_type(kind.fields[name].type))
    }
    others = {
        name: (field.python_name, field.resolve_type(type_definition=definition))
        for name, field in names.items()
        if name not in leaves
    }
    left_out = {
        field.python_name: None
        for field in definition.fields
        if field.default_value is MISSING and field.default_factory is MISSING
    }

    def build(cls: type, given: Mapping[str, Any], context: InputContext) -> Any:
        values: dict[str, Any] = dict(left_out)
        for name, value in given.items():
            if name in leaves:
                values[leaves[name]] = value
            else:
                attribute, wanted = others[name]
                values[attribute] = context.convert(value, wanted, name)
        return cls(**values)

    return build
