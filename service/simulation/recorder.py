"""Simulated matches in a store, as if they had been played there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from domain.kernel.match import State
from eventstore import Command, chain
from service.application.ids import MATCH_IDS
from service.application.sealing import Cause
from service.catalogue.catalogue import GameCatalogue
from service.matches.aggregate import Aggregate
from service.matches.repository import Repository
from service.simulation.report import SimulationReport
from service.simulation.run import Plan, played
from service.simulation.table import Setup, Step
from service.times import now


async def run_into(
    plan: Plan, report: SimulationReport, catalogue: GameCatalogue, repository: Repository
) -> AsyncIterator[str]:
    """Play, store and count; the id of each match."""
    for planned in plan.setups(fresh_ids=True):
        setup = replace(planned, start=now())
        steps, outcome = played(plan, setup)
        await store(catalogue, repository, setup, steps)
        report.add(outcome)
        yield setup.match


async def store(catalogue: GameCatalogue, repository: Repository, setup: Setup, steps: Sequence[Step]) -> None:
    """Write a simulated match as if it had been played here."""
    entry = catalogue.entry(setup.game.slug)
    match = Aggregate(
        setup.match, MATCH_IDS.stream_of(setup.match), entry, State().use(entry.game.library()), chain.GENESIS
    )
    for number, step in enumerate(steps):
        key = f"simulate-{number}"
        origin = Cause(step.actor, key)
        command = Command(step.actor, key, b"simulate")
        if number == 0:
            await repository.create(match, setup.server_seed, step.decision, origin, command)
            match = await repository.current(setup.match)
        else:
            match = (await repository.commit(match, step.decision, origin, command)).aggregate
