"""The schema of every game and the toy one; it is built when somebody asks for it."""

from __future__ import annotations

from functools import cache

from graphql import GraphQLSchema
from graphql import build_schema as parse_schema

from api_schema.graphql.schema import Schema, build_schema
from domain.games import discover
from tests.toy_game.game import GAME

GAMES = {GAME.slug: GAME, **discover()}


@cache
def schema() -> Schema:
    """As the service has it."""
    return build_schema(GAMES)


@cache
def core() -> GraphQLSchema:
    """As a client reads it."""
    return parse_schema(schema().as_str())
