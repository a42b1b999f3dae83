"""Text of callers in every field that the API has: none of it is in any event, whatever is answered."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, NoneType, StructType, UnionType

from api_schema.ports.matches import ActInput, CreateMatch, ForkMatch, JoinMatch
from domain.games import discover
from domain.kernel.match import MatchCreated
from service.app import web
from tests.kit.process import ROOT
from tests.kit.served import Served, serve, sqlite_url

pytestmark = pytest.mark.anyio

C4 = discover()["c4"]
DECKS = [deck.id for deck in C4.decks()]
MARK = "Ada.Lovelace!1815"
"""Fit for a header, an idempotency key, a token's name; not for a seed."""
LOADOUT = {"deck": [card for card, count in C4.decks()[0].cards.items() for _ in range(count)], "tokenKind": "coin"}
CREATE = "mutation($input: CreateMatchInput!) { createMatch(input: $input) { match { id } userErrors { code } } }"
JOIN = "mutation($input: JoinMatchInput!) { joinMatch(input: $input) { seatToken userErrors { code } } }"
ACT = "mutation($input: ActInput!) { act(input: $input) { version userErrors { code } } }"
LEAVE = "mutation($input: LeaveMatchInput!) { leaveMatch(input: $input) { match { id } userErrors { code } } }"
TOKEN = "mutation($input: CreateTokenInput!) { createToken(input: $input) { id userErrors { code } } }"
NAME = "mutation($input: RenameAccountInput!) { renameAccount(input: $input) { account { id } userErrors { code } } }"

CREATIONS: list[dict[str, Any]] = [
    {"game": MARK, "seats": 2},
    {"game": "c4", "seats": MARK},
    {"game": "c4", "seats": 2, "visibility": MARK},
    {"game": "c4", "seats": 2, "reveal": MARK},
    {"game": "c4", "seats": 2, "decisionMs": MARK},
    {"game": "c4", "seats": 2, MARK: MARK},
    {"game": "c4", "seats": 2, "options": MARK},
    {"game": "c4", "seats": 2, "options": {MARK: MARK}},
    {"game": "c4", "seats": 2, "options": {"allowedSets": [MARK]}},
    {"game": "c4", "seats": 2, "options": {"swearWords": ["a", "b", "c", "d", "e", "f", MARK]}},
]
JOINS: list[dict[str, Any]] = [
    {"deck": MARK},
    {"deck": DECKS[0], "seat": MARK},
    {"deck": DECKS[0], "bot": MARK},
    {"deck": DECKS[0], "seed": MARK},
    {"deck": DECKS[0], MARK: MARK},
    {"loadout": {MARK: MARK}},
    {"loadout": {**LOADOUT, "deck": [*LOADOUT["deck"], MARK]}},
    {"loadout": {**LOADOUT, "tokenKind": MARK}},
    {"loadout": {**LOADOUT, "attributes": [MARK]}},
    {"loadout": {**LOADOUT, "faction": MARK}},
]
ACTIONS: list[dict[str, Any]] = [
    {"token": MARK},
    {"type": MARK},
    {"type": "concede", "why": MARK},
    {"type": "play_card", "card": MARK},
    {"type": "play_card", "card": MARK, "target": MARK, "mode": MARK},
    {"type": "play_reaction", "card": MARK},
    {"type": "use_ability", "card": MARK, "ability": 1},
    {"type": "make_claim", "kind": MARK, "player": 1},
    {"type": "choose_tokens", "tokens": {MARK: 1}},
    {"type": "choose_option", "option": MARK},
    {"type": "choose_cards", "cards": [MARK]},
]


class Stranger:
    """One who writes the mark wherever a text goes: bodies, headers, keys; over both skins."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._number = 0

    def key(self) -> str:
        """A key of its own, with the mark in it."""
        self._number += 1
        return f"{MARK}-{self._number}"

    async def rest(self, path: str, body: Any, token: str | None = None, method: str = "POST") -> httpx.Response:
        headers = {"Idempotency-Key": self.key(), "User-Agent": MARK, "X-Reason": MARK, "Referer": MARK}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        return await self._client.request(method, f"/v1{path}", json=body, headers=headers)

    async def graphql(self, query: str, order: dict[str, Any], token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = {"query": query, "variables": {"input": order}, "operationName": None}
        return (await self._client.post("/graphql", json=body, headers=headers)).json()

    async def keyed(self, query: str, order: dict[str, Any], token: str | None = None) -> Any:
        return await self.graphql(query, {"idempotencyKey": self.key(), **order}, token)

    async def opened(self, **order: Any) -> str:
        created = await self.rest("/matches", {"game": "c4", "seats": 2, **order})
        return str(created.json()["match"]["id"])


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Served]:
    found = await serve(sqlite_url(tmp_path), {C4.slug: C4})
    async with found.app:
        yield found


@pytest.fixture
async def stranger(service: Served) -> AsyncIterator[Stranger]:
    transport = httpx.ASGITransport(web(service.app))
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        yield Stranger(client)


async def chains(service: Served) -> bytes:
    """Everything that any event holds, and what the read models keep of them."""

    def work(connection: Any) -> bytes:
        rows = connection.exec_driver_sql("SELECT body, private FROM events").all()
        listed = connection.exec_driver_sql("SELECT state FROM match_list").scalars().all()
        cells = [cell for row in rows for cell in row if cell is not None] + list(listed)
        return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in cells)

    await service.app.projector.catch_up()
    return await service.app.store.sql.read(work)


async def test_no_text_of_a_caller_is_in_any_event(service: Served, stranger: Stranger) -> None:
    _, own = await service.account(MARK)
    for order in CREATIONS:
        assert (await stranger.rest("/matches", order)).status_code in (400, 404, 422), order
        await stranger.keyed(CREATE, order)
    match, private = await stranger.opened(), await stranger.opened(visibility="INVITE")
    for order in JOINS:
        assert (await stranger.rest(f"/matches/{match}/seats", order)).status_code in (400, 404, 422), order
        await stranger.keyed(JOIN, {"matchId": match, **order})
    assert (await stranger.rest(f"/matches/{private}/seats", {"deck": DECKS[0], "invite": MARK})).status_code == 403
    left = (await stranger.rest(f"/matches/{match}/seats", {"deck": DECKS[0], "invite": MARK})).json()
    assert (await stranger.rest(f"/matches/{match}/seats/0", None, left["seatToken"], "DELETE")).status_code == 200
    joined = await stranger.keyed(JOIN, {"matchId": match, "deck": DECKS[0]}, own)
    tokens = [joined["data"]["joinMatch"]["seatToken"]]
    other = await stranger.rest(f"/matches/{match}/seats", {"loadout": LOADOUT, "seed": "abc"})
    tokens.append(other.json()["seatToken"])
    for token in tokens:
        await acted(stranger, match, token)
    for name in (MARK, MARK * 3):
        await stranger.rest("/tokens", {"name": name, "scopes": ["match:play"]}, own)
        await stranger.graphql(TOKEN, {"name": name, "scopes": [MARK]}, own)
        await stranger.graphql(NAME, {"name": name}, own)
    concede = {"matchId": match, "what": {"match": "CONCEDE"}}
    done = [(await stranger.keyed(ACT, concede, token))["data"]["act"]["version"] for token in tokens]
    assert any(done)
    found = await chains(service)
    assert found.count(b"seat_taken") >= 3
    assert MARK.encode() not in found
    assert MARK.lower().encode() not in found.lower()


async def acted(stranger: Stranger, match: str, token: str) -> None:
    """Every action with the mark in it, under a guard that holds where there is one."""
    legal = (await stranger.rest(f"/matches/{match}/legal-actions", None, token, "GET")).json()
    prompts = [options["prompt"] for options in legal["prompts"]] or [{"id": "pr_1", "revision": 0}]
    guard = {"promptId": prompts[0]["id"], "revision": prompts[0]["revision"]}
    for action in ACTIONS:
        body = action if "token" in action else {**guard, **action}
        answer = await stranger.rest(f"/matches/{match}/actions", body, token)
        assert answer.status_code in (400, 409, 422), (action, answer.text)
    for what in ({"token": MARK}, {"c4": {"playCard": {"card": MARK, "target": MARK}}}, {MARK: MARK}):
        await stranger.keyed(ACT, {"matchId": match, **guard, "what": what}, token)
    await stranger.keyed(ACT, {"matchId": MARK, **guard, "what": {"match": "CONCEDE"}}, token)
    await stranger.keyed(LEAVE, {"matchId": MARK, "seat": 0}, token)


async def test_what_a_seed_is_made_of_is_chance_by_its_alphabet(stranger: Stranger) -> None:
    """The one field of a caller that is recorded as it is sent, and says so (docs/privacy.md)."""
    match = await stranger.opened()
    for seed in ("Ada Lovelace", "ada@example.org", "a.b", "\u00e4", "x" * 129, ""):
        answer = await stranger.rest(f"/matches/{match}/seats", {"deck": DECKS[0], "seed": seed})
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, ["seed"]), seed


def test_the_page_about_privacy_names_each_member_that_could_hold_a_text() -> None:
    """A request for a match that gets another one is thought of there: no event takes a text that somebody wrote."""
    section = (ROOT / "docs/privacy.md").read_text().partition("## No free text")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section))
    for request in (CreateMatch, JoinMatch, ActInput, ForkMatch):
        assert set(texts(request)) <= named
    filled_by_the_service = {"match", "clock", "pins", "origin", "draws"}
    assert set(texts(MatchCreated)) - filled_by_the_service <= named


def texts(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The members that are neither numbers nor one of a few words."""
    harmless = (IntType, BoolType, NoneType, LiteralType)
    for field in cast(StructType, msgspec.inspect.type_info(kind)).fields:
        types = field.type.types if isinstance(field.type, UnionType) else (field.type,)
        if not all(isinstance(one.type if isinstance(one, Metadata) else one, harmless) for one in types):
            yield field.encode_name
