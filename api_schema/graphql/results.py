"""Results of matches that are over. Public, and the same for everybody."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.paging import end_of_page
from api_schema.graphql.request_inputs import PLAIN
from api_schema.ports.results import (
    ALL_RESULTS,
    CardStatisticsPage,
    DeckMatchupPage,
    DeckStatisticsPage,
    HeadToHead,
    StatisticsFilter,
)

MOST = 100
"""Rows of a page."""


FILTER = PLAIN.input(
    "StatisticsFilter",
    StatisticsFilter,
    "Which matches count: all conditions must hold.",
    first={},
    texts={
        "mode": "The value of the game's option `mode`.",
        "since": "Over then, or later.",
        "until": "Over before.",
    },
)
StatisticsFilterInput: Any = FILTER.type
WhichResults = Annotated[StatisticsFilterInput | None, strawberry.argument(name="filter")]


@strawberry.type(description="Decks in the order of their labels. A cursor is good for its filter.")
@reads(DeckStatisticsPage)
class DeckStatisticsConnection:
    """A page of decks."""

    out: strawberry.Private[DeckStatisticsPage]

    page_info = end_of_page()
    nodes = attribute(of="decks")


@strawberry.type(description="Cards in the order of their IDs. A cursor is good for its filter.")
@reads(CardStatisticsPage)
class CardStatisticsConnection:
    """A page of cards."""

    out: strawberry.Private[CardStatisticsPage]

    page_info = end_of_page()
    nodes = attribute(of="cards")


@strawberry.type(description="Pairs of decks in the order of their labels. A cursor is good for its filter.")
@reads(DeckMatchupPage)
class DeckMatchupConnection:
    """A page of pairs."""

    out: strawberry.Private[DeckMatchupPage]

    page_info = end_of_page()
    nodes = attribute(of="matchups")


@strawberry.type(description="The matches of two entrants, counted from the side of the first; the newest come first.")
@reads(HeadToHead)
class HeadToHeadConnection:
    """The record of one entrant against another."""

    out: strawberry.Private[HeadToHead]

    page_info = end_of_page()
    one = attribute()
    other = attribute()
    matches = attribute("How many they are; wins, draws and losses add up to it.")
    wins = attribute()
    draws = attribute()
    losses = attribute()
    nodes = attribute(of="met")


@strawberry.type
class ResultQueries:
    """Statistics: only matches that are open to all count, and only what everybody may know of them."""

    @strawberry.field(description="The records of a game's decks, as far as everybody may know them.")
    async def deck_statistics(
        self, info: Info, game: str, first: int = 20, after: str | None = None, where: WhichResults = None
    ) -> DeckStatisticsConnection:
        page = await info.context.use.results.deck_statistics(game, **_asked(first, after, where))
        return DeckStatisticsConnection(out=page)

    @strawberry.field(description="The records of players who brought the cards of a game; as `deckStatistics`.")
    async def card_statistics(
        self, info: Info, game: str, first: int = 20, after: str | None = None, where: WhichResults = None
    ) -> CardStatisticsConnection:
        page = await info.context.use.results.card_statistics(game, **_asked(first, after, where))
        return CardStatisticsConnection(out=page)

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
        return DeckMatchupConnection(out=page)

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
        return HeadToHeadConnection(out=found)


def _asked(first: int, after: str | None, where: Any) -> dict[str, Any]:
    """The page and the filter, as the use cases take them."""
    wanted = ALL_RESULTS if where is None else FILTER.read(where)
    return {"first": page_size(first, MOST), "after": after, "wanted": wanted}
