"""The budgets of a client, and how large an installation makes them."""

from __future__ import annotations

from enum import StrEnum

import msgspec

WINDOW_MS = 60_000
"""A budget is full again this long after it was empty."""
EVENTS = 10
"""Events of an action for which it costs one more. Bots mostly make 5; one of 1,000 actions makes more than 26."""


class Bucket(StrEnum):
    """The budgets; none starves another. A value is the name in headers and documents."""

    READS = "reads"
    """Points for reading; writing has none of it."""
    ACTS = "acts"
    """Actions in matches, and nothing else."""
    WRITES = "writes"
    """Creating, joining, uploading and all other changes."""
    EXPORT_ROWS = "exportRows"
    """Rows of replay files, of files of tournaments, of CSV and of NDJSON."""
    GUESTS = "guests"
    """Points of all guests at one address together: seats are free, so their tokens would multiply the others."""


class Budget(msgspec.Struct, frozen=True):
    """Units a minute; 0 is no limit. `token` is for one account or seat, `anonymous` for one address."""

    token: int
    anonymous: int


class Budgets(msgspec.Struct, frozen=True, kw_only=True):
    """All that is limited for one client. `streams` and `sockets` are open at once, `uploads` under way at once; the
    others are a minute's.

    `operation` is how many points one GraphQL operation may cost.
    """

    reads: Budget = Budget(0, 0)
    acts: Budget = Budget(0, 0)
    writes: Budget = Budget(0, 0)
    export_rows: Budget = Budget(0, 0)
    guests: int = 0
    streams: Budget = Budget(0, 0)
    sockets: int = 0
    uploads: int = 0
    operation: int = 5000

    def of(self, bucket: Bucket, *, anonymous: bool) -> int:
        """Units a minute, 0 without a limit."""
        if bucket is Bucket.GUESTS:
            return self.guests
        found: Budget = getattr(self, _FIELDS[bucket])
        return found.anonymous if anonymous else found.token


class SocketLimits(msgspec.Struct, frozen=True):
    """Limits of one socket. `greeting` and `idle` are seconds, `message` is bytes; 0 subscriptions is no limit."""

    subscriptions: int = 50
    greeting: float = 10.0
    idle: float = 300.0
    message: int = 1 << 20


_FIELDS = {
    Bucket.READS: "reads",
    Bucket.ACTS: "acts",
    Bucket.WRITES: "writes",
    Bucket.EXPORT_ROWS: "export_rows",
}
