"""The queries of tournaments."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info
from api_schema.graphql.paging import end_of_page
from api_schema.graphql.payloads import or_none
from api_schema.graphql.tournaments.tournament import Tournament
from api_schema.ports.tournaments import TournamentFilter, TournamentPage


@strawberry.input(name="TournamentFilter", description="Which tournaments: all conditions must hold.")
class TournamentFilterInput:
    """Conditions on tournaments."""

    game: str | None = None
    status: list[shapes.TournamentStatus] | None = strawberry.field(default=None, description="One of these.")
    mine: bool = strawberry.field(
        default=False, description="Only those that your account has entered or has a role in."
    )

    name: str | None = strawberry.field(default=None, description="A part of the name, in upper or lower case.")

    def wanted(self) -> TournamentFilter:
        """As the use cases take it."""
        status = tuple(member.value for member in self.status or ())
        return TournamentFilter(game=self.game, status=status, mine=self.mine, name=self.name)


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
            wanted=(where or TournamentFilterInput()).wanted(),
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
