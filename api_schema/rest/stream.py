"""The live stream of a match: Server-Sent Events, or a JSON object a line. The version is the resume point."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, suppress
from typing import TypeVar

import msgspec

from api_schema.errors import ApiError
from api_schema.negotiation import negotiate
from api_schema.operations import play as rows
from api_schema.operations.http import NDJSON, SSE
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import StreamQuery, value_or_none
from api_schema.packing import UNPACKED
from api_schema.ports.matches import Update
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.problems import problem, unexpected
from api_schema.rest.replies import Answer, LiveResponse
from api_schema.rest.requests import bearer, last_event_id
from api_schema.token_check import TokenCheck

RETRY_MS = 2000
"""How long a browser waits before it comes back."""

_KINDS = ", ".join(
    f"`{kind}`"
    for kind in (
        "events_appended",
        "presence_changed",
        "clock_tick",
        "heartbeat",
        "resync_required",
        "match_closed",
    )
)

Encode = Callable[[str, int, bytes], bytes]
T = TypeVar("T")


async def stream(call: ApiCall) -> Answer | LiveResponse:
    """Everything after a version, then what happens, until the match is closed.

    The first read refuses what must be refused while there is still a status to say it with. A client that has seen
    all of a closed match gets 204, which stops an EventSource from coming back for ever.
    """
    query: StreamQuery = call.query
    resumed = last_event_id(call)
    after = query.after if resumed is None else resumed
    perspective = value_or_none(query.perspective)
    matches, match_id = call.use_cases.matches, call.path.id
    known = value_or_none(query.after_hash) if resumed is None else None
    missed = await matches.events(call.caller, match_id, perspective=perspective, after=after, first=1)
    if resumed is not None and not missed.events and (await matches.get(call.caller, match_id)).closed:
        return Answer(204)
    updates = matches.updates(
        call.caller, match_id, perspective=perspective, after=after, after_hash=known, frames=query.frames
    )
    return live(call, updates)


def live(call: ApiCall, updates: AsyncIterator[Update]) -> Answer | LiveResponse:
    """The updates in the form that Accept likes, with a pulse in silence, as long as the caller's token is good."""
    media = negotiate(call.headers, SSE, NDJSON)
    headers = {"Cache-Control": UNPACKED, "Vary": "Authorization, Accept", "X-Accel-Buffering": "no"}
    if call.method == "HEAD":
        return Answer(200, headers, media, b"")
    return LiveResponse(_body(call, media, updates), media, headers)


async def _body(call: ApiCall, media: str, updates: AsyncIterator[Update]) -> AsyncGenerator[bytes, None]:
    sse = media == SSE
    encode, blank = (sse_message, b": still here\n\n") if sse else (ndjson_line, b"\n")
    period = call.config.sse_heartbeat if sse else call.config.ndjson_heartbeat
    check = TokenCheck(call.caller, lambda: call.use_cases.accounts.authenticate(bearer(call)), call.config.recheck)
    if sse:
        yield b"retry: %d\n\n" % RETRY_MS
    try:
        async with aclosing(with_pulse(updates, period)) as beats:
            async for update in beats:
                await check.renew()
                yield blank if update is None or _is_pulse(update, sse) else _encoded(encode, update)
    except Exception as error:
        yield encode("problem", -1, last_words(error, call))


async def with_pulse(updates: AsyncIterator[T], period: float) -> AsyncGenerator[T | None, None]:
    """The updates, and None whenever nothing came for a period. The source is closed with this one."""
    following: asyncio.Future[T] | None = None
    try:
        while True:
            following = following or asyncio.ensure_future(anext(updates))
            await asyncio.wait({following}, timeout=period)
            if not following.done():
                yield None
                continue
            try:
                update = following.result()
            except StopAsyncIteration:
                return
            following = None
            yield update
    finally:
        await _close(following, updates)


async def _close(following: asyncio.Future[T] | None, updates: AsyncIterator[T]) -> None:
    if following is not None and following.done():
        _ = following.cancelled() or following.exception()  # the source has ended as its reader left
    elif following is not None:
        following.cancel()
        with suppress(asyncio.CancelledError, StopAsyncIteration):
            await following
    if isinstance(updates, AsyncGenerator):
        await updates.aclose()


def _is_pulse(update: Update, sse: bool) -> bool:
    """Over NDJSON a heartbeat is a blank line."""
    return update.kind == "Heartbeat" and not sse


def _encoded(encode: Encode, update: Update) -> bytes:
    return encode(snake(update.kind), update.version, update.payload)


def sse_message(name: str, version: int, data: bytes) -> bytes:
    """One Server-Sent Event. A negative version is no resume point."""
    return sse_text(name, str(version) if version >= 0 else None, data)


def sse_text(name: str, resume: str | None, data: bytes) -> bytes:
    """One Server-Sent Event with any text as its resume point, or with none."""
    line = b"" if resume is None else b"id: %b\n" % resume.encode()
    return b"%bevent: %b\ndata: %b\n\n" % (line, name.encode(), data)


def ndjson_line(name: str, version: int, data: bytes) -> bytes:
    """One line: {"type", "version", "data"}; the data goes in as it was encoded, once for all who see the same."""
    number = b'"version":%d,' % version if version >= 0 else b""
    return b'{"type":"%b",%b"data":%b}\n' % (name.encode(), number, data)


def snake(kind: str) -> str:
    """`EventsAppended` -> `events_appended`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower()


def last_words(error: Exception, call: ApiCall) -> bytes:
    """The problem that ends a stream."""
    known = error if isinstance(error, ApiError) else unexpected(error, call.scope)
    return msgspec.json.encode(problem(known, call.scope, call.config))


HANDLERS: Mapping[Operation, Handler] = {rows.STREAM_MATCH: stream}
