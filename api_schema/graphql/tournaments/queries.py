"""The queries of tournaments."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info
from api_schema.graphql.paging import end_of_page
from api_schema.graphql.payloads import or_none
from api_schema.graphql.request_inputs import PLAIN
from api_schema.graphql.tournaments.tournament import Tournament
from api_schema.ports.tournaments import TournamentFilter, TournamentPage

FILTER = PLAIN.input(
    "TournamentFilter",
    TournamentFilter,
    "Which tournaments: all conditions must hold.",
    first={},
    texts={
        "status": "One of these.",
        "mine": "Only those that your account has entered or has a role in.",
        "name": "A part of the name, in upper or lower case.",
    },
)
TournamentFilterInput: Any = FILTER.type


@strawberry.type(description="Tournaments, newest first. A cursor is good for its filter.")
@reads(TournamentPage)
class TournamentConnection:
    """A page of tournaments."""

    out: strawberry.Private[TournamentPage]

    nodes = attribute(of="tournaments")
    page_info = end_of_page()


WhichTournaments = Annotated[TournamentFilterInput | None, strawberry.argument(name="filter")]
Id = Annotated[strawberry.ID, strawberry.argument(name="id")]


@strawberry.type
class TournamentQueries:
    """The queries of everybody, and the codes for organisers."""

    @strawberry.field(description="Null, and the error NOT_FOUND, if there is no such tournament.")
    async def tournament(self, info: Info, tournament_id: Id) -> Tournament | None:
        return await found_tournament(info, tournament_id)

    @strawberry.field(description="All tournaments, newest first.")
    async def tournaments(
        self, info: Info, first: int, after: str | None = None, where: WhichTournaments = None
    ) -> TournamentConnection:
        page = await info.context.use.tournaments.find(
            await info.context.caller(),
            first=first,
            after=after,
            wanted=TournamentFilter() if where is None else FILTER.read(where),
        )
        return TournamentConnection(out=page)

    @strawberry.field(
        graphql_type=shapes.TournamentCodes | None,
        description="The codes that organisers hand out to entrants and to staff.",
    )
    async def tournament_codes(self, info: Info, tournament_id: strawberry.ID) -> Any:
        return await or_none(info.context.use.tournaments.codes(await info.context.caller(), tournament_id))


async def found_tournament(info: Info, tournament_id: str) -> Tournament:
    """A tournament by its id. NOT_FOUND."""
    return Tournament(out=await info.context.use.tournaments.get(await info.context.caller(), tournament_id))
