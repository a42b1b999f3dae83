"""The ends of streams, read for all who ask at the same time in one statement."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from uuid import UUID

import asyncpg

from eventstore.envelope import StoredEvent
from eventstore.postgres import reads
from eventstore.postgres.pool import Pool
from eventstore.store import OtherHistory

Tail = tuple[UUID, int, bytes]
"""A stream, and version and hash of the event after which it is read."""
_Asked = dict[Tail, list[asyncio.Future[list[StoredEvent]]]]


class Tails:
    """Reads new events of streams. Readers who come while a statement is under way share the next one.

    No statement answers a reader who came after it began, so every reader gets what was committed by then.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._asked: _Asked = defaultdict(list)
        self._task: asyncio.Task[None] | None = None

    async def read(self, stream_id: UUID, after: int, head: bytes) -> list[StoredEvent]:
        """Events that follow the event `after` with the hash `head`. Raises OtherHistory, StoreUnavailable."""
        answer: asyncio.Future[list[StoredEvent]] = asyncio.get_running_loop().create_future()
        self._asked[stream_id, after, head].append(answer)
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
                        _answer(answer, place, found[place])

    async def _fetch(self, places: list[Tail]) -> dict[Tail, list[asyncpg.Record]]:
        if len(places) == 1:
            stream_id, after, _ = places[0]
            return {places[0]: await self._pool.fetch(reads.FOLLOW, stream_id, after, None)}
        # two readers who know a stream at one version by different hashes share its rows
        found: dict[tuple[UUID, int], list[asyncpg.Record]] = {place[:2]: [] for place in places}
        streams, versions = zip(*found, strict=True)
        for row in await self._pool.fetch(reads.TAILS, streams, versions):
            found[row["stream_id"], row["after"]].append(row)
        return {place: found[place[:2]] for place in places}


def _answer(answer: asyncio.Future[list[StoredEvent]], place: Tail, rows: list[asyncpg.Record]) -> None:
    try:
        answer.set_result(reads.following(*place, rows))
    except OtherHistory as error:
        answer.set_exception(error)


def _waiting(asked: _Asked) -> list[asyncio.Future[list[StoredEvent]]]:
    return [answer for answers in asked.values() for answer in answers if not answer.done()]
