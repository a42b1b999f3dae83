"""Actions as typed input, as a client writes it that knows the schema alone: importing this builds none."""

from __future__ import annotations

from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLSchema,
    get_named_type,
    is_list_type,
    is_non_null_type,
    is_required_input_field,
)

from api_schema.input.names import camel, enum_value


def literal(kind: Any, value: Any) -> Any:
    """A value of the domain as a client would send it."""
    if value is None:
        return None
    if is_non_null_type(kind):
        return literal(kind.of_type, value)
    if is_list_type(kind):
        return _listed(kind.of_type, value)
    if isinstance(kind, GraphQLEnumType):
        return enum_value(value)
    if isinstance(kind, GraphQLInputObjectType):
        return {camel(name): literal(kind.fields[camel(name)].type, part) for name, part in value.items()}
    return value


def _listed(kind: Any, value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [{"name": name, "count": count} for name, count in value.items()]
    return [literal(kind, item) for item in value]


def sent(schema: GraphQLSchema, game: str, answer: dict[str, Any]) -> Any:
    """An action's data as `what` of `act`; the schema alone says how it is written."""
    choice: Any = schema.type_map["ActChoice"]
    members: Any = get_named_type(choice.fields[camel(game)].type)
    name, fields = camel(answer["type"]), {name: value for name, value in answer.items() if name != "type"}
    if not fields and name not in members.fields:
        return {camel(game): {"simple": enum_value(answer["type"])}}
    kind = members.fields[name].type
    missing = [name for name, field in kind.fields.items() if is_required_input_field(field)]
    assert {camel(name) for name in fields} >= set(missing)
    return {camel(game): {name: literal(kind, fields)}}
