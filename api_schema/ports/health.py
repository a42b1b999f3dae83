"""Whether this process can work: what its parts say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from api_schema.ports.base import Out

Status = Literal["ok", "degraded", "failed"]
"""`degraded`: it works, later or by other means than it should. `failed`: it can't do its work."""


class StoreHealth(Out, frozen=True):
    """Whether the store commits, and takes what is appended; `says` is its reason if it doesn't."""

    status: Status
    says: str


class ClockHealth(Out, frozen=True):
    """By how many ms the clock of this machine is ahead of the store's, which holds. null: nobody compares them."""

    status: Status
    ahead_ms: int | None


class HintsHealth(Out, frozen=True):
    """Whether hints arrive from other replicas; for how many seconds they have not. Meanwhile watchers poll."""

    status: Status
    lost_seconds: float | None


class ReadModelsHealth(Out, frozen=True):
    """How many events of the log the slowest read model lacks, and since how many seconds it has lacked any.

    `seconds` is a bound: all that was committed before is in all of them.
    """

    status: Status
    events: int
    seconds: float


class ReadReplicaHealth(Out, frozen=True):
    """Whether standbys answer reads, and how many bytes of the log the last one that was asked lacked then.

    While they don't the primary answers.
    """

    status: Status
    behind_bytes: int


class ReadyOut(Out, frozen=True):
    """What this process can do now. `parts` says the same in words: "ok", or what is wrong with that part.

    `status` is the worst of those of the parts. No `read_replica` where no standby is named.
    """

    status: Status
    parts: Mapping[str, str]
    store: StoreHealth
    clock: ClockHealth
    hints: HintsHealth
    read_models: ReadModelsHealth
    read_replica: ReadReplicaHealth | None


class Health(Protocol):
    """Whether this process can work."""

    async def ready(self) -> ReadyOut:
        """The states of the parts, within a second or so. A process that is `failed` should get no requests."""
        ...
