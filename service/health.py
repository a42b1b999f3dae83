"""Whether this process can work."""

from __future__ import annotations

from collections.abc import Mapping

from eventstore.store import EventStore, StoreError


class ServiceHealth:
    """ports.Health. A lost broker only makes things slower, so it counts as no fault."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def ready(self) -> Mapping[str, str]:
        return {"store": await self._store_state(), "broker": "ok"}

    async def _store_state(self) -> str:
        try:
            await self._store.ping()
        except StoreError as error:
            return str(error) or type(error).__name__
        return "ok"
