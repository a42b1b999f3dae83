"""The same skin over the real service: matches of every game, followed from the first event to the last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from api_schema.graphql.context import Context
from api_schema.graphql.http import GraphQLApp
from domain.kernel.prompts import Template
from domain.kernel.seating import brought, in_mode, seat_counts
from service.bootstrap import Playledger, bootstrap
from service.bots.sampling import sample
from service.settings import Settings
from tests.api.graphql.every_game import GAMES, core, schema
from tests.api.graphql.playing import CREATE, JOIN, Ask, act
from tests.api.graphql.typed import sent
from tests.kit.waiting import PATIENCE
from tests.toy_game.game import GAME

pytestmark = pytest.mark.anyio

LONG = 60
MOVES = """query($id: ID!) { match(id: $id) { status version legalActions { prompts {
  prompt { id revision kind mode } actions { token action }
  templates { type fixed label ruleIds parameters { name kind options min max most distinct ordered worth price } }
} } } }"""
FOLLOW = """subscription($id: ID!, $as: PerspectiveInput) { matchUpdates(matchId: $id, afterVersion: 0, as: $as) {
  __typename ... on EventsAppended { fromVersion toVersion events { version type hash } headHash }
  ... on MatchClosed { version result { kind placings ruleId } } } }"""


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Playledger]:
    settings = Settings.model_validate({"database_url": f"sqlite:///{tmp_path}/db"})
    async with await bootstrap(settings, {GAME.slug: GAME}) as built:
        yield built


@pytest.fixture
async def ask(service: Playledger) -> AsyncIterator[Ask]:
    app = GraphQLApp(schema(), service.use_cases)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test") as client:

        async def send(query: str, token: str | None = None, **variables: Any) -> Any:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            body = {"query": query, "variables": variables}
            answer = (await client.post("/graphql", json=body, headers=headers)).json()
            assert "errors" not in answer, answer
            return answer["data"]

        yield send


async def seated(ask: Ask, slug: str) -> tuple[str, list[str]]:
    """A running match of a game, with its first decks."""
    game = GAMES[slug]
    options = in_mode(game)
    seats = seat_counts(game, options)[0]
    order = {"idempotencyKey": f"create-a-match-of-{slug}", "game": slug, "seats": seats}
    made = (await ask(CREATE, input=order))["createMatch"]
    assert made["userErrors"] == []
    tokens = []
    for number, deck in enumerate(brought(game, options, seats, lambda side, known: known[side % len(known)])):
        seat = {
            "idempotencyKey": f"take-the-seat-number-{number}",
            "matchId": made["match"]["id"],
            "deck": deck,
        }
        joined = (await ask(JOIN, input=seat))["joinMatch"]
        assert joined["userErrors"] == []
        tokens.append(joined["seatToken"])
    return made["match"]["id"], tokens


async def play(ask: Ask, slug: str, match: str, tokens: list[str], random: Random) -> int:
    """Random answers by token and typed input in turn, conceded when it gets long; the number of actions."""
    status, count = "RUNNING", 0
    while status == "RUNNING":
        if count == LONG:
            done = await act(ask, match, tokens[0], "concede", {"match": "CONCEDE"})
        else:
            open_to = [(token, options) for token in tokens for options in await prompts(ask, match, token)]
            token, options = random.choice([item for item in open_to if item[1]["prompt"]["mode"] != "STANDING"])
            done = await act(ask, match, token, f"k{count}", **answer(slug, options, random, by_token=count % 2 == 0))
        assert done["userErrors"] == []
        status, count = done["match"]["status"], count + 1
    return count


async def prompts(ask: Ask, match: str, token: str) -> list[Any]:
    """What a seat is asked."""
    return list((await ask(MOVES, token, id=match))["match"]["legalActions"]["prompts"])


def answer(slug: str, options: Any, random: Random, *, by_token: bool) -> dict[str, Any]:
    """What to answer, and the guard that it needs."""
    chosen = random.choice(options["actions"] or options["templates"])
    if by_token and options["actions"]:
        return {"what": {"token": chosen["token"]}}
    if not options["actions"]:
        template = {**chosen, "parameters": [_parameter(item) for item in chosen["parameters"]]}
        chosen = {"action": sample(msgspec.convert(template, Template), random)}
    guard = {"promptId": options["prompt"]["id"], "revision": options["prompt"]["revision"]}
    return {"what": sent(core(), slug, chosen["action"]), **guard}


def _parameter(item: Any) -> Any:
    return {**item, "kind": item["kind"].lower()}


async def follow(service: Playledger, match: str, token: str | None) -> list[Any]:
    """Every update of a match until it closes."""
    context = Context(service.use_cases, schema().games, token)
    stream = await schema().stream(FOLLOW, variable_values={"id": match}, context_value=context)
    updates = []
    async with aclosing(stream):
        async for result in stream:
            message: Any = result
            assert message.errors is None, message.errors
            updates.append(message.data["matchUpdates"])
    return updates


@pytest.mark.parametrize("slug", sorted(GAMES))
async def test_a_match_of_each_game_played_and_followed(service: Playledger, ask: Ask, slug: str) -> None:
    match, tokens = await seated(ask, slug)
    watching = [asyncio.create_task(follow(service, match, token)) for token in (None, tokens[0])]
    assert await play(ask, slug, match, tokens, Random(3)) > 3
    for updates in await asyncio.wait_for(asyncio.gather(*watching), PATIENCE):
        versions = [event["version"] for update in updates for event in update.get("events", ())]
        assert versions == list(range(1, versions[-1] + 1))
        assert updates[-1]["__typename"] == "MatchClosed"
        assert updates[-1]["version"] == versions[-1]
    final = await ask("query($id: ID!) { match(id: $id) { version headHash result { kind ruleId } } }", id=match)
    assert final["match"]["version"] == versions[-1]
    assert final["match"]["result"]["kind"] in ("WIN", "SHARED", "DRAW")


async def test_refusals_of_the_real_service_have_their_types(ask: Ask) -> None:
    match, tokens = await seated(ask, "envoys")
    send = next(item for item in await prompts(ask, match, tokens[0]) if item["prompt"]["kind"] == "peek")
    never = {"envoys": {"send": {"card": "envoy-99"}}}
    guard = {"promptId": send["prompt"]["id"], "revision": send["prompt"]["revision"]}

    async def refused(key: str, what: Any, token: str = tokens[0], **extra: Any) -> tuple[str, str]:
        error = (await act(ask, match, token, key, what, **extra))["userErrors"][0]
        return error["__typename"], error["code"]

    assert await refused("a", never, **guard) == ("IllegalAction", "ILLEGAL_ACTION")
    assert await refused("b", never) == ("InputError", "GUARD_REQUIRED")
    assert await refused("c", never, expectedVersion=1) == ("VersionConflict", "VERSION_CONFLICT")
    assert await refused("d", {"token": "nonsense"}) == ("InputError", "INVALID_INPUT")
    assert await refused("e", {"match": "CONCEDE"}, seat=1) == ("AccessError", "NOT_YOUR_SEAT")
    assert await refused("f", {"match": "CONCEDE"}, token="pl_nonsense") == ("AccessError", "UNAUTHENTICATED")
    done = await act(ask, match, tokens[0], "g", {"token": send["actions"][0]["token"]})
    again = await act(ask, match, tokens[0], "g", {"token": send["actions"][0]["token"]})
    assert (done["replayed"], again["replayed"], again["version"]) == (False, True, done["version"])
    assert await refused("g", {"token": send["actions"][1]["token"]}) == ("KeyReused", "KEY_REUSED")
    assert await refused("h", {"token": send["actions"][1]["token"]}) == ("PromptClosed", "PROMPT_CLOSED")


PAST = """query($id: ID!, $at: Int!) { match(id: $id) {
  own: legalActions(atVersion: $at) { version seat prompts { prompt { id kind } actions { label } } }
  other: legalActions(seat: 1, atVersion: $at) { version prompts { prompt { id kind } } }
  state(atVersion: $at, as: {seat: 0}) { version resolving prompts { id seat kind ruleId revision deadline } } } }"""


async def test_the_past_is_asked_for_with_what_was_legal_there(service: Playledger, ask: Ask) -> None:
    match, tokens = await seated(ask, "envoys")
    began = (await ask(MOVES, tokens[0], id=match))["match"]["version"]
    now = await prompts(ask, match, tokens[0])
    await act(ask, match, tokens[0], "the-end", {"match": "CONCEDE"})
    then = (await ask(PAST, tokens[0], id=match, at=began))["match"]
    assert (then["own"]["version"], then["own"]["seat"], then["other"]["version"]) == (began, 0, began)
    assert [found["prompt"]["id"] for found in then["own"]["prompts"]] == [found["prompt"]["id"] for found in now]
    assert then["other"]["prompts"]
    assert {prompt["seat"] for prompt in then["state"]["prompts"]} == {0, 1}
    inside = (await ask(PAST, tokens[0], id=match, at=began - 1))["match"]
    assert (inside["state"]["resolving"], inside["own"]["prompts"], inside["other"]["prompts"]) == (True, [], [])
