"""What clients do in a run, each kind for itself, and what must hold of it at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from service.bootstrap import Playledger
from tests.faults.history import Act
from tests.kit.modes import in_each_mode
from tests.simulation import clients, judges
from tests.simulation.replicas import QUIET
from tests.toy_game import GAME

if TYPE_CHECKING:
    from tests.simulation.run import Run

DECISIONS = (600, 3)
"""Seconds that a player has at each table."""
OF_RELEASES, OF_TWINS, SHORT = range(len(DECISIONS), len(DECISIONS) + 3)
"""Further tables, each of one scene."""
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

    async def until(self, done: Callable[[], bool], otherwise: str) -> None:
        """Return once this is so. AssertionError if it never is."""
        end = self.house.loop.time() + clients.PATIENCE
        while not done():
            assert self.house.loop.time() < end, otherwise
            await asyncio.sleep(1)

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
        told = [one async for one in judges.otherwise_shown(app, self.house.shown, lost=bool(self.run.losses))]
        return told + await judges.faults(app, self.house.history, self.run.losses, sorted(self.run.troubles))


class Webhooks(Scene):
    """A receiver is told of all public matches."""

    async def begin(self) -> None:
        await clients.subscribe(self.house)

    async def finished(self) -> None:
        missing = self.run.receiver.missing
        await self.until(lambda: not missing(self.run.database.path), "somebody was not told")

    async def wrong(self, app: Playledger) -> Sequence[str]:
        return [*self.run.receiver.twice(self.run.losses)]


class Releases(Tables):
    """A game is played whose rules the next release changes, where that one comes."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        there = any(fault.kind == "release" for fault in run.plan)
        self._watchers = [clients.Watcher(WATCHERS, OF_RELEASES, self.house)] if there else []

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        if self._watchers:
            yield clients.play(self.house, OF_RELEASES, DECISIONS[0], in_each_mode([GAME]))

    async def wrong(self, app: Playledger) -> Sequence[str]:
        if not self._watchers:
            return ()
        acts = [one for one in self.house.history if isinstance(one, Act) and one.client == f"table {OF_RELEASES}"]
        found = ["the newest release says that it is none"] if self.run.newest in self.house.mismatched else []
        before = self.run.replica("judge of before", **QUIET)
        await before.start()
        assert before.app is not None
        found += await before.run(judges.misread(app, before.app, sorted({one.match for one in acts})))
        await before.stop()
        return found
