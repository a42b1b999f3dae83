"""The rows of the tables: what was measured of ours and of a peer, a peer that is absent, and the ratio of two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import quantiles

import msgspec

from bench.http import Measured

HEAD = """\
| work | who | a second | half within | 99 of 100 within | CPU of the process, each | CPU of Postgres, each |
|---|---|---|---|---|---|---|"""
COMPARED = """\
| ours | against | times as many a second | times the CPU of the process |
|---|---|---|---|"""


class NotHere(Exception):
    """A peer can't be measured on this machine. The reason goes into the table: it names no path and no address."""


@dataclass
class Timed(Measured):
    """The bursts of one kind, and the seconds of each answer where somebody waited for it."""

    latencies: list[float] = field(default_factory=list)

    def add(
        self, units: int, seconds: float, server: float, store: float = 0.0, latencies: Iterable[float] = ()
    ) -> None:
        """One more burst: how long it took, and the CPU seconds that it cost."""
        self.rates.append(units / seconds)
        self.units += units
        self.server += server
        self.store += store
        self.latencies += latencies

    def row(self, work: str, who: str) -> Row:
        """What it comes to."""
        cuts = quantiles(self.latencies, n=100) if len(self.latencies) > 1 else None
        half, most = (None, None) if cuts is None else (cuts[49] * 1e3, cuts[98] * 1e3)
        return Row(work, who, self.rate, half, most, self.server_us, self.store_us or None)


class Row(msgspec.Struct, frozen=True):
    """One row: units a second, milliseconds of an answer, microseconds of CPU for a unit."""

    work: str
    who: str
    rate: float
    half: float | None
    most: float | None
    server: float
    store: float | None = None

    @property
    def cells(self) -> list[str]:
        """Its cells."""
        within = [_number(self.half, "ms"), _number(self.most, "ms")]
        spent = [_number(self.server, "us"), _number(self.store, "us")]
        return [self.work, self.who, _number(self.rate, ""), *within, *spent]


class Absent(msgspec.Struct, frozen=True):
    """The row of a peer that could not be measured."""

    work: str
    who: str
    reason: str

    @property
    def cells(self) -> list[str]:
        """Its cells."""
        return [self.work, self.who, f"not measured: {self.reason}", "", "", "", ""]


class Pair(msgspec.Struct, frozen=True):
    """Ours against a peer."""

    ours: Row
    theirs: Row | Absent
    best: bool = False
    """Whether it is the fastest of our ways."""

    @property
    def cells(self) -> list[str]:
        """Its cells."""
        way = ", our best way" if self.best else ""
        names = [f"{self.ours.work}{way}: {self.ours.who}", self.theirs.who]
        if isinstance(self.theirs, Absent):
            return [*names, f"not measured: {self.theirs.reason}", ""]
        ratios = (self.ours.rate / self.theirs.rate, self.ours.server / self.theirs.server)
        return [*names, *(f"{ratio:.2g}" if ratio < 100 else f"{ratio:,.0f}" for ratio in ratios)]


class Part(msgspec.Struct, frozen=True):
    """The rows of one kind of work, and which of them are held against each other."""

    rows: Sequence[Row | Absent]
    pairs: Sequence[Pair]


def tables(parts: Iterable[Part]) -> str:
    """Both tables in Markdown: the ratios first, then what they come from."""
    parts = list(parts)
    ratios = [_line(pair.cells) for part in parts for pair in part.pairs]
    rows = [_line(row.cells) for part in parts for row in part.rows]
    return "\n".join([COMPARED, *ratios, "", HEAD, *rows])


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return (f"{value:,.0f}" if value >= 100 else f"{value:.3g}") + f" {unit}".rstrip()
