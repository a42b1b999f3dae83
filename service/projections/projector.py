"""Keeps the read models up to date: numbers new events, then applies them, each once, in the order of the log."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing

import structlog

from eventstore import projections
from eventstore.envelope import Logged
from eventstore.projections import LogPositions, OnProgress, Projection
from eventstore.store import EventStore, StoreError
from service.follower import WORK, Follower
from service.health import Behind
from service.leases import Lease
from service.projections.freshness import Freshness
from service.streams.broker import LOG, Broker, Unsubscribe, is_inbox

log = structlog.get_logger(__name__)
ROUND = 10_000
"""Events that a read model takes before it is the turn of the others: a new one begins with the whole log."""
NUMBERED = 10_000
"""Events that are numbered at a time."""
WAIT = 5.0
"""Seconds that another sequencer may take to number what must not be passed over."""
Advanced = Callable[[str, int], None]
"""Told the name of a read model and the position that it has reached, whichever replica brought it there."""


class Projector(Follower):
    """Runs all projections; any number of replicas may, and whatever they do, only one gets to apply an event.

    The one that holds the lease follows the log, and says to all when the read models have moved. The others look how
    far they are: to read the log in order to be refused costs as much as to apply it.
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
        self._reached: Mapping[str, int] = {}
        self._freshness = Freshness()

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
        """How far the read models are behind the log, as far as this process knows; it asks nobody."""
        return self._freshness.behind()

    async def catch_up(self) -> None:
        """Number and apply all that is committed now, also where another sequencer is at work on it."""
        await self._number_all()
        places = await projections.places(self._store)
        for after, models in _standing(self.projections, places).items():
            going: Sequence[Projection] = models
            async with aclosing(projections.pages(self._store, after, places.end)) as pages:
                async for events in pages:
                    going = await projections.apply(self._store, going, events[0].position - 1, events)
        for each in self.projections:
            # where another replica was quicker with a page
            await projections.catch_up(self._store, each)

    async def rebuild(self, projection: Projection, progress: OnProgress | None = None) -> None:
        """Fold a read model from nothing."""
        await self._number()
        await projections.rebuild(self._store, projection, progress)

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
            places = await projections.places(self._store)
        except StoreError as error:
            log.warning("read models wait for the store", error=str(error))
            return
        if leads:
            places = await self._apply(places)
        self._tell(places)
        if leads and places.reached != self._reached:
            self._reached = places.reached
            self._broker.say(WORK, WORK)

    async def _apply(self, places: LogPositions) -> LogPositions:
        """Catch up as far as it goes: a read model that can't take an event holds up neither the others nor itself."""
        reached = dict(places.reached)
        for after, models in _standing(self.projections, places).items():
            reached |= await self._take(models, after, min(places.end, after + ROUND))
        found = LogPositions(places.end, reached, places.unnumbered)
        if any(places.of(each) < found.of(each) < places.end for each in self.projections):
            self.wake()
        return found

    async def _take(self, models: Sequence[Projection], after: int, aim: int) -> Mapping[str, int]:
        """Move read models on that stand at the same place; where each of them stands then, as far as is known."""
        reached = {each.name: after for each in models}
        try:
            async with aclosing(projections.pages(self._store, after, aim)) as pages:
                async for events in pages:
                    models = await self._page(models, events)
                    reached |= {each.name: events[-1].position for each in models}
                    if not models or not self._lease.held:
                        break
        except StoreError as error:
            log.warning("read models wait for the store", error=str(error))
        return reached

    async def _page(self, models: Sequence[Projection], events: Sequence[Logged]) -> Sequence[Projection]:
        """Apply a page to all of them at once, or if that fails to each by itself; those that go on."""
        before = events[0].position - 1
        try:
            moved = await projections.apply(self._store, models, before, events)
        except Exception as error:
            if len(models) > 1:
                return [one for each in models for one in await self._page([each], events)]
            _complain(models[0], error)
            return []
        if len(moved) < len(models):
            # another process was quicker with it, by hand or under a lease that is over: look where they stand now
            self.wake()
        return moved

    def _tell(self, places: LogPositions) -> None:
        """Note how far the read models are."""
        self._freshness.seen(places, min((places.of(each) for each in self.projections), default=places.end))
        for each in self.projections:
            self._advanced(each.name, places.of(each))


def _standing(models: Sequence[Projection], places: LogPositions) -> Mapping[int, Sequence[Projection]]:
    """Read models that are behind, by where they stand."""
    found: dict[int, list[Projection]] = defaultdict(list)
    for each in models:
        if places.of(each) < places.end:
            found[places.of(each)].append(each)
    return found


def _complain(model: Projection, error: Exception) -> None:
    if isinstance(error, StoreError):
        log.warning("a read model waits for the store", name=model.name, error=str(error))
    else:
        log.warning("a read model stands still", name=model.name, exc_info=error)
