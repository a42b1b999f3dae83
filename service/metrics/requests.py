"""The outermost layer of the web application: names each request, counts it, times it, and writes the access log.

Neither metrics nor log hold what a client chose: no path, no query, no header but the request's own id and its trace,
which have to be short and plain. The route's template says what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from secrets import token_hex
from time import perf_counter

import structlog
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, reset_contextvars

from api_schema import tracing
from service.meters import Meters

HEADER = b"x-request-id"
_NAMES = tracing.NAMES | {HEADER}
PLAIN = re.compile(rb"[\w.:-]{1,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
GRAPHQL = "/graphql"
UNKNOWN = "unknown"
CLOSED_EARLY = "none"
"""In the place of a status: the client was gone before there was an answer."""
QUIET = frozenset({"GET /health", "GET /live", "GET /ready", "GET /metrics"})
"""Asked every few seconds by machines: logged at the level debug."""
TraceOf = Callable[[Sequence[tuple[bytes, bytes]]], tracing.Trace | None]
"""The trace of a request with these headers."""


class Observed:
    """An ASGI application, watched from outside."""

    def __init__(self, app: ASGIApp, meters: Meters, trace_of: TraceOf = tracing.taken) -> None:
        self._app = app
        self._meters = meters
        self._trace_of = trace_of
        self._open = {kind: meters.open.labels(kind) for kind in ("http", "websocket")}
        # bound once: the lazy one is made anew for every line
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger("access").bind()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket under its id."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        said = [pair for pair in scope["headers"] if pair[0] in _NAMES]
        request_id, counted, trace = id_of(said), self._open[scope["type"]], self._trace_of(said)
        before = bind_contextvars(request_id=request_id, **(trace.logged if trace else {}))
        token = trace and tracing.enter(trace)
        counted.inc()
        try:
            if scope["type"] == "websocket":
                scope["begun"] = self._begun
                await self._app(scope, receive, send)
            else:
                await _Request(self._meters, self._log, scope, send, request_id).answered_by(self._app, receive)
        finally:
            counted.dec()
            if token:
                tracing.leave(token)
            reset_contextvars(**before)

    def _begun(self, kind: str) -> None:
        self._meters.socket_operations.labels(f"graphql {kind}").inc()


class _Request:
    """One request on its way through."""

    def __init__(
        self, meters: Meters, log: structlog.typing.FilteringBoundLogger, scope: Scope, send: Send, request_id: str
    ) -> None:
        self._meters = meters
        self._log = log
        self._scope = scope
        self._send = send
        self._id = request_id.encode()
        self._begun = perf_counter()
        self._status = CLOSED_EARLY
        self._operation = UNKNOWN

    async def answered_by(self, app: ASGIApp, receive: Receive) -> None:
        try:
            await app(self._scope, receive, self._passed_on)
        finally:
            if self._status == CLOSED_EARLY:
                self._count(CLOSED_EARLY, b"")
            self._write()

    async def _passed_on(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), (HEADER, self._id)]
            message = {**message, "headers": headers}
            self._count(str(message["status"]), dict(headers).get(b"content-type", b""))
        await self._send(message)

    def _count(self, status: str, media: bytes) -> None:
        self._status = status
        self._operation = operation_of(self._scope, media)
        count, seconds = self._meters.answered(self._operation, status)
        count.inc()
        seconds.observe(perf_counter() - self._begun)

    def _write(self) -> None:
        tell = self._log.debug if self._operation in QUIET else self._log.info
        spent = round((perf_counter() - self._begun) * 1000, 1)
        tell("request", operation=self._operation, status=self._status, ms=spent)


def id_of(headers: Sequence[tuple[bytes, bytes]]) -> str:
    """The id that the client or a proxy gave the request, if it is short and plain; else a new one."""
    given = next((value for name, value in headers if name == HEADER), None) if headers else None
    return given.decode() if given is not None and PLAIN.fullmatch(given) else token_hex(8)


def operation_of(scope: Scope, media: bytes) -> str:
    """The operation of a request: the method with the template of its route, or the kind of a GraphQL operation."""
    route = scope.get("route")
    if not isinstance(route, Route):
        return UNKNOWN
    if route.path == GRAPHQL:
        kind = "subscription" if media.startswith(b"text/event-stream") else scope.get("graphql", "other")
        return f"graphql {kind}"
    method = scope["method"] if scope["method"] in METHODS else UNKNOWN
    return f"{method} {route.path}"
