"""Tokens that somebody made up, took over, or has no right to any more, over HTTP and on sockets."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.attacks.target import Target, clean, refused, token_of
from tests.attacks.test_sockets import Socket
from tests.kit.waiting import until

pytestmark = pytest.mark.smoke

Table = tuple[str, list[str]]
INBOX = "subscription { inbox { __typename } }"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}


@pytest.fixture(scope="module")
def accounts(target: Target) -> list[str]:
    """Tokens of two accounts that may play, and of one that may only look."""
    play = ["match:read", "match:create", "match:play"]
    return [token_of(target.database.parent, scopes) for scopes in (play, play, ["match:read"])]


def legal(client: httpx.Client, table: Table) -> Iterator[tuple[int, str]]:
    """(seat, token) of the legal actions."""
    for seat, token in enumerate(table[1]):
        found = clean(client.get(f"/v1/matches/{table[0]}/legal-actions", headers=bearer(token))).json()
        for prompt in found["prompts"]:
            yield from ((seat, action["token"]) for action in prompt["actions"])


def forgeries(token: str) -> dict[str, Any]:
    """Tokens of actions that look like this one."""
    text = token[3:]
    raw = bytearray(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    flipped = {
        f"bit {bit} of byte {place}": bytes(raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :])
        for place in (0, 1, len(raw) // 2, len(raw) - 1)
        for bit in (0, 7)
    }
    changed = {name: "la_" + base64.urlsafe_b64encode(data).rstrip(b"=").decode() for name, data in flipped.items()}
    claim = base64.urlsafe_b64encode(json.dumps([1, 0, {"type": "concede"}]).encode()).rstrip(b"=").decode()
    return changed | {
        "nothing": "",
        "its kind alone": "la_",
        "cut": token[:-4],
        "longer": token + "AAAA",
        "padded": token + "==",
        "twice": token + token,
        "without a signature": f"la_{claim}",
        "of another kind": "st_" + text,
        "very long": "la_" + "A" * 100_000,
        "not base 64": "la_" + "\u202e" * 40,
        "NUL": token + "\x00",
        "a number": 5,
        "a list": [token],
    }


def test_forged_tokens_of_actions(target: Target, client: httpx.Client, table: Table) -> None:
    seat, token = next(legal(client, table))
    path, own = f"/v1/matches/{table[0]}/actions", table[1][seat]
    with target.unharmed():
        for name, forged in forgeries(token).items():
            answer = clean(client.post(path, json={"token": forged}, headers=bearer(own)))
            assert answer.status_code in (400, 409), (name, answer.text)


def test_tokens_of_actions_for_somebody_else(
    target: Target, client: httpx.Client, table: Table, accounts: list[str]
) -> None:
    """They are good for their seat and their match alone."""
    seat, token = next(legal(client, table))
    path = f"/v1/matches/{table[0]}/actions"
    other = client.post("/v1/matches", json={"game": "c4", "seats": 2}).json()["match"]["id"]
    decks = [deck["id"] for deck in client.get("/v1/games/c4/decks").json()["decks"][:2]]
    theirs = [client.post(f"/v1/matches/{other}/seats", json={"deck": deck}).json()["seatToken"] for deck in decks]
    with target.unharmed():
        for caller in (table[1][1 - seat], *theirs, *accounts, "st_" + "A" * 50, "pl_made-up"):
            refused(client.post(path, json={"token": token}, headers=bearer(caller)), 400, 401, 403, 409)
        assert client.post(path, json={"token": token}).status_code == 401
        for mine in theirs:
            refused(client.post(f"/v1/matches/{other}/actions", json={"token": token}, headers=bearer(mine)), 400, 409)


def test_the_token_of_a_seat_that_was_left(target: Target, client: httpx.Client) -> None:
    """It opens nothing any more, before and after somebody else sits there, and is not made good by sitting again."""
    match = client.post("/v1/matches", json={"game": "c4", "seats": 2, "visibility": "INVITE"}).json()
    here, invite = f"/v1/matches/{match['match']['id']}", match["invite"]
    deck = client.get("/v1/games/c4/decks").json()["decks"][0]["id"]

    def sit() -> tuple[int, str]:
        joined = clean(client.post(f"{here}/seats", json={"deck": deck, "invite": invite})).json()
        return joined["seat"], joined["seatToken"]

    seat, left = sit()
    assert client.get(here, headers=bearer(left)).status_code == 200
    assert clean(client.delete(f"{here}/seats/{seat}", headers=bearer(left))).status_code in (200, 204)
    for sat in (False, True):
        if sat:
            again, fresh = sit()
            assert (again, fresh != left) == (seat, True)
        with target.unharmed():
            for path in ("/state", "/events", "/legal-actions", "/replay", "/presence", "/audit", "/stream"):
                refused(client.get(here + path, headers=bearer(left)), 401, 403, 404)
            refused(client.delete(f"{here}/seats/{seat}", headers=bearer(left)), 401, 403, 404, 409)
            concede = client.post(f"{here}/actions", json={"type": "concede"}, headers=bearer(left))
            refused(concede, 401, 403, 404, 409)
            # the card of the lobby stays: it is there for whoever has the id
            anybody = clean(client.get(here))
            mine = clean(client.get(here, headers=bearer(left)))
            assert (mine.status_code, mine.json()) == (anybody.status_code, anybody.json())
            assert invite not in mine.text
    assert client.get(here, headers=bearer(fresh)).status_code == 200


def test_the_inbox_of_somebody_else(target: Target, client: httpx.Client, table: Table, accounts: list[str]) -> None:
    """No token opens another inbox than that of its own account, however the request says whose it wants."""
    owner, other, reader = accounts
    made = client.post("/v1/matches", json={"game": "c4", "seats": 2}, headers=bearer(owner)).json()["match"]["id"]
    deck = client.get("/v1/games/c4/decks").json()["decks"][0]["id"]
    for caller in (owner, None):
        headers = {} if caller is None else bearer(caller)
        assert client.post(f"/v1/matches/{made}/seats", json={"deck": deck}, headers=headers).status_code == 201

    def came() -> bool:
        return made in client.get("/v1/inbox", headers=bearer(owner)).text

    asyncio.run(until(came, "the inbox never heard of the match"))
    account = client.get("/v1/account", headers=bearer(owner)).json().get("account", "ac_x")
    with target.unharmed():
        for token in (other, reader):
            for query in ("", f"?account={account}", "?seat=0", f"?caller=account:{account}"):
                answer = clean(client.get("/v1/inbox" + query, headers=bearer(token)))
                assert answer.status_code in (200, 400, 403)
                assert made not in answer.text
        for token in (table[1][0], "pl_made-up", "st_" + "A" * 50):
            for path in ("/v1/inbox", "/v1/inbox/stream"):
                answer = clean(client.get(path, headers=bearer(token)))
                assert answer.status_code in (400, 401, 403, 405), answer.text[:200]
                assert made not in answer.text
        for path in ("/v1/inbox", "/v1/inbox/stream"):
            assert clean(client.get(path)).status_code == 401


def test_a_subscription_to_an_inbox_without_a_token_of_its_account(target: Target, table: Table) -> None:
    """The client leaves as soon as it is refused; that is no fault, so it fills no log."""
    with target.unharmed():
        for token in (None, table[1][0]):
            with Socket(target) as one:
                one.send({"type": "connection_init", "payload": {} if token is None else {"token": token}})
                assert one.receive()["type"] == "connection_ack"
                one.send({"type": "subscribe", "id": "a", "payload": {"query": INBOX}})
                answer = one.receive()
                closed = isinstance(answer, tuple) and answer[:2] == ("closed", 4401)
                assert closed or answer["type"] == "error", answer
