"""The cost of a run: CPU seconds by folder and memory by worker, each beside its budget in `tests/budgets.toml`.

CPU seconds are those of the test processes and the programs that they waited for. On a machine that took longer for
the whole run than the one that the budgets were set on, every folder may take so much longer: what counts is its share.
Every run prints them. A nightly one above a budget fails, and so does a whole one of `make test` or `make system`,
unless the machine is so slow or so full that shares say little.
"""

from __future__ import annotations

import ctypes
import gc
import resource
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.kit.lanes import lane

TESTS = Path(__file__).resolve().parents[1]
FILE = TESTS / "budgets.toml"
STATM = Path("/proc/self/statm")
STEP = 16 << 20
"""Bytes by which a process grows before it looks for garbage."""
MUCH = 8 * STEP
"""Bytes by which it grows before it looks at everything."""
ROOM = 1.5
"""How much more a budget is than what the folder took where the budgets were set."""
SLOW = 2.0
"""Where everything takes so many times as long, a share of one run in two is off by more than its room."""


class Budgets:
    """A pytest plugin: it measures in every process and tells in the one that others report to."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.started = _cpu()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.memory: list[int] = []
        self.over: list[str] = []
        self.held = self.looked = 0

    def pytest_collection_finish(self) -> None:
        self.seconds["collection"] += _cpu() - self.started

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before = _cpu()
        try:
            return (yield)
        finally:
            self._tidy()
            self.seconds[_folder(item)] += _cpu() - before

    def _tidy(self) -> None:
        """Look for garbage when the process has grown: few objects can hold much, so their number says too little.

        When it has grown much, among what is kept from the collector too: some of that has become garbage.
        """
        if _held() <= self.held + STEP:
            return
        much = _held() > self.looked + MUCH
        if much:
            gc.unfreeze()
        gc.collect()
        _give_back()
        self.held = _held()
        if much:
            gc.freeze()
            self.looked = self.held

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
        if self.over and self._binding() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _binding(self) -> bool:
        """By day only in a whole run, where enough other folders say how fast the machine is, and on one that is."""
        whole = self.config.args_source is pytest.Config.ArgsSource.TESTPATHS
        by_day = lane() in ("commit", "system") and whole and slowness(budgets(), self.seconds) < SLOW
        return lane() == "nightly" or by_day

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
        slower = slowness(table, {other: its for other, its in seconds.items() if other != folder})
        if taken > table.get(folder, 0) * slower:
            its = table.get(folder, "no budget")
            yield f"{folder} took {taken:.1f} CPU seconds of {its}, where others took {slower:.1f} times as long"
    for grown in memory:
        if grown > table["memory_mb"]:
            yield f"a worker grew to {grown} MB of {table['memory_mb']}"


def slowness(table: Mapping[str, int], seconds: Mapping[str, float]) -> float:
    """How many times as long these folders took as where the budgets were set; at least once."""
    usual = sum(table.get(folder, 0) for folder in seconds) / ROOM
    return max(1.0, sum(seconds.values()) / usual) if usual else 1.0


@cache
def budgets() -> dict[str, int]:
    """The budgets of the run's lane, CPU seconds by folder; `memory_mb` is a worker's. A fast run has a commit's."""
    table: dict[str, dict[str, int]] = tomllib.loads(FILE.read_text())
    return table["commit"] | table["system"] if lane() == "day" else table["commit" if lane() == "fast" else lane()]


def _give_back() -> None:
    """Give free memory back to the system, where the C library can: it keeps what lies between blocks in use."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _held() -> int:
    """The bytes of memory that the process has now; 0 where nobody tells."""
    return int(STATM.read_text().split()[1]) * resource.getpagesize() if STATM.exists() else 0


def _folder(item: pytest.Item) -> str:
    """The folder right below `tests`; of a game its own, where that has a budget."""
    parts = item.path.relative_to(TESTS).parts[:-1]
    own = "/".join(parts[:2])
    return own if own in budgets() else parts[0] if parts else "tests"


def _cpu() -> float:
    programs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + programs.ru_utime + programs.ru_stime
