"""The processes under measurement, each on a port of its own, ended with their block."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from bench.client import HOST
from tests.e2e.servers import program, wait_for
from tests.kit.process import free_port

SECRET = "only for a benchmark"
UNLIMITED = (
    "PLAYLEDGER_LIMIT_SOCKETS",
    "PLAYLEDGER_LIMIT_STREAMS",
    "PLAYLEDGER_LIMIT_STREAMS_ANONYMOUS",
    "PLAYLEDGER_LIMIT_ACTS",
    "PLAYLEDGER_LIMIT_READS",
    "PLAYLEDGER_LIMIT_READS_ANONYMOUS",
    "PLAYLEDGER_LIMIT_GUESTS",
)


class Server(NamedTuple):
    """Its address and its process."""

    port: int
    pid: int


class Running(NamedTuple):
    """All that is measured: service processes on one store and one Redis, and the bare routes."""

    database: str
    redis: str
    service: tuple[Server, ...]
    bare: Server


@contextmanager
def running(database: str, redis: str, processes: int = 2) -> Iterator[Running]:
    """So many server processes, and the bare routes beside them.

    The settings are those that users get, but one address may open as many sockets and ask for as much as it likes.
    """
    environment = {
        "PLAYLEDGER_DATABASE_URL": database,
        "PLAYLEDGER_REDIS_URL": redis,
        "PLAYLEDGER_SECRET_KEY": SECRET,
        "PLAYLEDGER_LOG_LEVEL": "error",
        **dict.fromkeys(UNLIMITED, "off"),
    }
    with ExitStack() as stack:

        def start(*command: str, **more: str) -> tuple[Server, subprocess.Popen[str]]:
            port = int(more["PLAYLEDGER_PORT"])
            made = program(sys.executable, *command, out=subprocess.DEVNULL, environment=environment | more)
            process = stack.enter_context(made)
            return Server(port, process.pid), process

        ports = [str(free_port()) for _ in range(processes + 1)]
        started = [start("-m", "service", "serve", PLAYLEDGER_PORT=port) for port in ports[1:]]
        started.append(start("-m", "bench.baseline", database, ports[0], PLAYLEDGER_PORT=ports[0]))
        for server, process in started:
            wait_for(lambda port=server.port, process=process: _accepts(port) or process.poll() is not None)  # type: ignore[misc]
            if process.poll() is not None:
                raise RuntimeError(f"a server did not start: {process.args!r}")
        *service, bare = (server for server, _ in started)
        yield Running(database, redis, tuple(service), bare)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
