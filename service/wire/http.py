"""HTTP connections that can't be held by clients who do nothing.

uvicorn closes a connection that rests between two requests. It has no limit for a head or a body that never ends, for
the size of a head, for a client who does not read, and its limit of connections refuses the newest, not the idlest.
Where a client asks for more before it was answered, it forgets whom it is answering.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from api_schema.error_catalogue import error_text, slug
from api_schema.errors import ErrorCode
from api_schema.rest.models import Problem
from api_schema.rest.problems import MEDIA
from api_schema.rest.replies import SAFETY
from service.wire.limits import WireLimits


class HeadTooLarge(Exception):
    """More than is held of one head."""


class GuardedHttp(HttpToolsProtocol):
    """One connection. A subclass for each server has its `limits`, and `idle`: those that wait for a request.

    A connection waits for a head, then for a body, then for the application; `_timer` ends the first two. Requests are
    answered one after the other: `cycle` is the newest, `_answering` the one whose turn it is.
    """

    limits: ClassVar[WireLimits]
    idle: ClassVar[dict[GuardedHttp, None]]
    _timer: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _answering: RequestResponseCycle | None = None
    _head = 0
    _too_large = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new connection takes the place of the one that is idle for longest, if there are too many."""
        super().connection_made(transport)
        most = self.limits.connections
        if most and len(self.connections) > most and not self._make_room():
            self._refuse(503, ErrorCode.UNAVAILABLE, "There are too many connections; try again later.")
            return
        self._rest()
        self._wait(self.limits.head, self._head_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing of it stays: the answer that is under way, which may have no end, hears of it."""
        self._leave()
        answering = self._under_way()
        if answering is not None:
            answering.disconnected = True
            answering.message_event.set()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request. What never becomes one is bounded in size and in time."""
        waiting = self in self.idle
        super().data_received(data)
        if not waiting or self not in self.idle or self.transport.is_closing():
            return
        self._head += len(data)
        if self._head > self.limits.head_bytes:
            self._refuse(431, ErrorCode.INVALID_INPUT, "The head of the request is too large.")
        elif self._timer is None:
            self._wait(self.limits.head, self._head_late)

    def on_message_begin(self) -> None:
        """A request begins; on a connection that rested its time begins too."""
        super().on_message_begin()
        if self._timer is None:
            self._wait(self.limits.head, self._head_late)

    def on_headers_complete(self) -> None:
        """The head is there; its body is waited for."""
        self._leave()
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > self.limits.head_bytes or len(self.headers) > self.limits.head_fields:
            self._too_large = True
            raise HeadTooLarge
        super().on_headers_complete()
        self._wait(self.limits.request, self._body_late)

    def on_message_complete(self) -> None:
        """The request is there."""
        self._unwait()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It was answered; the connection rests until uvicorn closes it, or the next request comes."""
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self._rest()

    def handle_websocket_upgrade(self) -> None:
        """The connection is a websocket's from now on, unless it is still needed for an answer."""
        if self._under_way() is not None:
            self._refuse(400, ErrorCode.INVALID_INPUT, "The connection can't be upgraded before the answer is over.")
            return
        self._leave()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """The answer to what is no HTTP, or too much of it, in the form of every other error."""
        if self._too_large:
            self._refuse(431, ErrorCode.INVALID_INPUT, "The head of the request is too large.")
        else:
            self._refuse(400, ErrorCode.INVALID_INPUT, "This is no HTTP request.")

    def pause_writing(self) -> None:
        """The client does not read; after a while it is not waited for."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.stall, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _under_way(self) -> RequestResponseCycle | None:
        """The request whose answer is not complete."""
        found = self._answering
        return None if found is None or found.response_complete else found

    def _rest(self) -> None:
        self._head = 0
        self.idle[self] = None

    def _leave(self) -> None:
        self.idle.pop(self, None)
        self._unwait()

    def _make_room(self) -> bool:
        """Close the connection that is idle for longest; whether there was one."""
        for connection in self.idle:
            connection._leave()
            connection.transport.close()
            return True
        return False

    def _wait(self, seconds: float, late: object) -> None:
        self._unwait()
        self._timer = self.loop.call_later(seconds, late)  # type: ignore[arg-type]

    def _unwait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _head_late(self) -> None:
        self._refuse(408, ErrorCode.INVALID_INPUT, "The head of the request did not arrive in time.")

    def _body_late(self) -> None:
        if self.cycle is not None and self.cycle.response_started:
            self.transport.close()
        else:
            self._refuse(408, ErrorCode.INVALID_INPUT, "The body of the request did not arrive in time.")

    def _refuse(self, status: int, code: ErrorCode, detail: str) -> None:
        """Say why the connection ends; in the middle of an answer it ends without a word."""
        self._leave()
        if self.transport.is_closing():
            return
        answering = self._under_way()
        if answering is None or not answering.response_started:
            self.transport.write(refusal(status, code, detail))
        self.transport.close()


def refusal(status: int, code: ErrorCode, detail: str) -> bytes:
    """A whole answer, for what never reaches the application. It is the last one of its connection."""
    problem = Problem(f"/problems/{slug(code)}", error_text(code).title, status, detail, "", code, None, None, ())
    body = msgspec.json.encode(problem)
    headers = {
        **SAFETY,
        "Cache-Control": "no-store",
        "Connection": "close",
        "Content-Type": MEDIA,
        "Content-Length": str(len(body)),
    }
    fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[status] + fields.lower().encode() + b"\r\n" + body
