"""Pages of what a tournament lists: entrants, standings, events."""

from __future__ import annotations

import strawberry

from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.paging import PageInfo, end_of_page
from api_schema.ports.tournaments import EntrantPage, RankPage, StandingPage, TournamentEventPage


@strawberry.type(description="Entrants in the order that was asked for, at one version of the tournament.")
@reads(EntrantPage)
class EntrantConnection:
    """A page of entrants."""

    out: strawberry.Private[EntrantPage]

    nodes = attribute(of="entrants")
    version = attribute()
    page_info = end_of_page()
    total_count = attribute()


@strawberry.type(description="The ranks after a round, computed from one version of the tournament.")
@reads(StandingPage)
class StandingConnection:
    """A page of standings."""

    out: strawberry.Private[StandingPage]

    nodes = attribute(of="standings")
    after_round = attribute()
    bracket = attribute("They are those of the bracket, whose players stand before everybody else.")
    version = attribute()
    page_info = end_of_page()
    total_count = attribute()


@strawberry.type(description="The final ranks of everybody, over the rounds and the bracket.")
@reads(RankPage)
class FinalRankConnection:
    """A page of ranks."""

    out: strawberry.Private[RankPage]

    nodes = attribute(of="ranks")
    final = attribute("The tournament is over. Before that these are the ranks if it ended now.")
    version = attribute()
    page_info = end_of_page()
    total_count = attribute()


@strawberry.type(description="Events in version order.")
@reads(TournamentEventPage)
class TournamentEventConnection:
    """A page of events."""

    out: strawberry.Private[TournamentEventPage]

    nodes = attribute(of="events")

    @strawberry.field(description="The cursor is a version: pass it as `afterVersion`.")
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.out.has_next, end_cursor=str(self.out.end_version))
