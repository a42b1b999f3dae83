"""How much the service does before it answers everybody else, while somebody attacks.

It counts seconds of its processors, which pass for nothing else: how busy the machine is doesn't matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from statistics import median
from threading import Event

import pytest

from tests.attacks.target import Target
from tests.attacks.test_connections import CHUNKED, GET
from tests.attacks.test_documents import TOO_COMPLEX
from tests.attacks.test_endless import OPEN
from tests.attacks.test_sockets import Socket
from tests.kit.waiting import PATIENCE

ASKED = 40
"""Requests of the others, at least."""
USUAL, WORST = 0.5, 3.0
"""Seconds of work before the answer in the middle, and before the latest one. Generous: an attack that is fended off
makes hundredths of it. What stops the loop takes far more.
"""


def documents(target: Target) -> None:
    """Each of the documents that are too complex."""
    for query in TOO_COMPLEX.values():
        target.exchange(_post(b'{"query": "%b"}' % query.replace('"', '\\"').encode()))


def deep_bodies(target: Target) -> None:
    target.exchange(_post(b"[" * 400_000))


def long_heads(target: Target) -> None:
    target.exchange(GET + b"X-Long: " + b"x" * 400_000)


def trailers(target: Target) -> None:
    target.exchange(OPEN + b"0\r\nX-Long: " + b"x" * 400_000)


def small_chunks(target: Target) -> None:
    """Of a body that is too large."""
    target.exchange(CHUNKED + b"1\r\nx\r\n" * 300_000)


def requests_in_a_row(target: Target) -> None:
    target.exchange((GET + b"\r\n") * 5000)


def malformed_requests(target: Target) -> None:
    target.exchange(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")


def messages(target: Target) -> None:
    """As many as the socket takes."""
    with Socket(target).greeted() as one, suppress(ConnectionError):
        one.connection.sendall(one.frame(b'{"type":"ping"}') * 5000)


def silence(target: Target) -> None:
    """Connections that say nothing more."""
    with ExitStack() as held:
        for _ in range(200):
            held.enter_context(target.connect()).sendall(GET)


ATTACKS = [
    documents,
    deep_bodies,
    long_heads,
    trailers,
    small_chunks,
    requests_in_a_row,
    malformed_requests,
    messages,
    silence,
]


def _post(body: bytes) -> bytes:
    head = "POST /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def works(target: Target, enough: Callable[[int], bool]) -> list[float]:
    """Seconds that the service works before it answers, for each of as many requests as are enough."""
    found: list[float] = []
    while not enough(len(found)):
        with closing(HTTPConnection("127.0.0.1", target.port, timeout=PATIENCE)) as connection:
            begun = target.worked()
            connection.request("GET", "/v1/games")
            assert connection.getresponse().read()
            found.append(target.worked() - begun)
        assert found[-1] < WORST
    return found


@contextmanager
def repeated(attack: Callable[[Target], None], target: Target) -> Iterator[Callable[[], int]]:
    """The attack, again and again beside the block; how often it was made. It fails where the attack does."""
    with ThreadPoolExecutor(1) as attacker:
        over, made = Event(), []

        def run() -> None:
            while not over.is_set():
                attack(target)
                made.append(attack)

        running = attacker.submit(run)

        def count() -> int:
            if running.done():
                running.result()
            return len(made)

        try:
            yield count
        finally:
            over.set()
        running.result(PATIENCE)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_others_are_served_meanwhile(target: Target, attack: Callable[[Target], None]) -> None:
    with target.unharmed(), repeated(attack, target) as made:
        attacked = works(target, lambda asked: asked >= ASKED and made() >= 2)
    assert median(attacked) < USUAL
