"""A real server on a random port, in the test's own event loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from anyio.from_thread import start_blocking_portal
from starlette.types import ASGIApp


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


@asynccontextmanager
async def serving(app: ASGIApp) -> AsyncIterator[str]:
    """Yields the base address; the server is down again afterwards."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="error", lifespan="on", timeout_graceful_shutdown=2)
    server = _Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await asyncio.wait_for(server.listening.wait(), 10)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        listener.close()


@contextmanager
def serving_in_a_thread(app: ASGIApp) -> Iterator[str]:
    """The same for clients that block."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(serving(app)) as address:
        yield address
