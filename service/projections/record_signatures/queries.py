"""The signatures of tournaments and ladders that this store keeps, each over the events up to a version."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from uuid import UUID

import sqlalchemy as sa

from eventstore import EventStore
from service.application.signing import PublicKey, Signature
from service.projections.record_signatures.table import record_signatures


class RecordSignatures:
    """The signatures of each record by version. Nothing ever changes or removes one."""

    def __init__(self, store: EventStore, settle: Callable[[], Awaitable[None]] | None = None) -> None:
        """`settle` waits for what follows the log: what has just happened is signed a moment later."""
        self._store = store
        self._settle = settle

    async def upto(self, stream: UUID, version: int, due: bool = False) -> Mapping[int, Signature]:
        """Those up to a version. `due`: that one is signed too; waited for if it has just happened."""
        asked = record_signatures.c.version <= version
        return await self._waited(stream, asked, version) if due else await self._read(stream, asked)

    async def at(self, stream: UUID, version: int) -> Signature | None:
        """That of a version, which is waited for if it has just happened."""
        return (await self._waited(stream, record_signatures.c.version == version, version)).get(version)

    async def _waited(self, stream: UUID, asked: sa.ColumnElement[bool], version: int) -> Mapping[int, Signature]:
        found = await self._read(stream, asked)
        if version not in found and self._settle is not None:
            await self._settle()
            found = await self._read(stream, asked)
        return found

    async def _read(self, stream: UUID, asked: sa.ColumnElement[bool]) -> Mapping[int, Signature]:
        query = sa.select(record_signatures).where(record_signatures.c.stream_id == stream, asked)
        rows = await self._store.sql.read(lambda connection: connection.execute(query).all())
        return {row.version: Signature(row.key_id, PublicKey(row.public_key).x, row.value) for row in rows}
