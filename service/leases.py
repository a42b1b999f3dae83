"""Leases: for which shards this process does which work in the background."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Set
from enum import StrEnum

import structlog

from eventstore import SHARDS

log = structlog.get_logger(__name__)
NONE: frozenset[int] = frozenset()
ALL = frozenset(range(SHARDS))
Timer = Callable[[], float]


class Job(StrEnum):
    """A kind of work in the background."""

    NUMBERING = "numbering"
    READ_MODELS = "read_models"
    CLOCKS = "clocks"
    HOUSE_BOTS = "house_bots"
    TOURNAMENTS = "tournaments"
    RATINGS = "ratings"
    WEBHOOKS = "webhooks"


UNDIVIDED: frozenset[str] = frozenset({Job.NUMBERING})
"""Work that one replica does for all shards: its lease of shard 0 stands for them."""


def parts_of(job: str) -> frozenset[int]:
    """The shards of which a job has a lease."""
    return frozenset({0}) if job in UNDIVIDED else ALL


class Lease:
    """The right of this process to do one kind of work for some shards, for as long as it lasts.

    `taken` counts how often shards were new here.
    """

    def __init__(self, name: str, timer: Timer = time.monotonic) -> None:
        self.name = name
        self.taken = 0
        self._timer = timer
        self._until = -math.inf
        self._fences: Mapping[int, int] = {}
        self._shards = NONE
        self._hearers: list[Callable[[], None]] = []

    @classmethod
    def of_one_alone(cls, name: str = "") -> Lease:
        """That of a process without any others: all shards, for ever."""
        lease = cls(name)
        lease._fences, lease._shards, lease._until = dict.fromkeys(ALL, 0), ALL, math.inf
        return lease

    @property
    def shards(self) -> frozenset[int]:
        """Those that this process may work for now. It asks nobody, so look before each piece of work."""
        return self._shards if self._timer() < self._until else NONE

    @property
    def held(self) -> bool:
        """Whether there are any."""
        return bool(self.shards)

    def fence(self, shard: int) -> int:
        """The number under which this process holds a shard: it rises with each holder. LookupError if it does not."""
        return self._fences[shard]

    def hear(self, hearer: Callable[[], None]) -> Callable[[], None]:
        """Hear when there is work to begin, until the returned function is called."""
        self._hearers.append(hearer)
        return lambda: self._hearers.remove(hearer)

    def renew(self, fences: Mapping[int, int], until: float) -> None:
        """It is for these shards now, and lasts until then; another fence than before says that one is new here."""
        before, new = self.shards, fences.items() - self._fences.items()
        self._fences, self._shards, self._until = dict(fences), frozenset(fences), until
        if new:
            self.taken += 1
            log.info("shards were taken", lease=self.name, shards=len(new), fence=max(fence for _, fence in new))
        if self.shards - before:
            for hearer in list(self._hearers):
                hearer()

    def extend(self, until: float) -> None:
        """It lasts until then, and is for what it was for."""
        if self.held:
            self._until = until
        else:
            self.renew(self._fences, until)

    def drop(self, shards: Set[int] = ALL) -> None:
        """It is over at once for these."""
        self._fences = {shard: fence for shard, fence in self._fences.items() if shard not in shards}
        self._shards -= shards
