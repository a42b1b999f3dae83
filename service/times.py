"""Times: milliseconds since the epoch inside, RFC 3339 UTC outside."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache

Clock = Callable[[], int]
"""Now, in ms since the epoch."""


def now() -> int:
    """The time of this machine."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=4096)
def rfc3339(at: int) -> str:
    """The time as text, UTC with milliseconds."""
    seconds, millis = divmod(at, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{millis:03}Z"
