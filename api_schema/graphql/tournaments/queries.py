"""The queries of tournaments."""

from __future__ import annotations

from api_schema.graphql.attributes import attribute, holding
from api_schema.graphql.paging import connection, end_of_page
from api_schema.graphql.query_rows import Missing, Query
from api_schema.graphql.request_inputs import PLAIN
from api_schema.graphql.tournaments.tournament import Tournament
from api_schema.ports.tournaments import TournamentFilter, TournamentPage
from api_schema.reads import FIND_TOURNAMENTS, GET_TOURNAMENT, GET_TOURNAMENT_CODES

FILTER = PLAIN.input(
    "TournamentFilter",
    TournamentFilter,
    "Which tournaments: all conditions must hold.",
    first={},
    texts={
        "status": "One of these.",
        "mine": "Only those that your account has entered or has a role in.",
        "name": "A part of the name; neither case nor accents matter.",
    },
)


connection(
    "TournamentConnection",
    TournamentPage,
    "Tournaments, newest first. A cursor is good for its filter.",
    nodes=attribute(of="tournaments"),
    page_info=end_of_page(),
)


QUERIES = (
    Query(
        GET_TOURNAMENT,
        "tournament",
        "Null, and the error NOT_FOUND, if there is no such tournament.",
        names={"tournament_id": "id"},
        missing=Missing.REFUSED,
        shape=holding(Tournament),
    ),
    Query(FIND_TOURNAMENTS, "tournaments", "All tournaments, newest first.", input=FILTER),
    Query(
        GET_TOURNAMENT_CODES,
        "tournamentCodes",
        "The codes that organisers hand out to entrants and to staff.",
        missing=Missing.NULL,
    ),
)
