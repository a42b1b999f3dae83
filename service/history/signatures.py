"""The signatures that this store keeps, and the public keys that it has ever signed with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.ports.history import KeySet, SigningKey
from eventstore.bulk import among, insert_all_missing, insert_missing
from eventstore.store import EventStore
from service.application.refusals import store_errors
from service.application.signing import PublicKey, Signature, Signer
from service.tables import match_signatures, signing_keys
from service.times import rfc3339


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


class KeyRing:
    """ports.Signing: the keys that may sign, and all that ever have."""

    def __init__(self, store: EventStore, signer: Signer) -> None:
        self._store = store
        self._signer = signer

    async def keys(self) -> KeySet:
        """Configured keys in their order, the one that signs first; then those of the past, newest first."""
        query = sa.select(signing_keys).order_by(signing_keys.c.first_used_at.desc(), signing_keys.c.key_id)
        with store_errors():
            rows = await self._store.sql.read(lambda connection: connection.execute(query).all())
        used = {PublicKey(row.public_key): row.first_used_at for row in rows}
        ordered = dict.fromkeys([*self._signer.public, *used])
        return KeySet(tuple(_jwk(key, used.get(key)) for key in ordered))


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


def _jwk(key: PublicKey, first_used_at: int | None) -> SigningKey:
    used = None if first_used_at is None else rfc3339(first_used_at)
    return SigningKey(x=key.x, kid=key.id, first_used_at=used)
