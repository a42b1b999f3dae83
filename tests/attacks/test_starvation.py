"""One match that everybody wants to change at once: the others go on, and so do its own players."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from random import Random

import httpx
import pytest

from tests.attacks.floods import pinging
from tests.attacks.listener import drained
from tests.attacks.players import turn
from tests.attacks.target import Target, opened
from tests.attacks.test_others import WORST, repeated
from tests.kit.waiting import PATIENCE

CROWD, EACH = 20, 20
"""Connections, and requests in a row on each of them."""
TURNS = 10
REFUSED = {409, 429, 503}
Change = tuple[str, bytes]
JOIN: Change = ("seats", b'{"deck": "front_desk"}')
ACT: Change = ("actions", b'{"type": "end_turn", "promptId": "pr_99999", "revision": 0}')


def requests(match: str, token: str, change: Change) -> bytes:
    """Changes that are refused, each after the lock of the match was held for it."""
    path, body = change
    head = f"POST /v1/matches/{match}/{path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\nIdempotency-Key: "
    one = [head.encode() + b"starving-%d\r\n\r\n" % number + body for number in range(EACH)]
    return b"".join([*one[:-1], one[-1].replace(b"Host: x", b"Host: x\r\nConnection: close")])


@pytest.mark.parametrize("change", [JOIN, ACT], ids=["joining", "acting"])
def test_a_match_that_a_crowd_wants_to_change(target: Target, client: httpx.Client, change: Change) -> None:
    wanted, other = opened(client), opened(client)
    given: Counter[int] = Counter()

    def crowd(target: Target) -> None:
        with ExitStack() as stack:
            connections = [stack.enter_context(target.connect()) for _ in range(CROWD)]
            for number, connection in enumerate(connections):
                connection.sendall(requests(wanted[0], wanted[1][number % 2], change))
            for connection in connections:
                answers = drained(connection).split(b"HTTP/1.1 ")[1:]
                given.update(int(answer[:3]) for answer in answers)

    chance = Random(1)
    with pinging(target), repeated(crowd, target) as made:
        for _ in range(TURNS):
            for match, tokens in (wanted, other):
                begun = target.worked()
                assert turn(client, match, tokens, chance) is not None, "the match is over before the attack"
                assert target.worked() - begun < WORST
        while made() < 2:
            target.probe()
    target.probe()
    assert set(given) <= REFUSED, given
    assert sum(given.values()) >= 2 * CROWD * EACH
    assert client.get(f"/v1/matches/{wanted[0]}", timeout=PATIENCE).json()["status"] in ("RUNNING", "FINISHED")
