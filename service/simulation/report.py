"""The report on a run of simulated matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from time import perf_counter

import msgspec

from domain.kernel.match import State
from domain.kernel.sides import Sides

VIOLATIONS_SHOWN = 20
CONFIDENCE = 1.96
"""Standard deviations to each side that 95 of 100 lie within."""


class SimulationReport(msgspec.Struct):
    """Counts over all matches. A shared win counts for every winner; `seconds` is the time spent on playing.

    Seats of one side win together: each is counted by seat, but the loadout of the side once.

    `endings` counts the rules that decided who won (a tie-break, if one did), `ended_by` those that ended the match.
    """

    matches: int = 0
    finished: int = 0
    actions: int = 0
    events: int = 0
    seconds: float = 0.0
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    ended_by: Counter[str] = msgspec.field(default_factory=Counter)
    wins_by_seat: Counter[str] = msgspec.field(default_factory=Counter)
    wins_by_loadout: Counter[str] = msgspec.field(default_factory=Counter)
    played_by_loadout: Counter[str] = msgspec.field(default_factory=Counter)
    violations: list[str] = []

    def ended(self, state: State, loadouts: Sequence[str], sides: Sides) -> None:
        """Count a match that is over, or that never ends. `loadouts` by seat; a side has that of its first seat."""
        self.matches += 1
        self.events += state.version
        self.played_by_loadout.update(loadouts[side[0]] for side in sides)
        if state.result is None:
            self.violations.append(f"{state.match}: never ends")
            return
        self.finished += 1
        self.ended_by[state.result.rule] += 1
        self.endings[state.result.decided_by or state.result.rule] += 1
        if state.result.kind in ("win", "shared"):
            winners = state.result.placings[0]
            self.wins_by_seat.update(map(str, winners))
            self.wins_by_loadout.update(loadouts[side[0]] for side in sides if side[0] in winners)

    def as_data(self) -> dict[str, object]:
        """As `simulate --json` prints it."""
        return {
            "matches": self.matches,
            "finished": self.finished,
            "actions": self.actions,
            "events": self.events,
            "actions_per_second": round(self.actions / self.seconds) if self.seconds else 0,
            "endings": sorted_counts(self.endings),
            "ended_by": sorted_counts(self.ended_by),
            "wins_by_seat": sorted_counts(self.wins_by_seat),
            "wins_by_loadout": sorted_counts(self.wins_by_loadout),
            "played_by_loadout": sorted_counts(self.played_by_loadout),
            "win_rates": {name: self._rate(name) for name in sorted(self.played_by_loadout)},
            "invariant_violations": len(self.violations),
            "violations": self.violations[:VIOLATIONS_SHOWN],
        }

    def _rate(self, loadout: str) -> dict[str, float]:
        """The share of wins of a loadout, with the bounds of the 95 % confidence interval (Wilson)."""
        played, won = self.played_by_loadout[loadout], self.wins_by_loadout[loadout]
        rate, spread = won / played, CONFIDENCE**2 / played
        middle = (rate + spread / 2) / (1 + spread)
        half = CONFIDENCE * sqrt(rate * (1 - rate) / played + spread / 4 / played) / (1 + spread)
        return {"rate": round(rate, 3), "low": round(middle - half, 3), "high": round(middle + half, 3)}


def sorted_counts(counts: Counter[str]) -> dict[str, int]:
    """By name."""
    return dict(sorted(counts.items()))


class Stopwatch:
    """Adds the time of its blocks to a report."""

    def __init__(self, report: SimulationReport) -> None:
        self._report = report

    def __enter__(self) -> None:
        self._begun = perf_counter()

    def __exit__(self, *_: object) -> None:
        self._report.seconds += perf_counter() - self._begun
