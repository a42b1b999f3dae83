"""Leaderboards: players by rating, and what changed a rating."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.paging import end_of_page
from api_schema.ports import ratings

PAGE = 100


@strawberry.type(description="Players of a game and season, best first. Equal ratings share a rank.")
@reads(ratings.LeaderboardPage)
class LeaderboardConnection:
    """A page of a leaderboard."""

    out: strawberry.Private[ratings.LeaderboardPage]

    nodes = attribute(of="rows")
    model = attribute("The model of the ratings; see docs/ratings.md.")
    ladder = attribute("Null where nothing was rated yet.")

    @strawberry.field(
        graphql_type=list[shapes.Ladder], description="All seasons of the game, the one that was rated last first."
    )
    async def seasons(self, info: Info) -> Any:
        return (await info.context.use.ratings.seasons(self.out.game)).seasons

    @strawberry.field(description="The file that all these ratings can be computed from again; null if there is none.")
    def ratings_url(self) -> str | None:
        ladder = self.out.ladder
        if ladder is None:
            return None
        return f"/v1/leaderboards/{self.out.game}/ratings.ndjson?season={quote(ladder.season, safe='')}"

    page_info = end_of_page()


@strawberry.type(description="A player of a leaderboard, and the games that changed the rating, newest first.")
@reads(ratings.RatingHistory)
class RatingHistory:
    """A page of changes."""

    out: strawberry.Private[ratings.RatingHistory]

    player = attribute()
    ladder = attribute()
    nodes = attribute(of="changes")
    page_info = end_of_page()


@strawberry.type
class LeaderboardQueries:
    """The queries of ratings."""

    @strawberry.field(description="The players by rating; without a season those of the one that was rated last.")
    async def leaderboard(
        self, info: Info, game: str, first: int, season: str | None = None, after: str | None = None
    ) -> LeaderboardConnection:
        found = await info.context.use.ratings.leaderboard(
            game, season=season, first=page_size(first, PAGE), after=after
        )
        return LeaderboardConnection(out=found)

    @strawberry.field(description="The changes of a player's rating, by the reference that the leaderboard has.")
    async def rating_history(
        self, info: Info, game: str, player: str, first: int, season: str | None = None, after: str | None = None
    ) -> RatingHistory:
        found = await info.context.use.ratings.player(
            game, player, season=season, first=page_size(first, PAGE), after=after
        )
        return RatingHistory(out=found)
