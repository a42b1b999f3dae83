"""Rounds of a tournament: begin one, its proof, its pairings, the standings after it, and how it ends."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.operations.fields import Field, Payload
from api_schema.operations.http import AS_OF, CSV, FILE_NAME, FINAL, ROUND_OVER
from api_schema.operations.models import RoundList
from api_schema.operations.operation import Keeps, Operation, Read
from api_schema.operations.tournament_parameters import PairingsQuery, RanksQuery, StandingsQuery
from api_schema.operations.tournaments import ITSELF, MANAGE, UNKNOWN, change, request
from api_schema.ports.tournaments import StartRound, Tournaments

_BY_NUMBER = {"id": "$request.path.id", "n": "$response.body#/tournament/round"}

START_ROUND = change(
    "startRound",
    "/rounds",
    "Begin a round: pair it and make all its matches, or do nothing",
    Tournaments.start_round,
    ErrorCode.ROUND_OPEN,
    ErrorCode.ROUND_STARTED,
    scope=MANAGE,
    body=StartRound,
    costs=20,
    beyond="a round that is not the next one, somebody in `excused` who takes no part",
    links={
        "pairings": {
            "operationId": "getPairings",
            "parameters": {"id": "$request.path.id", "round": "$response.body#/tournament/round"},
            "description": "The tables.",
        },
        "file": {
            "operationId": "getRoundFile",
            "parameters": _BY_NUMBER,
            "description": "The proof of its pairings.",
        },
    },
    example={"round": 1},
    description="Round 1 ends the registration. ROUND_OPEN while a table has no result, or a disputed one.",
    taken=request("StartRoundInput", StartRound),
    text="Pair a round and make all its matches, or do nothing.",
    payload=Payload("RoundPayload"),
)
GET_ROUNDS = Read(
    "getRounds",
    "/v1/tournaments/{id}/rounds",
    "The rounds that have begun, each with its proof",
    "tournaments",
    Tournaments.rounds,
    keeps=Keeps.BY_CALLER,
    reply=RoundList,
    codes=UNKNOWN,
    links={
        "file": {
            "operationId": "getRoundFile",
            "parameters": {"id": "$request.path.id", "n": "$response.body#/rounds/0/number"},
            "description": "The proof of the first one.",
        },
    },
    description="In their order. `openTables` says how many tables of a round have no result yet.",
)
GET_ROUND_FILE = Operation(
    "getRoundFile",
    "/v1/tournaments/{id}/rounds/{n}/file",
    "All that a round was paired from",
    "tournaments",
    reply=dict,
    auth="optional",
    codes=UNKNOWN,
    description="`playledger verify` pairs it again. It never changes.",
    costs=50,
    sends=(FILE_NAME,),
)
GET_PAIRINGS = Read(
    "getPairings",
    "/v1/tournaments/{id}/pairings",
    "The tables of a round, with their games and results",
    "tournaments",
    Tournaments.pairings,
    query_type=PairingsQuery,
    media={CSV: "A line for each seat, with the columns of the export `pairings.csv`."},
    codes=UNKNOWN,
    rows=1,
    sends=(AS_OF,),
    description="Without `round` those of the round that began last. Byes stand beside the tables.",
    graphql=Field("pairings", on="Round", of={"tournament_id": "tournament", "round_number": "out.number"}),
)
GET_BRACKET = Read(
    "getBracket",
    "/v1/tournaments/{id}/bracket",
    "The bracket of an elimination, or after a cut, as a graph",
    "tournaments",
    Tournaments.bracket,
    keeps=Keeps.AS_OF,
    codes=UNKNOWN,
    points=200,
    sends=(AS_OF,),
    description="Each node says where its players come from. It has none before its first round has begun.",
    graphql=Field("bracket", "The whole bracket; no nodes before its first round has begun.", "Tournament", of=ITSELF),
)
GET_STANDINGS = Read(
    "getStandings",
    "/v1/tournaments/{id}/standings",
    "The standings, now or after a round",
    "tournaments",
    Tournaments.standings,
    query_type=StandingsQuery,
    media={CSV: "A line for each row, with the columns of the export `standings.csv`."},
    codes=UNKNOWN,
    points=50,
    rows=1,
    sends=(AS_OF, ROUND_OVER),
    description="Each row says what put it below the one above: `POINTS`, `BRACKET`, or the code of a tie-break."
    " Of a round that is on, `roundOver` is false: they are the standings of now, and not final.",
    graphql=Field(
        "standings",
        "As they are now, or were after a round; `bracket`: those of the bracket.",
        "Tournament",
        of=ITSELF,
    ),
)
GET_RANKS = Read(
    "getRanks",
    "/v1/tournaments/{id}/ranks",
    "Who won: the final ranks of everybody, over the rounds and the bracket",
    "tournaments",
    Tournaments.ranks,
    query_type=RanksQuery,
    media={CSV: "A line for each entrant, with the columns of the export `ranks.csv`."},
    codes=UNKNOWN,
    points=50,
    rows=1,
    sends=(AS_OF, FINAL),
    description="Before the end they are the ranks if it ended now, and `final` is false.",
    graphql=Field(
        "ranks",
        "Who won: the final ranks of everybody; before the end as they would be now.",
        "Tournament",
        of=ITSELF,
    ),
)

ROWS = (START_ROUND, GET_ROUNDS, GET_ROUND_FILE, GET_PAIRINGS, GET_BRACKET, GET_STANDINGS, GET_RANKS)
