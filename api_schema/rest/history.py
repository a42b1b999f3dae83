"""Records that leave: replay files, audits, and the check of a file that somebody sends."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from api_schema import replays
from api_schema.errors import ApiError
from api_schema.limiting.budgets import Bucket
from api_schema.limiting.payer import Reader
from api_schema.operations import history as rows
from api_schema.operations.http import FILE_NAME, NDJSON, VERSION
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import ReplayQuery, value_or_none
from api_schema.packing import prefers_gzip
from api_schema.ports.history import ReplayFile
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.http_request import HttpRequest
from api_schema.rest.limits import paced
from api_schema.rest.play import fixed
from api_schema.rest.problems import HttpError
from api_schema.rest.replies import FOR_EVER, Answer, LiveResponse, Reply, cached, matches_tag, vary

_CHUNK = 32 << 10
"""Bytes of text that are sent, or packed, at once."""
_GZIP = 16 + zlib.MAX_WBITS


async def replay(call: ApiCall) -> Answer | LiveResponse:
    """The replay file of a perspective, line by line; a client that has it already gets 304."""
    query: ReplayQuery = call.query
    file = await call.use_cases.history.replay(
        call.caller, call.path.id, perspective=value_or_none(query.perspective), after=query.after
    )
    packed = prefers_gzip(call.headers.raw)
    headers = _headers(call, file, packed)
    if matches_tag(call.header(b"if-none-match"), headers["ETag"]):
        return Answer(304, headers)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    headers |= {FILE_NAME: f'attachment; filename="{_name(file, query)}"'}
    headers |= {"Content-Encoding": "gzip"} if packed else {}
    if call.method == "HEAD":
        return Answer(200, headers, NDJSON)
    text = _chunks(paced(call, file.lines))
    return LiveResponse(_gzipped(text) if packed else text, NDJSON, headers)


async def audit(call: ApiCall) -> Reply:
    """Whether the stored record holds."""
    report = await call.use_cases.history.audit(call.caller, call.path.id, Reader(call.meter, call.client))
    return Reply(report, headers={"Cache-Control": "private, no-cache", "Vary": "Authorization"})


async def verify(call: ApiCall) -> Reply:
    """Verify a file that the client sends."""
    _check_upload(call)
    with call.meter.upload(call.client):
        try:
            return Reply(await call.use_cases.history.verify(call.stream()))
        except ApiError as error:
            if "limit" in error.details:
                raise HttpError(413, f"{error.message}.") from error
            raise


def _headers(call: ApiCall, file: ReplayFile, packed: bool) -> dict[str, str]:
    """The tag names what the text depends on: version, perspective, types of views, signature, packing."""
    lasting = file.complete and file.signed_by is not None and fixed(call, call.query.perspective)
    headers = vary(cached(call, FOR_EVER if lasting else "no-cache"), "Accept-Encoding")
    by = "" if file.signed_by is None else f"-{file.signed_by[:12]}"
    tag = f"{file.version}-{file.perspective}-{file.views[:12]}{by}" + "-gzip" * packed
    return {**headers, "ETag": f'"{tag}"', VERSION: str(file.version)}


def _name(file: ReplayFile, query: ReplayQuery) -> str:
    return replays.file_name(file.match_id, file.perspective, query.after)


async def _chunks(lines: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    waiting = bytearray()
    async with aclosing(lines):
        async for line in lines:
            waiting += line
            if len(waiting) >= _CHUNK:
                yield bytes(waiting)
                waiting.clear()
    yield bytes(waiting)


async def _gzipped(text: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    packer = zlib.compressobj(wbits=_GZIP)
    async with aclosing(text):
        async for chunk in text:
            packed = packer.compress(chunk)
            if packed:
                yield packed
    yield packer.flush()


def _check_upload(request: HttpRequest) -> None:
    """Refuse other media types, and packings but gzip. The bytes tell how the body is packed; the headers may not."""
    known = rows.VERIFY_REPLAY.upload
    if request.media_type(NDJSON) not in known:
        raise HttpError(415, f"The body has to be a replay file: {', '.join(known)}.")
    if request.headers.get("content-encoding", "identity").strip().lower() not in ("identity", "gzip"):
        raise HttpError(415, "The body may be packed with gzip only.")


HANDLERS: Mapping[Operation, Handler] = {rows.GET_REPLAY: replay, rows.GET_AUDIT: audit, rows.VERIFY_REPLAY: verify}
