"""Times: milliseconds since the epoch inside, RFC 3339 UTC outside."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache

from api_schema.errors import ApiError, ErrorCode

_LONGEST = 40
Clock = Callable[[], int]
"""Now, in ms since the epoch."""


def now() -> int:
    """The time of this machine."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=4096)
def rfc3339(at: int) -> str:
    """The time as text, UTC with milliseconds."""
    seconds, millis = divmod(at, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}.{millis:03}Z"


def instant(text: str, *path: str) -> int:
    """The ms since the epoch of an RFC 3339 text. INVALID_INPUT."""
    try:
        found = datetime.fromisoformat(text)
        if found.tzinfo is None or len(text) > _LONGEST:
            raise ValueError("no time of day in a known zone")
        at = round(found.timestamp() * 1000)
        rfc3339(at)  # what can't be written as UTC again could never be shown
        return at
    except (ValueError, OverflowError):
        message = f"{'.'.join(path)} must be a time as RFC 3339 writes it, with its zone"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=path) from None
