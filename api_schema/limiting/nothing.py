"""A message that carries nothing costs no budget, so it is counted for itself."""

from __future__ import annotations

from collections.abc import Callable

PER_SECOND = 100
"""Frames and messages of one socket that carry nothing: many times what keeps a connection alive."""
POLICY_VIOLATION = 1008
REASON = f"over {PER_SECOND} frames or messages a second that carry nothing"


class CountedNothings:
    """Counts in windows of a second, each of which begins with the first in it. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._count = 0
        self._ends = 0.0

    def too_many(self, more: int = 1) -> bool:
        """Count some more, and say whether there are too many now."""
        now = self._clock()
        if now >= self._ends:
            self._count, self._ends = 0, now + 1
        self._count += more
        return self._count > PER_SECOND
