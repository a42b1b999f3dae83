"""Leaderboards: players by rating, and what changed a rating."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import strawberry

from api_schema.graphql import shapes
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.paging import PageInfo
from api_schema.ports import ratings

PAGE = 100


@strawberry.type(description="Players of a game and season, best first. Equal ratings share a rank.")
class LeaderboardConnection:
    """A page of a leaderboard."""

    page: strawberry.Private[ratings.LeaderboardPage]

    @strawberry.field(graphql_type=list[shapes.LeaderboardRow])
    def nodes(self) -> Any:
        return self.page.rows

    @strawberry.field(description="The model of the ratings; see docs/ratings.md.")
    def model(self) -> str:
        return self.page.model

    @strawberry.field(graphql_type=shapes.Ladder | None, description="Null where nothing was rated yet.")
    def ladder(self) -> Any:
        return self.page.ladder

    @strawberry.field(
        graphql_type=list[shapes.Ladder], description="All seasons of the game, the one that was rated last first."
    )
    async def seasons(self, info: Info) -> Any:
        return (await info.context.use.ratings.seasons(self.page.game)).seasons

    @strawberry.field(description="The file that all these ratings can be computed from again; null if there is none.")
    def ratings_url(self) -> str | None:
        ladder = self.page.ladder
        if ladder is None:
            return None
        return f"/v1/leaderboards/{self.page.game}/ratings.ndjson?season={quote(ladder.season, safe='')}"

    @strawberry.field
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=self.page.end_cursor)


@strawberry.type(description="A player of a leaderboard, and the games that changed the rating, newest first.")
class RatingHistory:
    """A page of changes."""

    page: strawberry.Private[ratings.RatingHistory]

    @strawberry.field(graphql_type=shapes.LeaderboardRow)
    def player(self) -> Any:
        return self.page.player

    @strawberry.field(graphql_type=shapes.Ladder)
    def ladder(self) -> Any:
        return self.page.ladder

    @strawberry.field(graphql_type=list[shapes.RatingChange])
    def nodes(self) -> Any:
        return self.page.changes

    @strawberry.field
    def page_info(self) -> PageInfo:
        return PageInfo(has_next_page=self.page.has_next, end_cursor=self.page.end_cursor)


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
        return LeaderboardConnection(page=found)

    @strawberry.field(description="The changes of a player's rating, by the reference that the leaderboard has.")
    async def rating_history(
        self, info: Info, game: str, player: str, first: int, season: str | None = None, after: str | None = None
    ) -> RatingHistory:
        found = await info.context.use.ratings.player(
            game, player, season=season, first=page_size(first, PAGE), after=after
        )
        return RatingHistory(page=found)
