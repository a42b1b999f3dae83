"""Replicas of the service in one process, as the contexts of their tasks, and requests to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import Any, ClassVar
from urllib.parse import unquote

import msgspec
from pydantic import SecretStr

from api_schema.wire import SEND_NOW
from domain.kernel.game import CardGame
from eventstore.store import StoreUnavailable
from service.app import web
from service.bootstrap import Outside, Playledger, bootstrap
from service.cli.server import GRACE
from service.settings import Settings
from tests.simulation.broker import Redis, SimulatedBroker
from tests.simulation.chance import MACHINE
from tests.simulation.loop import SimulatedLoop
from tests.simulation.receiver import Receiver
from tests.simulation.storage import SimulatedObjects, Storage
from tests.simulation.store import Answer, Database
from tests.toy_game import GAME
from tests.toy_game.releases import SECOND_RELEASE

SECRET = SecretStr("a secret that only a simulation knows")
ON = {
    "clocks": True,
    "house_bots": True,
    "webhooks": True,
    "webhook_allow_private": True,
    "snapshot_every": 10,
    "cached_matches": 2,
    "archive_after_days": 0,
    "archive_cache_mb": 1,
}
QUIET = {"clocks": False, "house_bots": False, "webhooks": False}
"""The settings of a replica that changes nothing by itself."""
RELEASES: Sequence[CardGame] = (GAME, SECOND_RELEASE)
"""A game whose rules the next release changes; all others stay as they are."""
AGAIN = 0.5
"""Seconds until a replica that could not start tries again."""
UPGRADE = {"upgrade": "websocket", "sec-websocket-protocol": "graphql-transport-ws"}
"""Headers that ask for a socket."""
BUSY = 0.1
"""The share of messages that a socket can't take at once."""


class Lost(Exception):
    """No answer came, or no more of it."""


class Replica:
    """One process: a `chance.Machine`."""

    def __init__(
        self,
        name: str,
        release: int,
        database: Database,
        redis: Redis,
        receiver: Receiver,
        storage: Storage,
        **settings: Any,
    ) -> None:
        self.name = name
        self.release = release
        self.dead = False
        self.paused_until = 0.0
        self.skew = 0.0
        self.losses = 0
        self.app: Playledger | None = None
        self.database = database
        self._leases = database.leases
        self._redis = redis
        self._receiver = receiver
        self._storage = storage
        self._settings = Settings(database_url=f"sqlite:///{database.path}", secret_key=SECRET, **(ON | settings))
        self._loop = database.loop
        self._context = copy_context()
        self._context.run(MACHINE.set, self)
        self._open: set[Exchange] = set()
        self._asked: list[asyncio.Task[Any]] = []
        self._killed = asyncio.Event()
        self._web: Any = None
        self.broker: SimulatedBroker | None = None

    @property
    def serves(self) -> bool:
        """Whether its port is open."""
        return self._web is not None and not self.dead

    @property
    def stopped(self) -> bool:
        """Whether it has ended as by SIGTERM."""
        return self.dead and not self._killed.is_set()

    def here(self, work: Callable[[], object]) -> None:
        """Do something in this process."""
        self._loop.call_soon(work, context=self._context.copy())

    def hung_up(self) -> None:
        """The store has broken off the connections of this process, which hears of it."""
        self.losses += 1

    def run(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """The same for what takes a while."""
        return self._loop.create_task(_as_coroutine(work), context=self._context.copy())

    def work(self, work: Callable[[], Any], answer: Answer) -> None:
        """See `chance.Machine`."""
        self.database.do(self, work, answer)

    async def unless_killed(self, work: Awaitable[Any]) -> None:
        """Return when this is done here, or never will be."""
        done, killed = self.run(work), asyncio.ensure_future(self._killed.wait())
        await asyncio.wait((done, killed), return_when=asyncio.FIRST_COMPLETED)
        killed.cancel()
        if done.done():
            done.result()

    async def start(self) -> None:
        """Start, and again until it succeeds."""
        while not self.dead:
            try:
                await self.unless_killed(self._up())
                return
            except StoreUnavailable:
                await asyncio.sleep(AGAIN)

    async def build(self) -> Playledger:
        """All that there is in it; nothing works yet."""
        store = await self.database.open()
        self.broker = SimulatedBroker(self._redis, self.here)
        games = {GAME.slug: RELEASES[self.release]}
        shared = Outside(store, self.broker, lambda _: self._leases.ask, SimulatedObjects(self._storage))
        return await bootstrap(self._settings, games, shared=shared)

    async def _up(self) -> None:
        self.app = await self.build()
        self.app.webhooks.deliverer._post = self._receiver.post
        await self.app.start()
        self._web = web(self.app)

    async def stop(self) -> None:
        """End as by SIGTERM: uvicorn lets all answers end, for a while."""
        if self._web is None or self.dead or self.app is None:
            return
        self._web = None
        self.here(self.app.drain)
        for exchange in sorted(self._open, key=lambda one: one.number):
            self.here(exchange.shut)
        await self.unless_killed(self._down(self.app))
        self.dead = True

    async def _down(self, app: Playledger) -> None:
        """First what is asked comes to its end, then the application."""
        if self._asked:
            for task in (await asyncio.wait(self._asked, timeout=GRACE))[1]:
                task.cancel()
        await app.stop()

    def kill(self) -> None:
        """End as by SIGKILL: nothing of it runs any more."""
        self.dead = True
        self._killed.set()
        if self.broker in self._redis.brokers:
            self._redis.brokers.remove(self.broker)
        for exchange in sorted(self._open, key=lambda one: one.number):
            exchange.break_off()

    def _accept(self, exchange: Exchange) -> None:
        if self.serves:
            task = self.run(self._web(exchange.scope, exchange.receive, exchange.send))
            self._asked.append(task)
            task.add_done_callback(self._asked.remove)
        else:
            exchange.break_off()

    @asynccontextmanager
    async def ask(
        self, method: str, target: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> AsyncIterator[Exchange]:
        """Send a request, and hang up at the end. Raises Lost where nobody listens."""
        if not self.serves:
            await asyncio.sleep(0.001)
            raise Lost
        exchange = Exchange(self, method, target, headers or {}, body)
        self._open.add(exchange)
        exchange.later(self._accept, exchange)
        try:
            yield exchange
        finally:
            self._open.discard(exchange)
            self.here(exchange.hang_up)


async def _as_coroutine(work: Awaitable[Any]) -> Any:
    return await work


class Exchange:
    """One request and its answer, or a socket, over a connection that keeps the order, takes its time, and may break
    off.
    """

    made: ClassVar[list[Exchange]] = []
    """All that there were."""

    def __init__(self, replica: Replica, method: str, target: str, headers: Mapping[str, str], body: bytes) -> None:
        self.number = len(Exchange.made)
        Exchange.made.append(self)
        self.sent: list[tuple[float, Mapping[str, Any]]] = []
        """All that the application sent, and when."""
        self._loop: SimulatedLoop = replica.database.loop
        self._chance = self._loop.world.chance("network")
        self._sent: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._arrived: asyncio.Queue[Mapping[str, Any] | None] = asyncio.Queue()
        self._last = 0.0
        path, _, query = target.partition("?")
        named = {"host": "simulated", "content-length": str(len(body)), **headers}
        self.scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "server": ("simulated", 80),
            "client": ("127.0.0.1", 1),
            "scheme": "http",
            "method": method,
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in named.items()],
            "state": {},
        }
        if "upgrade" in headers:
            self.scope |= {"type": "websocket", "subprotocols": [headers["sec-websocket-protocol"]]}
            self.scope["extensions"] = {SEND_NOW: {"send": self._send_now}}
            self._sent.put_nowait({"type": "websocket.connect"})
        else:
            self._sent.put_nowait({"type": "http.request", "body": body, "more_body": False})

    @property
    def bearer(self) -> str:
        """The token of who asked, or nothing."""
        return dict(self.scope["headers"]).get(b"authorization", b"").decode().removeprefix("Bearer ")

    @property
    def status(self) -> int:
        """That of the answer; 0: there is none."""
        return int(self.sent[0][1].get("status", 0)) if self.sent else 0

    @property
    def text(self) -> bytes:
        """The whole body of the answer; nothing as long as there is more of it."""
        done = self.sent and self.sent[-1][1]["type"] == "http.response.body" and not self.sent[-1][1].get("more_body")
        return b"".join(message.get("body", b"") for _, message in self.sent) if done else b""

    def later(self, call: Callable[..., object], *args: Any) -> None:
        """What is sent comes after what was sent before."""
        self._last = max(self._last + 1e-7, self._loop.time() + self._chance.expovariate(2_000))
        self._loop.call_at(self._last, call, *args, context=self._loop.outside)

    async def receive(self) -> Mapping[str, Any]:
        """What the application gets."""
        message = await self._sent.get()
        if message["type"].endswith("disconnect"):
            self._sent.put_nowait(message)
        return message

    async def send(self, message: Mapping[str, Any]) -> None:
        """What the application sends."""
        self.sent.append((self._loop.time(), message))
        self.later(self._arrived.put_nowait, message)

    def _send_now(self, text: bytes) -> bool:
        """See `api_schema.wire`."""
        if self._chance.random() < BUSY:
            return False
        self.later(self._arrived.put_nowait, {"type": "websocket.send", "text": text.decode()})
        return True

    def say(self, **message: Any) -> None:
        """What the client sends over a socket."""
        text = msgspec.json.encode(message).decode()
        self.later(self._sent.put_nowait, {"type": "websocket.receive", "text": text})

    def hang_up(self) -> None:
        """The client is gone."""
        self._sent.put_nowait({"type": f"{self.scope['type']}.disconnect", "code": 1006})

    def shut(self) -> None:
        """The server closes a socket, since it stops."""
        if self.scope["type"] == "websocket":
            self.later(self._arrived.put_nowait, {"type": "websocket.close", "code": 1012})
            self.hang_up()

    def break_off(self) -> None:
        """The client hears that the server is gone, or nothing at all."""
        if self._chance.random() < 0.5:
            self.later(self._arrived.put_nowait, None)

    async def part(self, longest: float) -> Mapping[str, Any]:
        """The next message of the answer. Raises Lost."""
        try:
            async with asyncio.timeout(longest):
                found = await self._arrived.get()
        except TimeoutError:
            raise Lost from None
        if found is None:
            raise Lost
        return found

    async def heard(self, longest: float) -> Any:
        """The next message over a socket. Raises Lost."""
        message = await self.part(longest)
        return msgspec.json.decode(message["text"]) if "text" in message else message

    async def whole(self, longest: float) -> tuple[int, bytes]:
        """Status and body of the answer. Raises Lost."""
        started = await self.part(longest)
        body, more = b"", True
        while more:
            message = await self.part(longest)
            body, more = body + message.get("body", b""), message.get("more_body", False)
        return started["status"], body
