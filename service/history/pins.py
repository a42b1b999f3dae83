"""Keys that somebody has decided to trust: a JWK Set, as the service publishes it or as a verifier keeps it."""

from __future__ import annotations

from base64 import urlsafe_b64decode

import msgspec

from service.history.signing import key_id


class _Key(msgspec.Struct):
    kty: str
    crv: str
    x: str


class _Set(msgspec.Struct):
    keys: list[_Key]


def trusted(data: bytes) -> frozenset[str]:
    """The ids of the Ed25519 keys of a JWK Set, computed from the keys themselves. Raises ValueError for none."""
    try:
        known = msgspec.json.decode(data, type=_Set).keys
        ids = [key_id(urlsafe_b64decode(key.x + "==")) for key in known if (key.kty, key.crv) == ("OKP", "Ed25519")]
    except ValueError as error:
        raise ValueError(f"no JWK Set: {error}") from None
    if not ids:
        raise ValueError("a JWK Set without an Ed25519 key")
    return frozenset(ids)
