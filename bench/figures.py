"""A figure: the measurement, its baseline in the same run, and the promise on their ratio."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Literal

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One row. `promise` bounds the ratio of value to baseline, or the value itself where there is no baseline."""

    name: str
    value: float
    unit: str
    baseline: str
    against: float | None
    promise: float | None
    sense: Literal["at least", "at most"] = "at least"

    @property
    def ratio(self) -> float:
        """Value to baseline; the value itself without one."""
        return self.value if self.against is None else self.value / self.against

    @property
    def kept(self) -> bool:
        """Whether the promise holds in this run."""
        if self.promise is None:
            return True
        return self.ratio >= self.promise if self.sense == "at least" else self.ratio <= self.promise


def rate(work: Callable[[], int], seconds: float = 1.0, runs: int = 3) -> float:
    """Units per second: the median of several runs, each at least so long. `work` answers how many units it did."""
    rates = []
    for _ in range(runs):
        begin, done = time.perf_counter(), 0
        while (spent := time.perf_counter() - begin) < seconds or not done:
            done += work()
        rates.append(done / spent)
    return median(rates)


def table(figures: list[Figure]) -> str:
    """The figures as a Markdown table."""
    lines = ["| figure | measured | baseline in the same run | ratio | promised |", "|---|---|---|---|---|"]
    for figure in figures:
        against = figure.baseline if figure.against is None else f"{figure.baseline}: {_number(figure.against)}"
        ratio = "" if figure.against is None else f"{figure.ratio:.2f}"
        promised = "" if figure.promise is None else f"{figure.sense} {_number(figure.promise)}"
        mark = "" if figure.kept else " (missed)"
        value = f"{_number(figure.value)} {figure.unit}"
        lines.append(f"| {figure.name} | {value} | {against} | {ratio} | {promised}{mark} |")
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
