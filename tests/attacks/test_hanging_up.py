"""Clients who ask for more while an answer without an end is under way, and hang up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.attacks.listener import drained
from tests.attacks.target import Target, opened
from tests.attacks.test_connections import GET, POST
from tests.kit.waiting import PATIENCE, until

UPGRADE = (
    b"GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
)
Table = tuple[str, list[str]]


def watching(match: str) -> bytes:
    """A request for the stream of a match, which has no end."""
    return b"GET /v1/matches/%b/stream HTTP/1.1\r\nHost: x\r\n\r\n" % match.encode()


def begun(connection: socket.socket) -> bytes:
    """The answer as far as its first event: by then the stream waits for more."""
    found = b""
    while b"event: " not in found:
        part = connection.recv(65536)
        assert part, found
        found += part
    return found


@contextmanager
def a_stream_ends(target: Target) -> Iterator[None]:
    """By the log, which tells of each request when all is done for it."""

    def ended() -> int:
        return target.log.read_text().count("GET /v1/matches/{id}/stream")

    before = ended()
    yield
    asyncio.run(until(lambda: ended() > before, "the stream goes on without its client"))


@pytest.mark.parametrize(
    "later",
    [b"", GET + b"\r\n", (GET + b"\r\n") * 20, POST + b'{"query": "'],
    ids=["nothing more", "a request", "many requests", "half a request"],
)
def test_a_stream_ends_with_its_connection(target: Target, table: Table, later: bytes) -> None:
    match, _ = table
    with target.unharmed(), a_stream_ends(target), target.connect() as connection:
        connection.sendall(watching(match) + later)
        begun(connection)


@pytest.mark.parametrize(
    "later",
    [POST + b'{"query": "', GET + b"X-Slow: a", b"nonsense\r\n\r\n", UPGRADE],
    ids=["half a body", "half a head", "no request", "an upgrade"],
)
def test_nothing_else_stands_in_a_stream(hasty: Target, later: bytes) -> None:
    """What follows can't be answered before the stream is over, which is never: the connection ends."""
    with httpx.Client(base_url=hasty.address, timeout=PATIENCE) as client:
        match, _ = opened(client)
    with hasty.unharmed(), a_stream_ends(hasty), hasty.connect() as connection:
        connection.sendall(watching(match))
        first = begun(connection)
        connection.sendall(later)
        assert (first + drained(connection)).count(b"HTTP/1.1 ") == 1
