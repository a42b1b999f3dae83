"""The events of a tournament, by page and live. The version is the resume point."""

from __future__ import annotations

from typing import Any

from api_schema.operations.fields import Field
from api_schema.operations.http import NDJSON, SSE
from api_schema.operations.operation import Keeps, Operation, Read
from api_schema.operations.tournament_parameters import (
    PairingsStreamQuery,
    StandingsStreamQuery,
    TournamentEventsQuery,
    TournamentStreamQuery,
)
from api_schema.operations.tournaments import ITSELF, OWN_PART, UNKNOWN
from api_schema.ports.tournaments import Tournaments


def _stream(name: str, path: str, summary: str, kind: str, query: Any, **more: Any) -> Operation:
    kinds = f"`{kind}`, `heartbeat`, `resync_required`, `tournament_closed`, `problem`"
    return Operation(
        name,
        f"/v1/tournaments/{{id}}{path}",
        summary,
        "tournaments",
        query_type=query,
        auth="optional",
        headers=("Last-Event-ID",),
        media={
            SSE: f"Events {kinds}; id: version. There will be more: pass over those that you don't know.",
            NDJSON: 'Lines {"type", "version", "data"} with the same types; blank lines while nothing happens.',
        },
        codes=UNKNOWN,
        live=True,
        **more,
    )


GET_TOURNAMENT_EVENTS = Read(
    "getTournamentEvents",
    "/v1/tournaments/{id}/events",
    "The events of a tournament, in version order",
    "tournaments",
    Tournaments.events,
    keeps=Keeps.BY_CALLER,
    sight=OWN_PART,
    query_type=TournamentEventsQuery,
    codes=UNKNOWN,
    rows=4,
    description="Facts that you may not see yet are sealed: closed decks. `endVersion` continues.",
    graphql=Field(
        "events",
        "Events after a version, as the caller may see them.",
        "Tournament",
        names={"after": "afterVersion"},
        by_version=True,
        usual=200,
        of=ITSELF,
    ),
)
STREAM_TOURNAMENT = _stream(
    "streamTournament",
    "/stream",
    "The events after a version, then everything live",
    "tournament_changed",
    TournamentStreamQuery,
    sight=OWN_PART,
    description="Ends with `tournament_closed`. 204: it is over and Last-Event-ID has seen all of it.",
    costs=50,
)
STREAM_PAIRINGS = _stream(
    "streamPairings",
    "/pairings/stream",
    "The tables of a round, then those that change",
    "pairings_changed",
    PairingsStreamQuery,
    description="First all tables, or with a version those that changed since. Ends with `tournament_closed`.",
    costs=300,
)
STREAM_STANDINGS = _stream(
    "streamStandings",
    "/standings/stream",
    "The first rows of the standings, then again whenever they change",
    "standings_changed",
    StandingsStreamQuery,
    description="They are those after the last round that is over. Ends with `tournament_closed`.",
    costs=lambda query: 50 + query.limit,
)

ROWS = (GET_TOURNAMENT_EVENTS, STREAM_TOURNAMENT, STREAM_PAIRINGS, STREAM_STANDINGS)
