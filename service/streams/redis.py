"""The broker between replicas: one Redis channel. Redis keeps nothing and may be away at any time.

A process holds one connection, which is subscribed and publishes. That takes RESP3, so Redis 6 or later. A route finds
the server that carries the channel: of a list, behind sentinels, or in a cluster.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from redis.exceptions import ConnectionError as LostConnection

from service.background import BackgroundTask
from service.streams.broker import Hearer, Listener, Listeners, Unsubscribe
from service.streams.counts import HintCounts
from service.streams.duplex import DuplexSubscription
from service.streams.redis_routes import LOST, route_of, why
from service.streams.redis_url import CONNECT_SECONDS, Host, read_url

log = structlog.get_logger(__name__)

PENDING = 10_000
"""Matches whose hint waits for Redis to come back; beyond it the oldest are dropped and found by polling."""
WORD = "!"
"""The prefix of a word, which no match id has."""
PING_SECONDS = 0.5
"""Silence after which the server is asked for a sign of life."""
ANSWER_SECONDS = 1.0
"""The longest to wait for it. With the silence before, a server that has frozen is noticed in 1.5 s."""
GRACE_SECONDS = 0.05
"""To read what has arrived while this process itself stood still."""
LOOK_SECONDS = 5.0
"""Between two looks whether the server is still the right one, however busy the connection is."""


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

    Hints of this process reach its own listeners without Redis. After `ping_every` seconds of silence it asks for a
    sign of life; if none comes within `answer_within` seconds, the connection counts as lost. Every `look_every`
    seconds it looks whether another server is the right one by now. Redis lists the connection by the name `prefix`,
    unless `url` names it otherwise. ValueError: `url` makes no sense.
    """

    def __init__(
        self,
        url: str,
        *,
        prefix: str = "playledger",
        ping_every: float = PING_SECONDS,
        answer_within: float = ANSWER_SECONDS,
        look_every: float = LOOK_SECONDS,
    ) -> None:
        self._channel = f"{prefix}:hints"
        self._url = read_url(url, client_name=prefix)
        self._route = route_of(self._url, self._channel)
        self._ping_every = ping_every
        self._answer_within = answer_within
        self._look_every = look_every
        self._told: str | None = None
        self.counts = HintCounts()
        self._listeners = Listeners()
        self._pending: dict[str, int] = {}
        self._words: dict[str, str] = {}
        self._something_pending = asyncio.Event()
        self._lost_at: float | None = time.monotonic()

    @property
    def healthy(self) -> bool:
        """Whether the subscription stands."""
        return self._lost_at is None

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

    async def _run(self) -> None:
        backoff = Backoff()
        while True:
            with self._noted():
                await self._serve(backoff)
            await backoff.pause()

    async def _serve(self, backoff: Backoff) -> None:
        """Converse with the first of the servers in question that lets us subscribe, until it is lost."""
        refusals = []
        for host in await self._route.hosts():
            async with DuplexSubscription(self._url.pool(host), sharded=self._route.sharded) as subscription:
                try:
                    await subscription.open(self._channel, seconds=CONNECT_SECONDS)
                except LOST as error:
                    self._route.failed(host, error)
                    refusals.append(f"{host}: {why(error)}")
                    continue
                try:
                    await self._converse(subscription, host, backoff)
                except LOST as error:
                    self._route.failed(host, error)
                    raise
        raise LostConnection("; ".join(refusals))

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Count a loss, and tell of it once for each reason: it is tried again every other second."""
        try:
            yield
        except LOST as error:
            self.counts.losses += 1
            reason = why(error)
            if reason != self._told:
                log.warning("broker_lost", error=type(error).__name__, reason=reason)
            self._told = reason
        except Exception:
            self.counts.losses += 1
            log.warning("broker_lost", exc_info=True)

    async def _converse(self, subscription: DuplexSubscription, host: Host, backoff: Backoff) -> None:
        """Receive and send until the connection is lost.

        No task group: before Python 3.13 it drops a cancellation that comes together with a loss.
        """
        self._told = self._lost_at = None
        log.info("broker_subscribed", server=str(host))
        others: list[asyncio.Task[None]] = []
        try:
            self._listeners.missed()
            others += (asyncio.create_task(work) for work in (self._send(subscription), self._look(subscription, host)))
            await self._receive(subscription, backoff)
        finally:
            self._lose()
            for task in others:
                task.cancel()
            if others:
                await asyncio.wait(others)

    def _lose(self) -> None:
        """From now on hints don't arrive."""
        self._lost_at = time.monotonic() if self._lost_at is None else self._lost_at

    async def _receive(self, subscription: DuplexSubscription, backoff: Backoff) -> None:
        """Hand on what arrives, until the connection is lost."""
        while True:
            message = await subscription.get_message(timeout=self._ping_every)
            if message is None:
                message = await self._sign_of_life(subscription)
            if message is None:
                # What was published since it fell silent has not arrived: look now, not at the next poll.
                self._lose()
                self._listeners.missed()
                raise LostConnection(f"no sign of life within {self._answer_within:g} s")
            self._handle(message, backoff)

    async def _sign_of_life(self, subscription: DuplexSubscription) -> dict[str, object] | None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._answer_within
        try:
            await subscription.probe(seconds=self._answer_within)
        except TimeoutError:
            return None  # not even the question got away
        message: dict[str, object] | None = await subscription.get_message(timeout=max(0.0, end - loop.time()))
        return message or await subscription.get_message(timeout=GRACE_SECONDS)

    async def _look(self, subscription: DuplexSubscription, host: Host) -> None:
        """Leave the server when another one is the right one; one that says so itself ends the receiver."""
        while True:
            await asyncio.sleep(self._look_every)
            try:
                await subscription.probe(seconds=self._answer_within)
                if await self._route.better(host):
                    log.info("broker_leaves", server=str(host))
                    await subscription.hang_up()
            except LOST:
                return  # the receiver finds the connection closed

    def _handle(self, message: dict[str, object], backoff: Backoff) -> None:
        # Not before: a client that may subscribe but not publish would reconnect without a pause.
        backoff.reset()
        if message["type"] in ("message", "smessage"):
            self._hand_on(message["data"])
        elif message["type"] == "sunsubscribe":
            raise LostConnection("the slot of the channel has moved to another server")

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
