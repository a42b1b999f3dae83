"""Leaderboards: players by rating, what changed a rating, and the file to recompute all of it from. Public."""

from __future__ import annotations

from collections.abc import Mapping

from api_schema.limiting.budgets import Bucket
from api_schema.operations import ratings as rows
from api_schema.operations.http import FILE_NAME, NDJSON, VERSION
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import value_or_none
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.limits import paced
from api_schema.rest.replies import Answer, LiveResponse, cached, matches_tag


async def ratings_file(call: ApiCall) -> Answer | LiveResponse:
    """The whole ladder, line by line; a client that has it already gets 304."""
    file = await call.use_cases.ratings.ratings_file(call.path.slug, value_or_none(call.query.season))
    headers = {**cached(call), "ETag": f'"{file.version}-{file.head_hash[:16]}"'}
    if matches_tag(call.header(b"if-none-match"), headers["ETag"]):
        return Answer(304, headers)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    headers |= {FILE_NAME: f'attachment; filename="{file.name}"', VERSION: str(file.version)}
    if call.method == "HEAD":
        return Answer(200, headers, NDJSON)
    return LiveResponse(paced(call, file.lines), NDJSON, headers)


HANDLERS: Mapping[Operation, Handler] = {rows.GET_RATINGS: ratings_file}
