"""Frames: a match as a client draws it after each batch, line by line."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
from msgspec import UNSET
from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.ports.matches import FRAME_VERSIONS, FrameFile, FrameOut
from api_schema.rest.limits import paced
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import FramesQuery, value_or_none
from api_schema.rest.play import fixed
from api_schema.rest.replies import NDJSON, VERSION, LiveResponse, cached_if_past, matches_tag, unmeasured

ROWS = 4
"""Rows of an export that a frame counts as: a table is drawn for it."""


async def frames(call: ApiCall) -> Response:
    """The frames between two versions. With `to` in the past only another release can draw them otherwise."""
    query: FramesQuery = call.query
    file = await call.use_cases.matches.frames(
        call.caller,
        call.path.id,
        perspective=value_or_none(query.perspective),
        first=query.first,
        last=value_or_none(query.last),
        brief=query.brief,
    )
    headers = _headers(call, file)
    if matches_tag(call.request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    if call.request.method == "HEAD":
        return unmeasured(headers, NDJSON)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    return LiveResponse(paced(call, _lines(file), lambda _: ROWS), NDJSON, headers)


def _headers(call: ApiCall, file: FrameFile) -> dict[str, str]:
    query: FramesQuery = call.query
    lasting = query.last is not UNSET and file.last == query.last and fixed(call, query.perspective)
    release = call.use_cases.about.version
    form = "-brief" if query.brief else ""
    tag = f'"{query.first}-{file.last}-{file.perspective}-{file.head_hash[:16]}-{release}{form}"'
    version = file.last if lasting else file.version
    return {**cached_if_past(call.request, past=lasting), "ETag": tag, VERSION: str(version)}


async def _lines(file: FrameFile) -> AsyncGenerator[bytes, None]:
    async with aclosing(file.frames):
        async for frame in file.frames:
            yield msgspec.json.encode(frame) + b"\n"


OPERATIONS = (
    Operation(
        "getFrames",
        "GET",
        "/v1/matches/{id}/frames",
        frames,
        "A match as a client draws it, after each batch from one version to another",
        "play",
        lines=FrameOut,
        query_type=FramesQuery,
        auth="optional",
        sight="match:read",
        codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.NOT_YOUR_SEAT),
        costs=60,
        sends=(VERSION,),
        description="A frame a line. "
        "The first line has `state`: what a client draws, the same as in the state at that version. Each "
        "further line has a JSON Patch (RFC 6902) to the frame before it, or `state` again. With `brief` the first "
        "line alone has `state` and the hashes, which takes far fewer bytes. One answer goes over at most "
        f"{FRAME_VERSIONS} versions; go on from the version after its last line, until you have come to "
        "`Playledger-Version`. With `to` in the past only another release can draw the frames otherwise: after some "
        "minutes ask again, with the ETag.",
    ),
)
