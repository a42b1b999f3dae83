"""Runs many simulated matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations, product
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Any
from uuid import UUID, uuid4

from domain.kernel.game import CardGame
from domain.kernel.seating import decks_for, fewest_seats, seat_counts
from domain.kernel.sides import Sides
from service.application.ids import MATCH_IDS
from service.simulation.outcome import Outcome, sides_of
from service.simulation.table import Setup, SimulationRefused, Step, play, refuse_options, typed_options

PAIR = 2
"""Sides of a match that is played both ways round."""


class Plan:
    """The matches to play: every one has its own seed.

    With two sides each loadout of the one meets each of the other, and each bot each other one, in turn, both ways
    round; a larger table draws them. All seats of a side have one bot and bring one loadout, and only one that is for
    each of them. Raises SimulationRefused if no match can be set up so.
    """

    def __init__(
        self,
        game: CardGame,
        *,
        matches: int,
        players: Sequence[int] = (),
        loadouts: Sequence[str],
        bots: Sequence[str],
        options: Mapping[str, Any],
        seed: str,
    ) -> None:
        self.game = game
        self.matches = matches
        self._loadouts = loadouts
        self._bots = bots
        self._options = options
        self._seed = seed
        self._typed = typed = typed_options(game, options)
        self._seats = players or seat_counts(game, typed)
        for seats in self._seats or [fewest_seats(game, typed)]:
            refuse_options(game, typed, seats)
        self._sides = {seats: game.sides(typed, seats) for seats in self._seats}
        self._pools = {
            seats: [self._pool(typed, side, seats) for side in sides] for seats, sides in self._sides.items()
        }
        self._pairings = {seats: _pairings(pools, seed) for seats, pools in self._pools.items() if len(pools) == PAIR}

    def setups(self, fresh_ids: bool) -> Iterator[Setup]:
        """The matches in order. Stored ones need ids that no earlier run has used."""
        for number in range(self.matches):
            seed = f"{self._seed}|{number}"
            random = Random(f"{seed}|seats")
            sides = self._sides[random.choice(self._seats)]
            stream = uuid4() if fresh_ids else UUID(int=random.getrandbits(128))
            bots, loadouts = self._brought(number, sides, random)
            yield Setup(
                self.game, MATCH_IDS.id_of(stream), seed, _seated(sides, loadouts), _seated(sides, bots), self._options
            )

    @property
    def mode(self) -> str | None:
        """The mode in which they are played."""
        mode = self._options.get("mode", getattr(self._typed, "mode", None))
        return None if mode is None else str(mode)

    def sides(self, seats: int) -> Sides:
        """The sides of a match of so many seats."""
        return self._sides[seats]

    @property
    def brought(self) -> frozenset[str]:
        """The loadouts that some side may bring."""
        return frozenset(loadout for pools in self._pools.values() for pool in pools for loadout in pool)

    def _pool(self, options: Any, side: Sequence[int], seats: int) -> list[str]:
        """The loadouts that a side may bring."""
        fitting = decks_for(self.game, options, side, seats)
        pool = [loadout for loadout in self._loadouts if loadout in fitting]
        if not pool:
            there = f"those that are: {', '.join(fitting) or 'none'}"
            raise SimulationRefused(f"no loadout that was named is for the side of seat {side[0]}; {there}")
        return pool

    def _brought(self, number: int, sides: Sides, random: Random) -> tuple[Sequence[str], Sequence[str]]:
        """The bot and the loadout of each side of a match: of two sides each pair of loadouts is played by each pair of
        bots before the next one is.
        """
        seats = sum(map(len, sides))
        pools = self._pools[seats]
        if len(sides) != PAIR:
            return _mixed(self._bots, len(sides), random), [random.choice(pool) for pool in pools]
        bots = list(permutations(self._bots, PAIR)) or [(self._bots[0],) * PAIR]
        round_, turn = divmod(number, len(bots))
        pairings = self._pairings[seats]
        loadouts = pairings[round_ % len(pairings)] if pairings else [random.choice(pool) for pool in pools]
        return bots[turn], loadouts


def _pairings(pools: Sequence[Sequence[str]], seed: str) -> Sequence[tuple[str, str]]:
    """Every loadout of the one side against every other one of the other side, in a random order."""
    pairings = [(one, other) for one, other in product(*pools) if one != other]
    return Random(f"{seed}|pairings").sample(pairings, len(pairings))


def _mixed(bots: Sequence[str], sides: int, random: Random) -> Sequence[str]:
    """Bots for so many sides, as evenly as can be, in a random order."""
    dealt = random.sample(bots, len(bots))
    return random.sample([dealt[side % len(dealt)] for side in range(sides)], sides)


def _seated(sides: Sides, of_sides: Sequence[str]) -> Sequence[str]:
    """Each side's value, by seat."""
    by_seat = {seat: one for side, one in zip(sides, of_sides, strict=True) for seat in side}
    return [by_seat[seat] for seat in sorted(by_seat)]


def run(plans: Sequence[Plan], jobs: int = 1) -> Iterator[Outcome]:
    """Play without a store, in so many processes; the outcomes come in the order of the plans, whoever played them."""
    numbered = [(plan, setup) for plan in plans for setup in plan.setups(fresh_ids=False)]
    if jobs == 1:
        yield from (outcome_of(*one) for one in numbered)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(outcome_of, *zip(*numbered, strict=True))


def outcome_of(plan: Plan, setup: Setup) -> Outcome:
    """One match, played and forgotten."""
    return played(plan, setup)[1]


def played(plan: Plan, setup: Setup) -> tuple[list[Step], Outcome]:
    """Every step of one match, and what comes of it."""
    begun = perf_counter()
    steps = list(play(setup))
    seconds = perf_counter() - begun
    game, state = setup.game, steps[-1].decision.state
    faults = [fault for step in steps for fault in game.invariants(step.decision.state)]
    never = [] if state.result is not None else ["never ends"]
    events = (fact.event for step in steps for fact in step.decision.facts)
    sides, turns = sides_of(game, state, plan.sides(len(setup.loadouts)), setup.loadouts, setup.bots, events)
    return steps, Outcome(
        match=setup.match,
        mode=plan.mode,
        seats=len(setup.loadouts),
        sides=sides,
        actions=sum(step.is_action for step in steps),
        questions=sum(step.asked for step in steps),
        forced=sum(step.forced for step in steps),
        events=state.version,
        turns=turns,
        seconds=seconds,
        rule=None if state.result is None else state.result.rule,
        decided_by="" if state.result is None else state.result.decided_by or state.result.rule,
        violations=tuple(f"{setup.match}: {fault}" for fault in never + faults),
    )
