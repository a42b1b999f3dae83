"""Rounds of a tournament: begin one, its proof, its pairings, and the standings after it."""

from __future__ import annotations

from starlette.responses import Response

from api_schema import changes
from api_schema.errors import ErrorCode
from api_schema.ports.tournaments import (
    BracketOut,
    PairingPage,
    RankPage,
    StandingPage,
    StartRound,
)
from api_schema.rest.models import RoundList
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import PAGE, given
from api_schema.rest.replies import CSV, FOR_EVER, JSON, Reply, cached, negotiate
from api_schema.rest.tournaments import change_in
from api_schema.rest.tournaments_csv import as_of, pairings_csv, ranks_csv, standings_csv, table, whole
from api_schema.rest.tournaments_parameters import PairingsQuery, RanksQuery, RoundPath, StandingsQuery, TournamentPath


async def rounds(call: ApiCall) -> Reply:
    """The rounds that have begun."""
    found = await call.uses.tournaments.rounds(call.caller, call.path.id)
    return Reply(RoundList(found), headers=cached(call.request))


async def file(call: ApiCall) -> Reply:
    """The proof of a round, which never changes."""
    text = await call.uses.tournaments.round_file(call.caller, call.path.id, call.path.n)
    name = f"{call.path.id}-round-{call.path.n}.json"
    headers = cached(call.request, FOR_EVER)
    return Reply(text, headers={**headers, "Content-Disposition": f'attachment; filename="{name}"'})


async def pairings(call: ApiCall) -> Reply | Response:
    """The tables of a round, as one JSON page or as a whole CSV."""
    query: PairingsQuery = call.query

    async def ask(after: str | None, first: int = PAGE) -> PairingPage:
        return await call.uses.tournaments.pairings(
            call.caller, call.path.id, round_number=given(query.round), first=first, after=after
        )

    if negotiate(call.request, JSON, CSV) == JSON:
        return as_of(call, await ask(given(query.after), query.limit))
    pages = await whole(ask)
    rows = [row for page in pages for row in page.pairings]
    return table(call, pairings_csv(pages[0].round, rows, pages[0].byes), pages[0].version)


async def bracket(call: ApiCall) -> Reply:
    """The whole bracket."""
    return as_of(call, await call.uses.tournaments.bracket(call.caller, call.path.id))


async def standings(call: ApiCall) -> Reply | Response:
    """Standings, as one JSON page or as a whole CSV."""
    query: StandingsQuery = call.query

    async def ask(after: str | None, first: int = PAGE) -> StandingPage:
        return await call.uses.tournaments.standings(
            call.caller,
            call.path.id,
            after_round=given(query.after_round),
            bracket=given(query.bracket) == "true",
            first=first,
            after=after,
        )

    if negotiate(call.request, JSON, CSV) == JSON:
        return as_of(call, await ask(given(query.after), query.limit))
    tournament = await call.uses.tournaments.get(call.caller, call.path.id)
    pages = await whole(ask)
    rows = [row for page in pages for row in page.standings]
    return table(call, standings_csv(tournament.policy.tie_breaks, rows), pages[0].version)


async def ranks(call: ApiCall) -> Reply | Response:
    """The ranks of everybody, as one JSON page or as a whole CSV."""
    query: RanksQuery = call.query

    async def ask(after: str | None, first: int = PAGE) -> RankPage:
        return await call.uses.tournaments.ranks(call.caller, call.path.id, first=first, after=after)

    if negotiate(call.request, JSON, CSV) == JSON:
        return as_of(call, await ask(given(query.after), query.limit))
    pages = await whole(ask)
    return table(call, ranks_csv([row for page in pages for row in page.ranks]), pages[0].version)


_SEEN = (ErrorCode.NOT_FOUND,)
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
    Operation(
        "getRounds",
        "GET",
        "/v1/tournaments/{id}/rounds",
        rounds,
        "The rounds that have begun, each with its proof",
        "tournaments",
        RoundList,
        path_type=TournamentPath,
        auth="optional",
        codes=_SEEN,
        links=_OF_ROUNDS,
    ),
    Operation(
        "getRoundFile",
        "GET",
        "/v1/tournaments/{id}/rounds/{n}/file",
        file,
        "All that a round was paired from",
        "tournaments",
        dict,
        path_type=RoundPath,
        auth="optional",
        codes=_SEEN,
        description="`playledger verify` pairs it again. It never changes.",
        costs=50,
    ),
    Operation(
        "getPairings",
        "GET",
        "/v1/tournaments/{id}/pairings",
        pairings,
        "The tables of a round, with their games and results",
        "tournaments",
        PairingPage,
        path_type=TournamentPath,
        query_type=PairingsQuery,
        auth="optional",
        media={CSV: "A line for each seat, with the columns of the export `pairings.csv`."},
        codes=_SEEN,
        costs=lambda query: 10 + query.limit,
        as_of=True,
    ),
    Operation(
        "getBracket",
        "GET",
        "/v1/tournaments/{id}/bracket",
        bracket,
        "The bracket of an elimination, or after a cut, as a graph",
        "tournaments",
        BracketOut,
        path_type=TournamentPath,
        auth="optional",
        codes=_SEEN,
        description="Each node says where its players come from. It has none before its first round has begun.",
        costs=200,
        as_of=True,
    ),
    Operation(
        "getStandings",
        "GET",
        "/v1/tournaments/{id}/standings",
        standings,
        "The standings, now or after a round",
        "tournaments",
        StandingPage,
        path_type=TournamentPath,
        query_type=StandingsQuery,
        auth="optional",
        media={CSV: "A line for each row, with the columns of the export `standings.csv`."},
        codes=_SEEN,
        description="Each row says what put it below the one above: `POINTS`, `BRACKET`, or the code of a tie-break.",
        costs=lambda query: 50 + query.limit,
        as_of=True,
    ),
    Operation(
        "getRanks",
        "GET",
        "/v1/tournaments/{id}/ranks",
        ranks,
        "Who won: the final ranks of everybody, over the rounds and the bracket",
        "tournaments",
        RankPage,
        path_type=TournamentPath,
        query_type=RanksQuery,
        auth="optional",
        media={CSV: "A line for each entrant, with the columns of the export `ranks.csv`."},
        codes=_SEEN,
        description="Before the end they are the ranks if it ended now, and `final` is false.",
        costs=lambda query: 50 + query.limit,
        as_of=True,
    ),
)
