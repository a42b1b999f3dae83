"""Ed25519 signatures over the head of a match."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from eventstore.chain import canonical
from service.history.lines import SignatureLine

FORMAT = "playledger-signature-1"


def message(match: str, game: str, version: int, head: str, pins: Mapping[str, str]) -> bytes:
    """What is signed."""
    parts = {"format": FORMAT, "match": match, "game": game, "version": version, "head": head, "pins": dict(pins)}
    return canonical(parts)


def holds(signed: bytes, signature: SignatureLine) -> bool:
    """Whether the signature is that of its key, and the key that of its id."""
    try:
        raw = _bytes(signature.public_key)
        Ed25519PublicKey.from_public_bytes(raw).verify(_bytes(signature.value), signed)
    except (InvalidSignature, NotBase64, ValueError):
        return False
    return key_id(raw) == signature.key_id


def key_id(public: bytes) -> str:
    """The JWK thumbprint of a key (RFC 7638)."""
    thumb = sha256(canonical({"crv": "Ed25519", "kty": "OKP", "x": _text(public)})).digest()
    return _text(thumb)


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
