"""Whether this process can work."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from eventstore.store import EventStore, StoreError


class ServiceHealth:
    """ports.Health, within `seconds`. A lost broker only makes things slower, so it counts as no fault."""

    def __init__(self, store: EventStore, seconds: float) -> None:
        self._store = store
        self._seconds = seconds

    async def ready(self) -> Mapping[str, str]:
        return {"store": await self._store_state(), "broker": "ok"}

    async def _store_state(self) -> str:
        try:
            async with asyncio.timeout(self._seconds):
                await self._store.ping()
        except TimeoutError:
            return f"no answer in {self._seconds:g} s"
        except StoreError as error:
            return str(error) or type(error).__name__
        return "ok"
