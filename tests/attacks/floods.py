"""Bytes without an end on one connection, and how long somebody else waits meanwhile."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from threading import Event

from tests.attacks.listener import Listener
from tests.kit.waiting import PATIENCE

log = logging.getLogger(__name__)
MOST = 64 << 20
"""Bytes that are sent where nothing ends the connection."""
NOTICED = 16 << 20
"""Bytes after which whoever sends must have noticed the end: nearly all of them lie in buffers of the system."""


def flood(connection: socket.socket, piece: bytes) -> int:
    """Send the same again and again until the other side ends the connection; how many bytes were sent."""
    sent = 0
    with suppress(ConnectionError):
        while sent < MOST:
            connection.sendall(piece)
            sent += len(piece)
    return sent


@contextmanager
def pinging(listener: Listener) -> Iterator[list[float]]:
    """The milliseconds that somebody else waits for /health, again and again. The log of the test tells
    the worst (`--log-cli-level=INFO`); no test holds it to a limit, for it is a matter of the machine.
    """
    found: list[float] = []
    over = Event()

    def ping() -> None:
        with closing(HTTPConnection("127.0.0.1", listener.port, timeout=PATIENCE)) as connection:
            while not (found and over.wait(0.002)):
                begun = time.perf_counter()
                connection.request("GET", "/health")
                assert connection.getresponse().read()
                found.append((time.perf_counter() - begun) * 1000)

    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(ping)
        try:
            yield found
        finally:
            over.set()
            running.result(PATIENCE)
    log.info("worst ping %.1f ms of %d", max(found), len(found))
