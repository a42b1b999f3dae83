"""Leaderboards: players by rating, what changed a rating, and the file to recompute all of it from. Public."""

from __future__ import annotations

from starlette.responses import Response

from api_schema import reads
from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.rest.caching import PUBLIC
from api_schema.rest.limits import paced
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import LeaderboardQuery, RatingsQuery, value_or_none
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import FILE_NAME, NDJSON, VERSION, LiveResponse, cached, matches_tag


async def ratings_file(call: ApiCall) -> Response:
    """The whole ladder, line by line; a client that has it already gets 304."""
    file = await call.use_cases.ratings.ratings_file(call.path.slug, value_or_none(call.query.season))
    headers = {**cached(call.request), "ETag": f'"{file.version}-{file.head_hash[:16]}"'}
    if matches_tag(call.request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    headers |= {FILE_NAME: f'attachment; filename="{file.name}"', VERSION: str(file.version)}
    if call.request.method == "HEAD":
        response = Response(headers=headers, media_type=NDJSON)
        del response.headers["content-length"]
        return response
    return LiveResponse(paced(call, file.lines), NDJSON, headers)


_FILE = """Header, every event of the ladder in its order, footer; one canonical JSON object a line. A rating is an
event with the game that caused it, the places of its players, and their ratings before and after: anybody can compute
it again (docs/ratings.md), and `playledger verify FILE` does. The events are a hash chain: its head is the `headHash`
of the leaderboard at that version. NOT_FOUND where nothing was rated yet."""

OPERATIONS = (
    read_row(
        reads.GET_LEADERBOARD,
        "/v1/leaderboards/{slug}",
        "The players of a game and season by their rating, best first",
        "ratings",
        PUBLIC,
        query_type=LeaderboardQuery,
        description="It follows a tournament that has finished after a moment. Equal ratings share a rank.",
    ),
    read_row(
        reads.LIST_SEASONS,
        "/v1/leaderboards/{slug}/seasons",
        "The seasons of a game, the one that was rated last first",
        "ratings",
        PUBLIC,
        description="Their names are what `season` of a leaderboard takes.",
    ),
    read_row(
        reads.GET_RATED_PLAYER,
        "/v1/leaderboards/{slug}/players/{player}",
        "The rating of a player, and every game that changed it, newest first",
        "ratings",
        PUBLIC,
        query_type=LeaderboardQuery,
        description="`player` is a reference `ld_...`, as the leaderboard and `entrant_registered` have it.",
    ),
    Operation(
        "getRatings",
        "GET",
        "/v1/leaderboards/{slug}/ratings.ndjson",
        ratings_file,
        "The ratings file: what all ratings of a season follow from",
        "ratings",
        query_type=RatingsQuery,
        auth="optional",
        media={NDJSON: "Header, events and footer, one canonical JSON object a line."},
        codes=(ErrorCode.NOT_FOUND,),
        description=_FILE,
        costs=50,
        live=True,
        sends=(VERSION, FILE_NAME),
    ),
)
