"""Leaderboards: players by rating, what changed a rating, and the file to recompute all of it from. Public."""

from __future__ import annotations

from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.ports.ratings import LeaderboardPage, RatingHistory, SeasonList
from api_schema.rest.limits import paced
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import GamePath, LeaderboardQuery, RatedPlayerPath, RatingsQuery, given
from api_schema.rest.replies import NDJSON, LiveResponse, Reply, cached, matches_tag

_PUBLIC = {"Cache-Control": "public, no-cache"}


async def leaderboard(call: ApiCall) -> Reply:
    """A page of players."""
    query: LeaderboardQuery = call.query
    found = await call.uses.ratings.leaderboard(
        call.path.slug, season=given(query.season), first=query.limit, after=given(query.after)
    )
    return Reply(found, headers=_PUBLIC)


async def seasons(call: ApiCall) -> Reply:
    """The seasons of a game."""
    return Reply(await call.uses.ratings.seasons(call.path.slug), headers=_PUBLIC)


async def player(call: ApiCall) -> Reply:
    """The changes of a player's rating."""
    query: LeaderboardQuery = call.query
    found = await call.uses.ratings.player(
        call.path.slug, call.path.player, season=given(query.season), first=query.limit, after=given(query.after)
    )
    return Reply(found, headers=_PUBLIC)


async def ratings_file(call: ApiCall) -> Response:
    """The whole ladder, line by line; a client that has it already gets 304."""
    file = await call.uses.ratings.ratings_file(call.path.slug, given(call.query.season))
    headers = {**cached(call.request), "ETag": f'"{file.version}-{file.head_hash[:16]}"'}
    if matches_tag(call.request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    headers |= {"Content-Disposition": f'attachment; filename="{file.name}"', "Playledger-Version": str(file.version)}
    if call.request.method == "HEAD":
        response = Response(headers=headers, media_type=NDJSON)
        del response.headers["content-length"]
        return response
    return LiveResponse(paced(call, file.lines), NDJSON, headers)


_UNKNOWN = (ErrorCode.NOT_FOUND,)
_FILE = """Header, every event of the ladder in its order, footer; one canonical JSON object a line. A rating is an
event with the game that caused it, the places of its players, and their ratings before and after: anybody can compute
it again (docs/ratings.md), and `playledger verify FILE` does. The events are a hash chain: its head is the `headHash`
of the leaderboard at that version. NOT_FOUND where nothing was rated yet."""

OPERATIONS = (
    Operation(
        "getLeaderboard",
        "GET",
        "/v1/leaderboards/{slug}",
        leaderboard,
        "The players of a game and season by their rating, best first",
        "ratings",
        LeaderboardPage,
        path_type=GamePath,
        query_type=LeaderboardQuery,
        codes=_UNKNOWN,
        description="It follows a tournament that has finished after a moment. Equal ratings share a rank.",
        costs=lambda query: 10 + query.limit,
    ),
    Operation(
        "listSeasons",
        "GET",
        "/v1/leaderboards/{slug}/seasons",
        seasons,
        "The seasons of a game, the one that was rated last first",
        "ratings",
        SeasonList,
        path_type=GamePath,
        codes=_UNKNOWN,
    ),
    Operation(
        "getRatedPlayer",
        "GET",
        "/v1/leaderboards/{slug}/players/{player}",
        player,
        "The rating of a player, and every game that changed it, newest first",
        "ratings",
        RatingHistory,
        path_type=RatedPlayerPath,
        query_type=LeaderboardQuery,
        codes=_UNKNOWN,
        costs=lambda query: 10 + query.limit,
    ),
    Operation(
        "getRatings",
        "GET",
        "/v1/leaderboards/{slug}/ratings.ndjson",
        ratings_file,
        "The ratings file: what all ratings of a season follow from",
        "ratings",
        path_type=GamePath,
        query_type=RatingsQuery,
        auth="optional",
        media={NDJSON: "Header, events and footer, one canonical JSON object a line."},
        codes=_UNKNOWN,
        description=_FILE,
        costs=50,
        live=True,
    ),
)
