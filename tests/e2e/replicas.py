"""Servers on one store, of which now and then one ends and comes back at the same address."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

from tests.e2e.servers import server
from tests.kit.process import free_port
from tests.kit.waiting import PATIENCE

Start = Callable[[int], AbstractContextManager[tuple[str, subprocess.Popen[Any]]]]
"""Starts a server on a port: its address and its process."""


class Replicas:
    """The servers, and how often one of them was ended."""

    def __init__(self, start: Start, count: int = 2) -> None:
        self.kills = 0
        self._start = start
        self.ports = [free_port() for _ in range(count)]
        self._running: dict[int, tuple[ExitStack, str, subprocess.Popen[Any]]] = {}

    @property
    def addresses(self) -> list[str]:
        """Those of all, dead or alive."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def alive(self) -> list[str]:
        """The addresses of those that run."""
        return [address for _, address, _ in self._running.values()]

    def start(self) -> None:
        """Start those that don't run, at the same time."""
        with ThreadPoolExecutor() as pool:
            list(pool.map(self._begin, [port for port in self.ports if port not in self._running]))

    def kill(self, how: signal.Signals = signal.SIGKILL) -> list[str]:
        """End one of them, each in turn, without a word unless `how` lets it say one; what is left."""
        victim = self.ports[self.kills % len(self.ports)]
        stack, _, process = self._running.pop(victim)
        process.send_signal(how)
        process.wait(PATIENCE)
        stack.close()
        self.kills += 1
        return self.alive

    def _begin(self, port: int) -> None:
        stack = ExitStack()
        self._running[port] = (stack, *stack.enter_context(self._start(port)))

    def stop(self) -> None:
        """Stop what runs."""
        for stack, *_ in self._running.values():
            stack.close()


@contextmanager
def two(database: str, redis: str) -> Iterator[Replicas]:
    """Two servers that run."""
    with running(Replicas(lambda port: server(database, redis, port))) as replicas:
        yield replicas


@contextmanager
def running(replicas: Replicas) -> Iterator[Replicas]:
    """They run until the end of the block."""
    try:
        replicas.start()
        yield replicas
    finally:
        replicas.stop()


def rotated(addresses: Sequence[str], number: int) -> list[str]:
    """The addresses, another one first for each number."""
    start = number % len(addresses)
    return [*addresses[start:], *addresses[:start]]
