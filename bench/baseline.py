"""What the service is held against: bare routes on the same server software, with nothing of the service in them.

    python -m bench.baseline DATABASE_URL PORT
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.loops.auto import auto_loop_factory

from eventstore.postgres.store import POOL_SIZE
from service.cli.serving import config_of

TABLE = "CREATE TABLE IF NOT EXISTS bare_actions (id bigserial PRIMARY KEY, match text NOT NULL, action text NOT NULL)"
INSERT = "INSERT INTO bare_actions (match, action) VALUES ($1, $2)"


class Bare:
    """The routes. `payload` is what `GET /payload` answers: set by `PUT /payload`, encoded for each answer."""

    def __init__(self, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        self._pool = pool
        self._payload: Any = None

    async def act(self, request: Request) -> Response:
        """One INSERT for one small JSON body."""
        body = msgspec.json.decode(await request.body())
        await self._pool.execute(INSERT, body["match"], msgspec.json.encode(body["action"]).decode())
        return _json({"done": True})

    async def keep(self, request: Request) -> Response:
        """Take the payload."""
        self._payload = msgspec.json.decode(await request.body())
        return _json({"done": True})

    async def read(self, request: Request) -> Response:
        """The payload."""
        return _json(self._payload)


def _json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


async def serve(url: str, port: int) -> None:
    """Serve until told to stop."""
    async with asyncpg.create_pool(url, min_size=1, max_size=POOL_SIZE) as pool:
        await pool.execute(TABLE)
        bare = Bare(pool)
        routes = [
            Route("/actions", bare.act, methods=["POST"]),
            Route("/payload", bare.keep, methods=["PUT"]),
            Route("/payload", bare.read, methods=["GET"]),
        ]
        await uvicorn.Server(config_of(Starlette(routes=routes), "127.0.0.1", port)).serve()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serve(sys.argv[1], int(sys.argv[2])))
