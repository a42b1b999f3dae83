"""Formats of tournaments and modes of games: which of the pairs fit, which don't and why.

python -m tests.e2e.matrix > docs/tournament-matrix.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from domain.games import discover
from domain.kernel.seating import decks_for
from service.tournaments.seating import seating
from tests.kit.modes import InMode, in_each_mode
from tests.kit.short import short_options

ROUNDS = 2
"""Of Swiss and pods: enough for a round that depends on the results of another one."""
REPLAYS = 9
"""So often a match of a bracket is played again: nobody has to go on without having won."""
SKINS = ("rest", "graphql")
DECK_RULES = ("OPEN", "AFTER_ROUND", "CLOSED")
SIGNS = {"rest": "R", "graphql": "G"}


@dataclass(frozen=True)
class Kind:
    """A format with what goes with it. `policy` is as the API takes it, `formats` are those whose tables it needs."""

    name: str
    entrants: int
    formats: tuple[str, ...]
    policy: Mapping[str, Any]


CUT = {"size": 2}
KINDS = (
    Kind("swiss", 5, ("swiss",), {"format": "SWISS", "rounds": ROUNDS}),
    Kind("round robin", 4, ("round_robin",), {"format": "ROUND_ROBIN", "tieBreaks": ["DE", "SB", "WIN"]}),
    Kind("single elimination", 4, ("single_elimination",), {"format": "SINGLE_ELIMINATION", "replays": REPLAYS}),
    Kind("double elimination", 4, ("double_elimination",), {"format": "DOUBLE_ELIMINATION", "replays": REPLAYS}),
    Kind("pods", 7, ("pods",), {"format": "PODS", "rounds": ROUNDS, "tieBreaks": ["WIN", "OPP"]}),
    Kind(
        "swiss, cut",
        4,
        ("swiss", "single_elimination"),
        {"format": "SWISS", "rounds": ROUNDS, "cut": CUT, "replays": REPLAYS},
    ),
    Kind(
        "pods, cut",
        6,
        ("pods", "single_elimination"),
        {"format": "PODS", "rounds": ROUNDS, "tieBreaks": ["WIN", "OPP"], "cut": CUT, "replays": REPLAYS},
    ),
    Kind("swiss, best of 3", 4, ("swiss",), {"format": "SWISS", "rounds": ROUNDS, "bestOf": 3}),
)


@dataclass(frozen=True)
class Pair:
    """A game in one of its modes, and a kind of tournament; `number` counts all pairs."""

    variant: InMode
    kind: Kind
    number: int

    @property
    def name(self) -> str:
        """What a case is called."""
        return f"{self.variant.name}-{'-'.join(self.kind.name.replace(',', '').split())}"

    @property
    def decks(self) -> list[str]:
        """The preconstructed decks that are for every seat of every table; none if the pair doesn't fit."""
        tables = [seating(self.variant.game, self.variant.options, name) for name in self.kind.formats]
        first = tables[0].decks if tables[0] else ()
        return [deck for deck in first if all(one is not None and deck in one.decks for one in tables)]

    @property
    def order(self) -> dict[str, Any]:
        """What an organiser asks for; matches are as short as the game's tests know to make them."""
        mode = {} if self.variant.mode is None else {"mode": self.variant.mode}
        return {
            "game": self.variant.game.slug,
            "name": self.kind.name,
            "policy": {**self.kind.policy, **self._pods()},
            "options": {**short_options(self.variant.game), **mode},
            "decks": DECK_RULES[self.number % len(DECK_RULES)],
            "checkIn": self.number % 4 < 2,
        }

    @property
    def skin(self) -> str:
        """Over which the whole event runs; with each rule for decks either one."""
        return SKINS[self.number // len(DECK_RULES) % len(SKINS)]

    def _pods(self) -> dict[str, Any]:
        found = seating(self.variant.game, self.variant.options, "pods") if "pods" in self.kind.formats else None
        if found is None:
            return {}
        pods = found.pods
        return {"pods": {"size": pods.size, "least": pods.least, "most": pods.most, "byPlace": pods.by_place}}

    def obstacle(self) -> str | None:
        """Why nobody can play this; None if it fits."""
        return next((told for told in map(self._missing, self.kind.formats) if told), None)

    def _missing(self, format_: str) -> str | None:
        game, options = self.variant.game, self.variant.options
        if seating(game, options, format_) is not None:
            return None
        tables = [game.sides(options, seats) for seats in self.variant.seats]
        for seats, sides in zip(self.variant.seats, tables, strict=True):
            if len({len(side) for side in sides}) > 1:
                against = " against ".join(str(len(side)) for side in sides)
                return f"the sides of a table are unlike: {against} seats"
            if len({tuple(decks_for(game, options, side, seats)) for side in sides}) > 1:
                return "no deck may be brought to every side of a table"
        sizes = " or ".join(str(len(sides)) for sides in tables)
        wanted = "three or more" if format_ == "pods" else "two"
        return f"needs tables of {wanted} sides, and has tables of {sizes}"


def pairs() -> list[Pair]:
    """Every mode of every game with every kind."""
    crossed = [(variant, kind) for variant in in_each_mode(discover().values()) for kind in KINDS]
    return [Pair(variant, kind, number) for number, (variant, kind) in enumerate(crossed)]


def fitting() -> list[Pair]:
    """Those that can be played."""
    return [pair for pair in pairs() if pair.obstacle() is None]


def page() -> str:
    """The page."""
    found = pairs()
    fit = [pair for pair in found if pair.obstacle() is None]
    return "".join(_lines(found, fit))


def _lines(found: Sequence[Pair], fit: Sequence[Pair]) -> Iterator[str]:
    yield _HEAD
    yield f"| game and mode | {' | '.join(kind.name for kind in KINDS)} |\n|---|{'---|' * len(KINDS)}\n"
    for start in range(0, len(found), len(KINDS)):
        row = found[start : start + len(KINDS)]
        cells = (SIGNS[pair.skin] if pair in fit else "-" for pair in row)
        yield f"| {row[0].variant.name} | {' | '.join(cells)} |\n"
    yield f"\n{len(fit)} of {len(found)} pairs fit.\n\n{_WHY}"
    unfit = [(pair.variant.name, pair.obstacle(), pair.kind.name) for pair in found if pair not in fit]
    for (mode, why), those in groupby(sorted(unfit), lambda one: one[:2]):
        yield f"| {mode} | {'; '.join(kind for *_, kind in those)} | {why} |\n"


_HEAD = """# Which formats fit which games

Written by `python -m tests.e2e.matrix > docs/tournament-matrix.md` from what the games say of their seats and decks; a
test holds it against them. `make tournaments` runs a whole event of each pair that fits, from registration to files,
over REST (`R`) or GraphQL (`G`), with servers killed in mid-round. `make nightly` does so too, `make test` runs one.

An entrant takes a whole side of a table and may be paired on any of them, so all sides have to be alike.

"""
_WHY = """| game and mode | format | why not |
|---|---|---|
"""


if __name__ == "__main__":
    sys.stdout.write(page())
