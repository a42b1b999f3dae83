"""Leaderboards: players by rating, and what changed a rating."""

from __future__ import annotations

from urllib.parse import quote

import strawberry

from api_schema.graphql.attributes import attribute, reads
from api_schema.graphql.paging import connection, edges_of, end_of_page
from api_schema.graphql.query_rows import query_field
from api_schema.operations.ratings import LIST_SEASONS
from api_schema.ports import ratings
from api_schema.rooted import rooted


@strawberry.type(description="Players of a game and season, best first. Equal ratings share a rank.")
@reads(ratings.LeaderboardPage)
class LeaderboardConnection:
    """A page of a leaderboard."""

    out: strawberry.Private[ratings.LeaderboardPage]

    nodes = attribute(of="rows")
    edges = edges_of("LeaderboardConnection", ratings.LeaderboardPage, nodes)
    model = attribute("The model of the ratings; see docs/ratings.md.")
    ladder = attribute("Null where nothing was rated yet.")

    seasons = query_field(LIST_SEASONS)

    @strawberry.field(description="The file that all these ratings can be computed from again; null if there is none.")
    def ratings_url(self) -> str | None:
        ladder = self.out.ladder
        if ladder is None:
            return None
        return rooted(f"/v1/leaderboards/{self.out.game}/ratings.ndjson?season={quote(ladder.season, safe='')}")

    page_info = end_of_page()


connection(
    "RatingHistory",
    ratings.RatingHistory,
    "A player of a leaderboard, and the games that changed the rating, newest first.",
    player=attribute(),
    ladder=attribute(),
    nodes=attribute(of="changes"),
    page_info=end_of_page(),
)
