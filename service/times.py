"""Times: milliseconds since the epoch inside, RFC 3339 UTC outside."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from api_schema.errors import ApiError, ErrorCode

Clock = Callable[[], int]
"""Now, in ms since the epoch."""


def now() -> int:
    """The time of this machine."""
    return time.time_ns() // 1_000_000


def rfc3339(at: int) -> str:
    """The time as text, UTC with milliseconds."""
    seconds, millis = divmod(at, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{millis:03}Z"


def moment(text: str, field: str) -> int:
    """The ms of an RFC 3339 time with its offset from UTC; INVALID_INPUT at that field for anything else."""
    try:
        at = datetime.fromisoformat(text)
        if at.tzinfo is not None:
            return int(at.timestamp() * 1000)
    except (ValueError, OverflowError):
        pass
    message = f"{field} is a time with its offset from UTC, such as 2030-01-31T12:00:00Z"
    raise ApiError(ErrorCode.INVALID_INPUT, message, path=(field,))
