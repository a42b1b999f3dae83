"""Spans of requests, use cases, store and hints by OpenTelemetry: the extra `playledger[otel]`.

They go to the collector that OpenTelemetry's own variables name (OTEL_EXPORTER_OTLP_ENDPOINT and its kind); without
one nothing is imported and nothing is wrapped. A thread of the SDK sends them: a collector that is slow or away costs
spans, never a request.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api_schema import tracing
from api_schema.ports.use_cases import UseCases
from service.version import engine_version

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

T = TypeVar("T")
Spanned = Callable[[str, Callable[..., Any]], Callable[..., Any]]
"""A method under the name of its span, in the span."""
log = structlog.get_logger(__name__)
ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PATIENCE = 3.0
"""Seconds for the last spans when the process stops."""
QUIET = "/(health|live|ready|metrics)$"
"""Asked every few seconds by machines: without spans."""
_FIRST = frozenset({"http.response.start", "websocket.accept", "websocket.close"})
_KEPT = re.compile(r"http\.(scheme|method|flavor|status_code|route|request\.method|response\.status_code)|url\.scheme")
"""The attributes that a span of a request may have. No address of a person, no id, no query: as in the log."""


def begin(environment: Mapping[str, str] = os.environ) -> Spans | None:
    """Begin to send spans; None where no collector is named, or the extra is not installed, which is logged."""
    named = [name for name in ENDPOINTS if environment.get(name)]
    if not named or environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    if find_spec("opentelemetry.instrumentation") is None:
        log.warning(f"{named[0]} is set, but spans need the extra: pip install 'playledger[otel]'")
        return None
    return Spans(_exporter())


class Spans:
    """The spans of one process. The wrapped applications answer as before."""

    def __init__(self, exporter: SpanExporter) -> None:
        from opentelemetry.instrumentation.asyncpg import AsyncPGInstrumentor
        from opentelemetry.instrumentation.redis import RedisInstrumentor
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ParentBased

        named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "playledger"}
        resource = Resource.create({"service.version": engine_version(), **named})
        self._processor = BatchSpanProcessor(exporter)
        self._outer = TracerProvider(resource=resource, shutdown_on_exit=False)
        # what the service does by itself, every second, belongs to no request and has no span
        inner = TracerProvider(ParentBased(ALWAYS_OFF), resource, shutdown_on_exit=False)
        for provider in (self._outer, inner):
            provider.add_span_processor(self._processor)
        self._tracer = inner.get_tracer("playledger", engine_version())
        self._libraries: tuple[Any, ...] = (AsyncPGInstrumentor(), RedisInstrumentor())  # type: ignore[no-untyped-call]
        for library in self._libraries:
            library.instrument(tracer_provider=inner)

    async def stop(self) -> None:
        """Send what is left, and wait no longer than PATIENCE for it."""
        for library in self._libraries:
            library.uninstrument()
        ending = Thread(target=self._processor.shutdown, daemon=True)
        ending.start()
        await asyncio.to_thread(ending.join, PATIENCE)

    def requests(self, app: ASGIApp) -> ASGIApp:
        """A span for each request and each socket."""
        from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware

        async def named(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                if message["type"] in _FIRST:
                    _name(scope)
                await send(message)

            _name(scope)
            await app(scope, receive, sent)

        return OpenTelemetryMiddleware(
            named, excluded_urls=QUIET, tracer_provider=self._outer, exclude_spans=["receive", "send"]
        )

    def use_cases(self, parts: UseCases) -> UseCases:
        """A span for each call of a use case, but of health, which is asked for by machines, and of what is no call."""
        named = {name: getattr(parts, name) for name in parts.__struct_fields__ if name not in ("about", "health")}
        return msgspec.structs.replace(parts, **{name: self.calls(part, name) for name, part in named.items()})

    def calls(self, part: T, name: str) -> T:
        """The part, with a span for each call of its asynchronous methods."""
        return cast(T, _Traced(part, self._spanned, name))

    def trace_of(self, headers: Sequence[tuple[bytes, bytes]]) -> tracing.Trace | None:
        """That of the span in which this runs; else that of the request."""
        from opentelemetry.trace import format_span_id, format_trace_id, get_current_span

        here, given = get_current_span().get_span_context(), tracing.taken(headers)
        if not here.is_valid:
            return given
        trace_id = format_trace_id(here.trace_id)
        parent = f"00-{trace_id}-{format_span_id(here.span_id)}-{here.trace_flags:02x}"
        return tracing.Trace(trace_id, parent, given.baggage if given else "")

    def _spanned(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        async def call(*args: Any, **kwargs: Any) -> Any:
            # an error may tell a seed or a hand: a span says its kind, not its text
            with self._tracer.start_as_current_span(
                name, record_exception=False, set_status_on_exception=False
            ) as span:
                try:
                    return await method(*args, **kwargs)
                except Exception as error:
                    span.set_attribute("error.type", type(error).__qualname__)
                    raise

        return call


class _Traced:
    """Each asynchronous method in a span; everything else as it is."""

    def __init__(
        self, part: object, spanned: Callable[[str, Callable[..., Any]], Callable[..., Any]], name: str
    ) -> None:
        self._part = part
        self._spanned = spanned
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(self._part, attribute)
        if not inspect.iscoroutinefunction(found):
            return found
        call = self._spanned(f"{self._name}.{attribute}", found)
        setattr(self, attribute, call)
        return call


def _exporter() -> SpanExporter:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter()


def _name(scope: Scope) -> None:
    """Call the span of a request by its route, which is unknown at first, and keep of what it says what may be said."""
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import get_current_span

    span, route = get_current_span(), getattr(scope.get("route"), "path", "unknown")
    if not isinstance(span, ReadableSpan):
        return
    for attribute in span.attributes or {}:
        if not _KEPT.fullmatch(attribute):
            span.set_attribute(attribute, "")
    span.set_attribute("http.route", route)
    span.update_name(f"{scope.get('method', 'SOCKET')} {route}")
