"""Audits matches where they are stored: the rows themselves, then every level as if they had been exported."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, Protocol
from uuid import UUID

import msgspec

from api_schema.errors import ApiError
from domain.kernel.audience import FULL
from domain.kernel.cardsets import Library
from domain.kernel.match import SecretsRevealed, State
from domain.kernel.upcasters import UnreadableEvent
from eventstore import EventStore, Head, StoredEvent, chain, shard_of
from eventstore.read_models import inspection
from eventstore.read_models.inspection import ShardSpans, Span
from eventstore.read_models.past import Past
from service.application.ids import MATCH_IDS
from service.application.signing import Signature
from service.application.vault import SeedLost, Vault
from service.catalogue.card_sets import CardSetBook
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.history.lines import body, encode
from service.history.recorder import Record, Recorder, full_line, revealed
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.report import Level, LevelFailure, VerifyReport
from service.matches.aggregate import row
from service.matches.repository import named_in, pinned_in
from service.projections.match_signatures.queries import Signatures

STORE = "store"
"""The level of an audit that a file doesn't have: the rows agree with each other."""
_PAGE = 500


class Stored(msgspec.Struct, frozen=True):
    """Everything that the store has of a match.

    `commands` are the versions that each command has caused, `positions` those in the log and waiting for it, in order.
    """

    match: str
    head: Head | None
    events: list[StoredEvent]
    commands: list[Span]
    positions: list[Span]
    secret: bytes | None
    signature: Signature | None
    library: Library | None


class _Body(msgspec.Struct):
    match: str
    v: int
    type: str
    schema: int
    at: int


_body = msgspec.json.Decoder(_Body)


class Caused(Protocol):
    """The events that a command has caused."""

    @property
    def first(self) -> int: ...

    @property
    def last(self) -> int: ...


ArchivedCommands = Callable[[UUID], Awaitable[Sequence[Caused]]]
"""The commands of an archived match, in order; none for any other."""


class Auditor:
    """Reads past every cache. The work is done in a thread, one match at a time."""

    def __init__(
        self,
        store: EventStore,
        catalogue: GameCatalogue,
        vault: Vault,
        signatures: Signatures,
        book: CardSetBook,
        archived: ArchivedCommands,
    ) -> None:
        self._book = book
        self._archived = archived
        self._signatures = signatures
        self._store = store
        self._catalogue = catalogue
        self._vault = vault
        self._one = asyncio.Semaphore(1)

    async def audit(
        self,
        match: str,
        keys: Collection[str] | None = None,
        vouched: Collection[str] = (),
        upto: int | None = None,
        spans: ShardSpans | None = None,
    ) -> VerifyReport:
        """All levels of one match, or of its events up to a version. NOT_FOUND.

        `keys` and `vouched` are those of a VerifyRequest; `spans` are of whoever audits many.
        """
        stored = await self._stored(match, spans)
        if upto is not None:
            stored = _until(stored, upto)
        if stored.head is None and not stored.events:
            raise MATCH_IDS.not_found(match)
        async with self._one:
            return await asyncio.to_thread(self._examine, stored, keys, vouched)

    async def count(self) -> int:
        """The number of matches."""
        return await self._store.sql.read(partial(inspection.count_of, kind=MATCH_IDS.kind))

    async def lost_positions(self) -> int:
        """The number of events that the logs lack of those they counted: they may be all that is left of a match."""
        return await self._store.sql.read(inspection.lost_positions)

    async def matches(self) -> AsyncIterator[str]:
        """Every match of the store, also one that has lost its row in `streams`, or all its events; by shards."""
        for stream in sorted([stream async for stream in self._streams()], key=shard_of):
            yield MATCH_IDS.id_of(stream)

    async def _streams(self) -> AsyncIterator[UUID]:
        after = UUID(int=0)
        while True:
            page = partial(inspection.page_of, kind=MATCH_IDS.kind, after=after, limit=_PAGE)
            found = await self._store.sql.read(page)
            for stream in found:
                yield stream
            if len(found) < _PAGE:
                return
            after = found[-1]

    async def _stored(self, match: str, spans: ShardSpans | None) -> Stored:
        """One moment of a match that may be going on: read again while its head moves."""
        stream = MATCH_IDS.stream_of(match)
        secret = await self._store.secret(stream)
        head = await self._store.head(stream)
        while True:
            if head is None:
                events = await self._store.sql.read(lambda connection: Past(connection).orphans(stream))
            else:
                events = await self._store.read(stream, settled=head.closed)
            commands, positions = await self._store.sql.lookup(
                partial(inspection.spans_of, stream=stream, logged=spans)
            )
            if not commands and head is not None and head.closed:
                commands = [(one.first, one.last) for one in await self._archived(stream)]
            before, head = head, await self._store.head(stream)
            if before == head:
                signature, library = await self._signatures.of(stream), await self._library(events)
                return Stored(match, head, events, commands, positions, secret, signature, library)

    async def _library(self, events: Sequence[StoredEvent]) -> Library | None:
        """The match's card sets; None if they can't be read, which is a finding of the record's check."""
        try:
            game = self._catalogue.game(_game(events[0]))
            return await self._book.of_match(game, pinned_in(events), named_in(events[0]))
        except (ApiError, UnreadableEvent, LookupError, ValueError, TypeError, AttributeError):
            return None

    def _examine(self, stored: Stored, keys: Collection[str] | None, vouched: Collection[str]) -> VerifyReport:
        rows = _level(stored, _rows_agree)
        try:
            seed = self._seed(stored)
            if rows.status == "ok":
                rows = _level(stored, partial(_parts_agree, seed))
            entry = self._catalogue.entry(_game(stored.events[0]))
            library = stored.library or entry.game.library()
            state = entry.codec.fold(State().use(library), [row(event) for event in stored.events])
            source = _Lines(entry, state, stored, seed, library)
            due = keys if state.revealed else None  # nothing is signed before
            report = verify(
                source, self._catalogue, VerifyRequest(keys=due, vouched=vouched, seed=seed, cores=library.earlier)
            )
        except Exception as error:  # whatever a tampered row breaks is a finding, not a crash
            levels: tuple[Level, ...] = (rows, _broken(error))
            return VerifyReport(stored.match, "", FULL, len(stored.events), None, None, None, False, levels)
        return msgspec.structs.replace(report, levels=(rows, *report.levels))

    def _seed(self, stored: Stored) -> bytes:
        kept = None if stored.secret is None else self._vault.open(stored.secret)
        seed = kept or revealed(stored.events[-1])
        if seed is None:
            raise SeedLost
        return seed


def unread(match: str, why: str) -> VerifyReport:
    """The report of a match that nobody can read any more."""
    return VerifyReport(match, "", FULL, None, None, None, None, False, (Level(STORE, "failed", why),))


class _Lines:
    """A source: the full record of a stored match, made anew for each reading."""

    def __init__(self, entry: CatalogueEntry, state: State, stored: Stored, seed: bytes, library: Library) -> None:
        self._record = Record(entry, state, stored.events[-1].hash, seed, stored.signature, library=library)
        self._stored = stored

    def lines(self) -> Iterator[bytes]:
        """Every line."""
        recorder = Recorder(self._record, FULL)
        yield encode(recorder.header(self._stored.events[0])) + b"\n"
        for line in recorder.events(self._stored.events):
            yield encode(line) + b"\n"
        yield encode(recorder.footer()) + b"\n"


def _until(stored: Stored, version: int) -> Stored:
    """The rows of the match when it had come to a version, the end of a batch."""
    if stored.head is None or stored.head.version <= version:
        return stored
    events = [event for event in stored.events if event.version <= version]
    last = events[-1].hash if events else b""
    return msgspec.structs.replace(
        stored,
        head=msgspec.structs.replace(stored.head, version=version, head_hash=last, closed=False),
        events=events,
        commands=[(first, last) for first, last in stored.commands if first <= version],
        positions=[(first, min(last, version)) for first, last in stored.positions if first <= version],
        signature=None,
    )


def _level(stored: Stored, check: Callable[[Stored], None]) -> Level:
    try:
        check(stored)
    except LevelFailure as failure:
        return Level(STORE, "failed", failure.message, None, failure.version)
    return Level(STORE, "ok", f"{len(stored.events)} rows, {len(stored.commands)} commands")


def _rows_agree(stored: Stored) -> None:
    """Every row of a match says what the others say. Raises LevelFailure at the first that doesn't."""
    broken = chain.first_broken(stored.events)
    for place, event in enumerate(stored.events, 1):
        if event.version != place:
            raise LevelFailure(f"version {place} is missing", place)
        if event.version == broken:
            raise LevelFailure("the hash does not follow from the one before it and the body", place)
        if _said(event) != _Body(stored.match, place, event.type, event.schema, event.at):
            raise LevelFailure("the row says something else than its body", place)
    _head_agrees(stored)
    _commands_agree(stored)
    _log_agrees(stored)


def _parts_agree(seed: bytes, stored: Stored) -> None:
    """Check every private part against its commitment, here too: one that doesn't fit may break the fold."""
    for event in stored.events:
        try:
            fits = body(stored.match, full_line(stored.match, event, seed)) == event.body
        except msgspec.DecodeError as error:
            raise LevelFailure(f"the private parts can't be read: {error}", event.version) from None
        if not fits:
            raise LevelFailure("a private part does not fit its commitment, or the seed is another one", event.version)


def _said(event: StoredEvent) -> _Body:
    try:
        return _body.decode(event.body)
    except msgspec.DecodeError as error:
        raise LevelFailure(f"the body can't be read: {error}", event.version) from None


def _head_agrees(stored: Stored) -> None:
    head, last = stored.head, stored.events[-1] if stored.events else None
    if head is None or last is None:
        raise LevelFailure("a stream without events, or events without a stream")
    if head.kind != MATCH_IDS.kind:
        raise LevelFailure(f"the stream is said to be of the kind {head.kind!r}")
    if (head.version, head.head_hash) != (last.version, last.hash):
        raise LevelFailure(
            f"the stream ends at version {head.version}, its events at {last.version}, or with another hash"
        )
    if head.closed != (last.type == SecretsRevealed.type):
        raise LevelFailure("the stream is closed and the match not over, or the other way round", last.version)


def _commands_agree(stored: Stored) -> None:
    ends = {event.version for event in stored.events if event.batch_end}
    due = 1
    for first, last in stored.commands:
        if first != due or last not in ends:
            raise LevelFailure(f"the command of the events from version {due} on is missing or has other events", due)
        due = last + 1
    if due != len(stored.events) + 1:
        raise LevelFailure(f"no command has caused the events from version {due} on", due)


def _log_agrees(stored: Stored) -> None:
    due = 1
    for first, last in stored.positions:
        if first != due:
            raise LevelFailure(f"the log has version {first} where version {due} is due", due)
        due = last + 1
    if due != len(stored.events) + 1:
        raise LevelFailure(f"the log ends before version {due}, the events at {len(stored.events)}", due)


def _game(event: StoredEvent) -> str:
    first: dict[str, Any] = msgspec.json.decode(event.body)
    return str(first["pub"]["game"])


def _broken(error: Exception) -> Level:
    return Level("L1", "failed", f"the record can't be read: {error}")
