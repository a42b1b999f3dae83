"""Simulated matches in a store, as if they had been played there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from eventstore import Command, NewEvent, chain
from service.application.ids import MATCH_IDS
from service.application.sealing import Cause, seal
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
    """Write a simulated match in one append, with the events that it would have if it had been played here."""
    events, head = list[NewEvent](), chain.GENESIS
    for number, step in enumerate(steps):
        cause = Cause(step.actor, f"simulate-{number}")
        events += seal(step.decision, setup.match, setup.server_seed, head, len(events) + 1, cause)
        head = events[-1].hash
    stream, entry = MATCH_IDS.stream_of(setup.match), catalogue.entry(setup.game.slug)
    match = Aggregate(setup.match, stream, entry, steps[-1].decision.state, head)
    await repository.begin(match, setup.server_seed, events, Command("simulate", "simulate", head))
