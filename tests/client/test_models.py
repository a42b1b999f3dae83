"""The models say what the OpenAPI document says, and let the service grow."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from typing import Any

import msgspec
import pytest

from api_schema.snapshots import committed
from playledger_client import models
from playledger_client.inbox import ITEMS
from playledger_client.match import UPDATES
from playledger_client.tournament import NAMES
from scripts.client_models import GENERATOR, main, simplified
from tests.kit.cases import cases

WHOLE = json.loads(committed()["openapi.json"])
CLOSED = "tournament_closed"


@cache
def schemas() -> dict[str, Any]:
    """The schemas of which models are made."""
    found: dict[str, Any] = simplified()["components"]["schemas"]
    return found


@pytest.mark.programs
@pytest.mark.skipif(not GENERATOR.exists(), reason="datamodel-code-generator comes with make setup")
def test_the_committed_models_are_current() -> None:
    assert main(["--check"]) == 0, "run: make schema"


def test_each_schema_has_a_model_with_its_members() -> None:
    """Read and written under the names that the service knows; what the document requires has no default."""
    with cases() as case:
        for name, schema in schemas().items():
            with case(name):
                kind = getattr(models, name)
                msgspec.json.Decoder(kind)
                if "properties" in schema:
                    has_its_members(kind, schema)


def has_its_members(kind: Any, schema: dict[str, Any]) -> None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    tag = kind.__struct_config__.tag_field
    assert {*fields, *([tag] if tag else ())} == schema["properties"].keys()
    needed = {member for member in schema["required"] if "default" not in schema["properties"][member]} - {tag}
    assert {member for member, field in fields.items() if field.required} == needed


def test_no_schema_is_left_out() -> None:
    """Of what is sent and answered alike a client has one model for both."""
    whole = WHOLE["components"]["schemas"].keys()
    bodies = {"ByToken", "Concede", "ConcedeAction"} | {name for name in whole if name.endswith("ActionBody")}
    twins = {name for name in whole if name.endswith("PolicyInput")}
    assert whole - schemas().keys() == bodies | twins
    assert {name.removesuffix("Input") for name in twins} <= schemas().keys()


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("/v1/matches/{id}/stream", UPDATES),
        ("/v1/tournaments/{id}/stream", {NAMES[models.TournamentChanged], CLOSED}),
        ("/v1/tournaments/{id}/pairings/stream", {NAMES[models.PairingsChanged], CLOSED}),
        ("/v1/tournaments/{id}/standings/stream", {NAMES[models.StandingsChanged], CLOSED}),
        ("/v1/inbox/stream", ITEMS),
    ],
)
def test_each_kind_of_message_is_known(path: str, known: Collection[str]) -> None:
    content = WHOLE["paths"][path]["get"]["responses"]["200"]["content"]
    told = {line["properties"]["type"]["const"] for line in content["application/x-ndjson"]["schema"]["anyOf"]}
    assert told - {"problem", "resync_required"} == set(known)


def test_what_a_later_release_adds_is_passed_over() -> None:
    found = msgspec.json.decode(b'{"seats": [1], "spectators": 2, "colour": "red"}', type=models.Presence)
    assert found == models.Presence(seats=[1], spectators=2)


def test_a_word_of_a_later_release_is_kept() -> None:
    later = msgspec.json.decode(b'"ADJOURNED"', type=models.MatchStatus)
    assert (later, later.value, msgspec.json.encode(later)) == ("ADJOURNED", "ADJOURNED", b'"ADJOURNED"')
    assert later not in list(models.MatchStatus)
    assert models.MatchStatus("RUNNING") is models.MatchStatus.RUNNING


def test_what_is_not_said_is_not_sent() -> None:
    assert msgspec.json.encode(models.CreateMatch(game="c4", seats=2)) == b'{"game":"c4","seats":2}'


def test_an_action_is_read_as_the_model_of_its_game() -> None:
    action = msgspec.convert({"type": "choose_player", "player": 1}, type=models.C4Action)
    assert action == models.C4ChoosePlayerAction(player=1)
    assert msgspec.to_builtins(action) == {"type": "choose_player", "player": 1}
