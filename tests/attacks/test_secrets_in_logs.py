"""What a service writes at its most talkative while requests fail in every way: no secret, no match, no address."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.attacks.target import JSON, Target, opened, serving, token_of
from tests.attacks.test_sockets import Socket
from tests.kit.lanes import sampled
from tests.kit.waiting import PATIENCE

KEY = "the-secret-key-that-only-this-test-knows"
SIGNING = "the-signing-key-that-only-this-test-knows"
MADE_UP = "made-up-by-somebody"
MAIL = "somebody@example.org"


def sent(target: Target, client: httpx.Client, match: str, tokens: list[str]) -> list[str]:
    """The answers to bad tokens in every place where one could be, good ones where none belongs, and bad bodies."""
    told: list[httpx.Response] = []
    for token in (*tokens, f"st_{MADE_UP}", f"pl_{MADE_UP}", MAIL, f"ey.{MADE_UP}.x"):
        for head in (f"Bearer {token}", f"Basic {token}", token):
            own = {"Authorization": head, "Idempotency-Key": str(uuid4())}
            for path in (f"/v1/matches/{match}", f"/v1/matches/{match}x", "/v1/account", "/v1/inbox"):
                told.append(client.get(path, headers=own))
            told.append(client.post(f"/v1/matches/{match}/actions", content=f'{{"token": "{token}"', headers=own))
            told.append(client.post(f"/v1/matches/{match}/actions", json={"token": token}, headers=own))
        client.get(f"/v1/matches/{match}/state", params={"token": token, "access_token": token, "as": token})
        query = {"query": "query($t: ID!) { match(id: $t) { id } nope }", "variables": {"t": token}}
        client.post("/graphql", json=query, headers=JSON | {"Authorization": token})
        with Socket(target) as one:
            one.send({"type": "connection_init", "payload": {"token": token, "Authorization": token}})
            one.receive()
    return [answer.text for answer in told]


@pytest.mark.parametrize("style", sampled(["json", "console"], keep=1))
def test_failures_tell_no_secret(tmp_path: Path, programs: None, style: str) -> None:
    settings = {
        "SECRET_KEY": KEY,
        "SIGNING_KEY": SIGNING,
        "LOG_LEVEL": "debug",
        "LOG_FORMAT": style,
        "LIMIT_WRITES_ANONYMOUS": "off",
        "LIMIT_READS_ANONYMOUS": "off",
    }
    with (
        serving(tmp_path, **{f"PLAYLEDGER_{name}": value for name, value in settings.items()}) as target,
        httpx.Client(base_url=target.address, timeout=PATIENCE) as client,
    ):
        personal = token_of(tmp_path, ["match:read", "match:create", "match:play"])
        match, seats = opened(client)
        answers = sent(target, client, match, [*seats, personal])
        # the store fails in the middle
        with sqlite3.connect(target.database) as connection:
            connection.execute("ALTER TABLE commands RENAME TO gone")
        own = {"Authorization": f"Bearer {seats[0]}", "Idempotency-Key": str(uuid4())}
        broken = client.post(f"/v1/matches/{match}/actions", json={"type": "concede"}, headers=own)
        answers.append(broken.text)
        assert broken.status_code >= 500
        answers.append(client.post("/v1/matches", json={"game": "c4", "seats": 2}, headers=own).text)
        with sqlite3.connect(target.database) as connection:
            connection.execute("ALTER TABLE gone RENAME TO commands")
        target.probe()
    logged = target.log.read_text()
    for secret in (KEY, SIGNING, MADE_UP, MAIL, *seats, personal, match):
        assert secret not in logged, logged[max(0, logged.index(secret) - 600) :][:1200]
    for secret in (KEY, SIGNING, *seats, personal):
        assert not any(secret in answer for answer in answers)
