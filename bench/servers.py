"""The processes under measurement, each on a port of its own, ended with their block."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from bench.client import HOST
from tests.e2e.servers import program, wait_for
from tests.kit.process import free_port

SECRET = "only for a benchmark"


class Server(NamedTuple):
    """Where it listens and which process it is."""

    port: int
    pid: int


@contextmanager
def playledger(database: str, redis: str | None = None) -> Iterator[Server]:
    """One server process with the settings that users get."""
    port = free_port()
    environment = {
        "PLAYLEDGER_DATABASE_URL": database,
        "PLAYLEDGER_SECRET_KEY": SECRET,
        "PLAYLEDGER_PORT": str(port),
        "PLAYLEDGER_LOG_LEVEL": "error",
        **({} if redis is None else {"PLAYLEDGER_REDIS_URL": redis}),
    }
    with _listening(port, "-m", "service", "serve", environment=environment) as server:
        yield server


@contextmanager
def baseline(database: str) -> Iterator[Server]:
    """The bare routes."""
    port = free_port()
    with _listening(port, "-m", "bench.baseline", database, str(port)) as server:
        yield server


@contextmanager
def _listening(port: int, *command: str, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    with program(sys.executable, *command, environment=environment) as process:
        wait_for(lambda: _accepts(port) or process.poll() is not None, 60)
        if process.poll() is not None:
            raise RuntimeError(f"{' '.join(command)} did not start")
        yield Server(port, process.pid)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
