"""Whether this process can work."""

from __future__ import annotations

from collections.abc import Mapping

from eventstore.store import EventStore, StoreError
from service.streams.broker import Broker

LAG_LIMIT = 60_000
"""Committed events that are still without a position after this many ms are reported."""


class ServiceHealth:
    """ports.Health. A lost broker only makes things slower, so it is told but doesn't count as a fault."""

    def __init__(self, store: EventStore, broker: Broker) -> None:
        self._store = store
        self._broker = broker

    async def ready(self) -> Mapping[str, str]:
        return {"store": await self._store_state(), "broker": "ok"}

    async def degraded(self) -> Mapping[str, str]:
        """What works, but slower than it should."""
        slow = {} if self._broker.healthy else {"broker": "away; watchers poll the store"}
        if (await self._store.lag()).age_ms > LAG_LIMIT:
            slow["log"] = "events wait for their position; look for a transaction that was left open"
        return slow

    async def _store_state(self) -> str:
        try:
            await self._store.ping()
        except StoreError as error:
            return str(error) or type(error).__name__
        return "ok"
