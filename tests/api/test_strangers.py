"""Bad input as a stranger would send it, to the real service with C4: a clear refusal, and nothing is appended."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.games import discover
from service.app import web
from tests.kit.served import serve, sqlite_url
from tests.toy_game import GAME as ENVOYS

pytestmark = pytest.mark.anyio

C4 = discover()["c4"]
DECKS = [deck.id for deck in C4.decks()]
ERRORS = "userErrors { code message path ruleId faults { ruleId message path } }"
CREATE = f"mutation($input: CreateMatchInput!) {{ createMatch(input: $input) {{ match {{ id }} {ERRORS} }} }}"
JOIN = f"mutation($input: JoinMatchInput!) {{ joinMatch(input: $input) {{ seat {ERRORS} }} }}"
ACT = f"mutation($input: ActInput!) {{ act(input: $input) {{ version {ERRORS} }} }}"
LONG_KEY = "a key that no other guest guesses".replace(" ", "-")


@dataclass(frozen=True)
class Refused:
    """A refusal, as either skin tells it."""

    code: str
    rule: str | None
    message: str
    path: list[str]


@dataclass
class Match:
    """A running match of two guests, seen from the active seat and from the other."""

    client: httpx.AsyncClient
    id: str
    tokens: list[str]
    active: int
    prompt: dict[str, Any]
    actions: list[dict[str, Any]]

    @property
    def own(self) -> str:
        return self.tokens[self.active]

    @property
    def other(self) -> str:
        return self.tokens[1 - self.active]

    @property
    def guard(self) -> dict[str, Any]:
        return {"promptId": self.prompt["id"], "revision": self.prompt["revision"]}

    async def version(self) -> int:
        return int((await self.client.get(f"/v1/matches/{self.id}")).json()["version"])

    async def rest(self, body: Any, token: str | None, key: str | None = "k", **headers: str) -> Refused:
        """What POST /actions answers; `body` may be bytes."""
        sent = headers | ({"Authorization": f"Bearer {token}"} if token else {})
        sent |= {"Idempotency-Key": key} if key else {}
        sent.setdefault("Content-Type", "application/json")
        content = body if isinstance(body, bytes) else json.dumps(body)
        return problem(await self.client.post(f"/v1/matches/{self.id}/actions", content=content, headers=sent))

    async def graphql(self, what: Any, token: str | None, key: str = "k", **guard: Any) -> Refused:
        """What the mutation `act` answers."""
        order = {"idempotencyKey": key, "matchId": self.id, "what": what, **guard}
        return await refused_over_graphql(self.client, ACT, order, token)


def problem(response: httpx.Response) -> Refused:
    """The refusal in a problem document."""
    assert 400 <= response.status_code < 500, response.text
    assert response.headers["content-type"] == "application/problem+json"
    no_trace(response.text)
    body = response.json()
    path = body["errors"][0]["path"] if body["errors"] else []
    return Refused(body["code"], body["ruleId"], body["detail"], path)


def no_trace(text: str) -> None:
    for word in ("Traceback", "msgspec", ".py", "Exception"):
        assert word not in text


async def refused_over_graphql(client: httpx.AsyncClient, query: str, order: Any, token: str | None = None) -> Refused:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = {"query": query, "variables": {"input": order}}
    response = await client.post("/graphql", json=body, headers=headers)
    no_trace(response.text)
    answer = response.json()
    if "errors" in answer:
        (error, *_) = answer["errors"]
        return Refused(error["extensions"]["code"], None, error["message"], [])
    ((payload,),) = [answer["data"].values()]
    (error,) = payload["userErrors"]
    return Refused(error["code"], error["ruleId"], error["message"], error["path"])


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    service = await serve(sqlite_url(tmp_path), {C4.slug: C4, ENVOYS.slug: ENVOYS})
    async with service.app:
        transport = httpx.ASGITransport(web(service.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as found:
            yield found


@pytest.fixture
async def match(client: httpx.AsyncClient) -> Match:
    """A match whose active player is in the main step: now and then a card asks something before it."""
    for _ in range(20):
        found = await opened(client)
        if found.prompt["kind"] == "main":
            return found
    raise AssertionError("no match comes to its main step")


async def opened(client: httpx.AsyncClient) -> Match:
    """A match that has just begun, and who is asked first."""
    created = (await client.post("/v1/matches", json={"game": "c4", "seats": 2})).json()["match"]["id"]
    tokens = []
    for seat in (0, 1):
        joined = await client.post(f"/v1/matches/{created}/seats", json={"seat": seat, "deck": DECKS[seat]})
        tokens.append(joined.json()["seatToken"])
    for seat, token in enumerate(tokens):
        headers = {"Authorization": f"Bearer {token}"}
        legal = (await client.get(f"/v1/matches/{created}/legal-actions", headers=headers)).json()
        if legal["prompts"]:
            (options,) = legal["prompts"]
            return Match(client, created, tokens, seat, options["prompt"], options["actions"])
    raise AssertionError("nobody is asked")


async def test_the_body_of_an_action(match: Match) -> None:
    before = await match.version()
    card = {"type": "play_card", **match.guard}
    for body, message, path in (
        (b"{nope", "not JSON", ["body"]),
        (b"", "not JSON", ["body"]),
        (b'{"token": "\xff"}', "not UTF-8", ["body"]),
        (b"[" * 40_000, "not JSON", ["body"]),
        ([1], "is a JSON object", ["body"]),
        ({}, "`token`, or a `type`", ["type"]),
        ({"token": 5}, "token: Expected `str`, got `int`", ["token"]),
        ({"token": "x", "colour": "red"}, "there is no member `colour` here; there are token, seat", ["colour"]),
        ({"token": "nonsense"}, "not the token of an action of this match", ["token"]),
        ({"type": "play_cards", **match.guard}, "did you mean 'play_card'?", ["type"]),
        ({**card, "card": 7}, "card: Expected `str`, got `int`", ["card"]),
        (card, "missing required field `card`", ["card"]),
        ({**card, "card": "c1", "colour": "red"}, "no parameter 'colour'", ["colour"]),
        ({**card, "card": "c1", "promptId": "first"}, "not the id of a prompt", ["promptId"]),
        ({"type": "concede", "why": "bored"}, "takes no parameters", ["body"]),
    ):
        refused = await match.rest(body, match.own)
        assert (refused.code, refused.path) == ("INVALID_INPUT", path), refused
        assert message in refused.message or "nested too deeply" in refused.message
    assert await match.version() == before


async def test_headers_of_an_action(match: Match) -> None:
    before = await match.version()
    body = {"token": match.actions[0]["token"]}
    assert "Idempotency-Key is required" in (await match.rest(body, match.own, key=None)).message
    assert "visible ASCII" in (await match.rest(body, match.own, key="k" * 129)).message
    assert "application/json" in (await match.rest(body, match.own, **{"Content-Type": "text/plain"})).message
    assert "version in quotes" in (await match.rest(body, match.own, **{"If-Match": "now"})).message
    assert (await match.rest(body, None)).code == "UNAUTHENTICATED"
    assert (await match.rest(body, "st_nonsense")).code == "UNAUTHENTICATED"
    assert await match.version() == before


async def test_a_guest_learns_of_the_key_before_the_body(client: httpx.AsyncClient) -> None:
    """One that others could send too is refused as it is, whatever the rest is like."""
    for body in ({"game": "c4", "seats": 2}, {"game": "c4", "seatz": 2}, b"{nope"):
        content = body if isinstance(body, bytes) else json.dumps(body)
        refused = problem(await client.post("/v1/matches", content=content, headers={"Idempotency-Key": "x1"}))
        assert "at least 16 characters" in refused.message
        assert refused.path == ["header", "Idempotency-Key"]


async def test_names_that_look_like_patterns_are_repeated_as_they_are(match: Match) -> None:
    for name in (r"\q", r"\g<1>", r"\1"):
        answer = await match.client.get("/v1/games", params={name: "1"})
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT")
    odd = await match.client.get("/v1/games", headers={b"Accept-Encoding": b"gzip;q=\xb2"})
    assert odd.status_code == 200


async def test_another_seat(match: Match) -> None:
    """Its token, its legal actions, its view, and its turn are its own, over both skins."""
    before = await match.version()
    token = match.actions[0]["token"]
    seat = match.active
    for refused in (
        await match.rest({"token": token, "seat": seat}, match.other),
        await match.graphql({"token": token}, match.other, seat=seat),
        await match.rest({"type": "concede", "seat": seat}, match.other),
        await match.graphql({"match": "CONCEDE"}, match.other, seat=seat),
    ):
        assert (refused.code, refused.path) == ("NOT_YOUR_SEAT", ["seat"])
        assert refused.message == f"seat {seat} is not yours"
    for refused in (
        await match.rest({"token": token}, match.other),
        await match.graphql({"token": token}, match.other),
    ):
        assert (refused.code, refused.path) == ("PROMPT_CLOSED", ["promptId"])
        assert "it asks another seat" in refused.message
    headers = {"Authorization": f"Bearer {match.other}"}
    for path in (f"legal-actions?seat={seat}", f"state?as=seat:{seat}", f"events?as=seat:{seat}"):
        answer = await match.client.get(f"/v1/matches/{match.id}/{path}", headers=headers)
        assert problem(answer).code == "NOT_YOUR_SEAT"
    full = await match.client.get(f"/v1/matches/{match.id}/events?as=full", headers=headers)
    assert problem(full).code == "FORBIDDEN"
    assert await match.version() == before


async def test_an_action_of_another_game(match: Match) -> None:
    """It is refused, also where this game has one of the same name, with the member that chose the game."""
    before = await match.version()
    refused = await match.graphql({"envoys": {"send": {"card": "c1"}}}, match.own, **match.guard)
    assert refused == Refused("INVALID_INPUT", None, "this is a match of c4, not of envoys", ["what", "envoys"])
    assert await match.version() == before


async def test_each_skin_names_its_own_members(match: Match) -> None:
    """Of the same refusal: what was sent, where it was sent."""
    card = "c" * 600
    rest = await match.rest({"type": "play_card", "card": card, **match.guard}, match.own)
    graphql = await match.graphql({"c4": {"playCard": {"card": card}}}, match.own, **match.guard)
    assert (rest.path, rest.message) == (["card"], "card: at most 500 characters, not 600")
    assert graphql.path == ["what", "c4", "playCard", "card"]
    assert graphql.message == "what.c4.playCard.card: at most 500 characters, not 600"
    token = await match.graphql({"token": "nonsense"}, match.own)
    assert token.path == ["what", "token"]
    used = await match.rest({"type": "concede"}, match.own, key="x y".replace(" ", "\x20"))
    assert used.path == ["header", "Idempotency-Key"]
    ahead = problem(await match.client.get(f"/v1/matches/{match.id}/state?at=99999"))
    assert (ahead.path, ahead.code) == (["query", "at"], "NOT_FOUND")


async def test_a_seat_token_of_another_match(match: Match) -> None:
    other = (await match.client.post("/v1/matches", json={"game": "c4", "seats": 2})).json()["match"]["id"]
    elsewhere = Match(match.client, other, match.tokens, match.active, match.prompt, match.actions)
    assert (await elsewhere.rest({"type": "concede"}, match.own)).code == "NOT_YOUR_SEAT"
    assert (await elsewhere.graphql({"match": "CONCEDE"}, match.own)).code == "NOT_YOUR_SEAT"
    assert await elsewhere.version() == 1


async def test_out_of_turn(match: Match) -> None:
    """The rule that forbids it is named."""
    before = await match.version()
    rest = await match.rest({"type": "end_turn"}, match.other, **{"If-Match": f'"{before}"'})
    graphql = await match.graphql({"c4": {"simple": "END_TURN"}}, match.other, expectedVersion=before)
    assert (rest.code, rest.rule) == (graphql.code, graphql.rule) == ("ILLEGAL_ACTION", "C4-204")
    assert rest.message == graphql.message == "only the active player ends the turn, while nothing is resolving"
    assert await match.version() == before


async def test_a_card_that_is_not_in_hand(match: Match) -> None:
    before = await match.version()
    rest = await match.rest({"type": "play_card", "card": "c999", **match.guard}, match.own)
    graphql = await match.graphql({"c4": {"playCard": {"card": "c999"}}}, match.own, **match.guard)
    assert (rest.code, rest.rule) == (graphql.code, graphql.rule) == ("ILLEGAL_ACTION", "C4-440")
    assert await match.version() == before


async def test_guards(match: Match) -> None:
    """None, or a stale one."""
    before = await match.version()
    rest = await match.rest({"type": "end_turn"}, match.own)
    graphql = await match.graphql({"c4": {"simple": "END_TURN"}}, match.own)
    assert rest.code == graphql.code == "GUARD_REQUIRED"
    assert rest.path == graphql.path == ["promptId"]
    assert "promptId and revision, If-Match, or" in rest.message
    assert "promptId and revision, expectedVersion, or" in graphql.message
    rest = await match.rest({"type": "end_turn"}, match.own, **{"If-Match": '"3"'})
    graphql = await match.graphql({"c4": {"simple": "END_TURN"}}, match.own, expectedVersion=3)
    assert rest.code == graphql.code == "VERSION_CONFLICT"
    assert (rest.path, graphql.path) == (["header", "If-Match"], ["expectedVersion"])
    assert rest.message == graphql.message == f"you expected version 3, the match is at {before}"
    assert await match.version() == before


async def test_a_reused_key_and_a_used_token(match: Match) -> None:
    first = match.actions[-1]
    headers = {"Authorization": f"Bearer {match.own}", "Idempotency-Key": "once"}
    done = await match.client.post(f"/v1/matches/{match.id}/actions", json={"token": first["token"]}, headers=headers)
    version = done.json()["version"]
    assert (await match.rest({"type": "concede"}, match.own, key="once")).code == "KEY_REUSED"
    assert (await match.graphql({"match": "CONCEDE"}, match.own, key="once")).code == "KEY_REUSED"
    assert (await match.rest({"token": first["token"]}, match.own, key="twice")).code == "PROMPT_CLOSED"
    assert (await match.graphql({"token": first["token"]}, match.own, key="twice")).code == "PROMPT_CLOSED"
    assert await match.version() == version


async def test_a_match_that_is_over(match: Match) -> None:
    for seat in (0, 1):
        headers = {"Authorization": f"Bearer {match.tokens[seat]}", "Idempotency-Key": "concede"}
        await match.client.post(f"/v1/matches/{match.id}/actions", json={"type": "concede"}, headers=headers)
    version = await match.version()
    assert (await match.rest({"token": match.actions[0]["token"]}, match.own, key="late")).code == "MATCH_OVER"
    assert (await match.graphql({"match": "CONCEDE"}, match.own, key="late")).code == "MATCH_OVER"
    assert await match.version() == version


@pytest.mark.parametrize(
    ("order", "code", "message", "path"),
    [
        ({"game": "c5", "seats": 2}, "NOT_FOUND", "no game 'c5'; there are c4", ["game"]),
        ({"game": "c4", "seats": 99}, "INVALID_INPUT", "a match of c4 has 2 to 8 seats, not 99", ["seats"]),
        ({"game": "c4", "seats": 2, "options": {"openingHand": "x"}}, "INVALID_INPUT", "options.openingHand", None),
        (
            {"game": "c4", "seats": 2, "options": {"hand": 3}},
            "INVALID_INPUT",
            "there is no member `hand` here; there are ",
            None,
        ),
    ],
)
async def test_a_match_that_can_not_be(
    client: httpx.AsyncClient, order: dict[str, Any], code: str, message: str, path: list[str] | None
) -> None:
    rest = problem(await client.post("/v1/matches", json=order))
    graphql = await refused_over_graphql(client, CREATE, {"idempotencyKey": LONG_KEY, **order})
    for refused in (rest, graphql):
        assert refused.code == code
        assert message in refused.message
        assert refused.path == (path or ["options", *order["options"]])
    assert (await client.get("/v1/matches")).json()["matches"] == []


async def test_members_that_no_request_has(client: httpx.AsyncClient) -> None:
    order = {"game": "c4", "seats": 2, "colour": "red"}
    assert problem(await client.post("/v1/matches", json=order)).path == ["colour"]
    graphql = await refused_over_graphql(client, CREATE, {"idempotencyKey": LONG_KEY, **order})
    assert graphql.code == "INVALID_INPUT"
    assert "unknown field 'colour'" in graphql.message
    wrong = await refused_over_graphql(client, CREATE, {"idempotencyKey": LONG_KEY, "game": "c4", "seats": "two"})
    assert wrong.code == "INVALID_INPUT"
    assert ".seats" in wrong.message
    assert problem(await client.get("/v1/matches?colour=red")).path == ["query", "colour"]


async def test_a_deck_one_card_short(client: httpx.AsyncClient) -> None:
    created = (await client.post("/v1/matches", json={"game": "c4", "seats": 2})).json()["match"]["id"]
    cards = [card for deck in C4.decks() for card, count in deck.cards.items() for _ in range(count)]
    loadout = {"deck": cards[:12], "tokenKind": "coin"}
    rest = problem(await client.post(f"/v1/matches/{created}/seats", json={"loadout": loadout}))
    order = {"idempotencyKey": LONG_KEY, "matchId": created, "loadout": loadout}
    graphql = await refused_over_graphql(client, JOIN, order)
    for refused in (rest, graphql):
        assert (refused.code, refused.rule) == ("DECK_ILLEGAL", "C4-801")
        assert "at least 13 cards; this one has 12, 1 too few" in refused.message
    body = {"game": "c4", "seats": 2, "loadout": loadout}
    report = await client.post("/v1/loadouts/validate", json=body)
    assert report.json() == {
        "legal": False,
        "violations": [{"ruleId": "C4-801", "message": rest.message.partition(": ")[2], "path": ["deck"]}],
    }
    assert (await client.get(f"/v1/matches/{created}")).json()["version"] == 1


async def test_a_seat_or_deck_that_is_not_there(client: httpx.AsyncClient) -> None:
    created = (await client.post("/v1/matches", json={"game": "c4", "seats": 2})).json()["match"]["id"]
    for order, code, message in (
        ({"seat": 7, "deck": DECKS[0]}, "NOT_FOUND", "seats 0 to 1"),
        ({"deck": "my_deck"}, "INVALID_INPUT", "c4 has no deck 'my_deck'; it has front_desk"),
        ({}, "INVALID_INPUT", "bring one of the three: a deck"),
    ):
        rest = problem(await client.post(f"/v1/matches/{created}/seats", json=order))
        full = {"idempotencyKey": LONG_KEY, "matchId": created, **order}
        graphql = await refused_over_graphql(client, JOIN, full)
        assert rest.code == graphql.code == code
        assert message in rest.message
        assert message in graphql.message


async def test_requests_that_are_no_graphql(client: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    for content, message in (
        ("{nope", "parse request body as JSON"),
        ("[1]", ""),
        (json.dumps({"query": "{ games { slug"}), "Syntax Error"),
        (json.dumps({"query": "{ games { slugg } }"}), "Did you mean 'slug'?"),
        (json.dumps({"query": "{ games { slug } }", "variables": 5}), ""),
    ):
        response = await client.post("/graphql", content=content, headers=headers)
        assert response.status_code < 500
        no_trace(response.text)
        (error,) = response.json()["errors"]
        assert error["extensions"]["code"] == "INVALID_INPUT"
        assert message in error["message"]


async def test_addresses_that_are_not_there(client: httpx.AsyncClient) -> None:
    assert problem(await client.get("/v1/matches/mt_nothing")).message == "there is no match 'mt_nothing'"
    assert problem(await client.get("/v1/match")).code == "NOT_FOUND"
    assert "PUT is not possible" in problem(await client.put("/v1/matches")).message
