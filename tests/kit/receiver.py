"""A server on loopback that receives webhooks, and a check of their signatures by the specification alone."""

from __future__ import annotations

import asyncio
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.api.rest.server import serving
from tests.kit.waiting import PATIENCE


@dataclass(frozen=True)
class Delivery:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def message(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """Takes what comes. `answer` makes the response to a delivery; `came` has one per request, answered or not."""

    address: str = ""
    came: list[Delivery] = field(default_factory=list)
    answer: Callable[[Delivery], Response] = lambda delivery: Response(status_code=204)
    open: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def __post_init__(self) -> None:
        self.open.set()

    def ids(self, path: str = "/") -> list[str]:
        return [delivery.id for delivery in self.came if delivery.path == path]

    async def take(self, request: Request) -> Response:
        delivery = Delivery(request.url.path, dict(request.headers), await request.body())
        async with self.news:
            self.came.append(delivery)
            self.news.notify_all()
        if delivery.path == "/slow":
            await self.open.wait()
        return self.answer(delivery)

    async def wait_for(self, count: int, path: str = "/") -> None:
        """Until so many have come to this path."""
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(lambda: len(self.ids(path)) >= count)


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    """A receiver that is served, at its `address`."""
    receiver = Receiver()
    app = Starlette(routes=[Route("/{path:path}", receiver.take, methods=["POST", "GET"])])
    async with serving(app) as address:
        receiver.address = address
        yield receiver
        receiver.open.set()


def is_signed(delivery: Delivery, secret: str) -> bool:
    """Whether a delivery is signed with a secret: Standard Webhooks, written out."""
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{delivery.id}.{delivery.headers['webhook-timestamp']}.".encode() + delivery.body
    wanted = "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()
    return any(hmac.compare_digest(wanted, given) for given in delivery.headers["webhook-signature"].split(" "))
