"""Decks that are made to keep the rules busy, and decks that change all the time."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product
from string import ascii_lowercase
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.tournament.decide import MOST_CHANGES
from service.decks.usecases import PAGE
from tests.attacks.floods import pinging
from tests.attacks.target import Target, clean, refused, token_of

CHANGES = 300
BODY = 200_000
"""Bytes of names: nearly as many as a request may have."""
WORST = 0.5
"""Seconds of work for one refusal. Generous: it takes hundredths. Rules that look at each card beside each other took
20 s for so many.
"""
LOADOUTS: Mapping[str, Mapping[str, Any]] = {
    "c4": {"deck": [], "tokenKind": "coin", "attributes": []},
    "capcom_crossovers": {"characters": []},
    "cape_and_cowl": {"deck": []},
    "scp": {"deck": [], "scps": []},
    "trf": {"account": "nobody", "homeworld": "nowhere", "deck": []},
}
LISTS = [(game, field) for game, loadout in LOADOUTS.items() for field, value in loadout.items() if value == []]


def names(count: int) -> list[str]:
    """So many different names of no card."""
    return ["".join(letters) for letters in islice(product(ascii_lowercase, repeat=4), count)]


@pytest.fixture(scope="module")
def own(target: Target) -> Mapping[str, str]:
    """The head of an account that saves decks and plays."""
    scopes = ["deck:write", "match:read", "match:play"]
    return {"Authorization": f"Bearer {token_of(target.database.parent, scopes)}"}


def keyed(own: Mapping[str, str]) -> dict[str, str]:
    return {**own, "Idempotency-Key": str(uuid4())}


@pytest.mark.parametrize(("game", "field"), LISTS)
def test_a_deck_of_names_that_no_card_has(
    target: Target, client: httpx.Client, own: Mapping[str, str], game: str, field: str
) -> None:
    loadout = {**LOADOUTS[game], field: names(BODY // 7)}
    match = client.post("/v1/matches", json={"game": game, "seats": 2}).json()["match"]["id"]
    mutation = "mutation($i: JoinMatchInput!) { joinMatch(input: $i) { userErrors { code } } }"
    variables = {"matchId": match, "loadout": loadout}
    requests = (
        ("/v1/loadouts/validate", {"game": game, "seats": 2, "loadout": loadout}),
        (f"/v1/matches/{match}/seats", {"loadout": loadout}),
        ("/v1/decks", {"game": game, "name": "Many", "loadout": loadout}),
        ("/graphql", {"query": mutation, "variables": {"i": variables}}),
    )
    with target.unharmed():
        for path, body in requests:
            begun = target.worked()
            answer = clean(client.post(path, json=body, headers=keyed(own)))
            assert target.worked() - begun < WORST
            assert len(answer.content) < 1000
            assert "INVALID_INPUT" in answer.text


@pytest.mark.parametrize("game", LOADOUTS)
def test_a_page_of_the_worst_decks(target: Target, client: httpx.Client, own: Mapping[str, str], game: str) -> None:
    """As many faults as a saved deck can have, in as many decks as a page can."""
    loadout = {**LOADOUTS[game], **{field: names(500) for slug, field in LISTS if slug == game}}
    for number in range(PAGE):
        body = {"game": game, "name": f"Bad {number}", "loadout": loadout}
        assert clean(client.post("/v1/decks", json=body, headers=keyed(own))).status_code == 201
    begun = target.worked()
    with pinging(target):
        page = clean(client.get("/v1/decks", params={"limit": PAGE, "game": game}, headers=dict(own))).json()
    assert target.worked() - begun < WORST * 10
    assert all(len(deck["report"]["violations"]) >= 500 for deck in page["decks"])
    for deck in page["decks"]:
        client.delete(f"/v1/decks/{deck['id']}", headers=keyed(own))


def test_a_saved_deck_that_changes_all_the_time(target: Target, client: httpx.Client, own: Mapping[str, str]) -> None:
    """It stays one row, and nobody else waits."""
    body = {"game": "c4", "name": "Often", "loadout": LOADOUTS["c4"]}
    made = clean(client.post("/v1/decks", json=body, headers=keyed(own)))
    path, tag = made.headers["location"], made.headers["etag"]
    before, begun = target.rows("decks"), target.worked()
    with target.unharmed(), pinging(target):
        for number in range(CHANGES):
            change = {**body, "name": f"Often {number}"}
            answer = clean(client.put(path, json=change, headers=keyed(own) | {"If-Match": tag}))
            assert answer.status_code == 200, answer.text
            tag = answer.headers["etag"]
    assert target.worked() - begun < WORST * CHANGES / 10
    assert target.rows("decks") == before
    assert answer.json()["revision"] == CHANGES + 1


def test_an_entrant_who_changes_the_deck_all_the_time(
    target: Target, client: httpx.Client, own: Mapping[str, str]
) -> None:
    """The history of a tournament is everybody's to read: no entrant makes it long."""
    scopes = ["tournament:manage", "tournament:enter", "tournament:read"]
    mine = {"Authorization": f"Bearer {token_of(target.database.parent, scopes)}"}
    body = {"game": "c4", "name": "Restless", "policy": {"format": "SWISS", "rounds": 1}}
    made = clean(client.post("/v1/tournaments", json=body, headers=keyed(mine)))
    path = made.headers["location"]
    decks = [deck["id"] for deck in client.get("/v1/games/c4/decks").json()["decks"][:2]]
    entered = clean(client.post(f"{path}/entrants", json={"deck": {"deck": decks[0]}}, headers=keyed(mine)))
    assert entered.status_code == 200, entered.text
    events = target.events()
    for number in range(MOST_CHANGES + 1):
        answer = clean(client.put(f"{path}/deck", json={"deck": decks[1 - number % 2]}, headers=keyed(mine)))
        assert answer.status_code == (200 if number < MOST_CHANGES else 409), answer.text
    assert refused(answer, 409)["code"] == "ENTRY_REFUSED"
    assert target.events() - events == MOST_CHANGES
    target.probe()
