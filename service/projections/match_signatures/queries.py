"""The signatures of matches that this store keeps, and the keys that made them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import EventStore
from eventstore.bulk import among, insert_all_missing, insert_missing
from service.application.signing import PublicKey, Signature
from service.projections.match_signatures.table import match_signatures, signing_keys


class Signatures:
    """The signatures made here or elsewhere. Nothing ever changes or removes one."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def of(self, stream: UUID) -> Signature | None:
        """The signature of a match, or None if it has none (yet)."""
        query = sa.select(match_signatures).where(match_signatures.c.stream_id == stream)
        row = await self._store.sql.read(lambda connection: connection.execute(query).first())
        return None if row is None else Signature(row.key_id, PublicKey(row.public_key).x, row.value)

    async def keep(self, stream: UUID, version: int, head: bytes, signature: Signature) -> bool:
        """Keep what was signed elsewhere, with its key, which is not published as ours; False if there is one already.

        Whether it holds is for the caller to check before.
        """
        row = signature_row(stream, version, head, signature)
        return await self._store.sql.write(lambda connection: insert_missing(connection, match_signatures, row))


def signature_row(
    stream: UUID, version: int, head: bytes, signature: Signature, signed_at: int | None = None
) -> dict[str, Any]:
    """A row of `match_signatures` or `record_signatures`. `signed_at` in ms; None: signed elsewhere."""
    return {
        "stream_id": stream,
        "version": version,
        "head_hash": head,
        "key_id": signature.key_id,
        "public_key": PublicKey.read(signature.public_key).raw,
        "value": signature.value,
        "signed_at": signed_at,
    }


def keep_signatures(
    connection: Connection, table: sa.Table, rows: Sequence[dict[str, Any]], key: PublicKey, now: int
) -> None:
    """Keep what the own key has signed now (ms), each row once, and that it has signed."""
    if not rows:
        return
    insert_all_missing(connection, table, rows)
    insert_missing(connection, signing_keys, {"key_id": key.id, "public_key": key.raw, "first_used_at": now})


def ends(connection: Connection, streams: Collection[UUID]) -> dict[UUID, tuple[int, bytes]]:
    """(version, head hash) that the signature of each of these streams is about, for those that have one."""
    columns = match_signatures.c
    own = among(connection, columns.stream_id, streams)
    query = sa.select(columns.stream_id, columns.version, columns.head_hash).where(own)
    return {row.stream_id: (row.version, row.head_hash) for row in connection.execute(query)}
