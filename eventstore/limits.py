"""How much of a database a process uses, and for how long it waits for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StoreLimits:
    """`pool_size` connections for events, and as many for everything else; the others are seconds.

    What takes longer is StoreUnavailable. `read` and `append` include the wait for a connection and the making of one;
    `append` is also the longest for each statement that writes anything else. `connect` is for each host of the URL.
    """

    pool_size: int = 10
    connect: float = 2.0
    read: float = 5.0
    append: float = 10.0


DEFAULT = StoreLimits()
