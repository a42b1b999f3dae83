"""For how long the read models have lacked something, by the looks that a replica takes at them anyway."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

MARKS = 1_000
"""Stamps that are remembered; the oldest counts, so that more are not needed."""


class Behind(NamedTuple):
    """How many events of the log read models lack, and for how many seconds they have lacked any."""

    events: int
    seconds: float


class Freshness:
    """Remembers which ends of the logs were seen when, until the read models have come to them in all shards.

    A process that can't look any more doesn't know what it lacks: then the time of its last look counts.
    """

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._looked = timer()
        self._marks: deque[tuple[int, float]] = deque()
        self._events = 0

    def seen(self, end: int, slowest: int, lacking: int, *, unnumbered: bool = False) -> None:
        """The stamp at which the logs end, the one up to which the slowest read model lacks nothing, and the number of
        events that it lacks.
        """
        self._looked = self._timer()
        self._events = max(0, lacking)
        # what has no number yet gets a later stamp
        end += unnumbered
        # a mark beyond the end is of a history that the store has lost
        while self._marks and not slowest < self._marks[0][0] <= end:
            self._marks.popleft()
        if end > slowest and len(self._marks) < MARKS and (not self._marks or self._marks[-1][0] < end):
            self._marks.append((end, self._looked))

    def behind(self) -> Behind:
        """How far the read models are behind now."""
        since = self._marks[0][1] if self._marks else self._looked
        return Behind(self._events, self._timer() - since)
