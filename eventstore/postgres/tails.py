"""The ends of streams, read for all who ask at the same time in one statement."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from uuid import UUID

from eventstore.envelope import StoredEvent
from eventstore.postgres import reads
from eventstore.postgres.pool import Pool

Tail = tuple[UUID, int]
"""A stream, and the version after which it is read."""
_Asked = dict[Tail, list[asyncio.Future[list[StoredEvent]]]]


class Tails:
    """Reads new events of streams. Readers who come while a statement is under way share the next one.

    No statement answers a reader who came after it began, so every reader gets what was committed by then.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._asked: _Asked = defaultdict(list)
        self._task: asyncio.Task[None] | None = None

    async def read(self, stream_id: UUID, after: int) -> list[StoredEvent]:
        """Events with version > `after`, in order. Raises StoreUnavailable."""
        answer: asyncio.Future[list[StoredEvent]] = asyncio.get_running_loop().create_future()
        self._asked[stream_id, after].append(answer)
        if self._task is None:
            # begins when this turn of the event loop is over: those who ask in it share the statement
            self._task = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        try:
            while self._asked:
                asked, self._asked = self._asked, defaultdict(list)
                await self._answer(asked)
        finally:
            self._task = None

    async def _answer(self, asked: _Asked) -> None:
        try:
            found = await self._fetch(list(asked))
        except Exception as error:
            for answer in _waiting(asked):
                answer.set_exception(error)
        except BaseException:
            for answer in _waiting(asked):
                answer.cancel()
            raise
        else:
            for place, answers in asked.items():
                for answer in answers:
                    if not answer.done():
                        answer.set_result(found[place])

    async def _fetch(self, places: list[Tail]) -> dict[Tail, list[StoredEvent]]:
        if len(places) == 1:
            ((stream_id, after),) = places
            rows = await self._pool.fetch(reads.READ, stream_id, after, None)
            return {(stream_id, after): [reads.stored(stream_id, row) for row in rows]}
        found: dict[Tail, list[StoredEvent]] = {place: [] for place in places}
        streams, versions = zip(*places, strict=True)
        for row in await self._pool.fetch(reads.TAILS, streams, versions):
            found[row["stream_id"], row["after"]].append(reads.stored(row["stream_id"], row))
        return found


def _waiting(asked: _Asked) -> list[asyncio.Future[list[StoredEvent]]]:
    return [answer for answers in asked.values() for answer in answers if not answer.done()]
