"""Redis, as replicas meet it: hints get lost, come twice, late and in any order, and it may be away."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from service.streams.broker import ALL, LOG, Hearer, Listener, Listeners, Unsubscribe, is_inbox
from service.streams.counts import HintCounts
from tests.simulation.loop import SimulatedLoop


@dataclass
class Tricks:
    """The shares of all hints that are dropped, doubled, or come late."""

    dropped: float = 0.0
    doubled: float = 0.0
    late: float = 0.0


class Redis:
    """The server, and who is connected to it."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self.loop = loop
        self.tricks = Tricks()
        self.away = False
        self.brokers: list[SimulatedBroker] = []
        self._chance = loop.world.chance("broker")

    def carry(self, key: str, deliver: Callable[[SimulatedBroker], None]) -> None:
        """Bring something to all who follow the key when it comes to them."""
        for broker in self.brokers:
            luck, chance = self._chance.random(), self._chance
            if self.away or luck < self.tricks.dropped:
                continue
            for _ in range(2 if luck > 1 - self.tricks.doubled else 1):
                wait = chance.expovariate(2_000)
                if chance.random() < self.tricks.late:
                    wait += chance.uniform(0, 5)
                self.loop.later(wait, self._arrive, broker, key, deliver)

    def _arrive(self, broker: SimulatedBroker, key: str, deliver: Callable[[SimulatedBroker], None]) -> None:
        if not self.away and broker in self.brokers and (key == ALL or broker.followers[key] > 0):
            broker.here(lambda: deliver(broker))

    def leave(self) -> None:
        """It is away from now on."""
        self.away, since = True, self.loop.time()
        for broker in self.brokers:
            broker.lost_at = since

    def come_back(self) -> None:
        """It is there again, and hints of meanwhile are lost."""
        self.away = False
        for broker in self.brokers:
            broker.lost_at = None
            broker.here(partial(broker.listeners.missed, {ALL, *broker.followers}))


class SimulatedBroker:
    """See `service.streams.broker.Broker`."""

    def __init__(self, redis: Redis, here: Callable[[Callable[[], None]], None]) -> None:
        self.counts = HintCounts()
        self.listeners = Listeners()
        self.followers: Counter[str] = Counter()
        self.lost_at: float | None = None
        self.here = here
        """Does something at the machine: not while it is paused, nor when it is dead."""
        self._redis = redis
        self._appended = 0

    @property
    def healthy(self) -> bool:
        return self.lost_at is None

    @property
    def lost_for(self) -> float | None:
        return None if self.lost_at is None else self._redis.loop.time() - self.lost_at

    @property
    def followed(self) -> int:
        return sum(many > 0 for many in self.followers.values())

    def publish(self, match_id: str, version: int) -> None:
        self.counts.sent += 1
        self.listeners.hinted(match_id, version)
        self._redis.carry(match_id, lambda broker: broker.hinted(match_id, version))
        if not is_inbox(match_id):
            self._appended += 1
            told = self._appended
            self._redis.carry(LOG, lambda broker: broker.hinted(LOG, told))

    def hinted(self, key: str, version: int) -> None:
        """A hint has come."""
        self.counts.received += 1
        self.listeners.hinted(key, version)

    def follow(self, key: str) -> Unsubscribe:
        self.followers[key] += 1
        if self.followers[key] == 1:
            asyncio.get_running_loop().call_later(0.002, self.listeners.missed, (key,))

        def unfollow() -> None:
            self.followers[key] -= 1

        return unfollow

    def subscribe(self, listener: Listener) -> Unsubscribe:
        return self.listeners.add(listener)

    def say(self, key: str, word: str, to: str = ALL) -> None:
        self.listeners.said(word)
        self._redis.carry(to, lambda broker: broker.listeners.said(word))

    def hear(self, hearer: Hearer) -> Unsubscribe:
        return self.listeners.add_hearer(hearer)

    async def start(self) -> None:
        self._redis.brokers.append(self)
        self.lost_at = self._redis.loop.time() if self._redis.away else None

    async def stop(self) -> None:
        if self in self._redis.brokers:
            self._redis.brokers.remove(self)
