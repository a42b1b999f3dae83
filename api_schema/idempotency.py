"""Idempotency keys: what a caller may send as the name of an intent."""

from __future__ import annotations

import re

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller

_KEY = re.compile(r"[\x21-\x7e]{1,128}")
GUEST_KEY = 16
"""All guests share one name, so a guest's key is what nobody else may guess."""


def require_key(caller: Caller, key: str) -> None:
    """Refuse an idempotency key that can't be kept, or that another guest could send too."""
    if not _KEY.fullmatch(key):
        raise _refused("an idempotency key has 1 to 128 visible ASCII characters, no spaces")
    if caller.account is None and caller.seat is None and len(key) < GUEST_KEY:
        raise _refused(f"without a token the key must be your own: at least {GUEST_KEY} characters, a UUID for example")


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("idempotencyKey",))
