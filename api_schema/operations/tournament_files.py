"""Files of a tournament to take along, written while they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api_schema.errors import ErrorCode
from api_schema.operations.http import AS_OF, CSV, FILE_NAME, FINAL, JSON, NDJSON, ROUND_OVER, TAR, TEXT
from api_schema.operations.operation import Operation
from api_schema.operations.tournaments import UNKNOWN
from api_schema.ports.tournaments import ExportName


def _file(name: str, operation: str, media: str, summary: str, **more: Any) -> Operation:
    """The operation of a file. That of a JSON file says that it is an object, all others are text."""
    is_json = media == JSON
    return Operation(
        operation,
        f"/v1/tournaments/{{id}}/{name}",
        summary,
        "tournaments",
        reply=dict if is_json else None,
        auth="optional",
        media={} if is_json else {media: f"{summary}."},
        codes=(*UNKNOWN, *more.pop("codes", ())),
        live=True,
        sends=(AS_OF, FILE_NAME, *more.pop("sends", ())),
        tagged=False,
        **{
            "costs": 100,
            "description": "The tournament as it is now: `X-As-Of-Version` says at which version.",
            **more,
        },
    )


OF_ITSELF: Mapping[ExportName, Operation] = {
    "export.json": _file(
        "export.json",
        "exportTournament",
        JSON,
        "Terms, rounds, pairings, results and standings in one object",
    ),
    "record.ndjson": _file(
        "record.ndjson",
        "exportRecord",
        NDJSON,
        "All events of a tournament, a line each, in version order",
        description="A record to keep: `playledger verify` checks it without asking this service.",
    ),
    "ranks.csv": _file(
        "ranks.csv",
        "exportRanks",
        CSV,
        "The final ranks of everybody; before the end as they are now",
        sends=(FINAL,),
    ),
    "standings.csv": _file(
        "standings.csv",
        "exportStandings",
        CSV,
        "The standings of the rounds before any bracket",
        sends=(ROUND_OVER,),
    ),
    "pairings.csv": _file(
        "pairings.csv", "exportPairings", CSV, "The pairings of all rounds, a line for each seat and bye"
    ),
    "results.csv": _file(
        "results.csv", "exportResults", CSV, "The results of all tables, a line for each seat and bye"
    ),
    "report.fide-trf": _file(
        "report.fide-trf",
        "exportFideReport",
        TEXT,
        "The tournament report file of FIDE (TRF16)",
        codes=(ErrorCode.TOURNAMENT_STATUS,),
        description="INVALID_INPUT where other than duels are played, TOURNAMENT_STATUS before the start.",
    ),
}
"""Those that are made of the tournament alone."""
EXPORT_MATCHES = _file(
    "matches.ndjson",
    "exportMatches",
    NDJSON,
    "All matches of a tournament, a line each, by round, table and game",
    costs=500,
)
EXPORT_REPLAYS = _file(
    "replays.tar",
    "exportReplays",
    TAR,
    "The replay files of all matches of a tournament",
    sight="replay:read",
    description="As you may take them along. Each match is folded for you, so this takes its time.",
    costs=2000,
)

ROWS = (*OF_ITSELF.values(), EXPORT_MATCHES, EXPORT_REPLAYS)
