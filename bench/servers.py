"""The processes under measurement, each on a port of its own, ended with their block."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import NamedTuple

from bench.client import HOST
from tests.e2e.servers import program, wait_for
from tests.kit.process import free_port

SECRET = "only for a benchmark"
UNLIMITED = dict.fromkeys(
    (
        "sockets",
        "streams",
        "streams_anonymous",
        "acts",
        "reads",
        "reads_anonymous",
        "export_rows",
        "export_rows_anonymous",
        "guests",
    ),
    "off",
)


COUNTED = "1000000000"
"""A budget that is counted and that nobody uses up."""


class Server(NamedTuple):
    """Its address and its process."""

    port: int
    pid: int


class Running(NamedTuple):
    """All that is measured: service processes on one store and one Redis, one of them with limits that are counted and
    its usual log, and the bare routes.
    """

    database: str
    redis: str
    service: tuple[Server, ...]
    usual: Server
    bare: Server


@contextmanager
def running(database: str, redis: str, processes: int = 2) -> Iterator[Running]:
    """So many server processes, and the bare routes beside them."""
    with ExitStack() as stack:
        bare = free_port()
        service = [
            stack.enter_context(_started(free_port(), database, "-m", "service", "serve", PLAYLEDGER_REDIS_URL=redis))
            for _ in range(processes)
        ]
        usual = stack.enter_context(
            _started(
                free_port(),
                database,
                *("-m", "service", "serve"),
                limits=dict.fromkeys(UNLIMITED, COUNTED),
                PLAYLEDGER_REDIS_URL=redis,
                PLAYLEDGER_LOG_LEVEL="info",
                PLAYLEDGER_READ_MODELS="false",
            )
        )
        command = ("-m", "bench.baseline", database, str(bare))
        routes = stack.enter_context(_started(bare, database, *command, PLAYLEDGER_REDIS_URL=redis))
        yield Running(database, redis, tuple(service), usual, routes)


@contextmanager
def alone(database: str, limits: Mapping[str, str] = MappingProxyType({}), /, **more: str) -> Iterator[Server]:
    """One server process without Redis. `limits`: those that are not off; `more`: variables of its environment."""
    with _started(free_port(), database, "-m", "service", "serve", limits=limits, **more) as server:
        yield server


@contextmanager
def _started(
    port: int, database: str, *command: str, limits: Mapping[str, str] = MappingProxyType({}), **more: str
) -> Iterator[Server]:
    """A program that listens on a port.

    The settings are those that users get, but one address may open as many sockets and ask for as much as it likes.
    """
    environment = {
        "PLAYLEDGER_DATABASE_URL": database,
        "PLAYLEDGER_SECRET_KEY": SECRET,
        "PLAYLEDGER_LOG_LEVEL": "error",
        "PLAYLEDGER_PORT": str(port),
        "PLAYLEDGER_LIMITS": ",".join(f"{name}={most}" for name, most in {**UNLIMITED, **limits}.items()),
        **more,
    }
    with program(sys.executable, *command, out=subprocess.DEVNULL, environment=environment) as process:
        wait_for(lambda: accepts(port) or process.poll() is not None)
        if process.poll() is not None:
            raise RuntimeError(f"a server did not start: {process.args!r}")
        yield Server(port, process.pid)


def accepts(port: int) -> bool:
    """Whether somebody listens on the port."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
