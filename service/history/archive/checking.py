"""Looks at everything in the archive: whether each file is there, whole, and the history that the stream ends with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from uuid import UUID

from eventstore import EventStore
from eventstore.retention import archived
from eventstore.retention.archived import Filed
from service.application.ids import MATCH_IDS
from service.history.archive.archive import Archive
from service.history.archive.files import Lost

PAGE = 500


class Checker:
    """Reads past what is remembered."""

    def __init__(self, store: EventStore, archive: Archive) -> None:
        self._store = store
        self._archive = archive

    async def check(self) -> AsyncIterator[tuple[str, str | None]]:
        """(match, what is wrong with its files; None: nothing). StoreUnavailable where the archive doesn't answer."""
        async for page in self._pages():
            for filed in page:
                yield MATCH_IDS.id_of(filed.stream_id), await self._wrong(filed)

    async def lost(self) -> Mapping[UUID, str]:
        """The streams whose events nobody has any more, and why: the rows have left, and the archive lacks them too.

        Raises StoreUnavailable where it doesn't answer.
        """
        found: dict[UUID, str] = {}
        async for page in self._pages():
            gone = await self._store.sql.read(partial(archived.gone, asked=[filed.stream_id for filed in page]))
            looked = await asyncio.gather(*(self._lost(filed) for filed in page if filed.stream_id in gone))
            found |= {stream: why for stream, why in looked if why is not None}
        return found

    async def _pages(self) -> AsyncIterator[Sequence[Filed]]:
        after = UUID(int=0)
        while page := await self._store.sql.read(partial(archived.page, after=after, limit=PAGE)):
            yield page
            after = page[-1].stream_id

    async def _lost(self, filed: Filed) -> tuple[UUID, str | None]:
        try:
            await self._archive.events_of(filed)
        except Lost as error:
            return filed.stream_id, str(error)
        return filed.stream_id, None

    async def _wrong(self, filed: Filed) -> str | None:
        try:
            await self._archive.events_of(filed)
            await self._archive.commands_of(filed)
            head = await self._store.head(filed.stream_id)
        except Lost as error:
            return str(error)
        if head is None or (head.version, head.head_hash, head.closed) != (filed.version, filed.head_hash, True):
            return "the stream ends at another event than its files"
        return None
