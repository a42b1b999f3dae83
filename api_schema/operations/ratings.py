"""Leaderboards: players by rating, what changed a rating, and the file to recompute all of it from. Public."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.operations.fields import Field
from api_schema.operations.http import FILE_NAME, NDJSON, VERSION
from api_schema.operations.operation import Keeps, Operation, Read
from api_schema.operations.parameters import LeaderboardQuery, RatingsQuery
from api_schema.ports.ratings import Ratings

_UNKNOWN = (ErrorCode.NOT_FOUND,)
_FILE = """Header, every event of the ladder in its order, footer; one canonical JSON object a line. A rating is an
event with the game that caused it, the places of its players, and their ratings before and after: anybody can compute
it again (docs/ratings.md), and `playledger verify FILE` does. The events are a hash chain: its head is the `headHash`
of the leaderboard at that version. NOT_FOUND where nothing was rated yet."""

GET_LEADERBOARD = Read(
    "getLeaderboard",
    "/v1/leaderboards/{slug}",
    "The players of a game and season by their rating, best first",
    "ratings",
    Ratings.leaderboard,
    keeps=Keeps.PUBLIC,
    query_type=LeaderboardQuery,
    codes=_UNKNOWN,
    rows=1,
    description="It follows a tournament that has finished after a moment. Equal ratings share a rank.",
    graphql=Field(
        "leaderboard",
        "The players by rating; without a season those of the one that was rated last.",
        most=100,
    ),
)
LIST_SEASONS = Read(
    "listSeasons",
    "/v1/leaderboards/{slug}/seasons",
    "The seasons of a game, the one that was rated last first",
    "ratings",
    Ratings.seasons,
    keeps=Keeps.PUBLIC,
    codes=_UNKNOWN,
    description="Their names are what `season` of a leaderboard takes.",
    graphql=Field(
        "seasons",
        "All seasons of the game, the one that was rated last first.",
        "LeaderboardConnection",
        of={"game": "out.game"},
        member="seasons",
    ),
)
GET_RATED_PLAYER = Read(
    "getRatedPlayer",
    "/v1/leaderboards/{slug}/players/{player}",
    "The rating of a player, and every game that changed it, newest first",
    "ratings",
    Ratings.player,
    keeps=Keeps.PUBLIC,
    query_type=LeaderboardQuery,
    codes=_UNKNOWN,
    rows=1,
    description="`player` is a reference `ld_...`, as the leaderboard and `entrant_registered` have it.",
    graphql=Field(
        "ratingHistory",
        "The changes of a player's rating, by the reference that the leaderboard has.",
        most=100,
    ),
)
GET_RATINGS = Operation(
    "getRatings",
    "/v1/leaderboards/{slug}/ratings.ndjson",
    "The ratings file: what all ratings of a season follow from",
    "ratings",
    query_type=RatingsQuery,
    auth="optional",
    media={NDJSON: "Header, events and footer, one canonical JSON object a line."},
    codes=_UNKNOWN,
    description=_FILE,
    costs=50,
    live=True,
    sends=(VERSION, FILE_NAME),
)

ROWS = (GET_LEADERBOARD, LIST_SEASONS, GET_RATED_PLAYER, GET_RATINGS)
