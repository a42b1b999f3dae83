"""The schema itself: names, snapshots of its parts, and what comes back when it is fuzzed."""

from __future__ import annotations

from dataclasses import replace

from graphql import build_schema as parse_schema
from graphql import validate_schema

from api_schema.graphql.schema import Schema, build_schema
from domain.kernel.actions import Action
from domain.kernel.references import CardId
from tests.toy_game.game import GAME


def definition(schema: Schema, head: str) -> list[str]:
    """The lines of a type's definition, without descriptions."""
    text = schema.as_str()
    body = text[text.index(head + " ") :].split("\n}")[0]
    return [line.strip() for line in body.splitlines()[1:] if line.strip() and '"""' not in line]


def test_the_schema_is_valid_and_the_same_each_time(schema: Schema) -> None:
    text = schema.as_str()
    assert validate_schema(parse_schema(text)) == []
    assert build_schema({GAME.slug: GAME}).as_str() == text


def test_a_games_actions_are_one_of_inputs_by_their_names(schema: Schema) -> None:
    assert definition(schema, "input ActChoice") == ["token: ID", "match: MatchAction", "envoys: EnvoysActionInput"]
    members = definition(schema, "input EnvoysActionInput")
    assert members == [
        "send: EnvoysSendInput",
        "peek: EnvoysPeekInput",
        "pay: EnvoysPayInput",
        "ban: EnvoysBanInput",
    ]
    assert definition(schema, "input EnvoysPayInput") == ["tokens: [NameCountInput!]!"]
    assert definition(schema, "enum EnvoysPeekChoiceChoice") == ["KEEP", "SINK"]


def test_another_game_adds_its_types_and_moves_no_others(schema: Schema) -> None:
    both = build_schema({GAME.slug: GAME, "secret_duel": replace(GAME, slug="secret_duel")})
    assert set(schema.as_str().splitlines()) <= set(both.as_str().splitlines())
    assert "secretDuel: SecretDuelActionInput" in definition(both, "input ActChoice")


def test_actions_without_parameters_are_one_enum() -> None:
    class Pass(Action, frozen=True, tag="pass"):
        pass

    class EndTurn(Action, frozen=True, tag="end_turn"):
        pass

    class Move(Action, frozen=True, tag="move"):
        cards: tuple[CardId, ...]
        to: int | None = None

    made = build_schema({"walk": replace(GAME, slug="walk", actions=(Pass, EndTurn, Move))})
    assert definition(made, "enum WalkSimpleAction") == ["PASS", "END_TURN"]
    assert definition(made, "input WalkActionInput") == ["simple: WalkSimpleAction", "move: WalkMoveInput"]
    assert definition(made, "input WalkMoveInput") == ["cards: [String!]!", "to: Int"]


def test_every_refusal_of_the_contract_has_a_type(schema: Schema) -> None:
    for name in ("IllegalAction", "VersionConflict", "PromptClosed", "KeyReused", "InputError", "AccessError"):
        assert f"type {name} implements UserError" in schema.as_str()
