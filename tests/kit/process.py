"""A service as its own process, as `playledger serve` starts it."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

import structlog
from typer.testing import CliRunner

from service.cli import app
from tests.kit.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


PORTS = range(15_000, 30_000)
"""Below those that the system lends, so that no connection of somebody else gets one before the server listens."""
_ports = cycle(Random(os.getpid()).sample(PORTS, len(PORTS)))
"""In an order of this process, and no port twice."""
RESERVED = Path(tempfile.gettempdir(), f"playledger_ports_{os.getuid()}")
"""A file for each port, locked by the process that has it: a server takes a moment until it listens."""


def free_port() -> int:
    """A port that nobody listens on now, and that no process of the tests has asked for that still runs."""
    for port in _ports:
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            _reserve(port)
            return port
    raise AssertionError("ports never end")


def _reserve(port: int) -> None:
    """Keep others from a port until this process ends. Raises OSError where another one has it."""
    RESERVED.mkdir(exist_ok=True)
    held = os.open(RESERVED / str(port), os.O_CREAT | os.O_RDWR, 0o666)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        raise


@contextmanager
def demo_service(folder: Path, port: int, **settings: str) -> Iterator[list[str]]:
    """A service with demo data on SQLite in a folder; what it prints on starting. Stopped as by Ctrl-C."""
    command = [sys.executable, "-m", "service", "serve", "--demo", "--port", str(port)]
    environment = os.environ | {"PLAYLEDGER_DATABASE_URL": f"sqlite:///{folder}/playledger.db"} | settings
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line.strip())
                if line.startswith("Stop with"):
                    break
            assert said, "the service did not start"
            yield said
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
    assert process.returncode == 0


@contextmanager
def plain_service(folder: Path, port: int, **settings: str) -> Iterator[str]:
    """A service without data on SQLite in a folder, and its address. Stopped as by Ctrl-C."""
    command = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    environment = os.environ | {"PLAYLEDGER_DATABASE_URL": f"sqlite:///{folder}/playledger.db"} | settings
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            until_it_listens(process, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
    assert process.returncode == 0


def token_of(folder: Path, scopes: Iterable[str]) -> str:
    """A token of a new account of that service, which the command makes in this process."""
    asked = [part for scope in scopes for part in ("--scope", scope)]
    store = {"PLAYLEDGER_DATABASE_URL": f"sqlite:///{folder}/playledger.db"}
    return str(json.loads(commanded(["token", "create", "--json", *asked], store))["token"])


def commanded(arguments: Sequence[str], settings: Mapping[str, str], code: int = 0) -> str:
    """What `playledger` prints, run in this process; it has to end with this code.

    The command runs in a thread of its own, as the caller may have an event loop. The logs go where they went before.
    """
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    try:
        with ThreadPoolExecutor(1) as pool:
            invoked = partial(CliRunner().invoke, env=dict(settings), catch_exceptions=False)
            done = pool.submit(invoked, app, list(arguments)).result()
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.configure(**config)
    assert done.exit_code == code, done.output
    return done.stdout


def until_it_listens(process: subprocess.Popen[bytes], port: int) -> None:
    """Return as soon as somebody listens on the port; AssertionError if the process has ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "the service did not start"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the service does not listen")
