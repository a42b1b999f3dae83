"""The updates of watchers of a tournament: slices of its stream, rendered once for each viewer, and its live views."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Hashable
from contextlib import aclosing

import msgspec

from api_schema.ports.matches import Update
from api_schema.ports.updates import TournamentChangedOut, TournamentClosedOut
from domain.tournament.events import SeedRevealed
from domain.tournament.tournament import stage_at
from eventstore import EventStore, StoredEvent
from service.accounts.directory import NamesOf
from service.application.ids import TOURNAMENT_IDS
from service.streams.broker import Broker
from service.streams.event_slices import EventSlice, Rendering, StoreSource
from service.streams.hub import Hub
from service.streams.single_flight import SingleFlight
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.live_views import MOST, NOTHING, LiveView, PairingsView, StandingsView, StateCache, unpack
from service.tournaments.reader import PAGE, TournamentReader, round_of
from service.tournaments.rendering import clock_out, status_of

_KINDS = {"EventsAppended": "TournamentChanged", "MatchClosed": "TournamentClosed"}
OPENINGS = 16
"""First messages that are kept: many come at once when they have lost another replica."""


class _Source(StoreSource):
    def is_last(self, event: StoredEvent) -> bool:
        return event.type == SeedRevealed.type


def tournament_hub(store: EventStore, broker: Broker) -> Hub:
    """The hub of those who watch tournaments."""
    return Hub(_Source(store, TOURNAMENT_IDS.stream_of), broker)


class TournamentUpdates:
    """Streams of updates. `edition`: the bytes of a live view with names stay good as long as this is the same."""

    def __init__(self, reader: TournamentReader, names: NamesOf, edition: Callable[[], Hashable], hub: Hub) -> None:
        self._reader = reader
        self._names = names
        self._edition = edition
        self._hub = hub
        self._states = StateCache(reader)
        self._openings: SingleFlight[bytes] = SingleFlight(OPENINGS)

    async def updates(self, tournament: str, viewer: str, after: int) -> AsyncGenerator[Update]:
        """The events since a version, then new ones."""

        async def events(slice_: EventSlice) -> bytes:
            known = await self._reader.known(tournament)
            shown = self._reader.rendered(known, slice_.events, viewer)
            then = stage_at(known.state, slice_.last)
            head = slice_.events[-1].hash.hex()
            clock = clock_out(then.clock)
            changed = TournamentChangedOut(slice_.first, slice_.last, shown, head, then.round, *clock, status_of(then))
            return msgspec.json.encode(changed)

        rendering = Rendering(("tournament", viewer), events, self._closed)
        async with aclosing(self._hub.watch(tournament, after, rendering)) as updates:
            async for update in updates:
                yield msgspec.structs.replace(update, kind=_KINDS.get(update.kind, update.kind))

    async def pairings(self, tournament: str, number: int | None, after: int) -> AsyncGenerator[Update]:
        """The tables of a round, then those that change. NOT_FOUND for one that has not begun."""
        round_of((await self._reader.known(tournament)).state, number)
        live = PairingsView(self._states, self._names, number)
        async with aclosing(self._followed(tournament, live, "PairingsChanged", after)) as updates:
            async for update in updates:
                yield update

    async def standings(self, tournament: str, first: int, after: int) -> AsyncGenerator[Update]:
        """The first rows of the standings, then again when they change."""
        live = StandingsView(self._states, self._names, first)
        async with aclosing(self._followed(tournament, live, "StandingsChanged", after)) as updates:
            async for update in updates:
                yield update

    async def _followed(self, tournament: str, live: LiveView, kind: str, after: int) -> AsyncGenerator[Update]:
        """A live view for a client that has seen it at a version, 0: not yet; then its changes."""
        known = await self._reader.known(tournament)
        for version, payload in _messages(await self._opening(known, live, after)):
            yield Update(kind, version, payload)
        rendering = Rendering(live.key, live.changed, self._closed, self._edition)
        async with aclosing(self._hub.watch(tournament, max(after, known.version), rendering)) as updates:
            async for update in updates:
                if update.kind == "EventsAppended":
                    for version, payload in _messages(update.payload):
                        yield Update(kind, version, payload)
                else:
                    yield msgspec.structs.replace(update, kind=_KINDS.get(update.kind, update.kind))

    async def _opening(self, known: TournamentAggregate, live: LiveView, after: int) -> bytes:
        """Rendered once for all who come from one version to another."""
        if after >= known.version:
            return NOTHING
        missed = known.version - after
        since = None if after == 0 or missed > MOST else after

        async def work() -> bytes:
            self._states.keep(known)
            return await live.opening(known, None if since is None else await self._missed(known, since))

        return await self._openings.get((known.head, since, live.key, self._edition()), work)

    async def _missed(self, known: TournamentAggregate, after: int) -> list[StoredEvent]:
        """The events after a version."""
        missed: list[StoredEvent] = []
        while after < known.version:
            missed += await self._reader.stored(known, after, PAGE)
            after = missed[-1].version
        return missed

    async def _closed(self, tournament: str, version: int) -> bytes:
        state = (await self._reader.known(tournament)).state
        return msgspec.json.encode(TournamentClosedOut(version, status_of(state)))


def _messages(packed: bytes) -> list[tuple[int, bytes]]:
    return unpack(packed) if packed else []
