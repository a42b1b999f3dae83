"""What clients do in a run, each kind for itself, and what must hold of it at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from service.bootstrap import Playledger
from tests.simulation import clients, judges

if TYPE_CHECKING:
    from tests.simulation.run import Run

DECISIONS = (600, 3)
"""Seconds that a player has at each table."""
WATCHERS = 3


class Scene:
    """One kind of clients. `begin` comes before anything goes wrong, `finished` when all is healed."""

    share = 1.0
    """Of all runs those in which it is there."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.house = run.house

    async def begin(self) -> None:
        """Make ready."""

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        """What goes on until the house is stopping."""
        return ()

    def watches(self) -> Iterable[Coroutine[Any, Any, None]]:
        """What goes on until all of this have finished."""
        return ()

    async def finished(self) -> None:
        """Return when all has come that has to. AssertionError if it never does."""

    async def wrong(self, app: Playledger) -> Sequence[str]:
        """What must not be, in sentences."""
        return ()


class Tables(Scene):
    """Matches are played, read and watched."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self._watchers = [clients.Watcher(number, number % len(DECISIONS), self.house) for number in range(WATCHERS)]

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        yield from (clients.play(self.house, table, decision) for table, decision in enumerate(DECISIONS))
        yield clients.read(self.house)

    def watches(self) -> Iterable[Coroutine[Any, Any, None]]:
        return [watcher.watch() for watcher in self._watchers]

    async def finished(self) -> None:
        for watcher in self._watchers:
            await watcher.finished()

    async def wrong(self, app: Playledger) -> Sequence[str]:
        told = [one async for one in judges.otherwise_shown(app, self.house.shown)]
        return told + await judges.faults(app, self.house.history, self.run.losses, sorted(self.run.troubles))


class Webhooks(Scene):
    """A receiver is told of all public matches."""

    async def begin(self) -> None:
        await clients.subscribe(self.house)

    async def finished(self) -> None:
        end = self.house.loop.time() + clients.PATIENCE
        while missing := self.run.receiver.missing(self.run.database.path):
            assert self.house.loop.time() < end, f"nobody was told of {missing}"
            await asyncio.sleep(1)

    async def wrong(self, app: Playledger) -> Sequence[str]:
        return self.run.receiver.twice()


KINDS: Sequence[type[Scene]] = (Tables, Webhooks)
