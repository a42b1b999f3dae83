"""What this process can do now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from api_schema.ports.health import (
    ClockHealth,
    HintsHealth,
    ReadModelsHealth,
    ReadReplicaHealth,
    ReadyOut,
    Status,
    StoreHealth,
)
from eventstore import EventStore, StoreError
from service.projections.freshness import Behind
from service.streams.broker import Broker

WRONG = 1_000
"""A clock of this machine that is so far (ms) from the store's is wrong."""
LATE = 10.0
"""Seconds after which read models are late."""


class ServiceHealth:
    """ports.Health, within `seconds`. Only a store that commits nothing makes the process `failed`.

    Everybody may ask, and the store writes for the answer: all who ask at once share one. Of all else the process
    knows already how it is, so that nothing else can keep the answer back.
    """

    def __init__(
        self,
        store: EventStore,
        seconds: float,
        broker: Broker,
        ahead: Callable[[], int | None],
        behind: Callable[[], Behind],
    ) -> None:
        self._store = store
        self._seconds = seconds
        self._broker = broker
        self._ahead = ahead
        self._behind = behind
        self._asking: asyncio.Task[str] | None = None

    async def ready(self) -> ReadyOut:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._store_says())
        # one who goes away must not take it from the others
        return self._all(await asyncio.shield(self._asking))

    async def _store_says(self) -> str:
        try:
            async with asyncio.timeout(self._seconds):
                await self._store.ping()
        except TimeoutError:
            return f"no answer in {self._seconds:g} s"
        except StoreError as error:
            return str(error) or type(error).__name__
        return "ok"

    def _all(self, says: str) -> ReadyOut:
        ahead, lost, behind = self._ahead(), self._broker.lost_for, self._behind()
        store = StoreHealth("ok" if says == "ok" else "failed", says)
        clock = ClockHealth(_degraded(ahead is not None and abs(ahead) > WRONG), ahead)
        hints = HintsHealth(_degraded(lost is not None), None if lost is None else round(lost, 1))
        models = ReadModelsHealth(_degraded(behind.seconds > LATE), behind.events, round(behind.seconds, 1))
        words = {
            "store": says,
            "broker": _words(hints.status, f"lost for {hints.lost_seconds} s: watchers poll the store"),
            "clock": _words(clock.status, f"{ahead} ms ahead of the store's, which holds"),
            "readModels": _words(models.status, f"{models.events} events or {models.seconds} s behind"),
        }
        status = _worst(store.status, clock.status, hints.status, models.status)
        reads = self._store.replica
        if reads is None:
            return ReadyOut(status, words, store, clock, hints, models, None)
        replica = ReadReplicaHealth(_degraded(not reads.used), reads.behind)
        words["readReplica"] = _words(replica.status, "does not answer in time: the primary answers all reads")
        return ReadyOut(_worst(status, replica.status), words, store, clock, hints, models, replica)


def _degraded(it_is: bool) -> Status:
    return "degraded" if it_is else "ok"


def _words(status: Status, otherwise: str) -> str:
    return "ok" if status == "ok" else otherwise


def _worst(*found: Status) -> Status:
    order: tuple[Status, ...] = ("ok", "degraded", "failed")
    return max(found, key=order.index)
