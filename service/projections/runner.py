"""Keeps the read models up to date: numbers new events, then applies them, each once, in the order of the log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from eventstore.envelope import Logged
from eventstore.store import EventStore, StoreError
from eventstore.tables import checkpoints
from service.streams.broker import Broker

log = structlog.get_logger(__name__)

PAGE = 1_000
_FIRST = sa.text("INSERT INTO checkpoints (name, position) VALUES (:name, 0) ON CONFLICT DO NOTHING")


class Projection(Protocol):
    """A read model. Its `name` is that of its checkpoint."""

    name: str

    def apply(self, connection: Connection, logged: Sequence[Logged]) -> None:
        """Fold events, in the transaction that moves the checkpoint."""
        ...

    def reset(self, connection: Connection) -> None:
        """Forget everything."""
        ...


class Projector:
    """Runs all projections in this process; any number of replicas may run one, only one gets to apply an event."""

    def __init__(
        self,
        store: EventStore,
        broker: Broker,
        projections: Sequence[Projection],
        *,
        settle: float = 0.1,
        poll: float = 1.0,
    ) -> None:
        self._store = store
        self._broker = broker
        self.projections = projections
        self._settle = settle
        self._poll = poll
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere."""
        self._news.set()

    def missed(self) -> None:
        """Hints may have been lost."""
        self._news.set()

    async def start(self) -> None:
        """Begin to follow the log in the background."""
        self._unsubscribe = self._broker.subscribe(self)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop between two transactions."""
        if self._task is not None:
            self._unsubscribe()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def catch_up(self) -> None:
        """Number and apply all that is committed now."""
        while await self._store.sequence():
            pass
        for projection in self.projections:
            while await self._advance(projection):
                pass

    async def rebuild(self, projection: Projection) -> None:
        """Fold a read model from nothing."""

        def work(connection: Connection) -> None:
            projection.reset(connection)
            _move(connection, projection.name, 0)

        await self._store.sql.write(work)
        await self.catch_up()

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                await self.catch_up()
            except StoreError as error:
                log.warning("read models wait for the store", error=str(error))
            except Exception:
                log.exception("a read model can't follow the log; it is tried again")
            with suppress(TimeoutError):
                # not wait_for: in Python 3.11 it can swallow a cancellation, and then `stop` would wait for ever
                async with asyncio.timeout(self._poll):
                    await self._news.wait()
            # what is appended in one go is applied in one go
            await asyncio.sleep(self._settle)

    async def _advance(self, projection: Projection) -> bool:
        """Apply a page of the log; whether there was one."""
        name = projection.name
        after = await self._store.sql.read(lambda connection: _position(connection, name))
        logged = await self._store.read_log(after, PAGE)
        if not logged:
            return False

        def work(connection: Connection) -> None:
            if _locked_position(connection, name) == after:
                projection.apply(connection, logged)
                _move(connection, name, logged[-1].position)

        await self._store.sql.write(work)
        return True


def _position(connection: Connection, name: str) -> int:
    return connection.execute(sa.select(checkpoints.c.position).where(checkpoints.c.name == name)).scalar() or 0


def _locked_position(connection: Connection, name: str) -> int:
    """The position, held against the other replicas; a row that is not there yet could not be held."""
    connection.execute(_FIRST, {"name": name})
    query = sa.select(checkpoints.c.position).where(checkpoints.c.name == name).with_for_update()
    return int(connection.execute(query).scalar_one())


def _move(connection: Connection, name: str, position: int) -> None:
    connection.execute(_FIRST, {"name": name})
    connection.execute(checkpoints.update().where(checkpoints.c.name == name).values(position=position))
