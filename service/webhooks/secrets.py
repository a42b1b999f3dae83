"""The secrets that webhooks are signed with: made here, shown once, encrypted in the store."""

from __future__ import annotations

import secrets
from base64 import b64encode
from datetime import UTC, datetime

from cryptography.fernet import InvalidToken
from standardwebhooks import Webhook

from service.keys import Keys

SIZE = 32
PREFIX = "whsec_"
_PURPOSE = "webhook-secret"


class SecretLost(Exception):
    """None of the configured keys opens the secret of a webhook."""


class SecretBox:
    """Makes, closes and opens secrets. It keeps none."""

    def __init__(self, keys: Keys) -> None:
        self._cipher = keys.cipher(_PURPOSE)
        self._newest = keys.newest_cipher(_PURPOSE)

    def new(self) -> str:
        """A fresh secret as its owner is shown it."""
        return PREFIX + b64encode(secrets.token_bytes(SIZE)).decode()

    def close(self, secret: str) -> bytes:
        """The secret as it is stored."""
        return self._cipher.encrypt(secret.encode())

    def open(self, stored: bytes) -> str:
        """The secret that was stored. Raises SecretLost."""
        try:
            return self._cipher.decrypt(stored).decode()
        except InvalidToken:
            raise SecretLost from None

    def renewed(self, stored: bytes) -> bytes | None:
        """The same secret under the newest key; None if it is under it already. Raises SecretLost."""
        try:
            self._newest.decrypt(stored)
        except InvalidToken:
            return self.close(self.open(stored))
        return None


def signed(secret: str, delivery: str, now: int, body: bytes) -> dict[str, str]:
    """The headers of a delivery by Standard Webhooks; `now` in ms."""
    at = datetime.fromtimestamp(now // 1000, UTC)
    return {
        "webhook-id": delivery,
        "webhook-timestamp": str(now // 1000),
        "webhook-signature": Webhook(secret).sign(delivery, at, body.decode()),
    }
