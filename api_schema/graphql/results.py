"""Results of matches that are over. Public, and the same for everybody."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.paging import PageInfo
from api_schema.graphql.scalars import DateTime
from api_schema.ports.results import HeadToHead, StatisticsFilter

MOST = 100
"""Rows of a page."""


@strawberry.input(name="StatisticsFilter", description="Which matches count: all conditions must hold.")
class StatisticsFilterInput:
    """Conditions on the counted matches."""

    tournament: strawberry.ID | None = None
    mode: str | None = strawberry.field(default=None, description="The value of the game's option `mode`.")
    since: DateTime | None = strawberry.field(default=None, description="Over then, or later.")
    until: DateTime | None = strawberry.field(default=None, description="Over before.")

    def wanted(self) -> StatisticsFilter:
        """As the use cases take it."""
        return StatisticsFilter(tournament=self.tournament, mode=self.mode, since=self.since, until=self.until)


WhichResults = Annotated[StatisticsFilterInput | None, strawberry.argument(name="filter")]


@strawberry.type(description="Decks in the order of their labels. A cursor is good for its filter.")
class DeckStatisticsConnection:
    """A page of decks."""

    found: strawberry.Private[Any]
    page_info: PageInfo

    @strawberry.field(graphql_type=list[shapes.DeckStatistics])
    def nodes(self) -> Any:
        return self.found


@strawberry.type(description="Cards in the order of their IDs. A cursor is good for its filter.")
class CardStatisticsConnection:
    """A page of cards."""

    found: strawberry.Private[Any]
    page_info: PageInfo

    @strawberry.field(graphql_type=list[shapes.CardStatistics])
    def nodes(self) -> Any:
        return self.found


@strawberry.type(description="Pairs of decks in the order of their labels. A cursor is good for its filter.")
class DeckMatchupConnection:
    """A page of pairs."""

    found: strawberry.Private[Any]
    page_info: PageInfo

    @strawberry.field(graphql_type=list[shapes.DeckMatchup])
    def nodes(self) -> Any:
        return self.found


@strawberry.type(description="The matches of two entrants, counted from the side of the first; the newest come first.")
class HeadToHeadConnection:
    """The record of one entrant against another."""

    found: strawberry.Private[HeadToHead]
    page_info: PageInfo

    @strawberry.field
    def one(self) -> strawberry.ID:
        return strawberry.ID(self.found.one)

    @strawberry.field
    def other(self) -> strawberry.ID:
        return strawberry.ID(self.found.other)

    @strawberry.field(description="How many they are; wins, draws and losses add up to it.")
    def matches(self) -> int:
        return self.found.matches

    @strawberry.field
    def wins(self) -> int:
        return self.found.wins

    @strawberry.field
    def draws(self) -> int:
        return self.found.draws

    @strawberry.field
    def losses(self) -> int:
        return self.found.losses

    @strawberry.field(graphql_type=list[shapes.MetMatch])
    def nodes(self) -> Any:
        return self.found.met


@strawberry.type
class ResultQueries:
    """Statistics: only matches that are open to all count, and only what everybody may know of them."""

    @strawberry.field(description="The records of a game's decks, as far as everybody may know them.")
    async def deck_statistics(
        self, info: Info, game: str, first: int = 20, after: str | None = None, where: WhichResults = None
    ) -> DeckStatisticsConnection:
        page = await info.context.use.results.deck_statistics(game, **_asked(first, after, where))
        return DeckStatisticsConnection(found=page.decks, page_info=_end(page))

    @strawberry.field(description="The records of players who brought the cards of a game; as `deckStatistics`.")
    async def card_statistics(
        self, info: Info, game: str, first: int = 20, after: str | None = None, where: WhichResults = None
    ) -> CardStatisticsConnection:
        page = await info.context.use.results.card_statistics(game, **_asked(first, after, where))
        return CardStatisticsConnection(found=page.cards, page_info=_end(page))

    @strawberry.field(
        description="The records of decks against each other in matches of two seats; as `deckStatistics`."
    )
    async def deck_matchups(
        self,
        info: Info,
        game: str,
        deck: str | None = None,
        first: int = 20,
        after: str | None = None,
        where: WhichResults = None,
    ) -> DeckMatchupConnection:
        page = await info.context.use.results.deck_matchups(game, deck=deck, **_asked(first, after, where))
        return DeckMatchupConnection(found=page.matchups, page_info=_end(page))

    @strawberry.field(
        description="The record of one entrant (`en_...`) against another, or of one player of a leaderboard "
        "(`ld_...`) over all rated tournaments. References of players in matches hold for one match alone."
    )
    async def head_to_head(
        self,
        info: Info,
        one: strawberry.ID,
        other: strawberry.ID,
        game: str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> HeadToHeadConnection:
        size = page_size(first, MOST)
        found = await info.context.use.results.head_to_head(one, other, first=size, after=after, game=game)
        return HeadToHeadConnection(found=found, page_info=_end(found))


def _asked(first: int, after: str | None, where: StatisticsFilterInput | None) -> dict[str, Any]:
    """The page and the filter, as the use cases take them."""
    return {"first": page_size(first, MOST), "after": after, "wanted": (where or StatisticsFilterInput()).wanted()}


def _end(page: Any) -> PageInfo:
    return PageInfo(has_next_page=page.has_next, end_cursor=page.end_cursor)
