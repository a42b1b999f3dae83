"""Files of a tournament to take along, written while they are read."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from functools import partial
from typing import Any

from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.ports.tournaments import ExportFile, ExportName
from api_schema.rest.limits import paced
from api_schema.rest.operation import ApiCall, Handler, Operation
from api_schema.rest.replies import (
    AS_OF,
    CSV,
    FILE_NAME,
    FINAL,
    JSON,
    NDJSON,
    ROUND_OVER,
    LiveResponse,
    cached,
    unmeasured,
)

TAR = "application/x-tar"
TEXT = "text/plain"


async def export(call: ApiCall, name: ExportName) -> Response:
    """One of the files about the tournament itself."""
    return sent(call, await call.use_cases.tournaments.export(call.caller, call.path.id, name))


async def matches(call: ApiCall) -> Response:
    """All matches, a line each."""
    return sent(call, await call.use_cases.tournaments.matches_file(call.caller, call.path.id))


async def replays(call: ApiCall) -> Response:
    """The replay files of all matches."""
    return sent(call, await call.use_cases.tournaments.replays_file(call.caller, call.path.id))


def sent(call: ApiCall, file: ExportFile) -> Response:
    """The file, no faster than the client may take rows."""
    headers = cached(call.request)
    headers |= {
        FILE_NAME: f'attachment; filename="{call.path.id}-{file.name}"',
        AS_OF: str(file.as_of_version),
    }
    marks = {ROUND_OVER: file.round_over, FINAL: file.final}
    headers |= {header: str(told).lower() for header, told in marks.items() if told is not None}
    if call.request.method == "HEAD":
        return unmeasured(headers, file.media_type)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    return LiveResponse(paced(call, _closing(file.chunks), _rows), file.media_type, headers)


async def _closing(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The chunks; what writes them is closed with this one."""
    try:
        async for chunk in chunks:
            yield chunk
    finally:
        if isinstance(chunks, AsyncGenerator):
            await chunks.aclose()


def _rows(chunk: bytes) -> int:
    return chunk.count(b"\n") or 1


_DUELS = "INVALID_INPUT where other than duels are played, TOURNAMENT_STATUS before the start."
_OF_NOW = "The tournament as it is now: `X-As-Of-Version` says at which version."
_WAIT = "As you may take them along. Each match is folded for you, so this takes its time."


def _file(name: str, operation: str, handler: Handler, media: str, summary: str, **more: Any) -> Operation:
    """The operation of a file. That of a JSON file says that it is an object, all others are text."""
    is_json = media == JSON
    return Operation(
        operation,
        "GET",
        f"/v1/tournaments/{{id}}/{name}",
        handler,
        summary,
        "tournaments",
        dict if is_json else None,
        auth="optional",
        media={} if is_json else {media: f"{summary}."},
        codes=(ErrorCode.NOT_FOUND, *more.pop("codes", ())),
        live=True,
        sends=(AS_OF, FILE_NAME, *more.pop("sends", ())),
        tagged=False,
        **{"costs": 100, "description": _OF_NOW, **more},
    )


def _own(name: ExportName, operation: str, media: str, summary: str, **more: Any) -> Operation:
    """The operation of a file that is made of the tournament alone."""
    return _file(name, operation, partial(export, name=name), media, summary, **more)


OPERATIONS = (
    _own("export.json", "exportTournament", JSON, "Terms, rounds, pairings, results and standings in one object"),
    _own(
        "record.ndjson",
        "exportRecord",
        NDJSON,
        "All events of a tournament, a line each, in version order",
        description="A record to keep: `playledger verify` checks it without asking this service.",
    ),
    _own(
        "ranks.csv", "exportRanks", CSV, "The final ranks of everybody; before the end as they are now", sends=(FINAL,)
    ),
    _own(
        "standings.csv", "exportStandings", CSV, "The standings of the rounds before any bracket", sends=(ROUND_OVER,)
    ),
    _own("pairings.csv", "exportPairings", CSV, "The pairings of all rounds, a line for each seat and bye"),
    _own("results.csv", "exportResults", CSV, "The results of all tables, a line for each seat and bye"),
    _own(
        "report.fide-trf",
        "exportFideReport",
        TEXT,
        "The tournament report file of FIDE (TRF16)",
        codes=(ErrorCode.TOURNAMENT_STATUS,),
        description=_DUELS,
    ),
    _file(
        "matches.ndjson",
        "exportMatches",
        matches,
        NDJSON,
        "All matches of a tournament, a line each, by round, table and game",
        costs=500,
    ),
    _file(
        "replays.tar",
        "exportReplays",
        replays,
        TAR,
        "The replay files of all matches of a tournament",
        sight="replay:read",
        description=_WAIT,
        costs=2000,
    ),
)
