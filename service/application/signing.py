"""Ed25519 signatures over the end of a match, and over tournaments and ladders: the server's word, which everybody can
check without the server.

The server signs one canonical JSON object: what it is about, the version and the head hash there. The head hash stands
for every event before it. Each kind of record has a format of its own, so none can stand in for another.
"""

from __future__ import annotations

from base64 import b64decode, urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, Self

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from eventstore.chain import canonical

FORMAT = "playledger-signature-1"
TOURNAMENT_FORMAT = "playledger-tournament-signature-1"
LADDER_FORMAT = "playledger-ladder-signature-1"
KEY_SIZE = 32
SIGNATURE_SIZE = 64


class BadSignature(Exception):
    """A signature that doesn't hold; the message says in one line why not."""


class Signature(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A signature with the key that it can be checked with, as it stands in a replay file.

    `public_key` (32 bytes) and `value` (64 bytes) are base64url without padding; `key_id` is the key's thumbprint.
    """

    key_id: str
    public_key: str
    value: str


class PublicKey(msgspec.Struct, frozen=True):
    """An Ed25519 public key, 32 bytes."""

    raw: bytes

    @classmethod
    def read(cls, x: str) -> Self:
        """From base64url without padding. Raises BadSignature."""
        return cls(_bytes(x, KEY_SIZE, "the public key"))

    @property
    def x(self) -> str:
        """The key in base64url without padding, as JWK names it."""
        return _text(self.raw)

    @property
    def id(self) -> str:
        """The thumbprint of RFC 7638, base64url: a name that nobody can give to another key."""
        return _text(sha256(canonical({"crv": "Ed25519", "kty": "OKP", "x": self.x})).digest())


class Signer:
    """Signs with the first of its keys."""

    def __init__(self, seeds: Sequence[bytes]) -> None:
        """`seeds`: 32 secret bytes for each key, newest first."""
        self._key = Ed25519PrivateKey.from_private_bytes(seeds[0])
        self.public = tuple(_public(Ed25519PrivateKey.from_private_bytes(seed)) for seed in seeds)

    @property
    def current(self) -> PublicKey:
        """The key that signs."""
        return self.public[0]

    def sign(self, signed: bytes) -> Signature:
        """The signature of a `message`."""
        return Signature(self.current.id, self.current.x, _text(self._key.sign(signed)))


def message(match: str, game: str, version: int, head: str, pins: Mapping[str, Any]) -> bytes:
    """The bytes that are signed. `head` is the hex hash of the last event, `pins` are those of match_created."""
    return canonical(
        {"format": FORMAT, "match": match, "game": game, "version": version, "head": head, "pins": dict(pins)}
    )


def tournament_message(tournament: str, version: int, head: str) -> bytes:
    """The bytes that are signed of a tournament up to a version; `head` is the hex hash of the event there."""
    return canonical({"format": TOURNAMENT_FORMAT, "tournament": tournament, "version": version, "head": head})


def ladder_message(ladder: str, version: int, head: str) -> bytes:
    """The bytes that are signed of a ladder up to a version; `head` is the hex hash of the event there."""
    return canonical({"format": LADDER_FORMAT, "ladder": ladder, "version": version, "head": head})


def verify(signature: Signature, signed: bytes, trusted: Collection[str] | None = None) -> None:
    """Raises BadSignature unless it holds for these bytes, by one of the trusted key ids if any are given."""
    key = PublicKey.read(signature.public_key)
    if key.id != signature.key_id:
        raise BadSignature("the key id is not that of the public key")
    if trusted is not None and key.id not in trusted:
        raise BadSignature(f"the key {key.id} is none of the trusted keys")
    try:
        Ed25519PublicKey.from_public_bytes(key.raw).verify(
            _bytes(signature.value, SIGNATURE_SIZE, "the signature"), signed
        )
    except InvalidSignature:
        raise BadSignature("the signature does not fit the history") from None


def trusted_keys(document: bytes) -> frozenset[str]:
    """The ids of the Ed25519 keys of a JWK Set, each checked against its key. Raises ValueError with one line."""
    try:
        keys = msgspec.json.decode(document, type=_KeySet).keys
        found = {PublicKey.read(key.x).id: key.kid for key in keys if (key.kty, key.crv) == ("OKP", "Ed25519")}
    except (msgspec.DecodeError, BadSignature, RecursionError) as error:
        raise ValueError(f"this is no set of keys: {error}") from None
    for key_id, named in found.items():
        if named not in (None, key_id):
            raise ValueError(f"the key {key_id} is named {named}: the set was changed")
    if not found:
        raise ValueError("this set holds no Ed25519 key")
    return frozenset(found)


class _Key(msgspec.Struct):
    kty: str
    crv: str | None = None
    x: str = ""
    kid: str | None = None


class _KeySet(msgspec.Struct):
    keys: list[_Key]


def _public(key: Ed25519PrivateKey) -> PublicKey:
    return PublicKey(key.public_key().public_bytes_raw())


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str, size: int, what: str) -> bytes:
    try:
        raw = b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    # one spelling for each value: bits that mean nothing must be zero
    if len(raw) != size or _text(raw) != text:
        raise BadSignature(f"{what} is not {size} bytes in base64url without padding")
    return raw
