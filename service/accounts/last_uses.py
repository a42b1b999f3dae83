"""The last uses of personal tokens: coarse, and noted after the request."""

from __future__ import annotations

import asyncio

import structlog

from eventstore import EventStore, StoreError
from service.tables import tokens

COARSE = 3_600_000
"""A use is noted if the one before was noted longer ago than this, in ms."""
_log = structlog.get_logger(__name__)


class LastUses:
    """At most one write for a token and an hour, on all replicas together, and no request waits for it."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._writing: dict[str, asyncio.Task[None]] = {}

    def note(self, token: str, before: int | None, now: int) -> None:
        """The token of this id was used now; `before` is when it was used last, as the store says."""
        if (before is None or before <= now - COARSE) and token not in self._writing:
            self._writing[token] = asyncio.create_task(self._write(token, now))

    async def stop(self) -> None:
        """Wait for what is being written."""
        await asyncio.gather(*self._writing.values())

    async def _write(self, token: str, now: int) -> None:
        stale = tokens.c.last_used_at.is_(None) | (tokens.c.last_used_at <= now - COARSE)
        query = tokens.update().where(tokens.c.id == token, stale).values(last_used_at=now)
        try:
            await self._store.sql.write(lambda connection: connection.execute(query))
        except StoreError as error:
            # the next use notes it
            _log.info("the last use of a token was not noted", error=str(error))
        finally:
            self._writing.pop(token, None)
