"""The server's seeds: encrypted in the store, and opened to decide with them."""

from __future__ import annotations

import secrets

from cryptography.fernet import InvalidToken

from api_schema.errors import ApiError, ErrorCode
from service.keys import Keys

SEED_SIZE = 32
_PURPOSE = "match-seed"


class SeedLost(ApiError):
    """None of the configured secrets opens the seed of a match: it can be read, but neither go on nor be revealed."""

    def __init__(self) -> None:
        message = "this server has no key for the seed of this match: it can be read, but it can't go on"
        super().__init__(ErrorCode.UNAVAILABLE, message)


class Vault:
    """Makes, closes and opens seeds. It keeps none."""

    def __init__(self, keys: Keys) -> None:
        self._cipher = keys.cipher(_PURPOSE)
        self._newest = keys.newest_cipher(_PURPOSE)

    def new(self) -> bytes:
        """A fresh seed."""
        return secrets.token_bytes(SEED_SIZE)

    def close(self, seed: bytes) -> bytes:
        """The seed as it is stored."""
        return self._cipher.encrypt(seed)

    def open(self, secret: bytes) -> bytes:
        """The seed that was stored. Raises SeedLost when its key is no longer configured."""
        try:
            return self._cipher.decrypt(secret)
        except InvalidToken:
            raise SeedLost from None

    def renewed(self, secret: bytes) -> bytes | None:
        """The same seed under the newest key; None if it is under it already. Raises SeedLost."""
        try:
            self._newest.decrypt(secret)
        except InvalidToken:
            return self.close(self.open(secret))
        return None
