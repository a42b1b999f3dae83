"""Frames: a match as a client draws it after each batch, line by line."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

import msgspec
from msgspec import UNSET

from api_schema.limiting.budgets import Bucket
from api_schema.operations import play as rows
from api_schema.operations.http import NDJSON, VERSION
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import FramesQuery, value_or_none
from api_schema.ports.matches import FrameFile
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.limits import paced
from api_schema.rest.play import fixed
from api_schema.rest.replies import Answer, LiveResponse, cached_if_past, matches_tag

ROWS = 4
"""Rows of an export that a frame counts as: a table is drawn for it."""


async def frames(call: ApiCall) -> Answer | LiveResponse:
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
    if matches_tag(call.header(b"if-none-match"), headers["ETag"]):
        return Answer(304, headers)
    if call.method == "HEAD":
        return Answer(200, headers, NDJSON)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    return LiveResponse(paced(call, _lines(file), lambda _: ROWS), NDJSON, headers)


def _headers(call: ApiCall, file: FrameFile) -> dict[str, str]:
    query: FramesQuery = call.query
    lasting = query.last is not UNSET and file.last == query.last and fixed(call, query.perspective)
    release = call.use_cases.about.version
    form = "-brief" if query.brief else ""
    tag = f'"{query.first}-{file.last}-{file.perspective}-{file.head_hash[:16]}-{release}{form}"'
    version = file.last if lasting else file.version
    return {**cached_if_past(call, past=lasting), "ETag": tag, VERSION: str(version)}


async def _lines(file: FrameFile) -> AsyncGenerator[bytes, None]:
    async with aclosing(file.frames):
        async for frame in file.frames:
            yield msgspec.json.encode(frame) + b"\n"


HANDLERS: Mapping[Operation, Handler] = {rows.GET_FRAMES: frames}
