"""The tokens of a match: seat tokens, invite codes, tokens of legal actions. The service stores none of them."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec

from api_schema.ports.base import Caller
from service.application.ids import MATCH_IDS
from service.keys import Keys

SEAT = "st_"
ACTION = "la_"
SEAT_LENGTH = len(SEAT) + 50
"""Characters of a seat token: 37 bytes in base 64."""
REMEMBERED = 10_000


class SeatClaim(msgspec.Struct, frozen=True):
    """A seat of a match, held since a version; a later holder has another `since`."""

    match: str
    seat: int
    since: int

    @property
    def ref(self) -> str:
        """The name, inside this process, of a holder of the seat by token alone."""
        return f"seat:{self.match}:{self.seat}:{self.since}"

    @property
    def caller(self) -> Caller:
        """The caller who holds the seat by token alone."""
        return Caller(self.ref, seat=(self.match, self.seat))


class ActionClaim(msgspec.Struct, frozen=True, array_like=True):
    """An action as an answer to a prompt in one revision."""

    prompt: int
    revision: int
    action: dict[str, Any]


class Tokens:
    """Makes and reads the tokens of matches."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._claim = lru_cache(maxsize=REMEMBERED)(self._read_seat)

    def seat(self, claim: SeatClaim) -> str:
        """The token of a seat: the same for every retry of the join, dead as soon as the seat is left."""
        message = (
            MATCH_IDS.stream_of(claim.match).bytes + claim.seat.to_bytes(1, "big") + claim.since.to_bytes(4, "big")
        )
        return SEAT + _text(self._keys.sign("seat-token", message))

    def read_seat(self, token: str) -> SeatClaim | None:
        """The claim of a seat token, or None if it isn't ours. Whether it still holds is the match's to say.

        The claims of a token never change, so those of the tokens used last are remembered.
        """
        return self._claim(token) if len(token) == SEAT_LENGTH else None

    def _read_seat(self, token: str) -> SeatClaim | None:
        message = self._keys.verified("seat-token", _bytes(token, SEAT))
        if message is None or len(message) != 21:
            return None
        stream, seat, since = message[:16], message[16], int.from_bytes(message[17:], "big")
        return SeatClaim(MATCH_IDS.id_of(UUID(bytes=stream)), seat, since)

    def invite(self, match: str) -> str:
        """The code that opens an invite-only match to players."""
        return self._keys.code("invite", match.encode())

    def is_invite(self, match: str, code: str) -> bool:
        """Whether this code opens the match."""
        return self._keys.is_code(code, "invite", match.encode())

    def action(self, match: str, claim: ActionClaim) -> str:
        """The token of one legal action of one match."""
        return ACTION + _text(self._keys.sign("legal-action", msgspec.msgpack.encode(claim), match.encode()))

    def read_action(self, match: str, token: str) -> ActionClaim | None:
        """The legal action behind the token in this match, or None if the token isn't ours."""
        message = self._keys.verified("legal-action", _bytes(token, ACTION), match.encode())
        return None if message is None else msgspec.msgpack.decode(message, type=ActionClaim)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(token: str, prefix: str) -> bytes:
    """The bytes behind a token, none if it is not made like one."""
    if not token.startswith(prefix) or not token.isascii():
        return b""
    text = token.removeprefix(prefix)
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (NotBase64, ValueError):
        return b""
    return data if _text(data) == text else b""
