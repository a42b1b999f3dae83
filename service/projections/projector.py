"""Keeps the read models up to date: numbers new events, then applies them by shards, each once and in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import replace

import structlog

from eventstore import EventStore, LogPage, Places, StoreError, events_in, least_stamp, within
from eventstore.read_models import projections
from eventstore.read_models.checkpoints import LogPlaces, Moved
from eventstore.read_models.projections import OnProgress, Projection
from service.leases import ALL, Lease
from service.projections.freshness import Behind, Freshness
from service.streams.broker import LOG, Broker, Unsubscribe, is_inbox
from service.streams.follower import WORK, Follower

log = structlog.get_logger(__name__)
ROUND = 10_000
"""Events that a read model takes before it is the turn of the others: a new one begins with the logs from the start."""
NUMBERED = 10_000
"""Events that are numbered at a time."""
LOGS = "logs"
"""The word of the process that numbers events: the logs have grown."""
QUIET = 10.0
"""Seconds between two lines in the log that say that the store is waited for."""
WAIT = 5.0
"""Seconds that another sequencer may take to number what must not be passed over."""
Advanced = Callable[[str, int], None]
"""Told the name of a read model and the position up to which it lacks nothing, whichever replica brought it there."""
Apply = Callable[[Places, LogPage], Awaitable[None]]
"""Applies a page that comes after places."""


class Projector(Follower):
    """Runs all projections for the shards of its lease; whatever others do, only one gets to apply an event.

    The one that holds the lease of numbering follows appends, numbers them, and says to all that the logs have grown.
    Each folds its shards then, and says that the read models have moved. To read what others fold, in order to be
    refused, costs as much as to apply it: so how far they are is looked up.
    """

    def __init__(
        self,
        store: EventStore,
        broker: Broker,
        projections: Sequence[Projection],
        *,
        settle: float = 0.25,
        poll: float = 1.0,
        advanced: Advanced = lambda name, position: None,
        numbering: Lease | None = None,
        lease: Lease | None = None,
    ) -> None:
        super().__init__(broker, self._follow, poll=poll, settle=settle, words=(WORK,), lease=lease)
        self._store = store
        self.projections = projections
        self._advanced = advanced
        self._numbering = numbering or Lease.of_one_alone()
        self._unfollow: Unsubscribe | None = None
        self._ends: Places | None = None
        self._told: object = None
        self._grown = False
        self._freshness = Freshness()
        self._quiet_until = 0.0

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere: whoever numbers nothing is told when it has a number."""
        if self._numbering.held and not is_inbox(match_id):
            self.wake()

    def heard(self, word: str) -> None:
        """The logs have grown, of which who numbers knows; or read models have moved, of which who folds all knows."""
        if word == LOGS and not self._numbering.held:
            if self._lease.held:
                self._grown = True
                self.wake()
        elif self._lease.shards != ALL:
            super().heard(word)

    async def start(self) -> None:
        """Work in the background. The broker must have been started before."""
        self._unhear = self._numbering.hear(self.wake)
        await super().start()

    async def stop(self) -> None:
        """Stop, and hear of nothing any more."""
        if self._task is not None:
            self._unhear()
        await super().stop()
        self._follow_log(wanted=False)

    def _rest(self) -> float:
        """Events that have just been numbered came in one go: nothing is to be waited for."""
        return 0.0 if self._grown else super()._rest()

    def _follow_log(self, *, wanted: bool) -> None:
        """Only who numbers needs to hear of all."""
        if wanted and self._unfollow is None:
            self._unfollow = self._broker.follow(LOG)
        elif not wanted and self._unfollow is not None:
            self._unfollow()
            self._unfollow = None

    def behind(self) -> Behind:
        """How far the read models are behind the logs, as far as this process knows; it asks nobody."""
        return self._freshness.behind()

    async def catch_up(self) -> None:
        """Number and apply all that is committed now, in all shards, also where others are at work on it."""
        await self._number_all()
        known = await projections.begun(self._store, self.projections, await projections.places(self._store))
        aim = least_stamp(known.ends)
        while least_stamp(known.in_step) < aim:
            try:
                async with aclosing(projections.pages(self._store, self.projections, known.in_step, aim)) as pages:
                    async for before, page in pages:
                        await projections.advance(self._store, self.projections, before, page)
            except Moved:
                # another runner was quicker with some of it; its transaction is short
                await asyncio.sleep(0.01)
            known = await projections.places(self._store)
        for each in self.projections:
            # those that are apart
            if least_stamp(known.of(each.name)) < aim:
                await projections.catch_up(self._store, each)

    async def rebuild(self, *models: Projection, progress: OnProgress | None = None) -> None:
        """Fold read models from nothing."""
        await self._number()
        await projections.rebuild(self._store, models, progress)

    async def _number_all(self) -> None:
        """Number what had been committed before; another sequencer that has hold of it is waited for, for a while."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        await self._number()
        while (lag := await self._store.lag()).events and (waited := loop.time() - began) < WAIT:
            if lag.age_ms < waited * 1_000:
                return
            await asyncio.sleep(0.01)
            await self._number()

    async def _number(self) -> None:
        while await self._store.sequence(NUMBERED) >= NUMBERED:
            pass

    async def _follow(self) -> None:
        """Bring the read models forward in the own shards, and look how far others have brought them."""
        self._grown = False
        numbers, shards = self._numbering.held, self._lease.shards
        self._follow_log(wanted=numbers)
        try:
            if numbers:
                await self._number()
            places = await projections.places(self._store)
            if shards:
                places = await projections.begun(self._store, self.projections, places)
        except StoreError as error:
            self._wait(error)
            return
        if numbers and places.ends != self._ends:
            self._ends = places.ends
            self._broker.say(LOGS, LOGS)
        if shards:
            places = await self._apply(places, shards)
        self._tell(places)
        told = [within(rows, shards) for rows in (places.in_step, *places.apart.values())]
        if shards and told != self._told:
            self._told = told
            self._broker.say(WORK, WORK)

    async def _apply(self, places: LogPlaces, shards: Collection[int]) -> LogPlaces:
        """Catch up as far as it goes: a read model that can't take an event holds up neither the others nor itself."""
        aim, own = least_stamp(places.ends), within(places.in_step, shards)
        if least_stamp(own) < aim:
            places = await self._take_in_step(places, own, aim)
        for each in self.projections:
            own = within(places.apart.get(each.name, {}), shards)
            if own and each.name in places.known:
                places = await self._take_alone(each, places, own, aim)
        return places

    async def _take_in_step(self, places: LogPlaces, own: Places, aim: int) -> LogPlaces:
        """Move on those in step. Where none is, their places move nevertheless: whoever has caught up joins there."""

        async def apply(before: Places, page: LogPage) -> None:
            nonlocal places
            left = {
                *await self._page(before, page),
                *(name for name in places.apart if places.apart[name].keys() & own),
            }
            apart = {name: {**before, **places.apart.get(name, {})} for name in left}
            places = replace(places, in_step={**places.in_step, **page.places}, apart={**places.apart, **apart})

        await self._pages(own, aim, apply, self.projections)
        return places

    async def _page(self, before: Places, page: LogPage) -> Sequence[str]:
        """Apply a page to all of them at once, or if that fails to each by itself; those that could not take it."""
        try:
            await projections.advance(self._store, self.projections, before, page)
        except (Moved, StoreError):
            raise
        except Exception:
            failures = await projections.advance_each(self._store, self.projections, before, page)
            for name, error in failures.items():
                _complain(name, error)
            return list(failures)
        return []

    async def _take_alone(self, model: Projection, places: LogPlaces, own: Places, aim: int) -> LogPlaces:
        """Move on a read model where it is apart, until it has come to the others."""
        reached = own

        async def apply(before: Places, page: LogPage) -> None:
            nonlocal reached
            await projections.advance_alone(self._store, [model], before, page)
            reached = {**reached, **page.places}

        if reached and least_stamp(reached) < aim:
            await self._pages(reached, aim, apply, [model])
        apart = {**places.apart[model.name], **reached}
        if reached == within(places.in_step, reached):
            await projections.join(self._store, model, reached)
            apart = {shard: place for shard, place in apart.items() if shard not in reached}
        return replace(places, apart={name: rows for name, rows in {**places.apart, model.name: apart}.items() if rows})

    async def _pages(self, after: Places, aim: int, apply: Apply, models: Sequence[Projection]) -> None:
        """Read and apply pages up to a stamp, or for a round. Pages beyond its time are for the next one."""
        begun = events_in(after)
        try:
            async with aclosing(projections.pages(self._store, models, after, aim)) as pages:
                async for before, page in pages:
                    await apply(before, page)
                    moved_away = not after.keys() <= self._lease.shards
                    if moved_away or (events_in(page.places) - begun >= ROUND and page.until < aim):
                        self.wake()
                        return
        except Moved:
            # another process was quicker with it, by hand or under a lease that is over: look where they stand now
            self.wake()
        except StoreError as error:
            self._wait(error)
        except Exception as error:
            for each in models:
                _complain(each.name, error)

    def _wait(self, error: StoreError) -> None:
        """Say that the store is waited for, once in a while."""
        now = asyncio.get_running_loop().time()
        if now >= self._quiet_until:
            self._quiet_until = now + QUIET
            log.warning("read models wait for the store", error=str(error))

    def _tell(self, places: LogPlaces) -> None:
        """Note how far the read models are in all shards."""
        end, names = least_stamp(places.ends), [each.name for each in self.projections]
        slowest = min((least_stamp(places.of(name)) for name in names), default=end)
        lacking = places.end - min(map(places.number, names), default=places.end)
        self._freshness.seen(end, slowest, lacking, unnumbered=places.unnumbered)
        for name in names:
            self._advanced(name, places.resolved(name))


def _complain(name: str, error: Exception) -> None:
    log.warning("a read model stands still", name=name, exc_info=error)
