"""Puts closed matches into the archive. A stream counts as archived only when its files were read back and compared."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Literal
from uuid import UUID

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from api_schema.errors import ApiError
from domain.kernel.audience import FULL
from eventstore import archived
from eventstore.archived import Filed
from eventstore.databases import sql_of
from eventstore.envelope import StoredEvent
from eventstore.store import EventStore
from eventstore.tables import commands, streams
from service.application.ids import MATCH_IDS
from service.archive.archive import Archive
from service.archive.candidates import candidates
from service.archive.files import Bundle, Caused, Damaged, bundle, commands_name, replay_name
from service.archive.objects import ObjectLost, Objects
from service.history.exporter import Exporter
from service.matches.aggregate import Aggregate
from service.matches.repository import Repository
from service.times import Clock

log = structlog.get_logger(__name__)
DAY = 86_400_000
State = Literal["filed", "later", "failed"]


class Outcome(msgspec.Struct, frozen=True):
    """What became of a match: `later` may be archived by a later run; `failed` needs somebody to look at it."""

    match: str
    state: State
    why: str = ""
    bytes: int = 0


class Filing:
    """Works on one match after the other. Two of them at once do the same work twice and harm nothing."""

    def __init__(
        self,
        store: EventStore,
        archive: Archive,
        objects: Objects,
        repository: Repository,
        exporter: Exporter,
        clock: Clock,
        after_days: int,
    ) -> None:
        self._store = store
        self._archive = archive
        self._objects = objects
        self._repository = repository
        self._exporter = exporter
        self._clock = clock
        self._after_days = after_days

    async def run(self) -> AsyncIterator[Outcome]:
        """Archive every match that is due. StoreUnavailable ends it; the next run goes on from there."""
        async for page in self.due():
            for stream in page:
                yield await self.file(stream)

    async def due(self) -> AsyncIterator[list[UUID]]:
        """The matches that are due, in pages."""
        async for page in candidates(self._store, self._clock() - self._after_days * DAY):
            yield page

    async def file(self, stream: UUID) -> Outcome:
        """Archive one match that is closed. Raises StoreUnavailable."""
        name = MATCH_IDS.id_of(stream)
        try:
            match = await self._repository.current(name)
            record = await self._exporter.record(match)
            if not match.state.revealed or self._clock() < match.state.at + match.state.spectator_delay:
                return Outcome(name, "later", "not everybody may know its end yet")
            if record.signature is None and match.secret is not None:
                return Outcome(name, "later", "it is not signed yet")
            lines = [line async for line in self._exporter.written(match, record, FULL)]
        except (ApiError, LookupError, ValueError, TypeError) as error:
            # a release that can't read it, or rows that somebody has changed
            return _failed(name, f"its replay file can't be written: {error}")
        return await self._keep(match, lines)

    async def _keep(self, match: Aggregate, lines: list[bytes]) -> Outcome:
        own = sql_of(self._store, match.stream)
        caused = await own.read(lambda connection: _commands(connection, match.stream))
        files = await asyncio.to_thread(bundle, match.stream, lines, caused)
        filed = Filed(match.stream, files.object, match.version, match.head, self._clock(), files.size)
        await self._put(files)
        why = await self._differs(filed, caused)
        if why is not None:
            return _failed(match.match, why)
        await own.write(lambda connection: archived.note(connection, filed))
        return Outcome(match.match, "filed", bytes=files.size)

    async def _put(self, files: Bundle) -> None:
        await self._objects.put(commands_name(files.object), files.commands)
        await self._objects.put(replay_name(files.object), files.replay)

    async def _differs(self, filed: Filed, caused: list[Caused]) -> str | None:
        """Why what is in the archive is not what is in the store, byte for byte; None: it is the same."""
        try:
            events, told = await self._archive.events_of(filed), await self._archive.commands_of(filed)
        except (Damaged, ObjectLost) as error:
            return str(error)
        if events != await self._store.read(filed.stream_id, settled=True):
            return "its replay file says something else than the store: audit it"
        if told != caused or not _cover(caused, events):
            return "its commands are not those of its events: audit it"
        return None


def _commands(connection: Connection, stream: UUID) -> list[Caused]:
    born = (streams.c.stream_id == commands.c.stream_id) & (streams.c.epoch == commands.c.epoch)
    query = sa.select(commands).select_from(streams.join(commands, born)).where(streams.c.stream_id == stream)
    return [
        Caused(row.caller, row.command_id, row.fingerprint.hex(), row.first_version, row.last_version)
        for row in connection.execute(query.order_by(commands.c.first_version))
    ]


def _cover(caused: Sequence[Caused], events: Sequence[StoredEvent]) -> bool:
    """Whether each event has its command, which has whole batches."""
    begins = [one.first for one in caused] + [len(events) + 1]
    return begins == [1] + [one.last + 1 for one in caused] and all(events[one.last - 1].batch_end for one in caused)


def _failed(match: str, why: str) -> Outcome:
    log.error("a match was not archived", match=match, reason=why)
    return Outcome(match, "failed", why)
