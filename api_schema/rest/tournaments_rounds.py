"""Rounds of a tournament: begin one, its proof, its pairings, and the standings after it."""

from __future__ import annotations

from api_schema import changes, reads
from api_schema.errors import ErrorCode
from api_schema.ports.tournaments import StartRound
from api_schema.rest.caching import as_of, by_caller
from api_schema.rest.models import RoundList
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import AS_OF, FILE_NAME, FINAL, FOR_EVER, ROUND_OVER, Reply, cached
from api_schema.rest.tournaments import change_in
from api_schema.rest.tournaments_csv import pairings_csv, ranks_csv, standings_csv, table_row
from api_schema.rest.tournaments_parameters import PairingsQuery, RanksQuery, StandingsQuery


async def file(call: ApiCall) -> Reply:
    """The proof of a round, which never changes."""
    text = await call.use_cases.tournaments.round_file(call.caller, call.path.id, call.path.n)
    name = f"{call.path.id}-round-{call.path.n}.json"
    headers = cached(call.request, FOR_EVER)
    return Reply(text, headers={**headers, FILE_NAME: f'attachment; filename="{name}"'})


_OF_ROUND = {
    "pairings": {
        "operationId": "getPairings",
        "parameters": {"id": "$request.path.id", "round": "$response.body#/tournament/round"},
        "description": "The tables.",
    },
    "file": {
        "operationId": "getRoundFile",
        "parameters": {"id": "$request.path.id", "n": "$response.body#/tournament/round"},
        "description": "The proof of its pairings.",
    },
}
_OF_ROUNDS = {
    "file": {
        "operationId": "getRoundFile",
        "parameters": {"id": "$request.path.id", "n": "$response.body#/rounds/0/number"},
        "description": "The proof of the first one.",
    },
}

OPERATIONS = (
    change_in(
        changes.START_ROUND,
        "POST",
        "/rounds",
        "Begin a round: pair it and make all its matches, or do nothing",
        body=StartRound,
        links=_OF_ROUND,
        example={"round": 1},
        description="Round 1 ends the registration. ROUND_OPEN while a table has no result, or a disputed one.",
    ),
    read_row(
        reads.GET_ROUNDS,
        "/v1/tournaments/{id}/rounds",
        "The rounds that have begun, each with its proof",
        "tournaments",
        by_caller,
        reply=RoundList,
        links=_OF_ROUNDS,
        description="In their order. `openTables` says how many tables of a round have no result yet.",
    ),
    Operation(
        "getRoundFile",
        "GET",
        "/v1/tournaments/{id}/rounds/{n}/file",
        file,
        "All that a round was paired from",
        "tournaments",
        dict,
        auth="optional",
        codes=(ErrorCode.NOT_FOUND,),
        description="`playledger verify` pairs it again. It never changes.",
        costs=50,
        sends=(FILE_NAME,),
    ),
    table_row(
        reads.GET_PAIRINGS,
        "/pairings",
        "The tables of a round, with their games and results",
        PairingsQuery,
        pairings_csv,
        "A line for each seat, with the columns of the export `pairings.csv`.",
        description="Without `round` those of the round that began last. Byes stand beside the tables.",
    ),
    read_row(
        reads.GET_BRACKET,
        "/v1/tournaments/{id}/bracket",
        "The bracket of an elimination, or after a cut, as a graph",
        "tournaments",
        as_of,
        sends=(AS_OF,),
        description="Each node says where its players come from. It has none before its first round has begun.",
    ),
    table_row(
        reads.GET_STANDINGS,
        "/standings",
        "The standings, now or after a round",
        StandingsQuery,
        standings_csv,
        "A line for each row, with the columns of the export `standings.csv`.",
        {ROUND_OVER: "round_over"},
        description="Each row says what put it below the one above: `POINTS`, `BRACKET`, or the code of a tie-break."
        " Of a round that is on, `roundOver` is false: they are the standings of now, and not final.",
    ),
    table_row(
        reads.GET_RANKS,
        "/ranks",
        "Who won: the final ranks of everybody, over the rounds and the bracket",
        RanksQuery,
        ranks_csv,
        "A line for each entrant, with the columns of the export `ranks.csv`.",
        {FINAL: "final"},
        description="Before the end they are the ranks if it ended now, and `final` is false.",
    ),
)
