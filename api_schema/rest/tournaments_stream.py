"""The events of a tournament, by page and live. The version is the resume point."""

from __future__ import annotations

from collections.abc import Mapping

from api_schema.operations import tournament_streams as rows
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import value_or_none
from api_schema.operations.tournament_parameters import PairingsStreamQuery, StandingsStreamQuery, TournamentStreamQuery
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Answer, LiveResponse
from api_schema.rest.requests import last_event_id
from api_schema.rest.stream import live

_OVER = {"FINISHED", "CANCELLED"}
_OTHERS = "`heartbeat`, `resync_required`, `tournament_closed`"


async def stream(call: ApiCall) -> Answer | LiveResponse:
    """Everything after a version, then what happens, until the tournament is over.

    The first read refuses what must be refused while there is still a status to say it with. A client that has seen
    all of one that is over gets 204, which stops an EventSource from coming back for ever.
    """
    query: TournamentStreamQuery = call.query
    resumed = last_event_id(call)
    after = query.after if resumed is None else resumed
    tournaments, tournament = call.use_cases.tournaments, call.path.id
    missed = await tournaments.events(call.caller, tournament, after=after, first=1)
    over = resumed is not None and (await tournaments.get(call.caller, tournament)).status in _OVER
    if over and not missed.events:
        return Answer(204)
    return live(call, tournaments.updates(call.caller, tournament, after=after))


async def pairings(call: ApiCall) -> Answer | LiveResponse:
    """The tables of a round, then those that change, until the tournament is over."""
    query: PairingsStreamQuery = call.query
    number, tournaments = value_or_none(query.round), call.use_cases.tournaments
    # refuses a round that has not begun
    await tournaments.pairings(call.caller, call.path.id, round_number=number, first=1)
    resumed = last_event_id(call)
    if await _has_all(call, resumed):
        return Answer(204)
    after = query.after if resumed is None else resumed
    return live(call, tournaments.pairings_updates(call.caller, call.path.id, round_number=number, after=after))


async def standings(call: ApiCall) -> Answer | LiveResponse:
    """The first rows of the standings, then again when they change, until the tournament is over."""
    query: StandingsStreamQuery = call.query
    resumed = last_event_id(call)
    if await _has_all(call, resumed):
        return Answer(204)
    after = query.after if resumed is None else resumed
    updates = call.use_cases.tournaments.standings_updates(call.caller, call.path.id, first=query.limit, after=after)
    return live(call, updates)


async def _has_all(call: ApiCall, resumed: int | None) -> bool:
    """Whether the client comes back to a tournament that is over and of which it has seen all. NOT_FOUND."""
    shown = await call.use_cases.tournaments.get(call.caller, call.path.id)
    return resumed is not None and resumed >= shown.version and shown.status in _OVER


HANDLERS: Mapping[Operation, Handler] = {
    rows.STREAM_TOURNAMENT: stream,
    rows.STREAM_PAIRINGS: pairings,
    rows.STREAM_STANDINGS: standings,
}
