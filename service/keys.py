"""All keys of the service, derived from its secrets: one for each purpose. The first secret makes, all are accepted."""

from __future__ import annotations

import hmac
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Sequence

from cryptography.fernet import Fernet as Cipher
from cryptography.fernet import MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MAC_SIZE = 16
SHORTEST = 16
"""Characters that a secret must have."""


class Keys:
    """Message authentication and encryption with rotation. Secrets need at least 128 bits of chance in them."""

    def __init__(self, secrets: Sequence[str]) -> None:
        if not secrets or any(len(secret) < SHORTEST for secret in secrets):
            raise ValueError(f"a secret key needs at least {SHORTEST} characters")
        self._secrets = tuple(secret.encode() for secret in secrets)
        self._derived: dict[tuple[bytes, str], bytes] = {}

    def mac(self, purpose: str, message: bytes) -> bytes:
        """16 bytes that only this service can make."""
        return self._mac(self._secrets[0], purpose, message)

    def code(self, purpose: str, message: bytes) -> str:
        """A short code for people, from a message: 80 bits in lower-case base 32."""
        return b32encode(self.mac(purpose, message)[:10]).decode().lower()

    def is_code(self, code: str, purpose: str, message: bytes) -> bool:
        """Whether one of the secrets made the code of this message."""
        codes = (b32encode(self._mac(key, purpose, message)[:10]).lower() for key in self._secrets)
        return any(hmac.compare_digest(known, code.encode(errors="replace")) for known in codes)

    def verified(self, purpose: str, signed: bytes, context: bytes = b"") -> bytes | None:
        """The message of `sign`, or None if it is not ours."""
        message, mac = signed[:-MAC_SIZE], signed[-MAC_SIZE:]
        made = [self._mac(key, purpose, context + message) for key in self._secrets]
        return message if any(hmac.compare_digest(known, mac) for known in made) else None

    def sign(self, purpose: str, message: bytes, context: bytes = b"") -> bytes:
        """The message with its mac; the context has to be given again to verify it."""
        return message + self.mac(purpose, context + message)

    def cipher(self, purpose: str) -> MultiFernet:
        """Authenticated encryption."""
        return MultiFernet([Cipher(urlsafe_b64encode(key)) for key in self.derived(purpose)])

    def newest_cipher(self, purpose: str) -> Cipher:
        """The part of `cipher` that encrypts; it opens nothing that is older."""
        return Cipher(urlsafe_b64encode(self.derived(purpose)[0]))

    def derived(self, purpose: str) -> tuple[bytes, ...]:
        """The 32-byte key of each secret, newest first."""
        return tuple(self._key(secret, purpose) for secret in self._secrets)

    def _mac(self, secret: bytes, purpose: str, message: bytes) -> bytes:
        return hmac.digest(self._key(secret, purpose), message, "sha256")[:MAC_SIZE]

    def _key(self, secret: bytes, purpose: str) -> bytes:
        key = self._derived.get((secret, purpose))
        if key is None:
            key = HKDF(SHA256(), 32, None, f"playledger/{purpose}".encode()).derive(secret)
            self._derived[secret, purpose] = key
        return key
