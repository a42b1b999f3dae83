"""Two servers on one store, of which now and then one is killed and comes back at the same address."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from tests.e2e.servers import server
from tests.kit.process import free_port


class Replicas:
    """The servers, and how often one of them was killed."""

    def __init__(self, database: str, redis: str) -> None:
        self.kills = 0
        self._start = lambda port: server(database, redis, port)
        self._ports = [free_port(), free_port()]
        self._running: dict[int, tuple[ExitStack, str, subprocess.Popen[str]]] = {}

    @property
    def addresses(self) -> list[str]:
        """Those of both, dead or alive."""
        return [f"http://127.0.0.1:{port}" for port in self._ports]

    def start(self) -> None:
        """Start those that don't run, at the same time."""
        with ThreadPoolExecutor() as pool:
            list(pool.map(self._begin, [port for port in self._ports if port not in self._running]))

    def kill(self) -> str:
        """Kill one of the two without a word, each in turn; the address of the survivor."""
        victim, survivor = self._ports[self.kills % 2], self._ports[1 - self.kills % 2]
        stack, _, process = self._running.pop(victim)
        process.send_signal(signal.SIGKILL)
        stack.close()
        self.kills += 1
        return self._running[survivor][1]

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
    replicas = Replicas(database, redis)
    try:
        replicas.start()
        yield replicas
    finally:
        replicas.stop()


def rotated(addresses: Sequence[str], number: int) -> list[str]:
    """The addresses, another one first for each number."""
    start = number % len(addresses)
    return [*addresses[start:], *addresses[:start]]
