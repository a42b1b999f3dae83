"""Servers that can be killed and started again, with the settings that all of a stand have."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from eventstore.limits import DEFAULT
from tests.e2e.servers import SECRET, program, wait_for
from tests.kit.process import ROOT, free_port
from tests.kit.waiting import PATIENCE

UNLIMITED = ("reads", "reads_anonymous", "acts", "writes", "writes_anonymous", "guests", "streams_anonymous")
BUDGETS = {
    "PLAYLEDGER_STORE_CONNECT_SECONDS": str(DEFAULT.connect),
    "PLAYLEDGER_STORE_READ_SECONDS": str(DEFAULT.read),
    "PLAYLEDGER_STORE_APPEND_SECONDS": str(DEFAULT.append),
    "PLAYLEDGER_READY_SECONDS": "1",
}
"""As they are shipped: the other tests have more patience."""


def libfaketime() -> Path | None:
    """The library that gives a program another time, where it is installed."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


def faked(clock: Path) -> dict[str, str]:
    """Settings of a program whose wall clock is off by what the file says, such as +15m; it may change at any time."""
    return {
        "LD_PRELOAD": str(libfaketime()),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


def settings(database: str, redis: str | None) -> dict[str, str]:
    """Those of a replica on a store."""
    return {
        "PLAYLEDGER_DATABASE_URL": database,
        "PLAYLEDGER_LOG_LEVEL": "error",
        **SECRET,
        **BUDGETS,
        "PLAYLEDGER_LIMITS": ",".join(f"{name}=off" for name in UNLIMITED),
        **({"PLAYLEDGER_REDIS_URL": redis} if redis else {}),
    }


class Replica:
    """A server on a port of its own, which can be killed and started again. `folder`: where its sources are."""

    def __init__(self, environment: Mapping[str, str], folder: Path = ROOT) -> None:
        self.port = free_port()
        self._folder = folder
        self._environment = {**environment, "PLAYLEDGER_PORT": str(self.port)}
        self._running = ExitStack()
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and return when it is ready."""
        command = (sys.executable, "-m", "service", "serve")
        started = program(*command, environment=self._environment, folder=self._folder)
        self.process = self._running.enter_context(started)
        wait_for(self.ready)

    def ready(self) -> bool:
        """Whether it says that it can do its work."""
        try:
            return httpx.get(f"{self.address}/ready", timeout=PATIENCE).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """End it without a word."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """It does nothing until the block ends, and doesn't know."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def leave(self) -> None:
        """Tell it to end what it has begun, and to go."""
        assert self.process is not None
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0
        self.stop()

    def stop(self) -> None:
        """End it, if it runs."""
        self._running.close()


def start_all(replicas: Sequence[Replica]) -> None:
    """Start them at the same time."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(Replica.start, replicas))
