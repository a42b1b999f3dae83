"""Matches that have left the database: archived, and their rows gone."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import sqlalchemy as sa

from api_schema.errors import ApiError
from eventstore.retention.epochs import open_next, retire
from eventstore.store import EventStore
from eventstore.tables import GONE, streams
from service.history.archive.filing import DAY, Outcome
from tests.kit.served import ALICE, BOB, Served, serve


async def archive_all(served: Served, days: int = 365) -> list[Outcome]:
    """Archive what is due in so many days; what became of each match."""
    await served.app.projector.catch_up()
    served.clock.now += days * DAY
    filing = served.app.archive.filing
    assert filing is not None
    return [outcome async for outcome in filing.run()]


async def drop_rows(store: EventStore) -> set[UUID]:
    """Drop the epoch in which all matches were born so far; the streams whose rows have left."""
    number = await open_next(store)
    assert number is not None
    await retire(store, number - 1)
    left = sa.select(streams.c.stream_id).where(streams.c.epoch == GONE)
    return set(await store.sql.read(lambda connection: connection.execute(left).scalars().all()))


class Services:
    """Services one after the other, over one store and one archive: each knows only what is stored."""

    def __init__(self, url: str, folder: Path) -> None:
        self.folder = folder
        self._url = url
        self._last: Served | None = None

    async def begin(self, **settings: Any) -> Served:
        """The next one; the one before stops."""
        served = await serve(self._url, **{"archive_url": self.folder.as_uri(), **settings})
        if self._last is not None:
            served.clock.now = self._last.clock.now
            await self._last.app.stop()
        self._last = served
        return served

    async def stop(self) -> None:
        """The last one stops too."""
        if self._last is not None:
            await self._last.app.stop()

    def files(self) -> dict[Path, bytes]:
        """The files of the archive."""
        return {path: path.read_bytes() for path in self.folder.rglob("*.gz")}


async def finished(served: Served, **order: Any) -> str:
    """A match that is over."""
    match = await served.started("owl", **order)
    await served.play_out(match, ALICE, BOB)
    return match


async def refused(work: Awaitable[object]) -> str:
    """The code with which this is refused."""
    with pytest.raises(ApiError) as refusal:
        await work
    return refusal.value.code
