"""The broker of a single process: the embedded default."""

from __future__ import annotations

from service.streams.broker import ALL, Hearer, Listener, Listeners, Unsubscribe
from service.streams.counts import HintCounts


class MemoryBroker:
    """Hands hints straight to the listeners of this process."""

    healthy = True
    lost_for = None
    followed = 0

    def __init__(self) -> None:
        self.counts = HintCounts()
        self._listeners = Listeners()

    def publish(self, match_id: str, version: int) -> None:
        """Tell the listeners at once."""
        self.counts.sent += 1
        self.counts.received += 1
        self._listeners.hinted(match_id, version)

    def follow(self, key: str) -> Unsubscribe:
        """Nothing to do: the listeners are told of everything."""
        return _nothing

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Listen until the returned function is called."""
        return self._listeners.add(listener)

    def say(self, key: str, word: str, to: str = ALL) -> None:
        """Tell the hearers at once."""
        self._listeners.said(word)

    def hear(self, hearer: Hearer) -> Unsubscribe:
        """Hear until the returned function is called."""
        return self._listeners.add_hearer(hearer)

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self) -> None:
        """Nothing to stop."""


def _nothing() -> None: ...
