"""How a process uses a database: through what, how much of it, and for how long it waits for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pooler = Literal["off", "transaction", "prepared"]
"""The pooler between a process and Postgres.

`off`: nothing, or a pooler whose sessions are sessions of the server. `transaction`: a pooler that gives each
transaction to any session of the server. `prepared`: one that does so and keeps prepared statements apart.
"""


@dataclass(frozen=True)
class StoreLimits:
    """`pool_size` connections for events, and as many for everything else; the others are seconds.

    A statement that takes longer is StoreUnavailable. `read` and `append` include the wait for a connection and the
    making of one; `append` is also the longest for each statement that writes anything else. `connect` is for each host
    of the URL.
    """

    pool_size: int = 10
    connect: float = 2.0
    read: float = 5.0
    append: float = 10.0
    pooler: Pooler = "off"


DEFAULT = StoreLimits()


@dataclass(frozen=True)
class Patience:
    """How a migration waits for locks, so that nobody waits long behind it. All but `tries` are seconds.

    A statement waits `lock` and lets go. The revision is tried again after `pause`, then after twice as long each time
    up to `longest`, and is given up after `tries` tries. An index, behind which nobody waits, waits `one` for each
    transaction.
    """

    lock: float = 2.0
    tries: int = 10
    pause: float = 1.0
    longest: float = 10.0
    one: float = 600.0


PATIENCE = Patience()
