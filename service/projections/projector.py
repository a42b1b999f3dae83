"""Keeps the read models up to date: numbers new events, then applies them, each once, in the order of their stamps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace

import structlog

from eventstore import projections
from eventstore.checkpoints import LogPlaces, Moved
from eventstore.databases import spelled
from eventstore.envelope import LogPage
from eventstore.projections import OnProgress, Projection
from eventstore.shards import ALL, Places, events_in, least_stamp, within
from eventstore.store import EventStore, StoreError
from service.follower import WORK, Follower
from service.health import Behind
from service.leases import Lease
from service.projections.freshness import Freshness
from service.streams.broker import LOG, Broker, Unsubscribe, is_inbox

log = structlog.get_logger(__name__)
ROUND = 10_000
"""Events that a read model takes before it is the turn of the others: a new one begins with the logs from the start."""
NUMBERED = 10_000
"""Events that are numbered at a time."""
WAIT = 5.0
"""Seconds that another sequencer may take to number what must not be passed over."""
Advanced = Callable[[str, int], None]
"""Told the name of a read model and the position up to which it lacks nothing, whichever replica brought it there."""
Apply = Callable[[Places, LogPage], Awaitable[None]]
"""Applies a page that comes after places."""


class Projector(Follower):
    """Runs all projections; any number of replicas may, and whatever they do, only one gets to apply an event.

    The one that holds the lease follows the logs, and says to all when the read models have moved. The others look how
    far they are: to read them in order to be refused costs as much as to apply it.
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
        lease: Lease | None = None,
    ) -> None:
        super().__init__(broker, self._follow, poll=poll, settle=settle, words=(WORK,), lease=lease)
        self._store = store
        self.projections = projections
        self._advanced = advanced
        self._unfollow: Unsubscribe | None = None
        self._told: LogPlaces | None = None
        self._freshness = Freshness()
        self._lost: frozenset[int] = frozenset()

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere: whoever does not lead looks when that is in the read models."""
        if self._lease.held and not is_inbox(match_id):
            self.wake()

    def heard(self, word: str) -> None:
        """The read models have moved: whoever leads has moved them, and has nothing to look at."""
        if not self._lease.held:
            super().heard(word)

    async def stop(self) -> None:
        """Stop, and hear of nothing any more."""
        await super().stop()
        self._follow_log(wanted=False)

    def _follow_log(self, *, wanted: bool) -> None:
        """Only who leads needs to hear of all."""
        if wanted and self._unfollow is None:
            self._unfollow = self._broker.follow(LOG)
        elif not wanted and self._unfollow is not None:
            self._unfollow()
            self._unfollow = None

    def behind(self) -> Behind:
        """How far the read models are behind the logs, as far as this process knows; it asks nobody."""
        return self._freshness.behind()._replace(away=spelled(self._lost))

    async def catch_up(self) -> None:
        """Number and apply all that is committed now, also where another sequencer is at work on it."""
        await self._number_all()
        known = await projections.take_up(self._store, self.projections, await projections.places(self._store))
        aim = least_stamp(known.ends)
        with suppress(Moved):
            async with aclosing(projections.pages(self._store, self.projections, known.in_step, aim)) as pages:
                async for before, page in pages:
                    await projections.advance(self._store, self.projections, before, page)
        for each in self.projections:
            # those that are apart, and all where another replica was quicker with a page
            if least_stamp((await projections.places(self._store)).of(each.name)) < aim:
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
        """Bring the read models forward, or look how far another replica has brought them."""
        leads = self._lease.held
        self._follow_log(wanted=leads)
        try:
            if leads:
                await self._number()
            places = await projections.places_now(self._store)
            if leads:
                places = await self._take_up(places)
        except StoreError as error:
            log.warning("read models wait for the store", error=str(error))
            return
        if leads:
            places = await self._apply(places)
        self._tell(places)
        if leads and places != self._told:
            self._told = places
            self._broker.say(WORK, WORK)

    async def _take_up(self, places: LogPlaces) -> LogPlaces:
        """Give places to read models that have none; one whose events of before can't be completed waits by itself."""
        places, failures = await projections.take_up_each(self._store, self.projections, places)
        for name, error in failures.items():
            _complain(name, error)
        return places

    async def _apply(self, places: LogPlaces) -> LogPlaces:
        """Catch up as far as it goes: a read model that can't take an event holds up neither the others nor itself."""
        for shards in self._together(places):
            aim = least_stamp(within(places.ends, shards))
            if least_stamp(within(places.in_step, shards)) < aim:
                places = await self._take_in_step(places, shards, aim)
            for each in self.projections:
                if each.name in places.apart and each.name in places.known:
                    places = await self._take_alone(each, places, shards, aim)
        return places

    def _together(self, places: LogPlaces) -> Sequence[Sequence[int]]:
        """The shards that move on together: all of them, or where a database is away those of each of the others."""
        if not places.lost:
            return [ALL]
        return [one.shards for one in self._store.databases if places.lost.isdisjoint(one.shards)]

    async def _take_in_step(self, places: LogPlaces, shards: Sequence[int], aim: int) -> LogPlaces:
        """Move on those in step. Where none is, their places move nevertheless: whoever has caught up joins there."""

        async def apply(before: Places, page: LogPage) -> None:
            nonlocal places
            going = [each for each in self.projections if before.keys().isdisjoint(places.apart.get(each.name, {}))]
            found = await self._page(going, before, page)
            apart = {name: {**places.apart.get(name, {}), **before} for name in found}
            places = replace(places, in_step={**places.in_step, **page.places}, apart={**places.apart, **apart})

        places = await projections.set_wholly_apart(self._store, places, shards)
        await self._pages(within(places.in_step, shards), aim, apply, self.projections)
        return places

    async def _page(self, models: Sequence[Projection], before: Places, page: LogPage) -> Sequence[str]:
        """Apply a page to all of them at once, or if that fails to each by itself; those that could not take it."""
        try:
            await projections.advance(self._store, models, before, page)
        except (Moved, StoreError):
            raise
        except Exception:
            if len(models) < 2:
                raise
            failures = await projections.advance_each(self._store, models, before, page)
            for name, error in failures.items():
                _complain(name, error)
            return list(failures)
        return []

    async def _take_alone(self, model: Projection, places: LogPlaces, shards: Sequence[int], aim: int) -> LogPlaces:
        """Move on a read model that is apart, until it has come to the others."""
        own = places.apart[model.name]
        reached = {shard: place for shard, place in own.items() if shard in shards}

        async def apply(before: Places, page: LogPage) -> None:
            nonlocal reached
            await projections.advance_alone(self._store, [model], before, page)
            reached = {**reached, **page.places}

        if reached and least_stamp(reached) < aim:
            await self._pages(reached, aim, apply, [model])
        own = {**own, **reached}
        if all(places.in_step[shard] == place for shard, place in own.items()):
            await projections.join(self._store, model)
            return replace(places, apart={name: own for name, own in places.apart.items() if name != model.name})
        return replace(places, apart={**places.apart, model.name: own})

    async def _pages(self, after: Places, aim: int, apply: Apply, models: Sequence[Projection]) -> None:
        """Read and apply pages up to a stamp, or for a round. What it has no time for is for the next one."""
        begun = events_in(after)
        try:
            async with aclosing(projections.pages(self._store, models, after, aim)) as pages:
                async for before, page in pages:
                    await apply(before, page)
                    if not self._lease.held:
                        return
                    if events_in(page.places) - begun >= ROUND and page.until < aim:
                        self.wake()
                        return
        except Moved:
            # another process was quicker with it, by hand or under a lease that is over: look where they stand now
            self.wake()
        except Exception as error:
            for each in models:
                _complain(each.name, error)

    def _tell(self, places: LogPlaces) -> None:
        """Note how far the read models are, and which databases are away."""
        if places.lost != self._lost:
            log.warning("databases of shards are away", shards=spelled(places.lost))
        self._lost = places.lost
        slowest = min((places.number(each.name) for each in self.projections), default=places.end)
        self._freshness.seen(places.end, slowest, unnumbered=places.unnumbered)
        for each in self.projections:
            self._advanced(each.name, places.resolved(each.name))


def _complain(name: str, error: Exception) -> None:
    if isinstance(error, StoreError):
        log.warning("a read model waits for the store", name=name, error=str(error))
    else:
        log.warning("a read model stands still", name=name, exc_info=error)
