"""Pages of what a tournament lists: entrants, standings, events."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema.graphql.paging import PageInfo
from api_schema.graphql.tournaments import shapes
from api_schema.ports.tournaments import EntrantPage, RankPage, StandingPage, TournamentEventPage


@strawberry.type(description="Entrants in the order that was asked for, at one version of the tournament.")
class EntrantConnection:
    """A page of entrants."""

    page: strawberry.Private[EntrantPage]

    @strawberry.field(graphql_type=list[shapes.Entrant])
    def nodes(self) -> Any:
        return self.page.entrants

    @strawberry.field
    def version(self) -> int:
        return self.page.version

    @strawberry.field
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=self.page.end_cursor)

    @strawberry.field
    def total_count(self) -> int:
        return self.page.total_count


@strawberry.type(description="The ranks after a round, computed from one version of the tournament.")
class StandingConnection:
    """A page of standings."""

    page: strawberry.Private[StandingPage]

    @strawberry.field(graphql_type=list[shapes.Standing])
    def nodes(self) -> Any:
        return self.page.standings

    @strawberry.field
    def after_round(self) -> int:
        return self.page.after_round

    @strawberry.field(description="They are those of the bracket, whose players stand before everybody else.")
    def bracket(self) -> bool:
        return self.page.bracket

    @strawberry.field
    def version(self) -> int:
        return self.page.version

    @strawberry.field
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=self.page.end_cursor)

    @strawberry.field
    def total_count(self) -> int:
        return self.page.total_count


@strawberry.type(description="The final ranks of everybody, over the rounds and the bracket.")
class FinalRankConnection:
    """A page of ranks."""

    page: strawberry.Private[RankPage]

    @strawberry.field(graphql_type=list[shapes.FinalRank])
    def nodes(self) -> Any:
        return self.page.ranks

    @strawberry.field(description="The tournament is over. Before that these are the ranks if it ended now.")
    def final(self) -> bool:
        return self.page.final

    @strawberry.field
    def version(self) -> int:
        return self.page.version

    @strawberry.field
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=self.page.end_cursor)

    @strawberry.field
    def total_count(self) -> int:
        return self.page.total_count


@strawberry.type(description="Events in version order.")
class TournamentEventConnection:
    """A page of events."""

    page: strawberry.Private[TournamentEventPage]

    @strawberry.field(graphql_type=list[shapes.TournamentEvent])
    def nodes(self) -> Any:
        return self.page.events

    @strawberry.field(description="The cursor is a version: pass it as `afterVersion`.")
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=str(self.page.end_version))
