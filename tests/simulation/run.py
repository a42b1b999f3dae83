"""One run: replicas, clients and faults out of a seed, and what the judges say of it."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import structlog

from eventstore.store import StoreError
from service import sharding
from tests.faults.checker import Loss
from tests.kit.embedded import migrated
from tests.simulation import chance, clients, faults, judges
from tests.simulation.broker import Redis
from tests.simulation.loop import SimulatedLoop
from tests.simulation.overlapping import OverlappingDatabase
from tests.simulation.receiver import Receiver
from tests.simulation.replicas import Replica
from tests.simulation.store import Database, among

ACTIONS = 60
DECISIONS = (600, 3)
"""Seconds that a player has at each table."""
WATCHERS = 3
OVERLAPPING = 0.5
"""The share of runs whose transactions overlap."""
LONGEST = 2_000.0
"""The time at which no run is still going on."""
NOTICED = 2.0
"""Seconds in which a replica notices that the store is another one."""
MEMORY = Path("/dev/shm")


@dataclass(frozen=True)
class Report:
    """What a run was, and what is wrong with it."""

    seed: str
    digest: str
    steps: int
    seconds: float
    cpu: float
    actions: int
    operations: int
    plan: Sequence[faults.Fault]
    found: Sequence[str]
    trace: Sequence[str]
    overlapped: bool


class Run:
    """The world of one seed."""

    def __init__(self, seed: str, folder: Path) -> None:
        self.world = chance.begin(seed)
        sharding._among = among
        self.loop = SimulatedLoop(self.world)
        overlaps = self.world.chance("which store").random() < OVERLAPPING
        self.database = (OverlappingDatabase if overlaps else Database)(self.loop, folder / "store.db")
        self.redis = Redis(self.loop)
        self.receiver = Receiver(self.loop)
        self.losses: list[Loss] = []
        self._begun = 0
        self.house = clients.House(self.loop, [self._replica(f"{slot}") for slot in range(self._many())])

    def _many(self) -> int:
        return self.world.chance("replicas").choice((2, 2, 3, 4, 5))

    def _replica(self, name: str, **settings: object) -> Replica:
        self._begun += 1
        return Replica(f"{name}/{self._begun}", self.database, self.redis, self.receiver, **settings)

    def one(self, number: float) -> Replica:
        """A replica by a number from 0 to 1."""
        return self.house.replicas[int(number * len(self.house.replicas))]

    async def replace(self, slot: int) -> None:
        """Start a replica in the place of one that has ended."""
        if self.house.replicas[slot].dead:
            new = self.house.replicas[slot] = self._replica(f"{slot}")
            await new.start()

    def fail_over(self, since: float) -> None:
        """The standby takes over, with what it had then."""
        self.losses.append(Loss(since, self.loop.time() + NOTICED))
        self.database.fail_over()

    async def whole(self, plan: Sequence[faults.Fault], actions: int) -> list[str]:
        """Play, let happen what is planned, heal, and judge."""
        house = self.house
        for replica in house.replicas:
            await replica.start()
        await clients.subscribe(house)
        playing = [self._begin(clients.play(house, table, DECISIONS[table])) for table in range(len(DECISIONS))]
        playing.append(self._begin(clients.read(house)))
        watchers = [clients.Watcher(number, number % len(DECISIONS), house) for number in range(WATCHERS)]
        watching = [self._begin(watcher.watch()) for watcher in watchers]
        happening = [self._begin(self._happens(fault)) for fault in plan]
        while house.acknowledged < actions or not all(task.done() for task in happening):
            assert self.loop.time() < LONGEST, "it has no end"
            self._checked(playing + happening)
            await asyncio.sleep(0.05)
        for slot, replica in enumerate(house.replicas):
            replica.paused_until = 0.0
            await self.replace(slot)
        house.stopping = True
        await asyncio.gather(*playing, *happening)
        for watcher in watchers:
            await watcher.finished()
        await self._told()
        for task in watching:
            task.cancel()
        for replica in house.replicas:
            await replica.stop()
        judge = self._replica("judge", clocks=False, house_bots=False, webhooks=False)
        await judge.start()
        assert judge.app is not None
        found: list[str] = await judge.run(judges.faults(judge.app, house.history, self.losses, not plan))
        await judge.stop()
        return [*found, *self.receiver.twice(), *self.database.deadlocks]

    async def _told(self) -> None:
        """Return when the receiver was told of all that the store holds."""
        end = self.loop.time() + clients.PATIENCE
        while missing := self.receiver.missing(self.database.path):
            assert self.loop.time() < end, f"nobody was told of {missing}"
            await asyncio.sleep(1)

    def _begin(self, work: object) -> asyncio.Task[None]:
        task: asyncio.Task[None] = self.loop.create_task(work, context=self.loop.outside.copy())  # type: ignore[arg-type]
        return task

    async def _happens(self, fault: faults.Fault) -> None:
        await asyncio.sleep(fault.at)
        self.loop.note("fault", fault.kind)
        await faults.KINDS[fault.kind][0](self, fault)

    def _checked(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        for task in tasks:
            if task.done():
                task.result()


def run(seed: str, actions: int = ACTIONS, plan: Sequence[faults.Fault] | None = None) -> Report:
    """One seed, in a process that has run none before. `plan` stands for what the seed makes go wrong."""
    gc.disable()
    with TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as folder:
        migrated(Path(folder, "store.db"))
        world = Run(seed, Path(folder))
        kept: list[asyncio.Task[Any]] = []

        def begin(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
            """Nothing of a task ends because nobody holds it: a killed replica does nothing more. One that begins in
            an empty context is where it was begun nevertheless.
            """
            if (context := more.get("context")) is not None and chance.MACHINE not in context:
                context.run(chance.MACHINE.set, chance.MACHINE.get())
            kept.append(asyncio.Task(work, loop=loop, **more))
            return kept[-1]

        world.loop.set_task_factory(begin)
        planned = faults.planned(world.world.chance) if plan is None else plan
        unexpected: list[str] = []
        structlog.configure(processors=[lambda *said: _heard(unexpected, said[2])], cache_logger_on_first_use=False)
        try:
            found = world.loop.run_until_complete(world.whole(planned, actions))
        except AssertionError as error:
            found = [str(error)]
        except Exception as error:
            found = ["".join(traceback.format_exception(error))]
        found += [f"nobody caught {context}" for context in world.loop.failures] + unexpected
        return Report(
            seed,
            world.loop.digest,
            world.loop.steps,
            world.world.now - 1_000,
            sum(os.times()[:2]),
            world.house.acknowledged,
            len(world.house.history),
            planned,
            found,
            [*world.loop.lines],
            isinstance(world.database, OverlappingDatabase),
        )


def _heard(unexpected: list[str], said: dict[str, object]) -> str:
    """What the service logs: an exception is only expected where it comes from the store."""
    error = sys.exc_info()[1]
    if said.get("exc_info") and not isinstance(error, StoreError):
        unexpected.append(f"{said.get('event')}: {error!r}")
    raise structlog.DropEvent
