"""The broker between replicas: a Redis channel for each key. Redis keeps nothing and may be away at any time.

A process holds one connection, which is subscribed and publishes. That takes RESP3, so Redis 6 or later. A route finds
the server that carries the channels: of a list, behind sentinels, or in a cluster. There channels belong to slots, and
so the process holds a connection for each of some lanes, whose channels have the same slot.
"""

from __future__ import annotations

import asyncio
from binascii import crc_hqx
from itertools import count

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from service.streams.broker import ALL, LOG, Hearer, Listener, Listeners, Reached, Unsubscribe, is_inbox
from service.streams.counts import HintCounts
from service.streams.redis_lane import Lane, LaneTimes
from service.streams.redis_url import read_url

LANES = 16
"""Lanes in a cluster, and so the most shards that share the work."""
LOG_PAUSE = 0.02
"""Seconds between two hints that something was appended here; those who hear them wait longer before they work."""
PING_SECONDS = 0.5
"""Silence after which the server is asked for a sign of life."""
ANSWER_SECONDS = 1.0
"""The longest to wait for it. With the silence before, a server that has frozen is noticed in 1.5 s."""
LOOK_SECONDS = 5.0
"""Between two looks whether the server is still the right one, however busy the connection is."""


class RedisBroker:
    """Publishes hints of a key on the channel `<prefix>:hints:<key>`, in a cluster `<prefix>:{<tag>}:hints:<key>`.

    Hints of this process reach its own listeners without Redis; those of keys that it follows come back from there once
    more. Redis lists the connections by the name `prefix`, unless `url` names them otherwise. ValueError: `url` makes
    no sense.
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
        self._listeners = Listeners()
        self._appended = 0
        self._told = 0
        self._pausing: asyncio.TimerHandle | None = None
        server, times = read_url(url, client_name=prefix), LaneTimes(ping_every, answer_within, look_every)
        prefixes = [f"{prefix}:{{{tag}}}:hints:" for tag in tags()] if server.way == "cluster" else [f"{prefix}:hints:"]
        shared, told = (times, self._listeners, self.counts), set[str]()
        self._lanes = [Lane(server, each, *shared, told, for_all=each is prefixes[0]) for each in prefixes]

    @property
    def healthy(self) -> bool:
        """Whether all subscriptions stand."""
        return self.lost_for is None

    @property
    def lost_for(self) -> float | None:
        """Seconds without one of the subscriptions."""
        return max((lane.lost_for for lane in self._lanes if lane.is_needed and not lane.healthy), default=None)

    @property
    def followed(self) -> int:
        """The number of keys that this process hears of."""
        return sum(lane.followed for lane in self._lanes)

    def publish(self, match_id: str, version: int) -> None:
        """Tell the own listeners at once and the other replicas as soon as Redis takes it."""
        self._listeners.hinted(match_id, version)
        self._lane_of(match_id).publish(match_id, version)
        if not is_inbox(match_id):
            self._appended += 1
            if self._pausing is None:
                self._tell_log()

    def follow(self, key: str) -> Unsubscribe:
        """Hear of a key from the other replicas too."""
        return self._lane_of(key).follow(key)

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Listen until the returned function is called."""
        return self._listeners.add(listener)

    def say(self, key: str, word: str, to: str = ALL, reached: Reached | None = None) -> None:
        """Tell the own hearers at once and the other replicas, if Redis takes it; while it is away words are lost."""
        self._listeners.said(word)
        self._lane_of(to).say(key, word, to, reached)

    def hear(self, hearer: Hearer) -> Unsubscribe:
        """Hear until the returned function is called; own words to what is followed are heard twice."""
        return self._listeners.add_hearer(hearer)

    async def start(self) -> None:
        """Connect in the background."""
        for lane in self._lanes:
            await lane.start()

    async def stop(self) -> None:
        """Hang up."""
        await asyncio.gather(*(lane.stop() for lane in self._lanes))

    def _lane_of(self, key: str) -> Lane:
        # what is for all has to arrive in the order in which it is said
        return self._lanes[0 if key == ALL else crc_hqx(key.encode(), 0) % len(self._lanes)]

    def _tell_log(self) -> None:
        """Tell that something was appended, now and then again."""
        self._pausing = None
        if self._told < self._appended:
            self._told = self._appended
            self._lane_of(LOG).publish(LOG, self._told)
            self._pausing = asyncio.get_running_loop().call_later(LOG_PAUSE, self._tell_log)


def tags() -> list[str]:
    """A hash tag for each lane: its slot is in the same sixteenth of all slots, so that every shard has its share."""
    width = REDIS_CLUSTER_HASH_SLOTS // LANES
    return [next(f"{n}" for n in count() if key_slot(b"%d" % n) // width == lane) for lane in range(LANES)]
