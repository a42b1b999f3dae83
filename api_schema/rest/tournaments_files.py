"""Files of a tournament to take along, written while they are read."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from functools import partial

from api_schema.limiting.budgets import Bucket
from api_schema.operations import tournament_files as rows
from api_schema.operations.http import AS_OF, FILE_NAME, FINAL, ROUND_OVER
from api_schema.operations.operation import Operation
from api_schema.ports.tournaments import ExportFile, ExportName
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.limits import paced
from api_schema.rest.replies import Answer, LiveResponse, cached

TAR = "application/x-tar"
TEXT = "text/plain"


async def export(call: ApiCall, name: ExportName) -> Answer | LiveResponse:
    """One of the files about the tournament itself."""
    return sent(call, await call.use_cases.tournaments.export(call.caller, call.path.id, name))


async def matches(call: ApiCall) -> Answer | LiveResponse:
    """All matches, a line each."""
    return sent(call, await call.use_cases.tournaments.matches_file(call.caller, call.path.id))


async def replays(call: ApiCall) -> Answer | LiveResponse:
    """The replay files of all matches."""
    return sent(call, await call.use_cases.tournaments.replays_file(call.caller, call.path.id))


def sent(call: ApiCall, file: ExportFile) -> Answer | LiveResponse:
    """The file, no faster than the client may take rows."""
    headers = cached(call)
    headers |= {
        FILE_NAME: f'attachment; filename="{call.path.id}-{file.name}"',
        AS_OF: str(file.as_of_version),
    }
    marks = {ROUND_OVER: file.round_over, FINAL: file.final}
    headers |= {header: str(told).lower() for header, told in marks.items() if told is not None}
    if call.method == "HEAD":
        return Answer(200, headers, file.media_type)
    call.meter.charge(call.client, Bucket.EXPORT_ROWS, 1)
    return LiveResponse(paced(call, _closing(file.chunks), _rows), file.media_type, headers)


async def _closing(chunks: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The chunks; what writes them is closed with this one."""
    try:
        async for chunk in chunks:
            yield chunk
    finally:
        if isinstance(chunks, AsyncGenerator):
            await chunks.aclose()


def _rows(chunk: bytes) -> int:
    return chunk.count(b"\n") or 1


HANDLERS: Mapping[Operation, Handler] = {
    **{operation: partial(export, name=name) for name, operation in rows.OF_ITSELF.items()},
    rows.EXPORT_MATCHES: matches,
    rows.EXPORT_REPLAYS: replays,
}
