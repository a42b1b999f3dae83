"""Runs many simulated matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any
from uuid import UUID, uuid4

from domain.kernel.game import CardGame
from domain.kernel.seating import decks_for, fewest_seats, seat_counts
from domain.kernel.sides import Sides
from service.application.ids import MATCH_IDS
from service.simulation.report import SimulationReport, Stopwatch
from service.simulation.table import Setup, SimulationRefused, Step, play, refuse_options, typed_options

PAIR = 2
"""Sides of a match that is played both ways round."""


class Plan:
    """The matches to play: every one has its own seed, its seats rotate over bots.

    With two sides each loadout of the one meets each of the other, in turn; a larger table draws them. All seats of a
    side bring the same one, and only one that is for each of them. Raises SimulationRefused if no match can be set up
    so.
    """

    def __init__(
        self,
        game: CardGame,
        *,
        matches: int,
        players: int | None,
        loadouts: Sequence[str],
        bots: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
    ) -> None:
        self.game = game
        self.matches = matches
        self._players = players
        self._loadouts = loadouts
        self._bots = bots
        self._options = options
        self._seed = seed
        typed = typed_options(game, options)
        if players is not None or not seat_counts(game, typed):
            refuse_options(game, typed, players or fewest_seats(game, typed))
        self._seats = seat_counts(game, typed) if players is None else [players]
        self._sides = {seats: game.sides(typed, seats) for seats in self._seats}
        self._pools = {seats: [self._pool(typed, side) for side in sides] for seats, sides in self._sides.items()}

    def setups(self, fresh_ids: bool) -> Iterator[Setup]:
        """The matches in order. Stored ones need ids that no earlier run has used."""
        for number in range(self.matches):
            seed = f"{self._seed}|{number}"
            random = Random(f"{seed}|seats")
            seats = self._players or random.choice(self._seats)
            stream = uuid4() if fresh_ids else UUID(int=random.getrandbits(128))
            yield Setup(
                self.game,
                MATCH_IDS.id_of(stream),
                seed,
                self._seated(number, seats, random),
                [self._bots[(number + seat) % len(self._bots)] for seat in range(seats)],
                self._options,
            )

    def sides(self, seats: int) -> Sides:
        """The sides of a match of so many seats."""
        return self._sides[seats]

    @property
    def brought(self) -> frozenset[str]:
        """The loadouts that some side may bring."""
        return frozenset(loadout for pools in self._pools.values() for pool in pools for loadout in pool)

    def _pool(self, options: Any, side: Sequence[int]) -> list[str]:
        """The loadouts that a side may bring."""
        fitting = decks_for(self.game, options, side)
        pool = [loadout for loadout in self._loadouts if loadout in fitting]
        if not pool:
            there = f"those that are: {', '.join(fitting) or 'none'}"
            raise SimulationRefused(f"no loadout that was named is for the side of seat {side[0]}; {there}")
        return pool

    def _seated(self, number: int, seats: int, random: Random) -> Sequence[str]:
        """The loadout of each seat of a match."""
        pools = self._pools[seats]
        pairings = list(_pairings(*pools)) if len(pools) == PAIR else []
        brought = pairings[number % len(pairings)] if pairings else [random.choice(pool) for pool in pools]
        by_seat = {seat: loadout for side, loadout in zip(self._sides[seats], brought, strict=True) for seat in side}
        return [by_seat[seat] for seat in range(seats)]


def _pairings(first: Sequence[str], second: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every loadout of the one side against every other one of the other side."""
    return ((one, other) for one, other in product(first, second) if one != other)


def run(plan: Plan, report: SimulationReport) -> Iterator[str]:
    """Play without a store and count in the report; the id of each match."""
    for setup in plan.setups(fresh_ids=False):
        played(plan, setup, report)
        yield setup.match


def played(plan: Plan, setup: Setup, report: SimulationReport) -> list[Step]:
    """Every step of one match, counted in the report."""
    steps: list[Step] = []
    with Stopwatch(report):
        for step in play(setup):
            steps.append(step)
            report.actions += step.is_action
    state = steps[-1].decision.state
    report.ended(state, setup.loadouts, plan.sides(len(setup.loadouts)))
    for step in steps:
        report.violations += [f"{setup.match}: {fault}" for fault in setup.game.invariants(step.decision.state)]
    return steps
