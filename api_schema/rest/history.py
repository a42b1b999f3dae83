"""Records that leave: replay files, audits, and the check of a file that somebody sends."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response

from api_schema import replays
from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.limiting.payer import Reader
from api_schema.packing import prefers_gzip
from api_schema.ports.history import AUDIT, AuditReport, ReplayFile
from api_schema.rest.limits import paced
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import ReplayQuery, value_or_none
from api_schema.rest.play import fixed
from api_schema.rest.problems import HttpError
from api_schema.rest.replies import (
    FILE_NAME,
    FOR_EVER,
    NDJSON,
    VERSION,
    LiveResponse,
    Reply,
    cached,
    matches_tag,
    unmeasured,
    vary,
)

_CHUNK = 32 << 10
"""Bytes of text that are sent, or packed, at once."""
_GZIP = 16 + zlib.MAX_WBITS
_UPLOADS = {
    NDJSON: "A replay file.",
    "application/gzip": "A replay file, packed.",
    "application/octet-stream": "Either, told by the bytes.",
}


async def replay(call: ApiCall) -> Response:
    """The replay file of a perspective, line by line; a client that has it already gets 304."""
    query: ReplayQuery = call.query
    file = await call.use_cases.history.replay(
        call.caller, call.path.id, perspective=value_or_none(query.perspective), after=query.after
    )
    packed = prefers_gzip(call.request)
    headers = _headers(call, file, packed)
    if matches_tag(call.request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    headers |= {FILE_NAME: f'attachment; filename="{_name(file, query)}"'}
    headers |= {"Content-Encoding": "gzip"} if packed else {}
    if call.request.method == "HEAD":
        return unmeasured(headers, NDJSON)
    text = _chunks(paced(call, file.lines))
    return LiveResponse(_gzipped(text) if packed else text, NDJSON, headers)


async def audit(call: ApiCall) -> Reply:
    """Whether the stored record holds."""
    report = await call.use_cases.history.audit(call.caller, call.path.id, Reader(call.meter, call.client))
    return Reply(report, headers={"Cache-Control": "private, no-cache", "Vary": "Authorization"})


async def verify(call: ApiCall) -> Reply:
    """Verify a file that the client sends."""
    _check_upload(call.request)
    with call.meter.upload(call.client):
        try:
            return Reply(await call.use_cases.history.verify(call.request.stream()))
        except ApiError as error:
            if "limit" in error.details:
                raise HttpError(413, f"{error.message}.") from error
            raise


def _headers(call: ApiCall, file: ReplayFile, packed: bool) -> dict[str, str]:
    """The tag names what the text depends on: version, perspective, types of views, signature, packing."""
    lasting = file.complete and file.signed_by is not None and fixed(call, call.query.perspective)
    headers = vary(cached(call.request, FOR_EVER if lasting else "no-cache"), "Accept-Encoding")
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


def _check_upload(request: Request) -> None:
    """Refuse other media types, and packings but gzip. The bytes tell how the body is packed; the headers may not."""
    media = request.headers.get("content-type", NDJSON).partition(";")[0].strip().lower()
    if media not in _UPLOADS:
        raise HttpError(415, f"The body has to be a replay file: {', '.join(_UPLOADS)}.")
    if request.headers.get("content-encoding", "identity").strip().lower() not in ("identity", "gzip"):
        raise HttpError(415, "The body may be packed with gzip only.")


_SEEN = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.NOT_YOUR_SEAT)
_LEVELS = """Levels: `store` (the rows agree with each other), L0 (chain and signature), L1 (fold), L2 (decided again),
L3 (seed and draws), L4 (redaction); see docs/replay/README.md."""
_REPLAY_TEXT = """A file to keep, which everybody can check without asking this service (docs/replay/format.md).
Mid-match it ends at the present version; its head is the `headHash` of the stream at that version. The file of a match
that is over never changes. The service packs it with gzip where Accept-Encoding prefers that, and doesn't say its
length beforehand.

`after`: only the lines after that version, without header, with checks and footer: a reader who has followed so far
goes on with the own chain. The service folds from the start all the same."""
_AUDIT_TEXT = f"""Reads the stored events past every cache and checks them on every level, once for each version; a
report is remembered for as long as the service likes. {_LEVELS}

Whoever may see the match may ask. While the whole record is not open to the caller, levels say whether they hold and
nothing else; L2 then tells only if it failed. 503 while too many audits wait."""
_VERIFY_TEXT = f"""Send the file as it is, plain or gzipped; nothing is kept. 413 beyond 16 MiB as sent, 64 MiB
or 50,000 lines unpacked, 60 seconds or 512 MiB of memory to check it; `playledger verify` has no such limits. 400 for
what is no replay file, with the line in `details.line`. A file that can be read gets a report, also when levels fail.
`pinned`: signed by a key of this service. 429 while two files of the same client are under way, 503 while too many
files wait. {_LEVELS}"""

OPERATIONS = (
    Operation(
        "getReplay",
        "GET",
        "/v1/matches/{id}/replay",
        replay,
        "The replay file of a match, as one perspective may keep it",
        "history",
        query_type=ReplayQuery,
        auth="optional",
        sight="replay:read",
        media={NDJSON: "Header, events, checks and footer, one canonical JSON object a line."},
        codes=_SEEN,
        description=_REPLAY_TEXT,
        costs=50,
        live=True,
        sends=(VERSION, FILE_NAME),
    ),
    Operation(
        "getAudit",
        "GET",
        "/v1/matches/{id}/audit",
        audit,
        "Whether the stored record of a match holds",
        "history",
        AuditReport,
        auth="optional",
        sight="match:read",
        codes=_SEEN,
        description=_AUDIT_TEXT,
        costs=AUDIT,
    ),
    Operation(
        "verifyReplay",
        "POST",
        "/v1/replays/verify",
        verify,
        "Whether a replay file holds that you send",
        "history",
        AuditReport,
        auth="optional",
        upload=_UPLOADS,
        description=_VERIFY_TEXT,
        bucket=Bucket.READS,
        costs=5000,
    ),
)
