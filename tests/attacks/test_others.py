"""How long everybody else waits while somebody attacks, against how long they wait while nobody does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from statistics import median
from threading import Event, Thread

import pytest

from tests.attacks.target import Target
from tests.attacks.test_connections import GET
from tests.attacks.test_documents import TOO_COMPLEX
from tests.attacks.test_sockets import Socket

ASKED = 40
"""Requests of the others, of which the one in the middle counts."""
FACTOR = 40
"""Generous: the attacker shares the interpreter with those who are timed. What stops the loop takes far more."""


def documents(target: Target) -> None:
    """Each of the documents that are too complex."""
    for query in TOO_COMPLEX.values():
        target.exchange(_post(b'{"query": "%b"}' % query.replace('"', '\\"').encode()))


def deep_bodies(target: Target) -> None:
    target.exchange(_post(b"[" * 400_000))


def long_heads(target: Target) -> None:
    target.exchange(GET + b"X-Long: " + b"x" * 400_000)


def malformed_requests(target: Target) -> None:
    target.exchange(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")


def messages(target: Target) -> None:
    """As many as the socket takes."""
    with Socket(target).greeted() as one, suppress(OSError):
        one.connection.settimeout(1)
        one.connection.sendall(one.frame(b'{"type":"ping"}') * 5000)


def silence(target: Target) -> None:
    """Connections that say nothing more."""
    with ExitStack() as held:
        for _ in range(200):
            held.enter_context(target.connect()).sendall(GET)


ATTACKS = [documents, deep_bodies, long_heads, malformed_requests, messages, silence]


def _post(body: bytes) -> bytes:
    head = "POST /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def waits(target: Target) -> list[float]:
    """Seconds that others wait for each of their requests."""
    connection = HTTPConnection("127.0.0.1", target.port, timeout=20)
    found = []
    for _ in range(ASKED):
        begun = time.perf_counter()
        connection.request("GET", "/v1/games")
        assert connection.getresponse().read()
        found.append(time.perf_counter() - begun)
    connection.close()
    return found


@contextmanager
def repeated(attack: Callable[[Target], None], target: Target) -> Iterator[Callable[[], int]]:
    """The attack, again and again beside the block; how often it was made."""
    over, made, failed = Event(), [], []

    def run() -> None:
        while not over.is_set():
            try:
                attack(target)
            except Exception as error:
                failed.append(error)
                return
            made.append(attack)

    thread = Thread(target=run)
    thread.start()
    try:
        yield lambda: len(made)
    finally:
        over.set()
        thread.join(60)
    assert not failed


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_others_are_served_almost_as_quickly(target: Target, attack: Callable[[Target], None]) -> None:
    with target.unharmed():
        calm = median(waits(target))
        with repeated(attack, target) as made:
            attacked: list[float] = []
            while made() < 2:
                attacked += waits(target)
        assert median(attacked) < FACTOR * calm, (calm, sorted(attacked)[:: max(1, len(attacked) // 10)])
