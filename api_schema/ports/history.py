"""Records of matches: taken along, checked, signed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Literal, Protocol

import msgspec

from api_schema.ports.base import Caller, Out

AUDIT = 2_000
"""Points of an audit that are taken before anything is known of the match."""
AUDITED = 10
"""Points of an audit for each event of the match, where they are more."""
UPLOAD_LIMIT = 16 << 20
"""Bytes of a replay file that may be sent."""


class SigningKey(Out, frozen=True, kw_only=True):
    """An Ed25519 public key as a JWK (RFC 8037). `kid` is its thumbprint (RFC 7638); `first_used_at` null: not yet."""

    kty: Literal["OKP"] = "OKP"
    crv: Literal["Ed25519"] = "Ed25519"
    x: str
    kid: str
    use: Literal["sig"] = "sig"
    alg: Literal["EdDSA"] = "EdDSA"
    first_used_at: str | None


class KeySet(Out, frozen=True):
    """A JWK Set (RFC 7517): all keys that this service has ever signed with or may sign with, newest first."""

    keys: tuple[SigningKey, ...]


class AuditLevel(Out, frozen=True):
    """One level: `store`, or L0 to L4. `line` counts from 1. DIVERGED: other rules than those in force decided it."""

    level: str
    status: Literal["OK", "FAILED", "DIVERGED", "SKIPPED"]
    message: str
    line: int | None
    version: int | None


AuditVerdict = Literal["OK", "FAILED", "DIVERGED", "NOT_SIGNED", "NOT_VOUCHED"]


class AuditReport(Out, frozen=True):
    """Whether a record holds: `ok` if no level failed or diverged. `head` is hex, `signed_by` the id of a key.

    `verdict` tells a fault from another release's decisions: FAILED if a level failed, DIVERGED if none did and other
    rules than those in force decided the match. Where nothing is wrong it is OK only if a key of the service has signed
    the record: NOT_SIGNED says that nobody has, as of a match that goes on, NOT_VOUCHED that another key has.

    `version`, `head`, `status` and `signed_by` are null unless the chain (L0) holds. `pinned`: one of the service's own
    keys has signed it.
    """

    ok: bool
    verdict: AuditVerdict
    match: str
    game: str
    perspective: str
    version: int | None
    head: str | None
    status: str | None
    signed_by: str | None
    pinned: bool
    levels: tuple[AuditLevel, ...]


class ReplayFile(msgspec.Struct, frozen=True):
    """A replay file on its way out. `complete`: the match is over and revealed, so nothing follows.

    `lines` are made as they are read; each ends with a line feed. `views` is the hash of the types of its views,
    `signed_by` the id of the key that the footer is signed by: a match that is over is signed a moment later.
    """

    match_id: str
    perspective: str
    version: int
    head_hash: str
    complete: bool
    views: str
    signed_by: str | None
    lines: AsyncGenerator[bytes, None]


class Signing(Protocol):
    """The keys that finished matches are signed with."""

    async def keys(self) -> KeySet:
        """The public ones. The first signs; none is ever taken away."""
        ...


class Payer(Protocol):
    """The client that pays for heavy work by its size, which is known only once it is about to be done."""

    @property
    def name(self) -> str:
        """The name of the one who has places where few may wait: an account, or an address."""
        ...

    def pay(self, points: int) -> None:
        """Take points from its budget: RATE_LIMITED."""
        ...


class MatchHistory(Protocol):
    """Records of matches: taken along, and checked."""

    async def replay(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0
    ) -> ReplayFile:
        """The replay file of the match as it is now. After a version: its lines without header, checks included."""
        ...

    async def audit(self, caller: Caller, match_id: str, payer: Payer) -> AuditReport:
        """Whether the stored record of a match holds. UNAVAILABLE while too many wait, RATE_LIMITED.

        The payer pays by the length of the match, unless its report is there already or on its way.

        A caller to whom the whole record isn't open learns nothing hidden: levels then say no more than that they hold.
        """
        ...

    async def verify(self, body: AsyncIterator[bytes]) -> AuditReport:
        """Verify a replay file that a caller sends, plain or gzipped; the service keeps nothing.

        INVALID_INPUT for what is no replay file, with `line` where there is one, or with `limit` for too much of it.
        """
        ...
