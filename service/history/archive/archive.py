"""Reads archived streams: each is fetched once for all who ask at the same time, and the last ones are remembered."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec
import structlog
from cachetools import LRUCache

from domain.kernel.match import MatchEnded, SecretsRevealed
from eventstore import (
    Appended,
    Command,
    EventStore,
    KeyReused,
    Logged,
    LogPage,
    StoredEvent,
    StoreUnavailable,
    is_gone,
)
from eventstore.retention import archived
from eventstore.retention.archived import Filed
from service.history.archive.files import Caused, commands_name, commands_of, events_of, replay_name
from service.streams.single_flight import SingleFlight

if TYPE_CHECKING:
    from service.history.archive.objects import Objects

log = structlog.get_logger(__name__)
AT_ONCE = 8
"""Objects that are fetched at the same time."""
_ROW = 300
"""Bytes of an event in memory beside its own."""
_ENDS = (MatchEnded.type, SecretsRevealed.type)
"""Events with which read models look back at the whole match."""
_Part = tuple[Mapping[int, StoredEvent], Sequence[StoredEvent]]
"""Events of a stream by version, and all of its events if a read model may need them."""


class Archive:
    """The archive of one store. Without `objects` nothing can be read from it, and nothing is in it.

    `room`: bytes of events that are remembered.
    """

    def __init__(self, store: EventStore, objects: Objects | None, room: int) -> None:
        self._store = store
        self._objects = objects
        self._known: LRUCache[str, Sequence[StoredEvent]] = LRUCache(room, getsizeof=_size)
        self._reading: SingleFlight[Sequence[StoredEvent]] = SingleFlight(AT_ONCE)
        self._gate = asyncio.Semaphore(AT_ONCE)
        self.left_out: frozenset[UUID] = frozenset()
        """The streams that readers of the log do without."""
        self.reads: Counter[str] = Counter(read=0, failed=0)
        """Objects that were fetched, and fetches that failed."""

    async def events(self, stream: UUID, filed: Filed | None = None) -> Sequence[StoredEvent]:
        """All events of an archived stream. Raises StoreUnavailable, also where the archive has lost them.

        `filed`: its row, from a caller that has it at hand.
        """
        filed = filed or await self._filed(stream)
        if filed is None:
            raise StoreUnavailable(f"the events of the stream {stream} are gone, and no archive has them")
        # the row says of which history they are: after a failover the stream may have ended in another way
        known = self._known.get(filed.object)
        return await self._reading.get(filed.object, partial(self._fetch, filed)) if known is None else known

    async def filed(self, streams: Collection[UUID]) -> Mapping[UUID, Filed]:
        """The rows of these streams, as far as they are archived."""
        found = await self._store.sql.read(partial(archived.named, asked=streams))
        return {one.stream_id: one for one in found}

    async def commands(self, stream: UUID) -> Sequence[Caused]:
        """The commands of a stream in the order of their events; none if it is not archived."""
        filed = await self._filed(stream)
        return [] if filed is None else await self.commands_of(filed)

    async def caused(self, stream: UUID, command: Command) -> Appended | None:
        """The answer to a command of an archived stream; None if it has no such one. Raises KeyReused."""
        for one in await self.commands(stream):
            if one.is_of(command):
                events = await self.events(stream)
                if one.fingerprint != command.fingerprint.hex():
                    raise KeyReused(command.command_id, events[one.first - 1].at)
                return Appended(one.first, one.last, events[one.last - 1].hash, True)
        return None

    async def filled(self, page: LogPage) -> LogPage:
        """The page with the events whose rows have left, but for those that readers of the log do without."""
        if self.left_out:
            page = msgspec.structs.replace(page, events=[one for one in page.events if not self._left_out(one.event)])
        lacking: dict[UUID, set[int]] = {}
        for entry in page.events:
            if is_gone(entry.event):
                lacking.setdefault(entry.event.stream_id, set()).add(entry.event.version)
        return (
            msgspec.structs.replace(page, events=_filled(page.events, await self._parts(lacking))) if lacking else page
        )

    def _left_out(self, event: StoredEvent) -> bool:
        return is_gone(event) and event.stream_id in self.left_out

    async def _parts(self, lacking: Mapping[UUID, Collection[int]]) -> Mapping[UUID, _Part]:
        gate, filed = asyncio.Semaphore(AT_ONCE), await self.filed(lacking)

        async def part(stream: UUID) -> _Part:
            async with gate:
                return _part(await self.events(stream, filed.get(stream)), lacking[stream])

        return dict(zip(lacking, await asyncio.gather(*map(part, lacking)), strict=True))

    async def events_of(self, filed: Filed) -> list[StoredEvent]:
        """The events as they are in the archive now, past everything that is remembered."""
        data = await self._got(replay_name(filed.object))
        return await asyncio.to_thread(events_of, filed, data)

    async def commands_of(self, filed: Filed) -> list[Caused]:
        """The commands as they are in the archive now."""
        data = await self._got(commands_name(filed.object))
        return await asyncio.to_thread(commands_of, filed, data)

    async def _filed(self, stream: UUID) -> Filed | None:
        return await self._store.sql.read(lambda connection: archived.find(connection, stream))

    async def _fetch(self, filed: Filed) -> Sequence[StoredEvent]:
        found = await self.events_of(filed)
        if _size(found) <= self._known.maxsize:
            self._known[filed.object] = found
        return found

    async def _got(self, name: str) -> bytes:
        if self._objects is None:
            raise StoreUnavailable("this is in the archive, and PLAYLEDGER_ARCHIVE_URL does not say where that is")
        try:
            async with self._gate:
                data = await self._objects.get(name)
        except StoreUnavailable as error:
            self.reads["failed"] += 1
            log.error("an archived match can't be read", object=name, error=str(error))
            raise
        self.reads["read"] += 1
        return data


def _size(events: Sequence[StoredEvent]) -> int:
    return sum(len(event.body) + len(event.private or b"") + _ROW for event in events)


def _part(events: Sequence[StoredEvent], versions: Collection[int]) -> _Part:
    """So much as a page needs: what else is in a match is not kept for the time of the page."""
    found = {version: events[version - 1] for version in versions}
    return found, events if any(event.type in _ENDS for event in found.values()) else ()


def _filled(page: Sequence[Logged], found: Mapping[UUID, _Part]) -> list[Logged]:
    filled = []
    for entry in page:
        if is_gone(entry.event):
            events, history = found[entry.event.stream_id]
            filled.append(Logged(entry.position, events[entry.event.version], history))
        else:
            filled.append(entry)
    return filled
