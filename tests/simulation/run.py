"""One run: replicas, clients and faults out of a seed, and what the judges say of it."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
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
from tests.simulation import chance, clients, cups, faults, judges, scenes, twins
from tests.simulation.archive import Archive
from tests.simulation.broker import Redis
from tests.simulation.loop import NumberedTask, SimulatedLoop
from tests.simulation.overlapping import OverlappingDatabase
from tests.simulation.receiver import Receiver
from tests.simulation.replicas import QUIET, Replica
from tests.simulation.storage import Storage
from tests.simulation.store import Database, among

SCENES: Sequence[type[scenes.Scene]] = (
    scenes.Tables,
    scenes.Webhooks,
    scenes.Releases,
    cups.Cups,
    cups.Bots,
    Archive,
    twins.Twins,
)
ACTIONS = 60
GONE = 5.0
"""Seconds after which a replica has forgotten who watched there."""
OVERLAPPING = 0.5
"""The share of runs whose transactions overlap."""
LONGEST = 2_000.0
"""The time at which no run is still going on."""
NOTICED = 0.05
"""Seconds from the moment a replica can notice that the store has hung up, until nothing from before is on its way."""
MEMORY = Path("/dev/shm")
_kept: list[tuple[Any, asyncio.Task[Any]]] = []
"""Each task of this process with its machine: none is ever closed, or `finally` blocks of the killed would run."""


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
    only: Sequence[int]
    """The places of these in what the seed has planned."""
    found: list[str]
    trace: Sequence[str]
    overlapped: bool


class Run:
    """The world of one seed."""

    def __init__(self, seed: str, folder: Path, only: Sequence[int] | None = None, secret: str = "") -> None:
        self.world = chance.begin(seed, secret)
        planned = faults.planned(self.world.chance)
        self.only = range(len(planned)) if only is None else only
        self.plan = [planned[place] for place in self.only]
        sharding._among = among
        self.loop = SimulatedLoop(self.world)
        # where a secret is longer, transactions that overlap would take longer
        overlaps = not secret and self.world.chance("which store").random() < OVERLAPPING
        self.database = (OverlappingDatabase if overlaps else Database)(self.loop, folder / "store.db")
        self.redis = Redis(self.loop)
        self.receiver = Receiver(self.loop)
        self.storage = Storage(self.loop)
        self.losses: list[Loss] = []
        self.troubles: list[tuple[float, float]] = []
        self._begun = 0
        self.releases = [0] * self._many()
        """That of each slot."""
        self.newest = 0
        """The newest of those that there were."""
        self.house = clients.House(self.loop, [self.replica(f"{slot}") for slot in range(len(self.releases))])
        self.scenes = [kind(self) for kind in SCENES if self._has(kind)]

    def _many(self) -> int:
        return self.world.chance("replicas").choice((2, 2, 3, 4, 5))

    def _has(self, kind: type[scenes.Scene]) -> bool:
        return self.world.chance(f"whether there is {kind.__name__}").random() < kind.share

    def replica(self, name: str, release: int = 0, **settings: object) -> Replica:
        """Another replica, which doesn't run yet."""
        self._begun += 1
        return Replica(
            f"{name}/{self._begun}", release, self.database, self.redis, self.receiver, self.storage, **settings
        )

    def one(self, number: float) -> Replica:
        """A replica by a number from 0 to 1."""
        return self.house.replicas[int(number * len(self.house.replicas))]

    async def replace(self, slot: int) -> None:
        """Start a replica in the place of one that has ended."""
        if self.house.replicas[slot].dead:
            new = self.house.replicas[slot] = self.replica(f"{slot}", self.releases[slot])
            await new.start()

    def fail_over(self, since: float) -> None:
        """The standby takes over, with what it had then."""
        awake = max(self.loop.time(), *(one.paused_until for one in self.house.replicas))
        self.losses.append(Loss(since, awake + NOTICED))
        self.database.fail_over()
        self.house.failovers += 1
        for replica in self.house.replicas:
            replica.here(replica.hung_up)

    async def whole(self, actions: int) -> list[str]:
        """Play, let happen what is planned, heal, and judge."""
        house = self.house
        for replica in house.replicas:
            await replica.start()
        for scene in self.scenes:
            await scene.begin()
        doing = [self._begin(work) for scene in self.scenes for work in scene.works()]
        watching = [self._begin(work) for scene in self.scenes for work in scene.watches()]
        happening = [self._begin(self._happens(fault)) for fault in self.plan]
        while house.acknowledged < actions or not all(task.done() for task in happening):
            assert self.loop.time() < LONGEST, "it has no end"
            for task in (*doing, *watching, *happening):
                if task.done():
                    task.result()
            await asyncio.sleep(0.05)
        await self._heal()
        house.stopping = True
        await asyncio.gather(*doing, *happening)
        for scene in self.scenes:
            await scene.finished()
        for task in watching:
            task.cancel()
        await asyncio.sleep(GONE)
        held = [line for replica in house.replicas for line in judges.held(replica)]
        for replica in house.replicas:
            await replica.stop()
        while self.database.going:
            assert self.loop.time() < LONGEST, "the database doesn't end what a replica had begun"
            await asyncio.sleep(0.05)
        judge = self.replica("judge", self.newest, **QUIET)
        await judge.start()
        assert judge.app is not None
        found = [one for scene in self.scenes for one in await judge.run(scene.wrong(judge.app))]
        await judge.stop()
        return [*found, *held, *self.database.deadlocks]

    async def _heal(self) -> None:
        """All replicas run, and are of one release."""
        for slot, replica in enumerate(self.house.replicas):
            replica.paused_until = 0.0
            if replica.release < self.newest:
                self.releases[slot] = self.newest
                await replica.stop()
            await self.replace(slot)

    def _begin(self, work: object) -> asyncio.Task[None]:
        task: asyncio.Task[None] = self.loop.create_task(work, context=self.loop.outside.copy())  # type: ignore[arg-type]
        return task

    async def _happens(self, fault: faults.Fault) -> None:
        await asyncio.sleep(fault.at)
        self.loop.note("fault", fault.kind)
        happen, _, felt = faults.KINDS[fault.kind]
        began = self.loop.time()
        await happen(self, fault)
        self.troubles.append((began, self.loop.time() + felt))


def run(seed: str, actions: int = ACTIONS, only: Sequence[int] | None = None, secret: str = "") -> Report:
    """One seed, in a process that has run none before; of what it has planned `only` these places. With another
    `secret` all that is secret is another, and nothing else.
    """
    gc.disable()
    with TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as folder:
        migrated(Path(folder, "store.db"))
        world = Run(seed, Path(folder), only, secret)

        def begin(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
            """Nothing of a task ends because nobody holds it: a killed replica does nothing more. One that begins in
            an empty context is where it was begun nevertheless.
            """
            if (context := more.get("context")) is not None and chance.MACHINE not in context:
                context.run(chance.MACHINE.set, chance.MACHINE.get())
            task = NumberedTask(work, loop=loop, **more)
            _kept.append((chance.MACHINE.get() if context is None else context.get(chance.MACHINE), task))
            return task

        world.loop.set_task_factory(begin)
        unexpected: list[str] = []
        structlog.configure(processors=[lambda *said: _heard(unexpected, said[2])], cache_logger_on_first_use=False)
        try:
            found = world.loop.run_until_complete(world.whole(actions))
        except AssertionError as error:
            found = [str(error)]
        except Exception as error:
            found = ["".join(traceback.format_exception(error))]
        found += [f"nobody caught {context}" for context in world.loop.failures] + unexpected
        found += [f"{one} goes by no seed" for one in threading.enumerate() if one is not threading.main_thread()]
        found += [
            f"{one.name} has stopped without {task}" for one, task in _kept if one and one.stopped and not task.done()
        ]
        return Report(
            seed,
            world.loop.digest,
            world.loop.steps,
            world.world.now - 1_000,
            sum(os.times()[:2]),
            world.house.acknowledged,
            len(world.house.history),
            world.plan,
            world.only,
            found,
            [*world.loop.lines],
            isinstance(world.database, OverlappingDatabase),
        )


def _heard(unexpected: list[str], said: dict[str, object]) -> str:
    """What the service logs: an exception is only expected where it comes from the store."""
    given = said.get("exc_info")
    error = given if isinstance(given, BaseException) else sys.exc_info()[1]
    if given and not isinstance(error, StoreError):
        unexpected.append(f"{said.get('event')}: {error!r}")
    raise structlog.DropEvent
