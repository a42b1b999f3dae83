"""Looks at everything in the archive: whether each file is there, whole, and the history that the stream ends with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from uuid import UUID

from eventstore import archived
from eventstore.archived import Filed
from eventstore.store import EventStore
from service.application.ids import MATCH_IDS
from service.archive.archive import Archive
from service.archive.files import Damaged, ObjectLost

PAGE = 500


class Checker:
    """Reads past what is remembered."""

    def __init__(self, store: EventStore, archive: Archive) -> None:
        self._store = store
        self._archive = archive

    async def check(self) -> AsyncIterator[tuple[str, str | None]]:
        """(match, what is wrong with its files; None: nothing). StoreUnavailable where the archive doesn't answer."""
        for database in self._store.databases:
            after = UUID(int=0)
            while page := await database.sql.read(partial(archived.page, after=after, limit=PAGE)):
                for filed in page:
                    yield MATCH_IDS.id_of(filed.stream_id), await self._wrong(filed)
                after = page[-1].stream_id

    async def _wrong(self, filed: Filed) -> str | None:
        try:
            await self._archive.events_of(filed)
            await self._archive.commands_of(filed)
            head = await self._store.head(filed.stream_id)
        except (Damaged, ObjectLost) as error:
            return str(error)
        if head is None or (head.version, head.head_hash, head.closed) != (filed.version, filed.head_hash, True):
            return "the stream ends at another event than its files"
        return None
