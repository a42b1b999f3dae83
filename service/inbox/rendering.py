"""Items of inboxes as they go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import msgspec
from sqlalchemy import Row

from api_schema.ports.inbox import (
    ByeReceivedOut,
    InboxEntry,
    MatchOverOut,
    MatchStartedOut,
    PairingPostedOut,
    ResultDisputedNewsOut,
    ResultRuledOut,
    RulingNeededOut,
    SeatVacatedOut,
    TournamentEntry,
    TournamentOverOut,
    YourTurnOut,
)
from domain.kernel.result import Result
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS, prompt_id
from service.inbox.cursors import Cursors
from service.matches.rendering import result_out
from service.projections.inbox.queries import place_of
from service.times import rfc3339


def entries(rows: Iterable[Row[Any]], account: str, cursors: Cursors) -> tuple[InboxEntry, ...]:
    """Items as they go out."""
    return tuple(_entry(row, cursors.of(account, place_of(row))) for row in rows)


class _Data(msgspec.Struct):
    """The members of items of matches; each row has those of its kind."""

    seat: int
    prompt: int = 0
    due_at: int | None = None
    vacated: int = 0
    result: Result | None = None


class _News(msgspec.Struct):
    """The same of tournaments."""

    round: int = 0
    table: int = 0
    game: int | None = None
    match: str | None = None
    excused: bool = False
    ruling: str = ""
    rank: int | None = None


_data = msgspec.json.Decoder(_Data)
_news = msgspec.json.Decoder(_News)


def _entry(row: Row[Any], cursor: str) -> InboxEntry:
    build = _OF_TOURNAMENTS.get(row.kind)
    if build is not None:
        return build(cursor, rfc3339(row.at), TOURNAMENT_IDS.id_of(row.stream_id), _news.decode(row.data))
    at, match, data = rfc3339(row.at), MATCH_IDS.id_of(row.stream_id), _data.decode(row.data)
    if row.kind == "YourTurn":
        return YourTurnOut(cursor, at, match, data.seat, prompt_id(data.prompt), _time(data.due_at))
    if row.kind == "SeatVacated":
        return SeatVacatedOut(cursor, at, match, data.seat, data.vacated)
    result = result_out(data.result)
    if result is not None:
        return MatchOverOut(cursor, at, match, data.seat, result)
    return MatchStartedOut(cursor, at, match, data.seat)


def _pairing(cursor: str, at: str, tournament: str, data: _News) -> PairingPostedOut:
    return PairingPostedOut(cursor, at, tournament, data.round, data.table, data.game, data.match)


def _bye(cursor: str, at: str, tournament: str, data: _News) -> ByeReceivedOut:
    return ByeReceivedOut(cursor, at, tournament, data.round, data.excused)


def _ruled(cursor: str, at: str, tournament: str, data: _News) -> ResultRuledOut:
    return ResultRuledOut(
        cursor, at, tournament, data.round or None, data.table or None, cast(Any, data.ruling.upper())
    )


def _disputed(cursor: str, at: str, tournament: str, data: _News) -> ResultDisputedNewsOut:
    return ResultDisputedNewsOut(cursor, at, tournament, data.round, data.table)


def _waiting(cursor: str, at: str, tournament: str, data: _News) -> RulingNeededOut:
    return RulingNeededOut(cursor, at, tournament, data.round, data.table)


def _over(cursor: str, at: str, tournament: str, data: _News) -> TournamentOverOut:
    return TournamentOverOut(cursor, at, tournament, data.rank)


_OF_TOURNAMENTS: Mapping[str, Callable[[str, str, str, _News], TournamentEntry]] = {
    "PairingPosted": _pairing,
    "ByeReceived": _bye,
    "ResultRuled": _ruled,
    "ResultDisputedNews": _disputed,
    "RulingNeeded": _waiting,
    "TournamentOver": _over,
}


def _time(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)
