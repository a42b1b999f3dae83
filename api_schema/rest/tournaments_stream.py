"""What happens to a tournament: its events by page, and live. The version is the resume point."""

from __future__ import annotations

from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.ports import TournamentEventPage
from api_schema.rest.operation import Call, Operation
from api_schema.rest.reading import last_event_id
from api_schema.rest.replying import NDJSON, SSE, Reply, cached
from api_schema.rest.stream import live
from api_schema.rest.tournaments_parameters import TournamentEventsQuery, TournamentPath, TournamentStreamQuery

_OVER = {"FINISHED", "CANCELLED"}
_KINDS = "`tournament_changed`, `heartbeat`, `resync_required`, `tournament_closed`"


async def events(call: Call) -> Reply:
    """Events in version order."""
    query: TournamentEventsQuery = call.query
    page = await call.uses.tournaments.events(call.caller, call.path.id, after=query.after, first=query.limit)
    return Reply(page, headers=cached(call.request, for_ever=False))


async def stream(call: Call) -> Response:
    """Everything after a version, then what happens, until the tournament is over.

    The first read refuses what must be refused while there is still a status to say it with. A client that has seen
    all of one that is over gets 204, which stops an EventSource from coming back for ever.
    """
    query: TournamentStreamQuery = call.query
    resumed = last_event_id(call.request)
    after = query.after if resumed is None else resumed
    tournaments, tournament = call.uses.tournaments, call.path.id
    missed = await tournaments.events(call.caller, tournament, after=after, first=1)
    over = resumed is not None and (await tournaments.get(call.caller, tournament)).status in _OVER
    if over and not missed.events:
        return Response(status_code=204)
    return live(call, tournaments.updates(call.caller, tournament, after=after))


OPERATIONS = (
    Operation(
        "getTournamentEvents",
        "GET",
        "/v1/tournaments/{id}/events",
        events,
        "What has happened in a tournament, in version order",
        "tournaments",
        TournamentEventPage,
        path_type=TournamentPath,
        query_type=TournamentEventsQuery,
        auth="optional",
        sight="tournament:read",
        codes=(ErrorCode.NOT_FOUND,),
        description="What you may not see yet is sealed: decks that are closed. `endVersion` continues.",
        costs=lambda query: 10 + query.limit // 4,
    ),
    Operation(
        "streamTournament",
        "GET",
        "/v1/tournaments/{id}/stream",
        stream,
        "What you missed after a version, then everything live",
        "tournaments",
        path_type=TournamentPath,
        query_type=TournamentStreamQuery,
        auth="optional",
        sight="tournament:read",
        headers=("Last-Event-ID",),
        media={
            SSE: f"Events {_KINDS}, `problem`; id: version. There will be more: pass over those that you don't know.",
            NDJSON: 'Lines {"type", "version", "data"} with the same types; blank lines while nothing happens.',
        },
        codes=(ErrorCode.NOT_FOUND,),
        description="Ends with `tournament_closed`. 204: it is over and Last-Event-ID has seen all of it.",
        costs=50,
        live=True,
    ),
)
