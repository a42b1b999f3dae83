"""One spelling: every member that REST sends is camelCase, and so is what it takes, in every game."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Container, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from api_schema.asyncapi import document as asyncapi
from api_schema.input.member_names import camel_type, camel_value, inward, member_names, outward, renamed
from api_schema.input.names import camel
from api_schema.rest import openapi
from domain.games import discover
from domain.kernel.catalogue import CardInfo
from domain.kernel.fold import FOLDERS
from domain.kernel.game import CardGame
from domain.kernel.prompts import Template
from domain.kernel.seating import decks_for, in_mode, seat_counts
from domain.kernel.table import Table
from domain.tournament.events import EVENTS
from service.app import web
from service.bots.sampling import sample
from service.catalogue.member_names import GameMemberNames
from service.matches.perspectives import view_hash
from service.tournaments.member_names import event_data
from tests.api.records import bearer
from tests.kit.chance import key
from tests.kit.play import whole
from tests.kit.process import ROOT
from tests.kit.served import serve, sqlite_url
from tests.kit.short import short_options

pytestmark = pytest.mark.anyio
GAMES = discover()
DATA = frozenset({"stats", "counters", "base", "numbers", "lines", "tags", "attributes"})
"""Maps: what a game calls its numbers and the facts of its cards."""
ACTIONS = 60
"""After so many the first seat concedes."""


class Inner(msgspec.Struct, frozen=True):
    two_words: int = 1


class Outer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`in_map` holds data under keys that are no members."""

    in_map: Mapping[str, Inner] = {}
    in_list: tuple[Inner | None, ...] = ()
    other_name: str = msgspec.field(default="", name="class_name")


class Twice(msgspec.Struct):
    a_b: int
    aB: int  # noqa: N815 - what the rule makes of the other one


STORED = {"in_map": {"a_key": {"two_words": 2}}, "in_list": [{"two_words": 3}, None], "class_name": "x"}
SENT = {"inMap": {"a_key": {"twoWords": 2}}, "inList": [{"twoWords": 3}, None], "className": "x"}


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    served = await serve(sqlite_url(tmp_path))
    transport = httpx.ASGITransport(web(served.app))
    async with served.app, httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        yield client


def test_a_field_is_a_member_and_the_key_of_a_map_is_data() -> None:
    value = msgspec.convert(STORED, Outer)
    assert msgspec.json.decode(msgspec.json.encode(camel_value(value))) == SENT
    assert renamed(STORED, outward(Outer)) == SENT
    assert renamed(SENT, inward(Outer)) == STORED
    assert msgspec.convert(SENT, camel_type(Outer)) == camel_value(value)
    assert camel_type(CardInfo) is CardInfo


def test_what_a_game_keeps_in_the_events_of_a_tournament_is_renamed_too() -> None:
    game, loadout = GameMemberNames(GAMES["c4"]), {"deck": ["COR-01"], "token_kind": "coin"}
    told_of = {"deck": ["COR-01"], "tokenKind": "coin"}
    created = {"options": {"turn_cap": 4}, "terms": {"check_in": True, "starts_at": 5}}
    assert event_data("tournament_created", created, game) == {
        "options": {"turnCap": 4},
        "terms": {"checkIn": True, "startsAt": 5},
    }
    entered = {"entrant": "en_1", "deck": {"loadout": loadout}}
    assert event_data("entrant_registered", entered, game)["deck"] == {"loadout": told_of}
    revealed = {"decks": {"en_a_b": {"loadout": loadout}, "en_c": {"precon": "front_desk"}}, "salts": {}}
    assert event_data("decks_revealed", revealed, game)["decks"] == {
        "en_a_b": {"loadout": told_of},
        "en_c": {"precon": "front_desk"},
    }
    assert event_data("entrant_registered", entered, None) == entered


def test_a_choice_between_structs_has_no_twin() -> None:
    with pytest.raises(TypeError, match="members of one word only"):
        camel_type(Inner | Outer)


def test_two_members_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="rename to the same name"):
        camel_type(Twice)


def test_no_member_of_a_document_is_in_snake_case() -> None:
    games = list(GAMES.values())
    for document in (openapi.build(games), asyncapi.build(games)):
        members = {name for schema in objects(document) for name in schema.get("properties", {})}
        assert len(members) > 300
        assert {name for name in members if camel(name) != name} <= {"Authorization"}


@pytest.mark.parametrize("slug", GAMES)
async def test_no_member_of_a_body_is_in_snake_case(slug: str, http: httpx.AsyncClient) -> None:
    game, seen = GAMES[slug], list[Any]()
    match, tokens = await begun(game, http, seen)
    await played(match, tokens, http, seen)
    for path in (f"/v1/games/{slug}", f"/v1/games/{slug}/cards", f"/v1/games/{slug}/decks", match):
        seen.append((await http.get(path)).json())
    for viewer in ("spectator", "seat:0"):
        seen.append((await http.get(f"{match}/state?as={viewer}", headers=bearer(tokens[0]))).json())
        seen.append((await http.get(f"{match}/events?as={viewer}", headers=bearer(tokens[0]))).json())
    named = {name for body in seen for part in objects(body, without=DATA) for name in part}
    assert {"matchId", "legalActionsUrl"} <= named
    assert named & {name for name in stored_names(game) if camel(name) != name} == set()


@pytest.mark.parametrize("slug", GAMES)
async def test_the_old_names_are_refused_with_the_new_ones(slug: str, http: httpx.AsyncClient) -> None:
    names = [field.name for field in msgspec.structs.fields(GAMES[slug].options_type)]
    for old in (name for name in names if camel(name) != name):
        refused = await http.post("/v1/matches", json={"game": slug, "seats": 2, "options": {old: 4}})
        assert refused.status_code == 400
        (fault,) = refused.json()["errors"]
        assert fault["path"] == ["options", old]
        assert f"did you mean {camel(old)!r}?" in fault["message"]


async def test_a_body_in_the_old_names_is_refused_with_the_new_ones(http: httpx.AsyncClient) -> None:
    asked = {"game": "c4", "seats": 2, "decision_ms": 5}
    assert "did you mean 'decisionMs'?" in (await http.post("/v1/matches", json=asked)).json()["detail"]
    match, tokens = await begun(GAMES["capcom_crossovers"], http, [])
    attack = {"type": "declare_attack", "extra_cards": [], "promptId": "pr_1", "revision": 0}
    assert "did you mean 'extraCards'?" in (await acted(match, tokens[0], http, attack)).json()["detail"]
    guarded = {"type": "declare_attack", "prompt_id": "pr_1", "revision": 0}
    assert "did you mean 'promptId'?" in (await acted(match, tokens[0], http, guarded)).json()["detail"]


@pytest.mark.parametrize("slug", GAMES)
def test_the_hash_of_a_view_can_be_checked_as_the_page_says(slug: str) -> None:
    page = (ROOT / "docs/replay/format.md").read_text()
    (program,) = re.findall(r"^```python\n(import hashlib.*?)^```", page, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)
    game = GAMES[slug]
    for step in whole(game, 5):
        if step.state.board_or_none is not None:
            view = game.view(step.state, "full")
            assert names["state_hash"](msgspec.json.decode(msgspec.json.encode(camel_value(view)))) == view_hash(view)


async def begun(game: CardGame, http: httpx.AsyncClient, seen: list[Any]) -> tuple[str, list[str]]:
    """The address of a running match and the tokens of its seats."""
    options = in_mode(game)
    seats = seat_counts(game, options)[0]
    made = await http.post("/v1/matches", json={"game": game.slug, "seats": seats, "options": short_options(game)})
    assert made.status_code == 201, made.text
    match, tokens = f"/v1/matches/{made.json()['match']['id']}", []
    for seat in range(seats):
        (deck, *_) = decks_for(game, options, (seat,), seats)[seat:]
        joined = await http.post(f"{match}/seats", json={"seat": seat, "deck": deck})
        assert joined.status_code == 201, joined.text
        seen.append(joined.json())
        tokens.append(joined.json()["seatToken"])
    return match, tokens


async def played(match: str, tokens: list[str], http: httpx.AsyncClient, seen: list[Any]) -> None:
    """Random answers as the templates and the listed actions say, sent as data; then a refusal and a concession."""
    random = Random(3)
    for _ in range(ACTIONS):
        if (await http.get(match)).json()["status"] != "RUNNING":
            break
        for token in tokens:
            legal = (await http.get(f"{match}/legal-actions", headers=bearer(token))).json()
            seen.append(legal)
            if legal.get("prompts"):
                done = await acted(match, token, http, answer(legal["prompts"][0], random))
                assert done.status_code == 200, done.text
                seen.append(done.json())
    for body in ({"type": "no_such", "promptId": "pr_1", "revision": 0}, {"type": "concede"}):
        seen.append((await acted(match, tokens[0], http, body)).json())


def answer(prompt: Any, random: Random) -> dict[str, Any]:
    """One of the answers to a prompt, with its guard."""
    listed = [action["action"] for action in prompt["actions"]]
    action = random.choice(listed) if listed else sample(msgspec.convert(prompt["templates"][0], Template), random)
    return {**action, "promptId": prompt["prompt"]["id"], "revision": prompt["prompt"]["revision"]}


async def acted(match: str, token: str, http: httpx.AsyncClient, body: Any) -> httpx.Response:
    headers = {**bearer(token), "Idempotency-Key": key()}
    return await http.post(f"{match}/actions", json=body, headers=headers)


def stored_names(game: CardGame) -> frozenset[str]:
    """The names that members of the game, the kernel and tournaments have in the store, in views and in tables."""
    kinds = (game.view_type, game.options_type, game.loadout_type, game.progress_type, Table)
    return frozenset[str]().union(*map(member_names, (*kinds, *game.actions, *game.events, *FOLDERS, *EVENTS)))


def objects(value: Any, without: Container[str] = ()) -> Iterator[dict[str, Any]]:
    """Every object in it, but for those in members of some names."""
    if isinstance(value, dict):
        yield value
        value = [part for name, part in value.items() if name not in without]
    for part in value if isinstance(value, list) else ():
        yield from objects(part, without)
