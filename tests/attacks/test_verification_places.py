"""Files that are begun and never end, so that nobody else's is checked."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.attacks.floods import pinging
from tests.attacks.listener import drained
from tests.attacks.target import Target
from tests.attacks.test_connections import status
from tests.kit.waiting import PATIENCE, until

HEAD = (
    b"POST /v1/replays/verify HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    b"Content-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n"
)
IDLE = HEAD % 1_000_000 + b"{"
"""A large file of which the first byte is there."""
WHOLE = HEAD % 2 + b"{}"
EACH = 2
"""Files of one client that may be on their way or under check."""
MANY = 12
"""Addresses of attackers; each of them begins as many files as it may."""


def begun(target: Target, address: str, sent: bytes) -> socket.socket:
    """A request from an address of this machine."""
    place = ("127.0.0.1", target.port)
    connection = socket.create_connection(place, timeout=PATIENCE, source_address=(address, 0))
    connection.sendall(sent)
    return connection


def answer(target: Target, address: str) -> int:
    """The status for a file that is whole, though it is no replay file: 400 means that it was looked at."""
    with begun(target, address, WHOLE) as connection:
        return status(drained(connection))


@contextmanager
def held(target: Target, *addresses: str) -> Iterator[None]:
    """Files that never end, as many as each address may send."""
    with ExitStack() as stack:
        for address in addresses * EACH:
            stack.enter_context(begun(target, address, IDLE))
        yield


def test_files_that_never_end_keep_nobody_else_out(target: Target) -> None:
    attackers = [f"127.0.1.{number}" for number in range(1, MANY + 1)]
    with target.unharmed(), pinging(target), held(target, *attackers):
        for number in range(1, 4):
            assert answer(target, f"127.0.2.{number}") == 400


def test_one_client_has_two_files_under_way(target: Target) -> None:
    """And a place again as soon as one of them is gone. Others have their own."""
    own, other = "127.0.3.1", "127.0.3.2"
    with target.unharmed():
        with held(target, own):
            asyncio.run(until(lambda: answer(target, own) == 429, "more files are taken than two"))
            assert answer(target, other) == 400
        asyncio.run(until(lambda: answer(target, own) == 400, "no place is given back"))
