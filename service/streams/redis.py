"""The broker between replicas: a Redis channel for each key. Redis keeps nothing and may be away at any time.

A process holds one connection, which is subscribed and publishes. That takes RESP3, so Redis 6 or later. In a cluster
it is a connection to any server: the servers tell one another what is published on plain channels.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import structlog
from cachetools import LRUCache
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as LostConnection

from service.background import BackgroundTask
from service.streams.broker import ALL, LOG, Hearer, Listener, Listeners, Unsubscribe, is_inbox
from service.streams.counts import HintCounts
from service.streams.redis_server import LOST, DuplexConnection, Servers, why
from service.streams.redis_url import read_url

log = structlog.get_logger(__name__)

BACKOFF = ExponentialBackoff(cap=2.0, base=0.05)
"""Seconds until the next try to connect."""
STEADY_SECONDS = 2.0
"""After a connection that stood for longer, the tries begin anew."""
LOG_PAUSE = 0.02
"""Seconds between two hints that something was appended here; those who hear them wait longer before they work."""
PING_SECONDS = 0.5
"""Silence after which the server is asked for a sign of life."""
ANSWER_SECONDS = 1.0
"""The longest to wait for it. With the silence before, a server that has frozen is noticed in 1.5 s."""
GRACE_SECONDS = 0.05
"""To read what has arrived while this process itself stood still."""
LOOK_SECONDS = 5.0
"""Between two looks whether the server is still the right one, however busy the connection is."""
PENDING = 10_000
"""Keys whose hint waits for Redis to come back; beyond it the oldest are dropped and found by polling."""
WORD = "!"
"""The prefix of a word, which no key has."""


class RedisBroker(BackgroundTask):
    """Publishes hints of a key on the channel `<prefix>:hints:<key>`, and reconnects by itself.

    Hints of this process reach its own listeners without Redis; those of keys that it follows come back from there once
    more. Redis lists the connection by the name `prefix`, unless `url` names it otherwise. ValueError: `url` makes no
    sense.
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
        self.counts = HintCounts()
        self._prefix = prefix
        self._servers = Servers(read_url(url, client_name=prefix), self._channel(ALL))
        self._ping_every, self._answer_within, self._look_every = ping_every, answer_within, look_every
        self._listeners = Listeners()
        self._appended = self._told = 0
        self._pausing: asyncio.TimerHandle | None = None
        self._reasons: set[str] = set()
        self._followed = Counter((ALL,))
        self._subscribed: set[str] = set()
        self._changed: set[str] = set()
        self._pending: dict[str, int] = {}
        self._words: LRUCache[str, tuple[str, str]] = LRUCache(PENDING)
        self._something_pending = asyncio.Event()
        self._answers = asyncio.Semaphore(0)
        self._lost_at: float | None = time.monotonic()

    @property
    def healthy(self) -> bool:
        """Whether all subscriptions stand."""
        return self._lost_at is None

    @property
    def lost_for(self) -> float | None:
        """Seconds without one of the subscriptions."""
        return None if self._lost_at is None else time.monotonic() - self._lost_at

    @property
    def followed(self) -> int:
        """The number of keys that this process hears of."""
        return len(self._followed) - 1

    def publish(self, match_id: str, version: int) -> None:
        """Tell the own listeners at once and the other replicas as soon as Redis takes it."""
        self._listeners.hinted(match_id, version)
        self._hint(match_id, version)
        if not is_inbox(match_id):
            self._appended += 1
            if self._pausing is None:
                self._tell_log()

    def follow(self, key: str) -> Unsubscribe:
        """Hear of a key from the other replicas too."""
        self._followed[key] += 1
        self._change(key)
        return partial(self._unfollow, key)

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Listen until the returned function is called."""
        return self._listeners.add(listener)

    def say(self, key: str, word: str, to: str = ALL) -> None:
        """Tell the own hearers at once and the other replicas, if Redis takes it; while it is away words are lost."""
        self._listeners.said(word)
        if self.healthy:
            self._words.pop(key, None)
            self._words[key] = to, word
            self._something_pending.set()

    def hear(self, hearer: Hearer) -> Unsubscribe:
        """Hear until the returned function is called; own words to what is followed are heard twice."""
        return self._listeners.add_hearer(hearer)

    def _tell_log(self) -> None:
        """Tell that something was appended, now and then again."""
        self._pausing = None
        if self._told < self._appended:
            self._told = self._appended
            self._hint(LOG, self._told)
            self._pausing = asyncio.get_running_loop().call_later(LOG_PAUSE, self._tell_log)

    def _hint(self, key: str, version: int) -> None:
        latest = max(version, self._pending.pop(key, 0))
        if len(self._pending) >= PENDING:
            self._pending.pop(next(iter(self._pending)))
            self.counts.lost += 1
        self._pending[key] = latest
        self._something_pending.set()

    def _unfollow(self, key: str) -> None:
        self._followed[key] -= 1
        if not self._followed[key]:
            del self._followed[key]
            self._change(key)

    def _change(self, key: str) -> None:
        # also where it is subscribed as is wanted: what is on its way may change that
        self._changed.add(key)
        self._something_pending.set()

    async def _run(self) -> None:
        failures = 0
        try:
            while True:
                began = time.monotonic()
                try:
                    await self._converse()
                except LOST as error:
                    self._tell_why(error)
                except Exception:
                    log.warning("broker_lost", exc_info=True)
                self.counts.losses += 1
                failures = 0 if time.monotonic() - began > STEADY_SECONDS else failures + 1
                await asyncio.sleep(BACKOFF.compute(failures))
        finally:
            await self._servers.close()

    def _tell_why(self, error: Exception) -> None:
        """Once for each reason: it is tried again every other second."""
        reason = why(error)
        if reason not in self._reasons:
            log.warning("broker_lost", error=type(error).__name__, reason=reason)
        self._reasons.add(reason)

    async def _converse(self) -> None:
        """Connect; receive and send until the connection is lost.

        No task group: before Python 3.13 it drops a cancellation that comes together with a loss.
        """
        connection = await self._servers.connected()
        assert connection is not None
        self._reasons.clear()
        self._subscribed, self._changed = {ALL}, set(self._followed)
        self._answers = asyncio.Semaphore(0)
        self._something_pending.set()
        log.info("broker_subscribed", server=str(connection.host))
        tasks = [asyncio.create_task(work(connection)) for work in (self._receive, self._send, self._look)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._lose()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await connection.close()
        await done.pop()

    def _lose(self) -> None:
        """From now on hints don't arrive."""
        self._lost_at = time.monotonic() if self._lost_at is None else self._lost_at

    async def _receive(self, connection: DuplexConnection) -> None:
        """Hand on what arrives."""
        while True:
            arrived = await connection.arrival(self._ping_every)
            if arrived is None:
                arrived = await self._sign_of_life(connection)
            if isinstance(arrived, list) and arrived[0] == b"message":
                self._hand_on(arrived[2])
            elif isinstance(arrived, int | list):
                # the number with which PUBLISH answers, or word of a subscription
                self._answers.release()

    async def _sign_of_life(self, connection: DuplexConnection) -> Any:
        """Anything that arrives in time. HELLO, because its answer says the role too and every user may send it."""
        loop = asyncio.get_running_loop()
        end, arrived = loop.time() + self._answer_within, None
        with suppress(TimeoutError):
            await connection.send(("HELLO",), seconds=self._answer_within)
            arrived = await connection.arrival(max(0.0, end - loop.time()))
            arrived = await connection.arrival(GRACE_SECONDS) if arrived is None else arrived
        if arrived is None:
            # What was published since it fell silent has not arrived: look now, not at the next poll.
            self._lose()
            self._listeners.missed()
            raise LostConnection(f"no sign of life within {self._answer_within:g} s")
        return arrived

    async def _look(self, connection: DuplexConnection) -> None:
        """Ask for the role, however busy the connection is, and whether another server is the right one by now."""
        while True:
            await asyncio.sleep(self._look_every)
            better = None
            with suppress(*LOST):
                await connection.send(("HELLO",))
                better = await self._servers.connected(instead_of=connection.host)
            if better is not None:
                await better.close()
                raise LostConnection(f"{better.host} is the right server by now")

    def _hand_on(self, data: bytes) -> None:
        text = data.decode(errors="replace")
        if text.startswith(WORD):
            self._listeners.said(text.removeprefix(WORD))
            return
        match_id, _, version = text.partition(" ")
        if match_id and version.isdecimal():
            self.counts.received += 1
            self._listeners.hinted(match_id, int(version))
        else:
            log.warning("broker_hint_unreadable")

    async def _send(self, connection: DuplexConnection) -> None:
        """All subscriptions, hints and words in one round trip; what came in meanwhile goes with the next."""
        while True:
            await self._something_pending.wait()
            self._something_pending.clear()
            hints, self._pending = self._pending, {}
            try:
                await self._exchange(connection, hints)
            except BaseException:
                # on the next connection, unless something newer waits already
                for key, version in hints.items():
                    self._hint(key, version)
                raise

    async def _exchange(self, connection: DuplexConnection, hints: Mapping[str, int]) -> None:
        """Send, and return when all is answered. The first one after a loss brings all subscriptions back."""
        changed, self._changed = self._changed, set()
        begin = [key for key in changed if key in self._followed and key not in self._subscribed]
        end = [key for key in changed if key not in self._followed and key in self._subscribed]
        texts = [(key, f"{key} {version}") for key, version in hints.items()]
        texts += [(to, WORD + word) for to, word in self._words.values()]
        self._words.clear()
        changes = [
            (name, *map(self._channel, keys)) for name, keys in (("SUBSCRIBE", begin), ("UNSUBSCRIBE", end)) if keys
        ]
        await connection.send(*changes, *(("PUBLISH", self._channel(key), text) for key, text in texts))
        for _ in range(len(begin) + len(end) + len(texts)):
            await self._answers.acquire()
        self.counts.sent += len(texts)
        self._subscribed.update(begin)
        self._subscribed.difference_update(end)
        self._lost_at = None
        if arrived := changed & self._followed.keys():
            self._listeners.missed(arrived)

    def _channel(self, key: str) -> str:
        return f"{self._prefix}:hints:{key}"
