"""The inbox of an account: a page of it, its live stream, and the seats that are waited for."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing

import msgspec

from api_schema.input.faults import refuse
from api_schema.negotiation import negotiate
from api_schema.operations import inbox as rows
from api_schema.operations.http import NDJSON, SSE
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import CURSOR, InboxStreamQuery, value_or_none
from api_schema.packing import UNPACKED
from api_schema.ports.inbox import InboxHeartbeatOut, InboxMessage
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Answer, LiveResponse
from api_schema.rest.requests import bearer
from api_schema.rest.stream import RETRY_MS, last_words, ndjson_line, snake, sse_text, with_pulse
from api_schema.token_check import TokenCheck

_KINDS = (
    "`your_turn`, `match_started`, `match_over`, `seat_vacated`, `pairing_posted`, `bye_received`, `result_ruled`,"
    " `result_disputed_news`, `ruling_needed`, `tournament_over`, `inbox_truncated`"
)


async def stream(call: ApiCall) -> Answer | LiveResponse:
    """Everything after a cursor, then what comes. The first read refuses while there is a status to say it with."""
    query: InboxStreamQuery = call.query
    after = _resumed(call) or value_or_none(query.after)
    await call.use_cases.inbox.page(call.caller, after=after, first=1)
    media = negotiate(call.headers, SSE, NDJSON)
    headers = {"Cache-Control": UNPACKED, "Vary": "Authorization, Accept", "X-Accel-Buffering": "no"}
    if call.method == "HEAD":
        return Answer(200, headers, media, b"")
    return LiveResponse(_body(call, media, call.use_cases.inbox.follow(call.caller, after=after)), media, headers)


async def _body(call: ApiCall, media: str, messages: AsyncIterator[InboxMessage]) -> AsyncGenerator[bytes, None]:
    sse = media == SSE
    period = call.config.sse_heartbeat if sse else call.config.ndjson_heartbeat
    check = TokenCheck(call.caller, lambda: call.use_cases.accounts.authenticate(bearer(call)), call.config.recheck)
    if sse:
        yield b"retry: %d\n\n" % RETRY_MS
    try:
        async with aclosing(with_pulse(messages, period)) as beats:
            async for message in beats:
                await check.renew()
                yield _encoded(message, sse=sse)
    except Exception as error:
        words = last_words(error, call)
        yield sse_text("problem", None, words) if sse else ndjson_line("problem", -1, words)


def _encoded(message: InboxMessage | None, *, sse: bool) -> bytes:
    """A message, or a pulse: a comment over Server-Sent Events, a blank line over NDJSON."""
    if message is None or isinstance(message, InboxHeartbeatOut):
        return b": still here\n\n" if sse else b"\n"
    name, data = snake(str(message.__struct_config__.tag)), msgspec.json.encode(message)
    return sse_text(name, message.cursor, data) if sse else ndjson_line(name, -1, data)


def _resumed(call: ApiCall) -> str | None:
    """The cursor after which a broken stream goes on."""
    found = call.header(b"last-event-id")
    if found is not None and not re.fullmatch(CURSOR, found):
        raise refuse("Last-Event-ID has to be a cursor of your inbox.", "header", "Last-Event-ID")
    return found


HANDLERS: Mapping[Operation, Handler] = {rows.STREAM_INBOX: stream}
