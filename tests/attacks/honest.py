"""An honest client beside an attack: how much the service works before it answers each of its requests.

Seconds of the service's processors pass for nothing else, so a busy machine changes nothing of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from threading import Event

from bench.cpu import seconds
from tests.kit.waiting import PATIENCE

PAUSE = 0.002
"""Seconds between two requests."""


@contextmanager
def honest(port: int, pid: int, enough: int = 10) -> Iterator[list[float]]:
    """Seconds of work of a process before each answer to /health beside the block, of which there are enough."""
    found: list[float] = []
    over = Event()

    def ask() -> None:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            while not over.wait(PAUSE) or len(found) < enough:
                begun = seconds([pid])
                connection.request("GET", "/health")
                assert connection.getresponse().read()
                found.append(seconds([pid]) - begun)

    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(ask)
        try:
            yield found
        finally:
            end = time.monotonic() + PATIENCE
            while len(found) < enough and not running.done() and time.monotonic() < end:
                time.sleep(PAUSE)
            over.set()
            running.result(PATIENCE)
