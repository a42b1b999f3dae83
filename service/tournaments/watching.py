"""What watchers of a tournament are shown: slices of its stream, rendered once for each viewer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec

from api_schema.ports import Update
from api_schema.ports.updates import TournamentChangedOut, TournamentClosedOut
from domain.tournament.events import SeedRevealed
from eventstore.envelope import StoredEvent
from eventstore.store import EventStore
from service.streams.broker import Broker
from service.streams.hub import Hub
from service.streams.slices import Slice, StoreSource, View
from service.tournaments.identity import stream_of
from service.tournaments.reading import TournamentReader
from service.tournaments.rendering import events_out, status_of

_KINDS = {"EventsAppended": "TournamentChanged", "MatchClosed": "TournamentClosed"}


class _Source(StoreSource):
    def is_last(self, event: StoredEvent) -> bool:
        return event.type == SeedRevealed.type


def tournament_hub(store: EventStore, broker: Broker) -> Hub:
    """The hub of those who watch tournaments."""
    return Hub(_Source(store, stream_of), broker)


class TournamentWatching:
    """Streams of updates."""

    def __init__(self, reader: TournamentReader, hub: Hub) -> None:
        self._reader = reader
        self._hub = hub

    async def updates(self, tournament: str, viewer: str, after: int) -> AsyncGenerator[Update]:
        """What was missed since a version, then what happens."""

        async def events(slice_: Slice) -> bytes:
            shown = tuple(events_out(tournament, slice_.events, viewer))
            then = await self._reader.at(tournament, slice_.last)
            head = slice_.events[-1].hash.hex()
            changed = TournamentChangedOut(slice_.first, slice_.last, shown, head, len(then.rounds), status_of(then))
            return msgspec.json.encode(changed)

        async def closed(_: str, version: int) -> bytes:
            state = (await self._reader.known(tournament)).state
            return msgspec.json.encode(TournamentClosedOut(version, status_of(state)))

        view = View(("tournament", viewer), events, closed)
        async with aclosing(self._hub.watch(tournament, after, view)) as updates:
            async for update in updates:
                yield msgspec.structs.replace(update, kind=_KINDS.get(update.kind, update.kind))
