"""An application on a socket of its own, in the loop of the test."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
import websockets

from service.wire.limits import WireLimits
from service.wire.sockets import GuardedSocket
from tests.kit.waiting import PATIENCE


class Server(uvicorn.Server):
    """A server that says when it listens, and where."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.port = sockets[0].getsockname()[1] if sockets else 0
        self.ready.set()


def socket_to(address: str, **how: Any) -> websockets.connect:
    """A WebSocket for GraphQL, to enter; it gives up no server that is slow because the machine is."""
    protocols = [websockets.Subprotocol("graphql-transport-ws")]
    return websockets.connect(address, subprotocols=protocols, open_timeout=PATIENCE, ping_timeout=None, **how)


@asynccontextmanager
async def listening(app: Any) -> AsyncIterator[Server]:
    """A server that runs in this loop; when stopped, it must be gone in time."""
    sockets = type("ServerSocket", (GuardedSocket,), {"limits": WireLimits()})
    settings: dict[str, Any] = {"log_level": "error", "ws": sockets, "lifespan": "off"}
    server = Server(uvicorn.Config(app, ws_per_message_deflate=False, timeout_graceful_shutdown=1, **settings))
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve([bound]))
    await server.ready.wait()
    yield server
    server.should_exit = True
    async with asyncio.timeout(PATIENCE):
        await serving
