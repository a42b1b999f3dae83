"""The cost of a run: CPU seconds by folder and memory by worker, each beside its budget in `tests/budgets.toml`.

CPU seconds are those of the test processes and the programs that they waited for, so they hardly depend on what else
the machine does. They are told as seconds of the machine that the budgets were set on: each process looks now and then
how fast its own is. Every run prints them; a nightly one above a budget fails.
"""

from __future__ import annotations

import gc
import resource
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.kit.lanes import lane

TESTS = Path(__file__).resolve().parents[1]
FILE = TESTS / "budgets.toml"
STATM = Path("/proc/self/statm")
STEP = 16 << 20
"""Bytes by which a process grows before it looks for garbage."""
LOOK = 5.0
"""Seconds for which a pace is believed."""
ADDED, USUAL = 50_000, 0.0045
"""What is done to find the pace, and its CPU seconds where the budgets were set."""


class Pace:
    """How much longer the same work takes here and now than where the budgets were set."""

    def __init__(self) -> None:
        self._until = 0.0
        self._now = 1.0

    def now(self) -> float:
        """1.0 there; 2.0 where the same work takes twice as long. It is measured at most once in LOOK seconds."""
        if time.monotonic() > self._until:
            begun, total = time.thread_time(), 0
            for number in range(ADDED):
                total += number
            self._now = (time.thread_time() - begun) / USUAL
            self._until = time.monotonic() + LOOK
        return self._now


class Budgets:
    """A pytest plugin: it measures in every process and tells in the one that others report to."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.pace = Pace()
        self.started = _cpu()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.memory: list[int] = []
        self.over: list[str] = []
        self.held = 0

    def pytest_collection_finish(self) -> None:
        self.seconds["collection"] += (_cpu() - self.started) / self.pace.now()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before, pace = _cpu(), self.pace.now()
        try:
            return (yield)
        finally:
            self._tidy()
            self.seconds[_folder(item)] += (_cpu() - before) / (pace + self.pace.now()) * 2

    def _tidy(self) -> None:
        """Look for garbage when the process has grown: few objects can hold much, so their number says too little."""
        if _held() > self.held + STEP:
            gc.collect()
            self.held = _held()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """A worker of xdist has ended."""
        told = getattr(node, "workeroutput", {})
        for folder, seconds in told.get("seconds", {}).items():
            self.seconds[folder] += seconds
        self.memory += [told["memory"]] if "memory" in told else []

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        here = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        told: dict[str, object] | None = getattr(self.config, "workeroutput", None)
        if told is not None:
            told.update(seconds=dict(self.seconds), memory=here)
            return
        self.memory = self.memory or [here]
        self.over = list(above(budgets(), self.seconds, self.memory))
        if self.over and lane() == "nightly" and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        table = budgets()
        terminalreporter.section(f"CPU seconds by folder, lane {lane()}")
        for folder, seconds in sorted(self.seconds.items(), key=lambda row: -row[1]):
            wanted = table.get(folder)
            terminalreporter.write_line(f"{folder:24}{seconds:8.1f}" + (f" of {wanted}" if wanted else ""))
        told = ", ".join(f"{memory} MB" for memory in sorted(self.memory))
        terminalreporter.write_line(f"memory of the workers at most: {told} of {table['memory_mb']} MB")
        for row in self.over:
            terminalreporter.write_line(f"above its budget: {row}", red=True)


def above(table: Mapping[str, int], seconds: Mapping[str, float], memory: Iterable[int]) -> Iterator[str]:
    """A sentence for each figure that passed its budget, or has none."""
    for folder, taken in seconds.items():
        if taken > table.get(folder, 0):
            yield f"{folder} took {taken:.1f} CPU seconds of {table.get(folder, 'no budget')}"
    for grown in memory:
        if grown > table["memory_mb"]:
            yield f"a worker grew to {grown} MB of {table['memory_mb']}"


def budgets() -> dict[str, int]:
    """The budgets of the run's lane, CPU seconds by folder; `memory_mb` is a worker's. A fast run has a commit's."""
    table: dict[str, dict[str, int]] = tomllib.loads(FILE.read_text())
    return table["nightly" if lane() == "nightly" else "commit"]


def _held() -> int:
    """The bytes of memory that the process has now; 0 where nobody tells."""
    return int(STATM.read_text().split()[1]) * resource.getpagesize() if STATM.exists() else 0


def _folder(item: pytest.Item) -> str:
    """The folder right below `tests`, of a game the game's."""
    parts = item.path.relative_to(TESTS).parts[:-1]
    return "/".join(parts[: 2 if parts[:1] == ("games",) else 1]) or "tests"


def _cpu() -> float:
    programs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + programs.ru_utime + programs.ru_stime
