"""Checks ladders where they are stored: their files, their rows, and the tournaments that they say they have rated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from functools import partial

import msgspec

from api_schema.errors import ApiError
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament.faults import Fault
from domain.tournament.ladder import CountedGame, Finished
from domain.tournament.ladder_events import GameRated, LadderOpened, TournamentRated, read
from eventstore import EventStore, Head, StoredEvent
from eventstore.read_models import inspection
from service.application.ids import LADDER_IDS, TOURNAMENT_IDS
from service.application.signing import Signature
from service.history.verify.ratings import RatingsReport, verify_lines
from service.projections.record_signatures.queries import RecordSignatures
from service.ratings import lines
from service.ratings.lines import RatingsEvent
from service.ratings.rated_tournament import played


class LadderAuditor:
    """Reads the streams of ladders as they are stored."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._signatures = RecordSignatures(store)

    async def ladders(self) -> AsyncIterator[str]:
        """Every ladder of the store."""
        for stream in await self._store.sql.read(partial(inspection.streams_of, kind=LADDER_IDS.kind)):
            yield LADDER_IDS.id_of(stream)

    async def audit(
        self, ladder: str, keys: Collection[str] | None = None, vouched: Collection[str] = ()
    ) -> RatingsReport:
        """The findings on a ladder up to its first fault; without one, its tournaments too. NOT_FOUND.

        `keys`: one of them has to have signed it; `vouched`: keys that are trusted too.
        """
        stream = LADDER_IDS.stream_of(ladder)
        head, events = await self._store.head(stream), await self._store.read(stream)
        if head is None or not events:
            raise LADDER_IDS.not_found(ladder)
        signature = await self._signatures.at(stream, head.version)
        report = await asyncio.to_thread(_report, ladder, head, events, signature, keys)
        report = msgspec.structs.replace(report, pinned=report.pinned or report.signed_by in vouched)
        if report.faults:
            return report
        return msgspec.structs.replace(report, faults=tuple([fault async for fault in self._inputs(events)]))

    async def _inputs(self, events: Sequence[StoredEvent]) -> AsyncIterator[Fault]:
        """The differences from the tournaments themselves."""
        games: list[CountedGame] = []
        for event in events:
            fact = read(event.type, event.schema, event.body)
            if isinstance(fact, GameRated):
                games.append(CountedGame(fact.round, fact.table, fact.game, fact.match, fact.places))
            elif isinstance(fact, TournamentRated):
                finished = await self._finished(fact.tournament)
                said = fact.version, fact.head, tuple(games)
                if finished is None or said != (finished.version, finished.head, finished.games):
                    message = f"{fact.tournament} has other games, or there is no such tournament"
                    yield Fault("TOURNAMENT_DIFFERS", message, (str(event.version),))
                games = []

    async def _finished(self, tournament: str) -> Finished | None:
        try:
            return played(await self._store.read(TOURNAMENT_IDS.stream_of(tournament)))
        except (ApiError, ValueError):
            return None


def _report(
    ladder: str,
    head: Head,
    events: Sequence[StoredEvent],
    signature: Signature | None,
    keys: Collection[str] | None,
) -> RatingsReport:
    report = verify_lines(_lines(ladder, head, events, signature), keys)
    assert report is not None
    return report if report.faults else msgspec.structs.replace(report, faults=tuple(_rows(ladder, events)))


def _lines(ladder: str, head: Head, events: Sequence[StoredEvent], signature: Signature | None) -> Iterator[bytes]:
    """The file of the ladder, as its first event names it."""
    game, season = _named(events[0])
    yield lines.encode(lines.RatingsHeader(ladder=ladder, game=game, season=season))
    yield from (lines.encode(RatingsEvent.of(event)) for event in events)
    end = lines.RatingsFooter(last_version=head.version, chain_head=head.head_hash.hex(), signature=signature)
    yield lines.encode(end)


def _named(event: StoredEvent) -> tuple[str, str]:
    """Game and season; of what is no ladder none, so that its header is found wrong."""
    try:
        first = read(event.type, event.schema, event.body)
    except UnreadableEvent:
        return "", ""
    return (first.game, first.season) if isinstance(first, LadderOpened) else ("", "")


def _rows(ladder: str, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Rows that say something else than their bodies."""
    for event in events:
        if RatingsEvent.of(event).hashed(ladder, {}) != event.body:
            yield Fault("ROW_DIFFERS", "the row says something else than its body", (str(event.version),))
