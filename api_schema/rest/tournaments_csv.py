"""Tables of a tournament as CSV, whole and of one version, with the columns that its exports have."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Any, Protocol, TypeVar, cast

from starlette.responses import Response

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.ports.tournaments import EntrantOut, PairingOut, RankOut, StandingOut, TableSeatOut, TieBreakValue
from api_schema.rest.limits import paced
from api_schema.rest.operation import ApiCall
from api_schema.rest.replies import AS_OF, CSV, LiveResponse, Reply, cached, matches_tag, unmeasured, vary
from domain.tournament import csv as columns
from domain.tournament.entrants import Pairing, Round
from domain.tournament.ranks import FinalRank
from domain.tournament.standings import Exact, Standing

ENTRANTS = ("entrant", "name", "status", "checked_in", "entered", "dropped", "deck", "deck_commitment")
"""The columns of the entrants; `deck` is the id of a preconstructed one."""
_TRIES = 5


class Versioned(Protocol):
    """What shows one version of the tournament."""

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


def as_of(call: ApiCall, page: Versioned) -> Reply:
    """A page, or all of it, as JSON."""
    headers = vary(cached(call.request), "Accept")
    return Reply(page, headers={**headers, AS_OF: str(page.version)})


def table(call: ApiCall, text: str, version: int) -> Response:
    """A whole table, no faster than the client may take rows; 304 for a client that has it already."""
    tag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
    headers = {**vary(cached(call.request), "Accept"), "ETag": tag, AS_OF: str(version)}
    if matches_tag(call.request, tag):
        return Response(status_code=304, headers=headers)
    if call.request.method == "HEAD":
        return unmeasured(headers, CSV)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    return LiveResponse(paced(call, _lines(text)), CSV, headers)


async def _lines(text: str) -> AsyncGenerator[bytes, None]:
    for line in text.splitlines(keepends=True):
        yield line.encode()


def standings_csv(tie_breaks: Sequence[str], rows: Sequence[StandingOut]) -> str:
    """The standings; what decided against the row below is what that one says of the row above it."""
    below = [row.decided_by for row in rows[1:]] + [None]
    return columns.standings(tie_breaks, map(_standing, rows, below), _names(rows))


def _standing(row: StandingOut, below: str | None) -> Standing:
    values = tuple(map(_exact, row.tie_breaks))
    return Standing(row.rank, row.entrant, _exact(row.points), row.record, values, row.decided_by, below)


def _exact(value: TieBreakValue) -> Exact:
    return Exact(value.code, value.exact, value.display)


def pairings_csv(number: int, rows: Sequence[PairingOut], byes: Sequence[TableSeatOut]) -> str:
    """The tables of a round, then those who sit out."""
    tables = [Pairing(row.table, tuple(seat.entrant for seat in row.seats)) for row in rows]
    names = _names([*(seat for row in rows for seat in row.seats), *byes])
    return columns.pairings([Round(number, tuple(tables), tuple(one.entrant for one in byes))], names)


def ranks_csv(rows: Sequence[RankOut]) -> str:
    """The ranks of everybody."""
    found = [FinalRank(row.rank, row.entrant, cast(Any, row.stage.lower())) for row in rows]
    return "".join(columns.ranks(found, _names(rows)))


def _names(rows: Sequence[StandingOut | RankOut | TableSeatOut]) -> dict[str, str]:
    return {row.entrant: row.name for row in rows if row.name is not None}


def entrants_csv(rows: Sequence[EntrantOut]) -> str:
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
