"""The report on a run of simulated matches: rows of figures, by table, ending, order, seat, deck and bot."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from math import sqrt
from statistics import fmean, median
from typing import Any, TypeVar

from service.simulation.outcome import Outcome, SideOutcome

VIOLATIONS_SHOWN = 20
CONFIDENCE = 1.96
"""Standard deviations to each side that 95 of 100 lie within."""
T = TypeVar("T")
Row = Mapping[str, Any]
Rows = list[Row]
Rate = Mapping[str, float]
"""A share, and the bounds of its 95 % confidence interval."""
Fared = tuple[Outcome, SideOutcome]
"""A side, and the match in which it fared so."""


class SimulationReport:
    """Outcomes of matches, and what they add up to. A shared win counts for every winner.

    Seats of one side win together: each is counted by seat, but the side's loadout and bot once.
    """

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def add(self, outcome: Outcome) -> None:
        """Count a match."""
        self.outcomes.append(outcome)

    @property
    def violations(self) -> list[str]:
        """The invariants that broke, and the matches that never ended."""
        return [fault for one in self.outcomes for fault in one.violations]

    def as_data(self) -> dict[str, object]:
        """As `simulate --json` prints it: sums, then rows of figures by what they are about."""
        played = Counter(side.loadout for one in self.outcomes for side in one.sides)
        won = Counter(side.loadout for _, side in self._fared if side.won)
        return {
            **self.counts(),
            "endings": _sorted(one.decided_by for one in self._finished),
            "ended_by": _sorted(str(one.rule) for one in self._finished),
            "wins_by_seat": _sorted(str(seat) for _, side in self._fared if side.won for seat in side.seats),
            "wins_by_loadout": dict(sorted(won.items())),
            "played_by_loadout": dict(sorted(played.items())),
            "win_rates": {name: rate(won[name], played[name]) for name in sorted(played)},
            "violations": self.violations[:VIOLATIONS_SHOWN],
            **self.tables(),
        }

    def counts(self) -> dict[str, int]:
        """Sums over all matches."""
        seconds = sum(one.seconds for one in self.outcomes)
        actions = sum(one.actions for one in self.outcomes)
        return {
            "matches": len(self.outcomes),
            "finished": len(self._finished),
            "actions": actions,
            "events": sum(one.events for one in self.outcomes),
            "actions_per_second": round(actions / seconds) if seconds else 0,
            "invariant_violations": len(self.violations),
        }

    def tables(self) -> dict[str, Rows]:
        """Rows of figures; those that are about nothing here are left out."""
        found = {
            "tables": _by(self._finished, _table, self._lengths),
            "ends": _by(self._finished, lambda one: {**_table(one), **_rules(one)}, self._ends),
            "movers": _by(self._fared, lambda one: {**_table(one[0]), "moved": one[1].moved}, _wins),
            "seats": _by(self._fared, lambda one: {**_table(one[0]), "side": _named(one[1].seats)}, _wins),
            "loadouts": _by(self._fared, lambda one: {"mode": one[0].mode, "loadout": one[1].loadout}, self._fares),
            "bots": _by(self._fared, lambda one: {"mode": one[0].mode, "bot": one[1].bot}, self._fares),
            "loadouts_against": self._against("loadout", lambda side: side.loadout),
            "bots_against": self._against("bot", lambda side: side.bot),
        }
        modes = {one.mode for one in self._finished} != {None}
        return {name: rows if modes else _without_mode(rows) for name, rows in found.items() if rows}

    @property
    def _finished(self) -> list[Outcome]:
        return [one for one in self.outcomes if one.rule is not None]

    @property
    def _fared(self) -> list[Fared]:
        return [(one, side) for one in self._finished for side in one.sides]

    def _lengths(self, ended: Sequence[Outcome]) -> Row:
        fared = [(one, side) for one in ended for side in one.sides]
        return {
            "matches": len(ended),
            **_turns(ended),
            "questions": median(one.questions for one in ended),
            "one_answer": round(100 * sum(one.forced for one in ended) / max(1, sum(one.questions for one in ended))),
            "level": rate(sum(not any(side.won for side in one.sides) for one in ended), len(ended)),
            **_scores("score_of_winners", [side.score for _, side in fared if side.won]),
            **_scores("score_of_others", [side.score for _, side in fared if not side.won]),
            **self._counted(fared, len(ended)),
        }

    def _ends(self, ended: Sequence[Outcome]) -> Row:
        there = sum(_table(one) == _table(ended[0]) for one in self._finished)
        return {"matches": len(ended), "share": rate(len(ended), there), **_turns(ended)}

    def _fares(self, fared: Sequence[Fared]) -> Row:
        scores = _scores("score", [side.score for _, side in fared])
        return {**_wins(fared), **scores, **self._counted(fared, len(fared))}

    def _counted(self, fared: Sequence[Fared], among: int) -> Row:
        """The counts of the game, in the mean."""
        every = sorted({what for one in self.outcomes for side in one.sides for what in side.counted})
        return {what: round(sum(side.counted.get(what, 0) for _, side in fared) / among, 2) for what in every}

    def _against(self, name: str, of: Callable[[SideOutcome], str]) -> Rows:
        """Each against each other: the share of meetings in which it came out ahead; level is half."""
        ahead: dict[tuple[str | None, str, str], list[float]] = defaultdict(list)
        for one in self._finished:
            for own, other in permutations(one.sides, 2):
                if of(own) != of(other):
                    halves = (own.place <= other.place) + (own.place < other.place)
                    ahead[one.mode, of(own), of(other)].append(halves / 2)
        return [
            {"mode": mode, name: own, "against": other, "met": len(found), "ahead": rate(sum(found), len(found))}
            for (mode, own, other), found in sorted(ahead.items(), key=lambda one: tuple(map(str, one[0])))
        ]


def rate(won: float, played: int) -> Rate:
    """A share, with the bounds of its 95 % confidence interval (Wilson)."""
    share, spread = won / played, CONFIDENCE**2 / played
    middle = (share + spread / 2) / (1 + spread)
    half = CONFIDENCE * sqrt(share * (1 - share) / played + spread / 4 / played) / (1 + spread)
    return {"rate": round(share, 3), "low": round(middle - half, 3), "high": round(middle + half, 3)}


def _by(items: Iterable[T], key: Callable[[T], Row], figures: Callable[[Sequence[T]], Row]) -> Rows:
    """A row of figures for each key, in order."""
    groups: dict[tuple[tuple[str, Any], ...], list[T]] = defaultdict(list)
    for item in items:
        groups[tuple(key(item).items())].append(item)
    order = sorted(groups, key=lambda one: [value if isinstance(value, int) else str(value) for _, value in one])
    return [{**dict(one), **figures(groups[one])} for one in order]


def _table(one: Outcome) -> Row:
    return {"mode": one.mode, "seats": one.seats}


def _rules(one: Outcome) -> Row:
    return {"ended_by": one.rule, "decided_by": one.decided_by}


def _named(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))


def _turns(ended: Sequence[Outcome]) -> Row:
    turns = [one.turns for one in ended]
    return {"turns": round(fmean(turns), 1), "least": min(turns), "median": median(turns), "most": max(turns)}


def _wins(fared: Sequence[Fared]) -> Row:
    won = sum(side.won for _, side in fared)
    return {"played": len(fared), "won": won, "rate": rate(won, len(fared))}


def _scores(name: str, scores: Iterable[int | None]) -> Row:
    known = [score for score in scores if score is not None]
    return {name: round(fmean(known), 1)} if known else {}


def _without_mode(rows: Rows) -> Rows:
    return [{name: value for name, value in row.items() if name != "mode"} for row in rows]


def _sorted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
