"""An event store that answers for archived streams too, so that nobody who reads has to know where events are."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

import msgspec

from domain.kernel.match import MatchEnded, SecretsRevealed
from eventstore import (
    BEGINNING,
    Appended,
    Archived,
    Command,
    EventStore,
    KeyReused,
    Logged,
    LogPage,
    NewEvent,
    OtherHistory,
    Places,
    Snapshot,
    StoredEvent,
    StreamClosed,
    Types,
    WrongExpectedVersion,
    is_gone,
)
from service.application.forwarding_store import ForwardingStore
from service.history.archive.archive import AT_ONCE, Archive

_ENDS = (MatchEnded.type, SecretsRevealed.type)
"""Events with which read models look back at the whole match."""


class ArchivedStore(ForwardingStore):
    """See store.EventStore. Events that have left the database are read from the archive."""

    def __init__(self, store: EventStore, archive: Archive) -> None:
        super().__init__(store)
        self.archive = archive

    async def append(
        self,
        stream_id: UUID,
        kind: str,
        expected_version: int,
        events: Sequence[NewEvent],
        command: Command,
        *,
        close: bool = False,
        secret: bytes | None = None,
    ) -> Appended:
        try:
            return await super().append(stream_id, kind, expected_version, events, command, close=close, secret=secret)
        except (Archived, StreamClosed, WrongExpectedVersion) as refusal:
            # only a retry that creates a stream, or knows its end, does not ask for its command first
            if isinstance(refusal, WrongExpectedVersion) and expected_version:
                raise
            found = await self._caused(stream_id, command)
            if found is not None:
                return found
            if isinstance(refusal, Archived):
                raise StreamClosed from None
            raise

    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        try:
            return await super().find_command(stream_id, command)
        except Archived:
            return await self._caused(stream_id, command)

    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        try:
            return await super().read(stream_id, after, limit, head=head, settled=settled)
        except Archived:
            events = await self.archive.events(stream_id)
        if head is not None and after and [event.hash for event in events[after - 1 : after]] != [head]:
            raise OtherHistory(after)
        return list(events[after : None if limit is None else after + limit])

    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        try:
            return await super().load(stream_id, rules_hash, schema_hash)
        except Archived:
            return None, list(await self.archive.events(stream_id))

    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        page = await super().read_log(after, until, limit, types)
        if self.archive.left_out:
            page = msgspec.structs.replace(page, events=[one for one in page.events if not self._left_out(one.event)])
        lacking: dict[UUID, set[int]] = {}
        for entry in page.events:
            if is_gone(entry.event):
                lacking.setdefault(entry.event.stream_id, set()).add(entry.event.version)
        if not lacking:
            return page
        return msgspec.structs.replace(page, events=_filled(page.events, await self._found(lacking)))

    def _left_out(self, event: StoredEvent) -> bool:
        return is_gone(event) and event.stream_id in self.archive.left_out

    async def _found(self, lacking: Mapping[UUID, Collection[int]]) -> Mapping[UUID, _Part]:
        gate, filed = asyncio.Semaphore(AT_ONCE), await self.archive.filed(lacking)

        async def part(stream: UUID) -> _Part:
            async with gate:
                return _part(await self.archive.events(stream, filed.get(stream)), lacking[stream])

        return dict(zip(lacking, await asyncio.gather(*map(part, lacking)), strict=True))

    async def _caused(self, stream_id: UUID, command: Command) -> Appended | None:
        for one in await self.archive.commands(stream_id):
            if one.is_of(command):
                events = await self.archive.events(stream_id)
                if one.fingerprint != command.fingerprint.hex():
                    raise KeyReused(command.command_id, events[one.first - 1].at)
                return Appended(one.first, one.last, events[one.last - 1].hash, True)
        return None


_Part = tuple[Mapping[int, StoredEvent], Sequence[StoredEvent]]
"""Events of a stream by version, and all of its events if a read model may need them."""


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
