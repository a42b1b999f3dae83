"""Inputs that are built by what is known of their types are those that Strawberry would build."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import strawberry
from graphql import (
    get_nullable_type,
    is_input_object_type,
    is_list_type,
    is_non_null_type,
)
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.arguments import convert_argument

from tests.api.graphql.every_game import schema
from tests.kit.lanes import by_lane

EACH = by_lane(commit=10, nightly=200)


def inputs() -> list[Any]:
    """The input types of every game."""
    return [kind for kind in schema()._schema.type_map.values() if is_input_object_type(kind)]


def definition(kind: Any) -> Any:
    """What Strawberry knows of a type."""
    return kind.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]


def drawn(kind: Any, random: Random) -> Any:
    """A value of a type as graphql-core hands it on: what may be left out is now and then, or is null."""
    if not is_non_null_type(kind) and random.random() < 0.2:
        return random.choice([None, strawberry.UNSET])
    kind = get_nullable_type(kind)
    if is_list_type(kind):
        return [drawn(kind.of_type, random) for _ in range(random.randint(0, 3))]
    if not is_input_object_type(kind):
        return random.choice(["", "text", 7, True, 1.5])
    chosen = [name for name, field in kind.fields.items() if is_non_null_type(field.type) or random.random() < 0.6]
    return {name: drawn(kind.fields[name].type, random) for name in chosen}


def converted(kind: Any, value: Any) -> Any:
    """The input object of a value."""
    converter = schema().schema_converter
    return convert_argument(value, definition(kind).origin, converter.scalar_registry, converter.config)


@contextmanager
def by_strawberry() -> Iterator[None]:
    """Have Strawberry build all inputs."""
    kept = {kind.name: definition(kind).from_input for kind in inputs()}
    for kind in inputs():
        definition(kind).from_input = None
    yield
    for kind in inputs():
        definition(kind).from_input = kept[kind.name]


def test_inputs_are_what_strawberry_makes_of_them() -> None:
    random = Random(4)
    for kind in inputs():
        assert definition(kind).from_input is not None
        values = [drawn(kind, random) or {} for _ in range(EACH)]
        values = [value for value in values if required(kind) <= set(value)]
        ours = [repr(converted(kind, value)) for value in values]
        with by_strawberry():
            assert ours == [repr(converted(kind, value)) for value in values], kind


def required(kind: Any) -> set[str]:
    """The fields that graphql-core makes sure of."""
    return {name for name, field in kind.fields.items() if is_non_null_type(field.type)}
