"""Whether this process can work."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from eventstore.store import EventStore, StoreError


class ServiceHealth:
    """ports.Health, within `seconds`. A lost broker only makes things slower, so it counts as no fault.

    Everybody may ask, and the store writes for the answer: all who ask at once share one.
    """

    def __init__(self, store: EventStore, seconds: float) -> None:
        self._store = store
        self._seconds = seconds
        self._asking: asyncio.Task[str] | None = None

    async def ready(self) -> Mapping[str, str]:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._store_state())
        # one who goes away must not take it from the others
        return {"store": await asyncio.shield(self._asking), "broker": "ok"}

    async def _store_state(self) -> str:
        try:
            async with asyncio.timeout(self._seconds):
                await self._store.ping()
        except TimeoutError:
            return f"no answer in {self._seconds:g} s"
        except StoreError as error:
            return str(error) or type(error).__name__
        return "ok"
