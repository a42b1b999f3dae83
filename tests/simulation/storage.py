"""The object storage of the archive, and what goes wrong on the way to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from eventstore.store import StoreUnavailable
from service.history.archive.files import ObjectLost
from service.history.archive.objects import Objects
from tests.simulation.loop import SimulatedLoop, outcome, resolve


@dataclass
class Fates:
    """The shares of all requests that are refused, cut after they were done, or late; of all new objects those that are
    kept by half, or can't be seen for a while. `away`: nothing answers.
    """

    refused: float = 0.0
    cut: float = 0.0
    late: float = 0.0
    halved: float = 0.0
    unseen: float = 0.0
    away: bool = False


@dataclass
class Storage:
    """The server."""

    loop: SimulatedLoop
    fates: Fates = field(default_factory=Fates)
    kept: dict[str, bytes] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    """The names of all objects of which somebody was given the whole."""

    def __post_init__(self) -> None:
        self._chance = self.loop.world.chance("storage")
        self._seen: dict[str, float] = {}

    async def do(self, work: Callable[[], Any]) -> Any:
        """What comes of a request. It is done even if nobody waits for it any more. Raises StoreUnavailable."""
        future, fates, luck = self.loop.create_future(), self.fates, self._chance.random()
        to, back = self._chance.expovariate(200), self._chance.expovariate(200)
        if self._chance.random() < fates.late:
            back += self._chance.uniform(0.1, 3)
        cut = luck > 1 - fates.cut
        self.loop.later(to, self._do, future, work, back, luck < fates.refused or fates.away, cut)
        return await future

    def _do(self, future: Any, work: Callable[[], Any], back: float, refused: bool, cut: bool) -> None:
        result, error = (None, None) if refused else outcome(work)
        if refused or cut:
            error = StoreUnavailable("the object storage does not answer")
        self.loop.later(back, resolve, future, result, error)

    def keep(self, name: str, data: bytes) -> None:
        """Have an object. What is there is not harmed by another try."""
        if name not in self.kept:
            halved, unseen = self._chance.random(), self._chance.random()
            data = data[: len(data) // 2] if halved < self.fates.halved else data
            self._seen[name] = self.loop.time() + (unseen < self.fates.unseen)
        self.kept[name] = data
        self.loop.note("object", name, len(data))

    def find(self, name: str) -> bytes:
        """An object. Raises ObjectLost."""
        if name not in self.kept or self._seen[name] > self.loop.time():
            raise ObjectLost(name)
        self.read.add(name)
        return self.kept[name]


class SimulatedObjects(Objects):
    """See `Objects`: those of a process."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def put(self, name: str, data: bytes) -> None:
        await self._storage.do(partial(self._storage.keep, name, data))

    async def get(self, name: str) -> bytes:
        found: bytes = await self._storage.do(partial(self._storage.find, name))
        return found
