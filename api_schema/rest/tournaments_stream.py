"""The events of a tournament, by page and live. The version is the resume point."""

from __future__ import annotations

from starlette.responses import Response

from api_schema import reads
from api_schema.errors import ErrorCode
from api_schema.rest.caching import by_caller
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import value_or_none
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import NDJSON, SSE
from api_schema.rest.requests import last_event_id
from api_schema.rest.stream import live
from api_schema.rest.tournaments_parameters import (
    PairingsStreamQuery,
    StandingsStreamQuery,
    TournamentEventsQuery,
    TournamentStreamQuery,
)

_OVER = {"FINISHED", "CANCELLED"}
_OTHERS = "`heartbeat`, `resync_required`, `tournament_closed`"


async def stream(call: ApiCall) -> Response:
    """Everything after a version, then what happens, until the tournament is over.

    The first read refuses what must be refused while there is still a status to say it with. A client that has seen
    all of one that is over gets 204, which stops an EventSource from coming back for ever.
    """
    query: TournamentStreamQuery = call.query
    resumed = last_event_id(call.request)
    after = query.after if resumed is None else resumed
    tournaments, tournament = call.use_cases.tournaments, call.path.id
    missed = await tournaments.events(call.caller, tournament, after=after, first=1)
    over = resumed is not None and (await tournaments.get(call.caller, tournament)).status in _OVER
    if over and not missed.events:
        return Response(status_code=204)
    return live(call, tournaments.updates(call.caller, tournament, after=after))


async def pairings(call: ApiCall) -> Response:
    """The tables of a round, then those that change, until the tournament is over."""
    query: PairingsStreamQuery = call.query
    number, tournaments = value_or_none(query.round), call.use_cases.tournaments
    # refuses a round that has not begun
    await tournaments.pairings(call.caller, call.path.id, round_number=number, first=1)
    resumed = last_event_id(call.request)
    if await _has_all(call, resumed):
        return Response(status_code=204)
    after = query.after if resumed is None else resumed
    return live(call, tournaments.pairings_updates(call.caller, call.path.id, round_number=number, after=after))


async def standings(call: ApiCall) -> Response:
    """The first rows of the standings, then again when they change, until the tournament is over."""
    query: StandingsStreamQuery = call.query
    resumed = last_event_id(call.request)
    if await _has_all(call, resumed):
        return Response(status_code=204)
    after = query.after if resumed is None else resumed
    updates = call.use_cases.tournaments.standings_updates(call.caller, call.path.id, first=query.limit, after=after)
    return live(call, updates)


async def _has_all(call: ApiCall, resumed: int | None) -> bool:
    """Whether the client comes back to a tournament that is over and of which it has seen all. NOT_FOUND."""
    shown = await call.use_cases.tournaments.get(call.caller, call.path.id)
    return resumed is not None and resumed >= shown.version and shown.status in _OVER


def _media(kind: str) -> dict[str, str]:
    kinds = f"`{kind}`, {_OTHERS}, `problem`"
    return {
        SSE: f"Events {kinds}; id: version. There will be more: pass over those that you don't know.",
        NDJSON: 'Lines {"type", "version", "data"} with the same types; blank lines while nothing happens.',
    }


OPERATIONS = (
    read_row(
        reads.GET_TOURNAMENT_EVENTS,
        "/v1/tournaments/{id}/events",
        "The events of a tournament, in version order",
        "tournaments",
        by_caller,
        query_type=TournamentEventsQuery,
        description="Facts that you may not see yet are sealed: closed decks. `endVersion` continues.",
    ),
    Operation(
        "streamTournament",
        "GET",
        "/v1/tournaments/{id}/stream",
        stream,
        "The events after a version, then everything live",
        "tournaments",
        query_type=TournamentStreamQuery,
        auth="optional",
        sight="tournament:read",
        headers=("Last-Event-ID",),
        media=_media("tournament_changed"),
        codes=(ErrorCode.NOT_FOUND,),
        description="Ends with `tournament_closed`. 204: it is over and Last-Event-ID has seen all of it.",
        costs=50,
        live=True,
    ),
    Operation(
        "streamPairings",
        "GET",
        "/v1/tournaments/{id}/pairings/stream",
        pairings,
        "The tables of a round, then those that change",
        "tournaments",
        query_type=PairingsStreamQuery,
        auth="optional",
        headers=("Last-Event-ID",),
        media=_media("pairings_changed"),
        codes=(ErrorCode.NOT_FOUND,),
        description="First all tables, or with a version those that changed since. Ends with `tournament_closed`.",
        costs=300,
        live=True,
    ),
    Operation(
        "streamStandings",
        "GET",
        "/v1/tournaments/{id}/standings/stream",
        standings,
        "The first rows of the standings, then again whenever they change",
        "tournaments",
        query_type=StandingsStreamQuery,
        auth="optional",
        headers=("Last-Event-ID",),
        media=_media("standings_changed"),
        codes=(ErrorCode.NOT_FOUND,),
        description="They are those after the last round that is over. Ends with `tournament_closed`.",
        costs=lambda query: 50 + query.limit,
        live=True,
    ),
)
