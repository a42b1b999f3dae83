"""Refusals say what would do, in words: values, members, forms, modes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from api_schema.input.faults import invalid
from api_schema.operations.table import OPERATIONS
from domain.games import discover
from service.app import web
from tests.api.test_strangers import problem
from tests.kit.served import serve, sqlite_url

pytestmark = pytest.mark.anyio
GAMES = discover()


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    service = await serve(sqlite_url(tmp_path), GAMES)
    async with service.app:
        transport = httpx.ASGITransport(web(service.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as found:
            yield found


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (
            {"game": "c4", "seats": 2, "visibility": "open"},
            "visibility: 'open' is none of OPEN, INVITE; did you mean 'OPEN'?",
        ),
        ({"game": "c4", "seats": 2, "reveal": "nobody"}, "reveal: 'nobody' is none of ALL, PARTICIPANTS"),
        ({"game": "trf", "seats": 2, "options": {"mode": "DUEL"}}, "did you mean 'duel'?"),
        ({"game": "c4", "seats": 2, "option": {}}, "there is no member `option` here; there are game, seats, options"),
        ({"game": "c4", "seats": 2, "option": {}}, "did you mean 'options'?"),
        ({"game": "cape_and_cowl", "seats": 3}, "a match of cape_and_cowl has 2 seats, not 3"),
        ({"game": "trf", "seats": 3}, '3; options that fit: {"mode": "free_for_all"}'),
        ({"game": "scp", "seats": 1}, '1; options that fit: {"mode": "solitaire"}'),
        ({"game": "capcom_crossovers", "seats": 4}, 'options that fit: {"mode": "team"}'),
    ],
)
async def test_a_match_that_cannot_be_says_which_could(client: httpx.AsyncClient, order: Any, words: str) -> None:
    assert words in problem(await client.post("/v1/matches", json=order)).message


async def test_a_mode_fits_or_is_not_named(client: httpx.AsyncClient) -> None:
    for game in GAMES.values():
        for seats in range(game.min_seats, game.max_seats + 1):
            made = await client.post("/v1/matches", json={"game": game.slug, "seats": seats})
            if made.status_code == 201:
                continue
            named = msgspec.json.decode(made.json()["detail"].partition("that fit: ")[2].partition(" or ")[0])
            order = {"game": game.slug, "seats": seats, "options": named}
            assert (await client.post("/v1/matches", json=order)).status_code == 201


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("status=finished", "status: has to be one or several of OPEN, RUNNING, FINISHED, ABORTED, commas between"),
        ("order=newest", "order: 'newest' is none of NEWEST, OLDEST, RECENTLY_UPDATED; did you mean 'NEWEST'?"),
        ("createdAfter=yesterday", "createdAfter: has to be a time as RFC 3339 writes it"),
        ("player=ada", "player: has to be `pl:` or `guest:` and hex digits"),
        ("game=C4", "game: has to be 1 to 64 small letters, digits, `_` and `-`"),
    ],
)
async def test_a_filter_says_its_form(client: httpx.AsyncClient, query: str, words: str) -> None:
    assert words in problem(await client.get(f"/v1/matches?{query}")).message


async def test_a_perspective_says_its_form(client: httpx.AsyncClient) -> None:
    refused = problem(await client.get("/v1/matches/mt_x/state?as=FULL"))
    assert refused.message.endswith("has to be `seat:0`, `seat:1` and so on, `spectator` or `full`")


def test_no_query_shows_a_regular_expression() -> None:
    """Each text with a pattern has words for it."""
    for operation in OPERATIONS:
        query: Any = operation.query_type
        for name in query.__struct_encode_fields__:
            with pytest.raises(msgspec.ValidationError) as caught:
                msgspec.convert({name: "\x7f"}, query, strict=False)
            told = invalid(caught.value, query, "query").message
            assert "regex" not in told
            assert "the document of the service" not in told


async def test_a_deck_says_which_card_was_meant(client: httpx.AsyncClient) -> None:
    game = GAMES["cape_and_cowl"]
    cards = [card for card, count in game.decks()[0].cards.items() for _ in range(count)]
    near = cards[0][:3] + cards[0][4:]
    made = (await client.post("/v1/matches", json={"game": game.slug, "seats": 2})).json()["match"]["id"]
    loadout = {
        **msgspec.to_builtins(game.precon(game.decks()[0].id, 0, game.options_type(), 2)),
        "deck": [near, *cards[1:]],
    }
    refused = problem(await client.post(f"/v1/matches/{made}/seats", json={"loadout": loadout}))
    assert f"there is no card '{near}' in this match; did you mean '{cards[0]}'?" in refused.message


@pytest.mark.parametrize("slug", sorted(GAMES))
async def test_a_deck_brings_its_loadout_along(client: httpx.AsyncClient, slug: str) -> None:
    """It is legal as it stands where a match has a seat for it, and can be sent in place of the deck's id."""
    decks = (await client.get(f"/v1/games/{slug}/decks")).json()["decks"]
    made = (await client.post("/v1/matches", json={"game": slug, "seats": 2})).json()["match"]["id"]
    joined = await client.post(f"/v1/matches/{made}/seats", json={"loadout": decks[0]["loadout"]})
    assert joined.status_code == 201, joined.text
    assert all(deck["loadout"] for deck in decks)
    query = "query($slug: String!) { game(slug: $slug) { decks { id loadout } } }"
    over_graphql = await client.post("/graphql", json={"query": query, "variables": {"slug": slug}})
    assert over_graphql.json()["data"]["game"]["decks"] == [
        {"id": deck["id"], "loadout": deck["loadout"]} for deck in decks
    ]


async def test_a_third_player_is_told_that_the_seats_are_taken(client: httpx.AsyncClient) -> None:
    made = (await client.post("/v1/matches", json={"game": "c4", "seats": 2})).json()["match"]["id"]
    seats = f"/v1/matches/{made}/seats"
    for deck in ("front_desk", "cold_case"):
        token = (await client.post(seats, json={"deck": deck})).json()["seatToken"]
    late = problem(await client.post(seats, json={"deck": "front_desk"}))
    assert (late.code, late.message) == (
        "MATCH_STARTED",
        "all seats are taken, and the match has begun; it can be watched",
    )
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "why", "If-Match": '"1"'}
    body = {"type": "play_card", "why": "bored"}
    wrong = problem(await client.post(f"/v1/matches/{made}/actions", json=body, headers=headers))
    assert wrong.message == "play_card has no parameter 'why'; it has card, mode, player, target, x"
