"""The broker between replicas: one Redis channel. Redis keeps nothing and may be away at any time.

A process holds one connection, which is subscribed and publishes. That takes RESP3, so Redis 6 or later.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import structlog
from redis.asyncio import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from service.background import BackgroundTask
from service.streams.broker import Hearer, Listener, Listeners, Unsubscribe
from service.streams.counts import HintCounts
from service.streams.duplex import DuplexSubscription

log = structlog.get_logger(__name__)

RESP3 = 3
PENDING = 10_000
"""Matches whose hint waits for Redis to come back; beyond it the oldest are dropped and found by polling."""
WORD = "!"
"""The prefix of a word, which no match id has."""
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


class RedisBroker(BackgroundTask):
    """Publishes and receives hints on the channel `<prefix>:hints`; reconnects by itself.

    Hints of this process reach its own listeners without Redis. `ping_every` (seconds): a connection that is silent
    for twice as long, although it was pinged, counts as lost. Redis lists the connection by the name `prefix`, unless
    `url` names it otherwise. ValueError: `url` asks for another protocol than RESP3.
    """

    def __init__(self, url: str, *, prefix: str = "playledger", ping_every: float = 5.0) -> None:
        self._pool = BlockingConnectionPool.from_url(
            url,
            protocol=RESP3,
            client_name=prefix,
            max_connections=1,
            timeout=CONNECT_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        # With a time-out redis-py writes under `wait_for`, which before Python 3.12 may swallow a cancellation.
        self._pool.connection_kwargs["socket_timeout"] = None
        if self._pool.connection_kwargs["protocol"] != RESP3:
            raise ValueError("a subscribed connection can publish over RESP3 only: drop `protocol` from the Redis URL")
        self._channel = f"{prefix}:hints"
        self._ping_every = ping_every
        self.counts = HintCounts()
        self._listeners = Listeners()
        self._pending: dict[str, int] = {}
        self._words: dict[str, str] = {}
        self._something_pending = asyncio.Event()
        self._subscribed = asyncio.Event()
        self._lost_at: float | None = time.monotonic()

    @property
    def healthy(self) -> bool:
        """Whether the subscription stands."""
        return self._subscribed.is_set()

    @property
    def lost_for(self) -> float | None:
        """Seconds without a subscription."""
        return None if self._lost_at is None else time.monotonic() - self._lost_at

    def publish(self, match_id: str, version: int) -> None:
        """Tell the own listeners at once and the other replicas as soon as Redis takes it."""
        self._listeners.hinted(match_id, version)
        latest = max(version, self._pending.pop(match_id, 0))
        if len(self._pending) >= PENDING:
            self._pending.pop(next(iter(self._pending)))
            self.counts.lost += 1
        self._pending[match_id] = latest
        self._something_pending.set()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Listen until the returned function is called."""
        return self._listeners.add(listener)

    def say(self, key: str, word: str) -> None:
        """Tell the own hearers at once and the other replicas, if Redis takes it; while it is away words are lost."""
        self._listeners.said(word)
        if self.healthy:
            self._words.pop(key, None)
            if len(self._words) >= PENDING:
                self._words.pop(next(iter(self._words)))
            self._words[key] = word
            self._something_pending.set()

    def hear(self, hearer: Hearer) -> Unsubscribe:
        """Hear until the returned function is called; own words are heard twice."""
        return self._listeners.add_hearer(hearer)

    async def stop(self) -> None:
        """Send nothing more and give back the connection."""
        await super().stop()
        with suppress(*LOST):
            await self._pool.aclose()

    async def _run(self) -> None:
        backoff = Backoff()
        while True:
            try:
                async with DuplexSubscription(self._pool) as subscription:
                    async with asyncio.timeout(2 * CONNECT_SECONDS):
                        await subscription.subscribe(self._channel)
                    await self._converse(subscription, backoff)
            except LOST as error:
                self.counts.losses += 1
                log.warning("broker_lost", error=type(error).__name__)
            except Exception:
                self.counts.losses += 1
                log.warning("broker_lost", exc_info=True)
            finally:
                self._subscribed.clear()
                self._lost_at = time.monotonic() if self._lost_at is None else self._lost_at
            await backoff.pause()

    async def _converse(self, subscription: DuplexSubscription, backoff: Backoff) -> None:
        """Receive and send until the connection is lost.

        No task group: before Python 3.13 it drops a cancellation that comes together with a loss.
        """
        sending = asyncio.create_task(self._send(subscription))
        try:
            await self._receive(subscription, backoff)
        finally:
            sending.cancel()
            await asyncio.wait([sending])

    async def _receive(self, subscription: DuplexSubscription, backoff: Backoff) -> None:
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
                await subscription.probe(seconds=CONNECT_SECONDS)

    def _handle(self, message: dict[str, object], backoff: Backoff) -> None:
        if message["type"] == "subscribe":
            self._subscribed.set()
            self._lost_at = None
            log.info("broker_subscribed")
            self._listeners.missed()
            return
        # Not before: a client that may subscribe but not publish would reconnect without a pause.
        backoff.reset()
        if message["type"] == "message":
            self._hand_on(message["data"])

    def _hand_on(self, data: object) -> None:
        text = data.decode(errors="replace") if isinstance(data, bytes) else ""
        if text.startswith(WORD):
            self._listeners.said(text.removeprefix(WORD))
            return
        match_id, _, version = text.partition(" ")
        if match_id and version.isdecimal():
            self.counts.received += 1
            self._listeners.hinted(match_id, int(version))
        else:
            log.warning("broker_hint_unreadable")

    async def _send(self, subscription: DuplexSubscription) -> None:
        """All hints and words in one round trip; what came in meanwhile goes with the next."""
        await self._subscribed.wait()
        while True:
            await self._something_pending.wait()
            self._something_pending.clear()
            hints, self._pending = self._pending, {}
            words, self._words = self._words, {}
            try:
                texts = [f"{match} {version}" for match, version in hints.items()]
                texts += [WORD + word for word in words.values()]
                await subscription.publish(self._channel, texts, seconds=CONNECT_SECONDS)
                self.counts.sent += len(texts)
            except LOST:
                self._keep(hints)
                return  # the receiver finds the connection closed
            except asyncio.CancelledError:
                self._keep(hints)
                raise

    def _keep(self, hints: dict[str, int]) -> None:
        """Send on the next connection what this one did not answer, unless something newer waits already."""
        for match_id, version in hints.items():
            if len(self._pending) < PENDING:
                self._pending[match_id] = max(version, self._pending.get(match_id, 0))
            else:
                self.counts.lost += 1
        self._something_pending.set()
