"""The server's seeds: encrypted in the store, open only in the memory of the process that plays the match."""

from __future__ import annotations

import secrets

from cryptography.fernet import InvalidToken

from service.keys import Keys

SEED_SIZE = 32


class SeedLost(RuntimeError):
    """None of the configured secrets opens the seed of a match."""


class Vault:
    """Makes, closes and opens seeds."""

    def __init__(self, keys: Keys) -> None:
        self._cipher = keys.cipher("match-seed")

    def new(self) -> bytes:
        """A fresh seed."""
        return secrets.token_bytes(SEED_SIZE)

    def close(self, seed: bytes) -> bytes:
        """The seed as it is stored."""
        return self._cipher.encrypt(seed)

    def open(self, secret: bytes) -> bytes:
        """The seed that was stored. Raises SeedLost when the key is no longer configured."""
        try:
            return self._cipher.decrypt(secret)
        except InvalidToken:
            raise SeedLost("no configured secret key opens the seed of this match") from None
