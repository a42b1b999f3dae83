"""Actions as typed input, as a client would write it that knows the schema."""

from __future__ import annotations

from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLSchema,
    is_list_type,
    is_non_null_type,
    is_required_input_field,
)

from api_schema.graphql.games import GameTypes
from api_schema.graphql.names import camel, enum_value


def literal(kind: Any, value: Any) -> Any:
    """A value of the domain as a client would send it."""
    if is_non_null_type(kind):
        return literal(kind.of_type, value)
    if is_list_type(kind):
        if isinstance(value, dict):
            return [{"name": name, "count": count} for name, count in value.items()]
        return [literal(kind.of_type, item) for item in value]
    if isinstance(kind, GraphQLEnumType):
        return enum_value(value)
    if isinstance(kind, GraphQLInputObjectType):
        return {camel(name): literal(kind.fields[camel(name)].type, part) for name, part in value.items()}
    return value


def sent(core: GraphQLSchema, types: GameTypes, answer: dict[str, Any]) -> Any:
    """An action's data as `what` of `act`."""
    members: Any = core.type_map[f"{types.prefix}ActionInput"]
    fields = {name: value for name, value in answer.items() if name != "type"}
    if not fields and camel(answer["type"]) not in members.fields:
        return {types.member: {"simple": enum_value(answer["type"])}}
    kind = members.fields[camel(answer["type"])].type
    missing = [name for name, field in kind.fields.items() if is_required_input_field(field)]
    assert {camel(name) for name in fields} >= set(missing)
    return {types.member: {camel(answer["type"]): literal(kind, fields)}}
