"""Puts closed matches into the archive. A stream counts as archived only when its files were read back and compared."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import msgspec
import structlog

from api_schema.errors import ApiError
from domain.kernel.audience import FULL
from eventstore import Command, EventStore, StoredEvent, shard_of
from eventstore.read_models.inspection import Span, commands_of
from eventstore.retention import archived
from eventstore.retention.archived import Filed
from service.application.ids import MATCH_IDS
from service.history.archive.archive import Archive
from service.history.archive.candidates import candidates
from service.history.archive.files import Bundle, Caused, Lost, bundle, commands_name, replay_name
from service.history.exporter import Exporter
from service.matches.repository import Repository
from service.times import Clock

if TYPE_CHECKING:
    from service.history.archive.objects import Objects

log = structlog.get_logger(__name__)
DAY = 86_400_000
TOGETHER = 8
"""Matches that are archived at once: most of the time one waits for the storage."""
State = Literal["filed", "later", "failed"]


class Part(msgspec.Struct, frozen=True):
    """One of so many parts of all matches, counted from 1: a match is of the part of its shard."""

    number: int
    parts: int

    def has(self, stream: UUID) -> bool:
        """Whether a match is of it."""
        return shard_of(stream) % self.parts == self.number - 1


WHOLE = Part(1, 1)


class Outcome(msgspec.Struct, frozen=True):
    """The outcome for a match: `later` may be archived by a later run; `failed` needs somebody to look at it."""

    match: str
    state: State
    why: str = ""
    bytes: int = 0


class Filing:
    """Works on some matches at once. Two of them at once do the same work twice and harm nothing."""

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

    async def run(self, most: int | None = None, part: Part = WHOLE) -> AsyncIterator[Outcome]:
        """Archive every match that is due and of this part, or so many. StoreUnavailable ends it; the next run goes on.

        Runs of different parts share the work.
        """
        left = sys.maxsize if most is None else most
        async for due in self.due():
            after, page = 0, [stream for stream in due if part.has(stream)]
            while left and (some := page[after : after + min(TOGETHER, left)]):
                after += len(some)
                for outcome in await self._file_all(some):
                    left -= outcome.state == "filed"
                    yield outcome

    async def due(self) -> AsyncIterator[list[UUID]]:
        """The matches that are due, in pages."""
        async for page in candidates(self._store, self._clock() - self._after_days * DAY):
            yield page

    async def _file_all(self, asked: Sequence[UUID]) -> list[Outcome]:
        """Archive matches that are closed, beside one another. Raises StoreUnavailable, after what went well."""
        caused = await self._store.sql.read(partial(commands_of, asked=asked))
        tried = (self._file(stream, list(starmap(_caused, caused[stream]))) for stream in asked)
        done = await asyncio.gather(*tried, return_exceptions=True)
        if filed := [one for one in done if isinstance(one, Filed)]:
            await self._store.sql.write(partial(archived.note, filed=filed))
        outcomes = []
        for one in done:
            if isinstance(one, BaseException):
                raise one
            outcomes.append(_well(one) if isinstance(one, Filed) else one)
        return outcomes

    async def _file(self, stream: UUID, caused: list[Caused]) -> Filed | Outcome:
        """Where the match is in the archive, or why it is not."""
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
        files = await asyncio.to_thread(bundle, stream, lines, caused)
        filed = Filed(stream, files.object, match.version, match.head, self._clock(), files.size)
        await self._put(files)
        why = await self._differs(filed, caused)
        return filed if why is None else _failed(name, why)

    async def _put(self, files: Bundle) -> None:
        await self._objects.put(commands_name(files.object), files.commands)
        await self._objects.put(replay_name(files.object), files.replay)

    async def _differs(self, filed: Filed, caused: list[Caused]) -> str | None:
        """Why what is in the archive is not what is in the store, byte for byte; None: it is the same."""
        try:
            events, told = await self._archive.events_of(filed), await self._archive.commands_of(filed)
        except Lost as error:
            return str(error)
        if events != await self._store.read(filed.stream_id, settled=True):
            return "its replay file says something else than the store: audit it"
        if told != caused or not _cover(caused, events):
            return "its commands are not those of its events: audit it"
        return None


def _caused(command: Command, span: Span) -> Caused:
    return Caused(command.caller, command.command_id, command.fingerprint.hex(), *span)


def _cover(caused: Sequence[Caused], events: Sequence[StoredEvent]) -> bool:
    """Whether each event has its command, which has whole batches."""
    begins = [one.first for one in caused] + [len(events) + 1]
    return begins == [1] + [one.last + 1 for one in caused] and all(events[one.last - 1].batch_end for one in caused)


def _well(filed: Filed) -> Outcome:
    return Outcome(MATCH_IDS.id_of(filed.stream_id), "filed", bytes=filed.bytes)


def _failed(match: str, why: str) -> Outcome:
    log.error("a match was not archived", match=match, reason=why)
    return Outcome(match, "failed", why)
