"""Appends to different streams that come at the same time, in one statement."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import asyncpg

from eventstore.envelope import Appended, StreamAppend
from eventstore.postgres import append
from eventstore.postgres.batching import Batched
from eventstore.postgres.pool import StatementPool

AT_ONCE = 2
"""Statements under way before an append shares the next one: with one, or with four, fewer are made a second."""


class Appends:
    """Appends one at once where nobody else is, and together those that come while others are under way.

    Each is answered for itself: one that the stream refuses leaves the others as they are, one whose stream is locked
    is not waited for, and where one of them is at fault each is made alone. An outage is told to all.
    """

    def __init__(self, pool: StatementPool, seconds: float) -> None:
        self._pool = pool
        self._seconds = seconds
        self._batched = Batched(self._write, at_once=AT_ONCE)

    async def append(self, one: StreamAppend) -> Appended:
        """Raises what append.answer raises, and StoreUnavailable after `seconds`, whatever it had to wait for."""
        if not one.expected_version:
            row: asyncpg.Record | None = await self._alone(one)
        elif self._batched.idle:
            row = await self._batched.alone(one)
        else:
            row = await self._with_others(one)
        assert row is not None
        return append.answer(row, one)

    async def _with_others(self, one: StreamAppend) -> asyncpg.Record:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._batched.ask(one) or await self._alone(one)
        except TimeoutError as error:
            raise self._pool.late() from error

    async def _alone(self, one: StreamAppend) -> asyncpg.Record:
        (row,) = await self._pool.write(append.APPEND, *append.arguments(one))
        return row

    async def _write(self, appends: Sequence[StreamAppend]) -> Sequence[asyncpg.Record | None]:
        """The answers; None for what has to be made alone."""
        if len(appends) == 1:
            return [await self._alone(appends[0])]
        columns = zip(*map(append.arguments, appends), strict=True)
        try:
            rows = await self._pool.write(append.APPEND_EACH, *columns)
        except (asyncpg.PostgresError, ValueError):
            return [None] * len(appends)
        found = {row["nth"]: row for row in rows}
        return [found.get(nth) for nth in range(1, len(appends) + 1)]
