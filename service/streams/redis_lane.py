"""One connection of the broker to Redis, and the keys that it carries."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import structlog
from redis.exceptions import ConnectionError as LostConnection

from service.background import BackgroundTask
from service.streams.broker import ALL, Listeners, Reached, Unsubscribe
from service.streams.counts import HintCounts
from service.streams.duplex import ANSWER, MESSAGES, DuplexSubscription
from service.streams.redis_routes import LOST, route_of, why
from service.streams.redis_url import CONNECT_SECONDS, Host, RedisUrl

log = structlog.get_logger(__name__)

PENDING = 10_000
"""Matches whose hint waits for Redis to come back; beyond it the oldest are dropped and found by polling."""
BATCH = 1_000
"""Keys whose subscriptions change in one round trip: hints wait for it."""
WORD = "!"
"""The prefix of a word, which no key has."""
GRACE_SECONDS = 0.05
"""To read what has arrived while this process itself stood still."""


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


@dataclass(frozen=True)
class LaneTimes:
    """Seconds: of silence until the server is asked for a sign of life; the longest to wait for it; between two looks
    whether another server is the right one by now.
    """

    ping_every: float
    answer_within: float
    look_every: float


class Lane(BackgroundTask):
    """Subscribes to the keys that are followed, publishes and receives; reconnects by itself.

    The channel of a key begins with `prefix`. After some seconds of silence it asks for a sign of life; if none comes
    in time, the connection counts as lost. `told`: why lanes could not connect, which the log tells once.
    """

    def __init__(
        self,
        url: RedisUrl,
        prefix: str,
        times: LaneTimes,
        listeners: Listeners,
        counts: HintCounts,
        told: set[str],
        *,
        for_all: bool,
    ) -> None:
        self._prefix = prefix
        self._url = url
        self._route = route_of(url, prefix + ALL)
        self._times = times
        self._listeners = listeners
        self._counts = counts
        self._told = told
        self._for_all = for_all
        self._followed: Counter[str] = Counter()
        self._subscribed: set[str] = set()
        self._changed: set[str] = set()
        self._backlog: set[str] = set()
        self._arrived: set[str] = set()
        self._pending: dict[str, int] = {}
        self._words: dict[str, _Word] = {}
        self._something_pending = asyncio.Event()
        self._lost_at: float | None = time.monotonic()

    @property
    def is_needed(self) -> bool:
        """Whether anything here waits for what it carries."""
        return self._for_all or bool(self._followed)

    @property
    def healthy(self) -> bool:
        """Whether the subscriptions stand."""
        return self._lost_at is None

    @property
    def lost_for(self) -> float:
        """Seconds without subscriptions."""
        return 0.0 if self._lost_at is None else time.monotonic() - self._lost_at

    @property
    def followed(self) -> int:
        """The number of keys that are followed."""
        return len(self._followed)

    def follow(self, key: str) -> Unsubscribe:
        """Subscribe soon, until the returned function is called."""
        self._followed[key] += 1
        self._change(key)
        return partial(self._unfollow, key)

    def _unfollow(self, key: str) -> None:
        self._followed[key] -= 1
        if not self._followed[key]:
            del self._followed[key]
            self._change(key)

    def _change(self, key: str) -> None:
        # also where it is subscribed as is wanted: what is on its way may change that
        self._changed.add(key)
        self._something_pending.set()

    def publish(self, key: str, version: int) -> None:
        """Send a hint as soon as Redis takes it."""
        latest = max(version, self._pending.pop(key, 0))
        if len(self._pending) >= PENDING:
            self._pending.pop(next(iter(self._pending)))
            self._counts.lost += 1
        self._pending[key] = latest
        self._something_pending.set()

    def say(self, key: str, word: str, to: str, reached: Reached | None) -> None:
        """Send a word, if Redis takes it; while it is away words are lost."""
        if self.healthy:
            self._words.pop(key, None)
            if len(self._words) >= PENDING:
                self._words.pop(next(iter(self._words)))
            self._words[key] = _Word(to, word, reached)
            self._something_pending.set()

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
                    await subscription.open(self._prefix + ALL, seconds=CONNECT_SECONDS)
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
            self._counts.losses += 1
            reason = why(error)
            if reason not in self._told:
                log.warning("broker_lost", error=type(error).__name__, reason=reason)
            self._told.add(reason)
        except Exception:
            self._counts.losses += 1
            log.warning("broker_lost", exc_info=True)

    async def _converse(self, subscription: DuplexSubscription, host: Host, backoff: Backoff) -> None:
        """Receive and send until the connection is lost.

        No task group: before Python 3.13 it drops a cancellation that comes together with a loss.
        """
        self._told.clear()
        self._subscribed, self._changed, self._backlog = {ALL}, set(self._followed), set(self._followed)
        self._arrived = {ALL} if self._for_all else set()
        self._something_pending.set()
        log.info("broker_subscribed", server=str(host))
        others: list[asyncio.Task[None]] = []
        try:
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
            arrival = await subscription.arrival(self._times.ping_every) or await self._sign_of_life(subscription)
            if arrival is None:
                # What was published since it fell silent has not arrived: look now, not at the next poll.
                self._lose()
                self._listeners.missed()
                raise LostConnection(f"no sign of life within {self._times.answer_within:g} s")
            self._handle(arrival, backoff)

    async def _sign_of_life(self, subscription: DuplexSubscription) -> list[Any] | None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._times.answer_within
        try:
            await subscription.probe(seconds=self._times.answer_within)
        except TimeoutError:
            return None  # not even the question got away
        return await subscription.arrival(max(0.0, end - loop.time())) or await subscription.arrival(GRACE_SECONDS)

    async def _look(self, subscription: DuplexSubscription, host: Host) -> None:
        """Leave the server when another one is the right one; one that says so itself ends the receiver."""
        while True:
            await asyncio.sleep(self._times.look_every)
            try:
                await subscription.probe(seconds=self._times.answer_within)
                if await self._route.better(host):
                    log.info("broker_leaves", server=str(host))
                    await subscription.hang_up()
            except LOST:
                return  # the receiver finds the connection closed

    def _handle(self, arrival: list[Any], backoff: Backoff) -> None:
        kind, _, data = arrival
        if kind in MESSAGES:
            self._hand_on(data)
        if kind in (*MESSAGES, ANSWER):
            # Not before: a client that may subscribe but not publish would reconnect without a pause.
            backoff.reset()

    def _hand_on(self, data: bytes) -> None:
        text = data.decode(errors="replace")
        if text.startswith(WORD):
            self._listeners.said(text.removeprefix(WORD))
            return
        match_id, _, version = text.partition(" ")
        if match_id and version.isdecimal():
            self._counts.received += 1
            self._listeners.hinted(match_id, int(version))
        else:
            log.warning("broker_hint_unreadable")

    async def _send(self, subscription: DuplexSubscription) -> None:
        """All subscriptions, hints and words in one round trip; what came in meanwhile goes with the next."""
        while True:
            await self._something_pending.wait()
            self._something_pending.clear()
            hints, self._pending = self._pending, {}
            try:
                await self._exchange(subscription, hints)
            except LOST:
                self._keep(hints)
                return  # the receiver finds the connection closed
            except asyncio.CancelledError:
                self._keep(hints)
                raise
            except Exception:
                # a listener: the receiver ends with the connection, and all is begun anew
                log.warning("broker_lost", exc_info=True)
                return await subscription.hang_up()

    async def _exchange(self, subscription: DuplexSubscription, hints: dict[str, int]) -> None:
        changed = set(islice(self._changed, BATCH))
        self._changed -= changed
        wanted = [key for key in changed if key in self._followed and key not in self._subscribed]
        unwanted = [key for key in changed if key not in self._followed and key in self._subscribed]
        words, self._words = list(self._words.values()), {}
        texts = [(self._prefix + key, f"{key} {version}") for key, version in hints.items()]
        texts += [(self._prefix + word.to, WORD + word.text) for word in words]
        channels, left = [self._prefix + key for key in wanted], [self._prefix + key for key in unwanted]
        receivers = await subscription.exchange(channels, left, texts, seconds=CONNECT_SECONDS)
        self._counts.sent += len(texts)
        self._subscribed.update(wanted)
        self._subscribed.difference_update(unwanted)
        self._follows(changed)
        for word, number in zip(words, receivers[len(hints) :], strict=True):
            if word.reached is not None:
                word.reached(number - (word.to in self._subscribed))

    def _follows(self, changed: set[str]) -> None:
        """Subscriptions stand. After a loss nothing is well before all of them do."""
        self._backlog -= changed
        self._arrived |= changed & self._followed.keys()
        if self._changed:
            self._something_pending.set()
        if not self._backlog:
            self._lost_at = None
            arrived, self._arrived = self._arrived, set()
            if arrived:
                self._listeners.missed(arrived)

    def _keep(self, hints: dict[str, int]) -> None:
        """Send on the next connection what this one did not answer, unless something newer waits already."""
        for match_id, version in hints.items():
            if len(self._pending) < PENDING:
                self._pending[match_id] = max(version, self._pending.get(match_id, 0))
            else:
                self._counts.lost += 1
        self._something_pending.set()


class _Word(NamedTuple):
    to: str
    text: str
    reached: Reached | None
