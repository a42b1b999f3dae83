"""Tables of a tournament: a page of one as JSON, or whole and of one version as CSV, with the columns that its exports
have.
"""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol, TypeVar, cast

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.negotiation import negotiate
from api_schema.operations import tournament_rounds as rounds
from api_schema.operations.http import AS_OF, CSV, FINAL, JSON, ROUND_OVER
from api_schema.operations.operation import Operation, Read
from api_schema.operations.parameters import PAGE
from api_schema.operations.tournament_entrants import ENTRANTS, GET_ENTRANTS
from api_schema.ports.tournaments import (
    EntrantOut,
    EntrantPage,
    PairingPage,
    RankOut,
    RankPage,
    StandingOut,
    StandingPage,
    TableSeatOut,
    TieBreakValue,
)
from api_schema.rest.caching import as_of
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.limits import paced
from api_schema.rest.reading import asks
from api_schema.rest.replies import Answer, LiveResponse, Reply, cached, matches_tag, vary
from domain.tournament import csv as columns
from domain.tournament.entrants import Pairing, Round
from domain.tournament.ranks import FinalRank
from domain.tournament.standings import Exact, Standing

_TRIES = 5


class Versioned(Protocol):
    """An answer that shows one version of the tournament."""

    @property
    def version(self) -> int: ...


class Page(Versioned, Protocol):
    """A page of a table, at one version of the tournament."""

    @property
    def end_cursor(self) -> str | None: ...

    @property
    def has_next(self) -> bool: ...


P = TypeVar("P", bound=Page)


async def whole(ask: Callable[[str | None], Awaitable[P]]) -> list[P]:
    """All pages, of one version: from the start again if the tournament has moved on; UNAVAILABLE if it always does."""
    for _ in range(_TRIES):
        pages = [await ask(None)]
        while pages[-1].has_next and pages[-1].version == pages[0].version:
            pages.append(await ask(pages[-1].end_cursor))
        if pages[-1].version == pages[0].version:
            return pages
    raise ApiError(ErrorCode.UNAVAILABLE, "The tournament changes faster than it can be read; try again in a moment.")


def tabled(
    read: Read, text: Callable[[ApiCall, Sequence[Any]], Awaitable[str]], marks: Mapping[str, str] = {}
) -> Handler:
    """The handler of a table: `text` makes the CSV of its pages, `marks` has headers with the members of a page that
    they tell.
    """
    asked = asks(read)

    async def handler(call: ApiCall) -> Reply | Answer | LiveResponse:
        given = asked(call)
        if negotiate(call.headers, JSON, CSV) == JSON:
            page = await read.do(call.use_cases, call.caller, given)
            return Reply(page, headers={**as_of(call, page), **_marked(page, marks)})
        pages = await whole(
            lambda after: read.do(call.use_cases, call.caller, {**given, "after": after, "first": PAGE})
        )
        return table(call, await text(call, pages), pages[0].version, _marked(pages[0], marks))

    return handler


def _marked(page: Any, marks: Mapping[str, str]) -> dict[str, str]:
    return {header: str(getattr(page, member)).lower() for header, member in marks.items()}


def table(call: ApiCall, text: str, version: int, marks: Mapping[str, str] = {}) -> Answer | LiveResponse:
    """A whole table, no faster than the client may take rows; 304 for a client that has it already."""
    tag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
    headers = {**vary(cached(call), "Accept"), "ETag": tag, AS_OF: str(version), **marks}
    if matches_tag(call.header(b"if-none-match"), tag):
        return Answer(304, headers)
    if call.method == "HEAD":
        return Answer(200, headers, CSV)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    return LiveResponse(paced(call, _lines(text)), CSV, headers)


async def _lines(text: str) -> AsyncGenerator[bytes, None]:
    for line in text.splitlines(keepends=True):
        yield line.encode()


async def standings_csv(call: ApiCall, pages: Sequence[StandingPage]) -> str:
    """The standings; what decided against the row below is what that one says of the row above it."""
    tournament = await call.use_cases.tournaments.get(call.caller, call.path.id)
    rows = [row for page in pages for row in page.standings]
    below = [row.decided_by for row in rows[1:]] + [None]
    return columns.standings(tournament.policy.tie_breaks, map(_standing, rows, below), _names(rows))


def _standing(row: StandingOut, below: str | None) -> Standing:
    values = tuple(map(_exact, row.tie_breaks))
    return Standing(row.rank, row.entrant, _exact(row.points), row.record, values, row.decided_by, below)


def _exact(value: TieBreakValue) -> Exact:
    return Exact(value.code, value.exact, value.display)


async def pairings_csv(call: ApiCall, pages: Sequence[PairingPage]) -> str:
    """The tables of a round, then those who sit out."""
    rows, byes = [row for page in pages for row in page.pairings], pages[0].byes
    tables = [Pairing(row.table, tuple(seat.entrant for seat in row.seats)) for row in rows]
    names = _names([*(seat for row in rows for seat in row.seats), *byes])
    return columns.pairings([Round(pages[0].round, tuple(tables), tuple(one.entrant for one in byes))], names)


async def ranks_csv(call: ApiCall, pages: Sequence[RankPage]) -> str:
    """The ranks of everybody."""
    rows = [row for page in pages for row in page.ranks]
    found = [FinalRank(row.rank, row.entrant, cast(Any, row.stage.lower())) for row in rows]
    return "".join(columns.ranks(found, _names(rows)))


def _names(rows: Sequence[StandingOut | RankOut | TableSeatOut]) -> dict[str, str]:
    return {row.entrant: row.name for row in rows if row.name is not None}


async def entrants_csv(call: ApiCall, pages: Sequence[EntrantPage]) -> str:
    """The participants of all pages."""
    return entrants_text([row for page in pages for row in page.entrants])


def entrants_text(rows: Sequence[EntrantOut]) -> str:
    """The participants."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=columns.END)
    writer.writerow(ENTRANTS)
    writer.writerows(map(_entrant, rows))
    return text.getvalue()


def _entrant(row: EntrantOut) -> Sequence[object]:
    deck = None if row.deck is None else row.deck.deck
    there = "yes" if row.checked_in else "no"
    return row.id, columns.plain(row.name), row.status, there, row.entered, row.dropped, deck, row.deck_commitment


HANDLERS: Mapping[Operation, Handler] = {
    GET_ENTRANTS: tabled(GET_ENTRANTS, entrants_csv),
    rounds.GET_PAIRINGS: tabled(rounds.GET_PAIRINGS, pairings_csv),
    rounds.GET_STANDINGS: tabled(rounds.GET_STANDINGS, standings_csv, {ROUND_OVER: "round_over"}),
    rounds.GET_RANKS: tabled(rounds.GET_RANKS, ranks_csv, {FINAL: "final"}),
}
