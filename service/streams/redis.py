"""The broker between replicas: one Redis channel. Redis keeps nothing and may be away at any time.

A process holds two connections: one that is subscribed, and one that publishes, because redis-py gives a subscribed
connection no way to read the answer to another command.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from service.streams.broker import Listener, Listeners, Unsubscribe

log = structlog.get_logger(__name__)

CONNECTIONS = 2
PENDING = 10_000
"""Matches whose hint waits for Redis to come back; beyond it the oldest are dropped and found by polling."""
LOST = (RedisError, OSError)
CONNECT_SECONDS = 2.0


class Backoff:
    """Seconds to wait before the next try: doubled by each failure up to `longest`."""

    def __init__(self, first: float = 0.1, longest: float = 2.0) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def reset(self) -> None:
        """It worked: begin anew."""
        self._next = self._first

    async def pause(self) -> None:
        """Wait, longer each time."""
        delay, self._next = self._next, min(self._next * 2, self._longest)
        await asyncio.sleep(delay)


class RedisBroker:
    """Publishes and receives hints on the channel `<prefix>:hints`; reconnects by itself.

    Hints of this process reach its own listeners without Redis. `ping_every` (seconds): a connection that is silent
    for twice as long, although it was pinged, counts as lost.
    """

    def __init__(self, url: str, *, prefix: str = "playledger", ping_every: float = 5.0) -> None:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=CONNECT_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=max(CONNECT_SECONDS, 3 * ping_every),
            retry=Retry(NoBackoff(), 0),
        )
        self._redis = Redis.from_pool(pool)
        self._channel = f"{prefix}:hints"
        self._ping_every = ping_every
        self._listeners = Listeners()
        self._pending: dict[str, int] = {}
        self._something_pending = asyncio.Event()
        self._subscribed = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def healthy(self) -> bool:
        """Whether the subscription stands."""
        return self._subscribed

    def publish(self, match_id: str, version: int) -> None:
        """Tell the own listeners at once and the other replicas as soon as Redis takes it."""
        self._listeners.hinted(match_id, version)
        latest = max(version, self._pending.pop(match_id, 0))
        if len(self._pending) >= PENDING:
            self._pending.pop(next(iter(self._pending)))
        self._pending[match_id] = latest
        self._something_pending.set()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Listen until the returned function is called."""
        return self._listeners.add(listener)

    async def start(self) -> None:
        """Connect in the background."""
        self._tasks = [asyncio.create_task(self._receive_for_ever()), asyncio.create_task(self._send_for_ever())]

    async def stop(self) -> None:
        """Send nothing more and give back both connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        with suppress(*LOST):
            await self._redis.aclose()

    async def _receive_for_ever(self) -> None:
        backoff = Backoff()
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(self._channel)
                    await self._receive(subscription, backoff)
            except LOST as error:
                log.warning("broker_lost", error=type(error).__name__)
            finally:
                self._subscribed = False
            await backoff.pause()

    async def _receive(self, subscription: PubSub, backoff: Backoff) -> None:
        """Hand on what arrives, until the connection is lost."""
        pinged = False
        while True:
            message = await subscription.get_message(timeout=self._ping_every)
            if message is not None:
                pinged = False
                self._handle(message, backoff)
            elif pinged:
                raise ConnectionError("no answer to a ping")
            else:
                pinged = True
                await subscription.ping()

    def _handle(self, message: dict[str, object], backoff: Backoff) -> None:
        if message["type"] == "subscribe":
            self._subscribed = True
            backoff.reset()
            log.info("broker_subscribed")
            self._listeners.missed()
        elif message["type"] == "message":
            self._hand_on(message["data"])

    def _hand_on(self, data: object) -> None:
        match_id, _, version = data.decode(errors="replace").partition(" ") if isinstance(data, bytes) else ("", "", "")
        if match_id and version.isdecimal():
            self._listeners.hinted(match_id, int(version))
        else:
            log.warning("broker_hint_unreadable")

    async def _send_for_ever(self) -> None:
        backoff = Backoff()
        while True:
            await self._something_pending.wait()
            self._something_pending.clear()
            hints, self._pending = self._pending, {}
            try:
                await self._send(hints)
            except LOST:
                self._keep(hints)
                await backoff.pause()
            else:
                backoff.reset()

    async def _send(self, hints: dict[str, int]) -> None:
        """All hints in one round trip; what came in meanwhile goes with the next."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for match_id, version in hints.items():
                pipeline.publish(self._channel, f"{match_id} {version}")
            await pipeline.execute()

    def _keep(self, hints: dict[str, int]) -> None:
        """Try again later what could not be sent, unless something newer waits already."""
        for match_id, version in hints.items():
            if len(self._pending) < PENDING:
                self._pending[match_id] = max(version, self._pending.get(match_id, 0))
        self._something_pending.set()
