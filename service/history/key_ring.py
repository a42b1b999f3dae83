"""The public keys that this service has ever signed with, as they are published."""

from __future__ import annotations

import sqlalchemy as sa

from api_schema.ports.history import KeySet, SigningKey
from eventstore import EventStore
from service.application.refusals import store_errors
from service.application.signing import PublicKey, Signer
from service.projections.match_signatures.table import signing_keys
from service.times import rfc3339


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


def _jwk(key: PublicKey, first_used_at: int | None) -> SigningKey:
    used = None if first_used_at is None else rfc3339(first_used_at)
    return SigningKey(x=key.x, kid=key.id, first_used_at=used)
