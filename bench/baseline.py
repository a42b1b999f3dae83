"""The baselines of the service: bare routes on the same server software, with nothing of the service in them.

python -m bench.baseline DATABASE_URL PORT
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from typing import Any

import asyncpg
import msgspec
import strawberry
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from strawberry.asgi import GraphQL
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from uvicorn.loops.auto import auto_loop_factory

from bench.client import PATIENCE
from eventstore.limits import DEFAULT
from service.settings import Settings
from service.wire.server import server_config

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


class Frames:
    """A bare WebSocket handler: it sends what somebody publishes to every socket as it came."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[str]] = set()

    async def publish(self, request: Request) -> Response:
        """Hand the body to all."""
        frame = (await request.body()).decode()
        for queue in self._queues:
            queue.put_nowait(frame)
        return _json({"done": True})

    async def follow(self, socket: WebSocket) -> None:
        """Send published frames until the other end is gone."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        await socket.accept()
        self._queues.add(queue)
        try:
            while True:
                await socket.send_text(await queue.get())
        except WebSocketDisconnect:
            self._queues.discard(queue)


@strawberry.type
class Event:
    """As much of an event as the service shows."""

    id: strawberry.ID
    version: int
    type: str
    at: str
    actor: str
    caused_by: strawberry.ID | None
    redacted: bool
    hash: str
    batch_end: bool
    text: str
    json: strawberry.scalars.JSON


@strawberry.type
class EventsAppended:
    """An update."""

    from_version: int
    to_version: int
    state_hash: str
    head_hash: str
    events: list[Event]


class Naive:
    """Typed subscriptions as the library's manual shows them: each resolves its own copy of everything."""

    queues: set[asyncio.Queue[EventsAppended]] = set()

    async def publish(self, request: Request) -> Response:
        """Hand the update to all."""
        sent = msgspec.json.decode(await request.body())
        events = [Event(**{_snake(name): value for name, value in event.items()}) for event in sent["events"]]
        whole = {_snake(name): value for name, value in sent.items() if name != "__typename"}
        update = EventsAppended(**{**whole, "events": events})
        for queue in self.queues:
            queue.put_nowait(update)
        return _json({"done": True})

    def app(self) -> GraphQL[Any, None]:
        """The GraphQL application."""
        schema = strawberry.Schema(query=Query, subscription=Subscription)
        return GraphQL(schema, subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL])


@strawberry.type
class Query:
    """A schema needs one."""

    nothing: int = 0


@strawberry.type
class Subscription:
    """The one subscription."""

    @strawberry.subscription
    async def updates(self) -> AsyncGenerator[EventsAppended, None]:
        """The published frames."""
        queue: asyncio.Queue[EventsAppended] = asyncio.Queue()
        Naive.queues.add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            Naive.queues.discard(queue)


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


async def serve(url: str, port: int) -> None:
    """Serve until told to stop."""
    async with asyncpg.create_pool(url, min_size=1, max_size=DEFAULT.pool_size) as pool:
        await pool.execute(TABLE)
        bare, frames, naive = Bare(pool), Frames(), Naive()
        routes = [
            Route("/actions", bare.act, methods=["POST"]),
            Route("/payload", bare.keep, methods=["PUT"]),
            Route("/payload", bare.read, methods=["GET"]),
            Route("/frames", frames.publish, methods=["POST"]),
            WebSocketRoute("/frames", frames.follow),
            Route("/naive", naive.publish, methods=["POST"]),
            WebSocketRoute("/naive", naive.app()),
        ]
        app = Starlette(routes=routes)
        # a client that a busy machine lets wait finds its connection open still
        alive = int(PATIENCE)
        config = server_config(app, Settings(), host="127.0.0.1", port=port, log_config=None, timeout_keep_alive=alive)
        await uvicorn.Server(config).serve()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serve(sys.argv[1], int(sys.argv[2])))
