"""The broker: carries hints `(match, version)` between replicas. A lost hint costs time, never an event.

It also carries words: short texts that are worth nothing a moment later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from service.streams.counts import HintCounts


class Listener(Protocol):
    """A listener to hints. Both methods only take note and return at once; they run in the event loop."""

    def hinted(self, match_id: str, version: int) -> None:
        """The match has reached at least this version."""
        ...

    def missed(self) -> None:
        """Hints may have been lost (the broker was away): look at everything that is watched."""
        ...


Unsubscribe = Callable[[], None]
Hearer = Callable[[str], None]
"""Told each word that is said; only takes note and returns at once."""


class Broker(Protocol):
    """Delivers hints at least once while it is healthy, in any order, to every listener of every replica."""

    @property
    def counts(self) -> HintCounts:
        """The hints that this process has sent and received so far."""
        ...

    @property
    def healthy(self) -> bool:
        """Whether hints arrive now. While they don't, listeners poll the store."""
        ...

    @property
    def lost_for(self) -> float | None:
        """For how many seconds hints have not arrived; None while they do."""
        ...

    def publish(self, match_id: str, version: int) -> None:
        """Hint that a match has reached `version`. Never fails, never waits: an action doesn't depend on it."""
        ...

    def subscribe(self, listener: Listener) -> Unsubscribe: ...

    def say(self, key: str, word: str) -> None:
        """Say a word to all replicas, once or not at all; the newest of those with one key that wait. As `publish`."""
        ...

    def hear(self, hearer: Hearer) -> Unsubscribe:
        """Hear what is said, by this process too. After `missed` words may have been lost."""
        ...

    async def start(self) -> None:
        """Begin to work in the background; a peer that is not there yet is no error."""
        ...

    async def stop(self) -> None: ...


class Listeners:
    """The listeners of one process."""

    def __init__(self) -> None:
        self._all: list[Listener] = []
        self._hearers: list[Hearer] = []

    def add(self, listener: Listener) -> Unsubscribe:
        """Listen until the returned function is called."""
        self._all.append(listener)
        return lambda: self._all.remove(listener)

    def add_hearer(self, hearer: Hearer) -> Unsubscribe:
        """Hear until the returned function is called."""
        self._hearers.append(hearer)
        return lambda: self._hearers.remove(hearer)

    def said(self, word: str) -> None:
        """Tell all of a word."""
        for hearer in list(self._hearers):
            hearer(word)

    def hinted(self, match_id: str, version: int) -> None:
        """Tell all of a hint."""
        for listener in list(self._all):
            listener.hinted(match_id, version)

    def missed(self) -> None:
        """Tell all that hints may have been lost."""
        for listener in list(self._all):
            listener.missed()
