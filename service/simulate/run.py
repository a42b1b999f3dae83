"""Runs many simulated matches, and writes them into a store if one is given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID, uuid4

from domain.kernel.game import Game
from domain.kernel.match import State
from eventstore import chain
from eventstore.envelope import Command
from service.bootstrap import Playledger
from service.matches.aggregate import Aggregate
from service.matches.identity import match_id, stream_of
from service.matches.sealing import Origin
from service.simulate.report import Report, Stopwatch
from service.simulate.table import Setup, Step, play
from service.times import now


class Plan:
    """Which matches to play: every one has its own seed, its seats rotate over loadouts and bots."""

    def __init__(
        self,
        game: Game,
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

    def setups(self, fresh_ids: bool) -> Iterator[Setup]:
        """The matches in order. Stored ones need ids that no earlier run has used."""
        for number in range(self.matches):
            seed = f"{self._seed}|{number}"
            random = Random(f"{seed}|seats")
            seats = self._players or random.randint(self.game.min_seats, self.game.max_seats)
            stream = uuid4() if fresh_ids else UUID(int=random.getrandbits(128))
            yield Setup(
                self.game,
                match_id(stream),
                seed,
                [random.choice(self._loadouts) for _ in range(seats)],
                [self._bots[(number + seat) % len(self._bots)] for seat in range(seats)],
                self._options,
            )


def run(plan: Plan, report: Report) -> Iterator[str]:
    """Play without a store and count in the report; the id of each match."""
    for setup in plan.setups(fresh_ids=False):
        _played(setup, report)
        yield setup.match


def _played(setup: Setup, report: Report) -> list[Step]:
    steps: list[Step] = []
    with Stopwatch(report):
        for step in play(setup):
            steps.append(step)
            report.actions += step.is_action
    state = steps[-1].decision.state
    report.ended(state, setup.loadouts)
    for step in steps:
        report.violations += [f"{setup.match}: {fault}" for fault in setup.game.invariants(step.decision.state)]
    return steps


async def run_into(plan: Plan, report: Report, service: Playledger) -> AsyncIterator[str]:
    """Play, store and count; the id of each match."""
    for planned in plan.setups(fresh_ids=True):
        setup = replace(planned, start=now())
        await store(service, setup, _played(setup, report))
        yield setup.match
    await service.projector.catch_up()


async def store(service: Playledger, setup: Setup, steps: Sequence[Step]) -> None:
    """Write a simulated match as if it had been played here."""
    entry = service.catalogue.entry(setup.game.slug)
    match = Aggregate(setup.match, stream_of(setup.match), entry, State(), chain.GENESIS)
    for number, step in enumerate(steps):
        key = f"simulate-{number}"
        origin = Origin(step.actor, key)
        command = Command(step.actor, key, b"simulate")
        if number == 0:
            await service.repository.create(match, setup.server_seed, step.decision, origin, command)
            match = await service.repository.current(setup.match)
        else:
            match = (await service.repository.commit(match, step.decision, origin, command)).aggregate
