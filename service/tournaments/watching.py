"""What watchers of a tournament are shown: slices of its stream, rendered once for each viewer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec

from api_schema.ports import Update
from api_schema.ports.base import Out
from api_schema.ports.tournaments import TournamentEventOut
from domain.tournament.events import SeedRevealed
from eventstore.envelope import StoredEvent
from eventstore.store import EventStore
from service.streams.broker import Broker
from service.streams.hub import Hub
from service.streams.slices import Slice, StoreSource, View
from service.tournaments.identity import stream_of
from service.tournaments.reading import TournamentReader
from service.tournaments.rendering import events_out

_KINDS = {"EventsAppended": "TournamentChanged", "MatchClosed": "TournamentClosed"}


class TournamentChangedOut(Out, frozen=True):
    """Payload of TournamentChanged."""

    from_version: int
    to_version: int
    events: tuple[TournamentEventOut, ...]
    head_hash: str


class TournamentClosedOut(Out, frozen=True):
    """Payload of TournamentClosed."""

    version: int
    status: str


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
            return msgspec.json.encode(
                TournamentChangedOut(slice_.first, slice_.last, shown, slice_.events[-1].hash.hex())
            )

        async def closed(_: str, version: int) -> bytes:
            status = (await self._reader.known(tournament)).state.status
            return msgspec.json.encode(TournamentClosedOut(version, status.upper()))

        view = View(("tournament", viewer), events, closed)
        async with aclosing(self._hub.watch(tournament, after, view)) as updates:
            async for update in updates:
                yield msgspec.structs.replace(update, kind=_KINDS.get(update.kind, update.kind))
