"""The server of `serve`: what it says when it listens, and how it stops."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from socket import socket

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from api_schema.lazy import LazyApp
from eventstore.open import check_writable
from service.app import web_and_graphql
from service.background import BackgroundTask
from service.bootstrap import Playledger, bootstrap
from service.cli.collecting import GarbageWatch
from service.cli.output import echo
from service.demo.data import Demo, make_demo
from service.metrics.page import MetricsServer
from service.settings import Settings
from service.wire.server import server_config

SIGNALS = (signal.SIGINT, signal.SIGTERM)
WARM_UP = 5
"""Seconds after the start: whoever has waited for the service comes first."""
GRACE = 10
"""Seconds that open requests get when the process has to stop."""


def run(chosen: Settings, demo: bool, listening: int | None = None, silent: bool = False) -> None:
    """Serve until a signal comes; a worker on the socket `listening`, and no longer than the process that began it."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_serve(chosen, demo, listening, silent))


class Server(uvicorn.Server):
    """Says where it listens, and lets watchers go as soon as a signal comes instead of when their streams end."""

    def __init__(
        self, config: uvicorn.Config, playledger: Playledger, demo: Demo | None, *, worker: bool, silent: bool
    ) -> None:
        super().__init__(config)
        self._playledger = playledger
        self._demo = demo
        self._worker = worker
        self._silent = silent

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Called once; `started` says whether the port was free."""
        await super().startup(sockets)
        if self.started and not self._silent:
            say_where(address_of(self.config.host, bound_port(self)), self._demo)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals only ask to stop. The default raises them again afterwards, before the store is closed."""
        loop = asyncio.get_running_loop()
        for sig in SIGNALS:
            loop.add_signal_handler(sig, self._told, sig)
        if self._worker:
            loop.add_reader(sys.stdin, self._orphaned)
        try:
            yield
        finally:
            if self._worker:
                loop.remove_reader(sys.stdin)
            for sig in SIGNALS:
                loop.remove_signal_handler(sig)

    def _told(self, sig: int) -> None:
        self._playledger.drain()
        self.handle_exit(sig, None)

    def _orphaned(self) -> None:
        if not os.read(sys.stdin.fileno(), 1):
            asyncio.get_running_loop().remove_reader(sys.stdin)
            self._told(signal.SIGTERM)


async def _serve(chosen: Settings, with_demo: bool, listening: int | None, silent: bool) -> None:
    async with AsyncExitStack() as stack:
        playledger = await bootstrap(chosen)
        stack.push_async_callback(playledger.stop)
        await check_writable(playledger.store, chosen.database_url)
        # before the read models follow, so that they take all of it at once
        demo = await make_demo(playledger) if with_demo else None
        await playledger.start()
        if demo is not None:
            await stack.enter_async_context(demo)
        app, graphql = web_and_graphql(playledger, demo.examples if demo else None)
        config = server_config(
            app,
            chosen,
            host=chosen.host,
            port=chosen.port,
            log_config=None,
            timeout_graceful_shutdown=GRACE,
        )
        if chosen.metrics_port is not None:
            await stack.enter_async_context(MetricsServer(playledger.metrics, chosen.metrics_host, chosen.metrics_port))
        playledger.catalogue.warm_up()
        settle()
        watch = GarbageWatch()
        stack.push_async_callback(watch.stop)
        await watch.start()
        warming = Warming(graphql)
        stack.push_async_callback(warming.stop)
        await warming.start()
        sockets = None if listening is None else [socket(fileno=listening)]
        await Server(config, playledger, demo, worker=listening is not None, silent=silent).serve(sockets)


class Warming(BackgroundTask):
    """Makes the GraphQL part of the application a while after the start, if no request has done so."""

    def __init__(self, graphql: LazyApp) -> None:
        self._graphql = graphql

    async def _run(self) -> None:
        await asyncio.sleep(WARM_UP)
        await self._graphql.get()
        gc.freeze()


def settle() -> None:
    """Spare the collector what stays as long as the process: games, cards and the schema are most of what there is.

    A full collection that looks at them all stops everything for more than 100 ms, so there is none before either: it
    would find 2 MB. Requests leave little behind that only a collector finds, so that it need not look as often as by
    default. See GarbageWatch for the rest.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    gc.enable()


def bound_port(server: uvicorn.Server) -> int:
    """The port that it listens on."""
    return int(server.servers[0].sockets[0].getsockname()[1])


def address_of(host: str, port: int) -> str:
    """The URL of a host, which may be an address of IPv6 (RFC 3986, 3.2.2), and a port."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def say_where(address: str, demo: Demo | None) -> None:
    """Print where to look."""
    places = {"the page": "/", "REST reference": "/docs", "GraphQL explorer": "/graphql", "games": "/v1/games"}
    told = {title: f"{address}{path}" for title, path in places.items()}
    if demo is not None:
        told |= {title: f"{address}{path}" for title, path in [*demo.places, *demo.explorers]}
        told["personal token"] = demo.token
    width = max(map(len, told))
    echo(f"Playledger listens on {address}")
    for title, place in told.items():
        echo(f"  {title:{width}}  {place}")
    echo("Stop with Ctrl-C.")
