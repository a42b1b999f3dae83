"""The page of the metrics, and a port of their own for it: strangers on the public port don't see them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.metrics.samples import Sampler
from service.metrics.state import StateCollector
from service.settings import SettingsError

PATH = "/metrics"


class Metrics:
    """All metrics of one application, ready to be shown."""

    def __init__(self, registry: CollectorRegistry, state: StateCollector, sampler: Sampler) -> None:
        self._registry = registry
        self._state = state
        self._sampler = sampler
        registry.register(state)

    async def text(self) -> bytes:
        """Everything as it is now, in Prometheus' text format."""
        self._state.sample = await self._sampler.take()
        return generate_latest(self._registry)

    async def respond(self, request: Request) -> Response:
        """Answer a scrape."""
        headers = {"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"}
        return Response(await self.text(), headers=headers)

    def route(self) -> Route:
        """The route of the metrics."""
        return Route(PATH, self.respond)


class MetricsServer(uvicorn.Server):
    """Serves nothing but the metrics on a port of its own, inside the block. SettingsError: the port is taken."""

    def __init__(self, metrics: Metrics, host: str, port: int) -> None:
        app = Starlette(routes=[metrics.route()])
        super().__init__(
            uvicorn.Config(
                app,
                host=host,
                port=port,
                log_config=None,
                access_log=False,
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._running: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone: another part stops the process."""
        yield

    async def __aenter__(self) -> MetricsServer:
        self._running = asyncio.create_task(self._serve_or_tell())
        while not self.started:
            await asyncio.sleep(0.01)
            if self._running.done():
                await self._running
        return self

    async def __aexit__(self, *_: object) -> None:
        self.should_exit = True
        if self._running is not None:
            await self._running

    async def _serve_or_tell(self) -> None:
        try:
            await self.serve()
        except SystemExit:
            # as a task's exception it would end the process at once, without a word
            place = f"{self.config.host}:{self.config.port}"
            raise SettingsError(f"the metrics can't be served on {place}: see PLAYLEDGER_METRICS_PORT") from None
