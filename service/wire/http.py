"""HTTP connections that can't be held by clients who do nothing.

uvicorn closes a connection that rests between two requests. It has no limit for a head or a body that never ends, for
the size of a head, for what stands around a body, for a client who does not read, and its limit of connections refuses
the newest, not the idlest. It takes trailers for fields of the head. Where a client asks for more before it was
answered, it forgets whom it is answering.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, ClassVar, NoReturn

import msgspec
from httptools import HttpRequestParser
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from api_schema.error_catalogue import error_text, slug
from api_schema.errors import ErrorCode
from api_schema.operations.models import Problem
from api_schema.rest.problems import MEDIA
from api_schema.rest.replies import SAFETY
from service.wire.joining import JoiningTransport
from service.wire.limits import WireLimits
from service.wire.turns import InTurns
from service.wire.upgrades import PlainParser, without_asking

PAID = 16
"""The bytes of chunking that one byte of a body pays for. Honest chunks of one byte need five."""
PASSED = 1 << 20
"""Bytes of a body that may follow its answer: whoever sends it may not have seen that yet."""
AT_ONCE = 1 << 14
"""Bytes that are looked at before anything is counted."""
EACH_TURN = 1000
"""Pieces of bodies after which the others have their turn: a millisecond's work."""

HOST = re.compile(
    rb"""(?:\[(?:[0-9A-Fa-f:.]++|[vV][0-9A-Fa-f]+\.[\w.~!$&'()*+,;=:-]++)\]
    |(?:[\w.~!$&'()*+,;=-]++|%[0-9A-Fa-f]{2})*+)(?::\d*+)?""",
    re.VERBOSE,
)
"""The value of a `Host` field: `uri-host` and a port, RFC 9110 7.2 and RFC 3986 3.2.2. It may be empty."""


class Refused(Exception):
    """The rest of it is read no further."""


class GuardedHttp(InTurns, HttpToolsProtocol):
    """One connection. A subclass for each server has its `limits`, the `root` of its addresses, and `idle`: those that
    wait for a request.

    A connection waits for a head, then for a body, then for the application; `_timer` ends the first two. Requests are
    answered one after the other: `cycle` is the newest, `_answering` the one whose turn it is.

    `_loose` counts the bytes that have become neither a head nor a body yet, whatever the connection waits for: they
    are held to the size of a head. `_head` is the size of the head that is read, `_inside` says that a body is read.
    `_plain` is the head that is read in place of one that asked for another protocol.
    """

    limits: ClassVar[WireLimits]
    idle: ClassVar[dict[GuardedHttp, None]]
    root: ClassVar[str]
    _joining: JoiningTransport
    _timer: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _answering: RequestResponseCycle | None = None
    _loose = 0
    _head = 0
    _pieces = 0
    _passed = 0
    _inside = False
    _plain = b""
    _fault = (400, "This is no HTTP request.")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new connection takes the place of the one that is idle for longest, if there are too many."""
        self._joining = JoiningTransport(transport, self.loop)
        self.parser = PlainParser(self._parser, self._read_again)  # type: ignore[assignment]
        super().connection_made(self._joining)
        most = self.limits.connections
        if most and len(self.connections) > most and not self._make_room():
            self._refuse(503, "There are too many connections; try again later.", ErrorCode.UNAVAILABLE)
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

    def _paused(self) -> bool:
        return self.flow.read_paused

    def _look(self, data: bytes) -> bytes:
        """All of it, but for what follows very many pieces, or a head that made the connection a websocket's."""
        at, self._pieces = 0, 0
        while (
            at < len(data) and self._pieces < EACH_TURN and self.parser is not None and not self.transport.is_closing()
        ):
            self._read(data[at : at + AT_ONCE])
            at += AT_ONCE
        return b"" if self.parser is None else data[at:]

    def _read(self, data: bytes) -> None:
        """Some of a request. Bytes that never become one are bounded in size and in time."""
        cycle, unread, passed = self.cycle, self._unread(), self._passed
        self._loose += len(data)
        HttpToolsProtocol.data_received(self, data)
        if self.transport.is_closing():
            return
        # what came of a body pays for what stands around it; of one that was answered already nothing is held
        body = self._unread() - (unread if self.cycle is cycle else 0)
        if self._passed <= PASSED:
            body += max(self._passed - passed, 0)
        self._loose = max(self._loose - PAID * body, 0)
        if self._loose > self.limits.head_bytes:
            what = "What stands around the body" if self._inside else "The head"
            self._refuse(431, f"{what} of the request is too large.")
        elif self in self.idle and self._timer is None:
            self._wait(self.limits.head, self._head_late)

    def on_message_begin(self) -> None:
        """A request begins; on a connection that rested its time begins too."""
        super().on_message_begin()
        self._head = self._passed = 0
        if self._timer is None:
            self._wait(self.limits.head, self._head_late)

    def on_url(self, url: bytes) -> None:
        """Some of the address."""
        super().on_url(url)
        self._hold(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of the head. One that follows a body is dropped, as RFC 9110 allows: no proxy has looked at it."""
        if self._inside:
            return
        super().on_header(name, value)
        self._hold(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """The head is there; its body is waited for."""
        self._leave()
        self._loose = 0
        self._check_host()
        if len(self.pipeline) >= self.limits.pipelined:
            self._stop(429, "Too many requests wait for the answer to the one before.")
        if self.parser.should_upgrade() and not self._should_upgrade():
            self._read_plainly()
            return
        super().on_headers_complete()
        self._inside = True
        self._wait(self.limits.request, self._body_late)

    def on_body(self, body: bytes) -> None:
        """A piece of the body. After the answer it is passed over, as far as that goes."""
        self._pieces += 1
        if self.cycle is not None and self.cycle.response_complete:
            self._passed += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is there."""
        if self._plain:
            return
        self._inside = False
        self._loose = 0
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
            self._refuse(400, "The connection can't be upgraded before the answer is over.")
            return
        self._leave()
        self.transport = self._joining.under
        super().handle_websocket_upgrade()
        # it is told of nothing any more, and holds whoever it would tell
        self.parser = None  # type: ignore[assignment]

    def send_400_response(self, msg: str) -> None:
        """The answer to what is no HTTP, or too much of it, in the form of every other error."""
        self._refuse(*self._fault)

    def shutdown(self) -> None:
        """The process stops. A request under way is answered, but nobody waits for the rest of a body."""
        if self._inside:
            self._refuse(503, "The service stops and reads no more; send the request again.", ErrorCode.UNAVAILABLE)
        super().shutdown()

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

    def _parser(self) -> HttpRequestParser:
        """A new one, as uvicorn makes it."""
        parser = HttpRequestParser(self)
        parser.set_dangerous_leniencies(lenient_data_after_close=True)
        return parser

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _under_way(self) -> RequestResponseCycle | None:
        """The request whose answer is not complete."""
        found = self._answering
        return None if found is None or found.response_complete else found

    def _unread(self) -> int:
        """The bytes of the newest request's body that the application has not come to."""
        return 0 if self.cycle is None else len(self.cycle.body)

    def _hold(self, size: int) -> None:
        """Some of the head is held; it ends as soon as it is too large."""
        self._head += size
        if self._head > self.limits.head_bytes or len(self.headers) > self.limits.head_fields:
            self._stop(431, "The head of the request is too large.")

    def _check_host(self) -> None:
        """RFC 9112 3.2: one `Host` that names a host; only HTTP/1.0 may leave it out."""
        hosts = [value for name, value in self.headers if name == b"host"]
        if not hosts and self.parser.get_http_version() != "1.0":
            self._stop(400, "The request has no Host field.")
        if len(hosts) > 1:
            self._stop(400, f"The request has {len(hosts)} Host fields; one is allowed.")
        if hosts and HOST.fullmatch(hosts[0]) is None:
            self._stop(400, "The Host field names no host.")

    def _read_plainly(self) -> None:
        """The head asks for a protocol that nobody speaks: it is read again as one that doesn't."""
        method = self.parser.get_method()
        if method == b"CONNECT":
            self._stop(400, "The service is no proxy.")
        self._plain = without_asking(method, self.url, self.parser.get_http_version(), self.headers)

    def _read_again(self) -> bytes:
        """The head to read in place of the last one; empty if there is none."""
        head, self._plain = self._plain, b""
        return head

    def _stop(self, status: int, detail: str) -> NoReturn:
        """Out of the parser, which then asks for the answer to what it can't read."""
        self._fault = (status, detail)
        raise Refused

    def _rest(self) -> None:
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
        self._refuse(408, "The head of the request did not arrive in time.")

    def _body_late(self) -> None:
        self._refuse(408, "The body of the request did not arrive in time.")

    def _refuse(self, status: int, detail: str, code: ErrorCode = ErrorCode.INVALID_INPUT) -> None:
        """Say why the connection ends; without a word where the client would take it for another request's answer."""
        self._leave()
        if self.transport.is_closing():
            return
        answering = self._under_way()
        meant = self.cycle if self._inside else None
        if answering is meant and not (answering and answering.response_started):
            self.transport.write(refusal(status, code, detail, self.root))
        self.transport.close()


def refusal(status: int, code: ErrorCode, detail: str, root: str = "") -> bytes:
    """A whole answer, for what never reaches the application. It is the last one of its connection."""
    problem = Problem(f"{root}/problems/{slug(code)}", error_text(code).title, status, detail, "", code, None, None, ())
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
