"""The overlapping store of the simulation for tests of the store alone."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from eventstore.store import EventStore
from tests.simulation.chance import EPOCH, MACHINE, World
from tests.simulation.loop import SimulatedLoop
from tests.simulation.overlapping import OverlappingDatabase
from tests.simulation.store import Answer, Work


class Alone:
    """A machine for tests of the store alone."""

    name = "test"
    dead = False
    paused_until = skew = 0.0
    losses = 0

    def __init__(self, database: OverlappingDatabase) -> None:
        self._database = database

    def work(self, work: Work, answer: Answer) -> None:
        self._database.do(self, work, answer)


def any_loop() -> SimulatedLoop:
    """A loop of a world of its own, which begins now."""
    world = World("alone")
    world.now = time.time() - EPOCH
    return SimulatedLoop(world)


async def opened(path: str) -> EventStore:
    """A store for what follows in this context, of a machine of its own."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    database = OverlappingDatabase(loop, Path(path))
    MACHINE.set(Alone(database))
    return await database.open()
