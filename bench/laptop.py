"""`make serve` on a laptop: how long until the service is ready, and the memory that it takes.

python -m bench.laptop [TREE] measures another checkout in the same way, with the libraries of this one.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench import cpu
from bench.figures import Figure, table
from bench.memory import resident
from bench.servers import accepts
from tests.e2e.servers import answers, program
from tests.kit.process import ROOT, free_port

RUNS = 7
LOOK = 0.02
"""Seconds between two looks whether it is ready."""
BARE = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse

app = Starlette()
app.add_route("/ready", lambda request: PlainTextResponse(""))
uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
"""


class Start(NamedTuple):
    """Seconds until it was ready, by the clock and of the CPU, and the bytes in memory then."""

    elapsed: float
    cpu: float
    memory: int


class Measured(NamedTuple):
    """Starts without any data, starts on what the one before has left, and those of a service that does nothing."""

    first: Sequence[Start]
    again: Sequence[Start]
    bare: Sequence[Start]


def measure(tree: Path = ROOT, runs: int = RUNS) -> Measured:
    """Each run has a folder of its own, and the three kinds take turns."""
    first, again, nothing = list[Start](), list[Start](), list[Start]()
    for _ in range(runs):
        with TemporaryDirectory() as folder:
            store = {"PLAYLEDGER_DATABASE_URL": f"sqlite:///{folder}/playledger.db"}
            first.append(_served(tree, store))
            again.append(_served(tree, store))
        nothing.append(started(tree, {}, bare))
    return Measured(first, again, nothing)


def bare(port: str) -> Sequence[str]:
    """The command of a service that does nothing."""
    return ["-c", BARE, port]


def _served(tree: Path, store: dict[str, str]) -> Start:
    quiet = store | {"PLAYLEDGER_LOG_LEVEL": "error"}
    return started(tree, quiet, lambda port: ["-m", "service", "serve", "--demo", "--port", port])


def started(tree: Path, environment: dict[str, str], command: Callable[[str], Sequence[str]]) -> Start:
    """Start a service on a free port, and end it when it is ready."""
    port, begin = free_port(), time.perf_counter()
    server = program(sys.executable, *command(str(port)), out=subprocess.DEVNULL, environment=environment, folder=tree)
    with server as process:
        # a request takes much more of the CPU than a look at the port
        while not (accepts(port) and answers(f"http://127.0.0.1:{port}/ready")):
            if process.poll() is not None:
                raise RuntimeError(f"it did not start: {process.args!r}")
            time.sleep(LOOK)
        return Start(time.perf_counter() - begin, cpu.seconds([process.pid]), resident(process.pid))


def figures(measured: Measured) -> list[Figure]:
    """The rows, each the median of the runs."""
    kinds = {"without data": measured.first, "with data": measured.again}
    values: dict[str, tuple[str, Callable[[Start], float]]] = {
        "until ready": ("s", lambda start: start.elapsed),
        "CPU until ready": ("s", lambda start: start.cpu),
        "memory when ready": ("MiB", lambda start: start.memory / 2**20),
    }
    return [
        Figure(
            f"laptop: serve --demo on SQLite {kind}, {what}",
            median(map(value, starts)),
            unit,
            "a service that does nothing",
            median(map(value, measured.bare)),
            None,
        )
        for kind, starts in kinds.items()
        for what, (unit, value) in values.items()
    ]


if __name__ == "__main__":
    print(table(figures(measure(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT))))
