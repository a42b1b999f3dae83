"""The settings of the REST skin."""

from __future__ import annotations

import msgspec


class RestConfig(msgspec.Struct, frozen=True):
    """Limits and policies. Times in seconds, sizes in bytes.

    `problem_base` stands before a problem's slug in `type`; `cors_origins` are the web origins that may call,
    `*` for all; `recheck` is how long a live stream trusts its token.
    """

    cors_origins: tuple[str, ...] = ()
    body_limit: int = 262_144
    sse_heartbeat: float = 15.0
    ndjson_heartbeat: float = 7.0
    recheck: float = 15.0
    problem_base: str = "/problems/"
