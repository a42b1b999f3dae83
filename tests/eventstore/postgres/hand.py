"""One connection of which a test takes every step by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import asyncpg

from eventstore.envelope import NewEvent, StreamAppend
from eventstore.postgres import append
from tests.eventstore.given import command
from tests.kit.waiting import PATIENCE

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'"


class Hand:
    """A transaction that is begun, appends, waits and ends when the test says so."""

    def __init__(
        self, connection: asyncpg.Connection[asyncpg.Record], observer: asyncpg.Connection[asyncpg.Record]
    ) -> None:
        self.connection = connection
        # a transaction sees one picture of who waits, however often it looks: so somebody outside looks
        self._observer = observer
        self._running: asyncio.Task[str] | None = None

    async def begin(self) -> None:
        await self.connection.execute("BEGIN")

    async def append(self, stream_id: UUID, expected: int, events: Sequence[NewEvent], key: str) -> str:
        """The outcome of the server-side function."""
        arguments = append.arguments(StreamAppend(stream_id, "match", expected, events, command(key)))
        row: Any = await self.connection.fetchrow(append.APPEND, *arguments, timeout=PATIENCE)
        return str(row["outcome"])

    async def append_all(self, appends: Sequence[StreamAppend]) -> str:
        """The outcomes of the server-side function, each once; it answers nothing when it has written all."""
        rows = await self.connection.fetch(append.APPEND_ALL, *append.arguments_of_all(appends), timeout=PATIENCE)
        return " ".join({row["outcome"] for row in rows}) or "appended"

    def start_append(self, stream_id: UUID, expected: int, events: Sequence[NewEvent], key: str) -> None:
        """Send an append that is expected to wait for somebody's lock."""
        self._running = asyncio.create_task(self.append(stream_id, expected, events, key))

    def start_append_all(self, appends: Sequence[StreamAppend]) -> None:
        """The same of several appends."""
        self._running = asyncio.create_task(self.append_all(appends))

    async def waits(self) -> None:
        """Return once the server says that this connection waits for a lock."""
        pid = self.connection.get_server_pid()
        async with asyncio.timeout(PATIENCE):
            while not await self._observer.fetchval(WAITING, pid):
                pass

    async def outcome(self) -> str:
        """What the append that was started has led to."""
        assert self._running is not None
        async with asyncio.timeout(PATIENCE):
            return await self._running

    async def sequence(self) -> int:
        # a sequencer never waits for another; if it did, the test would for ever
        return int(await self.connection.fetchval("SELECT sequence_shards(1000)", timeout=PATIENCE))

    async def commit(self) -> None:
        await self.connection.execute("COMMIT")

    async def rollback(self) -> None:
        await self.connection.execute("ROLLBACK")

    async def close(self) -> None:
        await self.connection.close()
