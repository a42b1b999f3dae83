"""What watchers of a tournament are shown: slices of its stream, rendered once for each viewer, and its boards."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Hashable
from contextlib import aclosing

import msgspec

from api_schema.ports import Update
from api_schema.ports.updates import TournamentChangedOut, TournamentClosedOut
from domain.tournament.events import SeedRevealed
from domain.tournament.tournament import stage_at
from eventstore.envelope import StoredEvent
from eventstore.store import EventStore
from service.accounts.directory import NamesOf
from service.streams.broker import Broker
from service.streams.hub import Hub
from service.streams.once import Once
from service.streams.slices import Slice, StoreSource, View
from service.tournaments.aggregate import Tournament
from service.tournaments.boards import MOST, NOTHING, Board, PairingsBoard, StandingsBoard, States, unpack
from service.tournaments.identity import stream_of
from service.tournaments.reading import PAGE, TournamentReader, round_of
from service.tournaments.rendering import events_out, status_of

_KINDS = {"EventsAppended": "TournamentChanged", "MatchClosed": "TournamentClosed"}
OPENINGS = 16
"""First messages that are kept: many come at once when they have lost another replica."""


class _Source(StoreSource):
    def is_last(self, event: StoredEvent) -> bool:
        return event.type == SeedRevealed.type


def tournament_hub(store: EventStore, broker: Broker) -> Hub:
    """The hub of those who watch tournaments."""
    return Hub(_Source(store, stream_of), broker)


class TournamentWatching:
    """Streams of updates. `edition`: what stands on a board with names is told again as long as it is the same."""

    def __init__(self, reader: TournamentReader, names: NamesOf, edition: Callable[[], Hashable], hub: Hub) -> None:
        self._reader = reader
        self._names = names
        self._edition = edition
        self._hub = hub
        self._states = States(reader)
        self._openings: Once[bytes] = Once(OPENINGS)

    async def updates(self, tournament: str, viewer: str, after: int) -> AsyncGenerator[Update]:
        """What was missed since a version, then what happens."""

        async def events(slice_: Slice) -> bytes:
            shown = tuple(events_out(tournament, slice_.events, viewer))
            then = stage_at((await self._reader.known(tournament)).state, slice_.last)
            head = slice_.events[-1].hash.hex()
            changed = TournamentChangedOut(slice_.first, slice_.last, shown, head, then.round, status_of(then))
            return msgspec.json.encode(changed)

        view = View(("tournament", viewer), events, self._closed)
        async with aclosing(self._hub.watch(tournament, after, view)) as updates:
            async for update in updates:
                yield msgspec.structs.replace(update, kind=_KINDS.get(update.kind, update.kind))

    async def pairings(self, tournament: str, number: int | None, after: int) -> AsyncGenerator[Update]:
        """The tables of a round, then those that change. NOT_FOUND for one that has not begun."""
        round_of((await self._reader.known(tournament)).state, number)
        board = PairingsBoard(self._states, self._names, number)
        async with aclosing(self._followed(tournament, board, "PairingsChanged", after)) as updates:
            async for update in updates:
                yield update

    async def standings(self, tournament: str, first: int, after: int) -> AsyncGenerator[Update]:
        """The first rows of the standings, then again when they change."""
        board = StandingsBoard(self._states, self._names, first)
        async with aclosing(self._followed(tournament, board, "StandingsChanged", after)) as updates:
            async for update in updates:
                yield update

    async def _followed(self, tournament: str, board: Board, kind: str, after: int) -> AsyncGenerator[Update]:
        """What stands on a board that somebody has seen at a version, 0: not yet; then what changes there."""
        known = await self._reader.known(tournament)
        for version, payload in _messages(await self._opening(known, board, after)):
            yield Update(kind, version, payload)
        view = View(board.key, board.changed, self._closed, self._edition)
        async with aclosing(self._hub.watch(tournament, max(after, known.version), view)) as updates:
            async for update in updates:
                if update.kind == "EventsAppended":
                    for version, payload in _messages(update.payload):
                        yield Update(kind, version, payload)
                else:
                    yield msgspec.structs.replace(update, kind=_KINDS.get(update.kind, update.kind))

    async def _opening(self, known: Tournament, board: Board, after: int) -> bytes:
        """Rendered once for all who come from one version to another."""
        if after >= known.version:
            return NOTHING
        missed = known.version - after
        since = None if after == 0 or missed > MOST else after

        async def work() -> bytes:
            self._states.keep(known.id, known.state)
            return await board.opening(known, None if since is None else await self._missed(known, since))

        return await self._openings.get((known.id, known.version, since, board.key, self._edition()), work)

    async def _missed(self, known: Tournament, after: int) -> list[StoredEvent]:
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
