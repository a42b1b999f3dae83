"""The delay of spectators: the version of a match that a stranger, who holds no seat, may know now.

Every use case that shows a match asks `Delays.known_to` for it first; what it then shows, it shows of that aggregate.
Streams have a source of their own: events come out of it when they may be known, in the same order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from domain.kernel.match import MatchStarted, State
from eventstore import EventStore, StoredEvent
from eventstore.read_models.past import Past
from service.application.ids import MATCH_IDS
from service.application.permissions import READ
from service.matches.access import visible_seats
from service.matches.aggregate import Aggregate
from service.matches.repository import Repository
from service.streams.broker import Broker
from service.streams.event_slices import SourceHead, StoreSource
from service.streams.hub import Hub
from service.times import Clock

Wake = Callable[[str, int], None]
"""Told of a match and a version when that is due."""


def is_behind(caller: Caller, state: State, scope: str = READ) -> bool:
    """Whether the caller sees this match with a delay, now or once it runs."""
    return state.spectator_delay > 0 and not visible_seats(caller, state, scope)


class Delays:
    """Finds the versions that strangers may know. It goes by the times of the events, which never run backwards."""

    def __init__(self, repository: Repository, clock: Clock) -> None:
        self._repository = repository
        self._clock = clock

    async def known_to(self, caller: Caller, match: Aggregate, scope: str = READ) -> Aggregate:
        """The match as the caller may know it: as it is for a caller who may look as a seat of it, else as for
        strangers.
        """
        if not is_behind(caller, match.state, scope):
            return match
        version = await self._version(match)
        then = match if version == match.version else await self._repository.at(match.match, version)
        if then is None:
            raise ApiError(ErrorCode.UNAVAILABLE, "this match can't be read now")
        return then

    async def bound(self, stream: UUID, version: int, delay: int) -> tuple[int, int]:
        """(up to which version strangers may know a match that is at `version`, the time that this was found at).

        All of it before it starts; from the start on the last batch that is `delay` ms old, at least the one that has
        started it. Ask only after `version` was read: a start that is not found then comes after it.
        """
        now = self._clock()
        known = await self._repository.store.sql.read(
            lambda connection: Past(connection).batch_end(stream, version, MatchStarted.type, now - delay)
        )
        return version if known is None else known, now

    async def _version(self, match: Aggregate) -> int:
        if match.state.status == "open":
            return match.version
        return (await self.bound(match.stream, match.version, match.state.spectator_delay))[0]


class _Pending(NamedTuple):
    """After `after` nothing may be known before `due`, in ms since the epoch, unless the store has lost it since."""

    after: int
    due: int
    losses: int


def delayed_hub(store: EventStore, repository: Repository, delays: Delays, clock: Clock, broker: Broker) -> Hub:
    """The hub of those who are behind. It tells of no clocks and no presence: both are of now."""
    source = DelayedSource(store, repository, delays, clock)
    hub = Hub(source, broker)
    source.wake = hub.hinted
    return hub


class DelayedSource(StoreSource):
    """Holds back what is not due, and wakes the hub when the next event is. Of a match without delay it shows all."""

    def __init__(self, store: EventStore, repository: Repository, delays: Delays, clock: Clock) -> None:
        super().__init__(store, MATCH_IDS.stream_of)
        self._repository = repository
        self._delays = delays
        self._clock = clock
        self.wake: Wake = lambda match_id, version: None
        self._pending: dict[str, _Pending] = {}

    async def head(self, match_id: str) -> SourceHead:
        head = await super().head(match_id)
        bound, _ = await self._bound(match_id, head.version)
        return head if bound == head.version else SourceHead(bound, None, over=False)

    async def read(self, match_id: str, after: int, limit: int, head: bytes | None = None) -> Sequence[StoredEvent]:
        pending = self._pending.get(match_id)
        losses = self.losses
        if pending is not None and (pending.after, pending.losses) == (after, losses) and self._clock() < pending.due:
            return []
        read = await super().read(match_id, after, limit, head)
        if not read:
            return read
        bound, now = await self._bound(match_id, read[-1].version)
        held = next((event for event in read if event.version > bound), None)
        if held is None:
            return read
        self._hold(match_id, _Pending(held.version - 1, held.at + await self._delay(match_id), losses), now)
        return [event for event in read if event.version <= bound]

    async def _bound(self, match_id: str, version: int) -> tuple[int, int]:
        return await self._delays.bound(MATCH_IDS.stream_of(match_id), version, await self._delay(match_id))

    async def _delay(self, match_id: str) -> int:
        """It never changes, so that what this process knows of the match will do."""
        return (await self._repository.known(match_id)).state.spectator_delay

    def _hold(self, match_id: str, pending: _Pending, now: int) -> None:
        if self._pending.get(match_id) == pending:
            return
        self._pending[match_id] = pending
        seconds = max(0, pending.due - now) / 1000
        asyncio.get_running_loop().call_later(seconds, self._due, match_id, pending)

    def _due(self, match_id: str, pending: _Pending) -> None:
        if self._pending.get(match_id) == pending:
            del self._pending[match_id]
        self.wake(match_id, pending.after + 1)
