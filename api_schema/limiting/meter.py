"""Counts what clients ask for, by the library's GCRA: a bucket that refills evenly, kept as one number for each key."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from cachetools import LRUCache
from pyrate_limiter import GCRA, Rate

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.budgets import WINDOW_MS, Bucket, Budgets
from api_schema.limiting.client import Client

KEPT = 65_536
"""Keys that are remembered; the one that was used longest ago is forgotten first, mostly when it is full again."""
GUEST_POINTS = {Bucket.READS: 1, Bucket.ACTS: 20, Bucket.WRITES: 50}
"""The price of a unit of a guest's budget in the budget of all guests at the address."""
WRONG_TOKEN = 10
"""Points that a request with a bad token costs its address: guessing tokens is no way around its limit."""
GcraState = tuple[float, ...]
_FULL: GcraState = (0,)
NO_LIMITS = Budgets()


class BudgetState(msgspec.Struct, frozen=True):
    """A budget after a charge of `cost`. `reset_ms` is how long until it is full again."""

    bucket: Bucket
    cost: int
    limit: int
    remaining: int
    reset_ms: int


class Meter:
    """The budgets of all clients of this process. `clock` gives ms that never go back.

    `counts` says whether anything has a limit, so that the caller matters.
    """

    def __init__(self, budgets: Budgets, clock: Callable[[], int] | None = None) -> None:
        self.budgets = budgets
        self.counts = budgets != msgspec.structs.replace(NO_LIMITS, operation=budgets.operation)
        self._clock = clock or _monotonic
        self._gcra = GCRA()
        self._rates: dict[int, list[Rate]] = {}
        self._states: LRUCache[tuple[Bucket, str], GcraState] = LRUCache(KEPT)
        self._open: dict[str, int] = {}

    def charge(self, client: Client, bucket: Bucket, cost: int) -> BudgetState | None:
        """Take units out of a budget, all of them or none: RATE_LIMITED. None where the budget has no limit.

        A guest pays twice: out of the own budget, and out of that of all guests at the address.
        """
        if client.guest and self.budgets.guests and bucket in GUEST_POINTS:
            self._take(Bucket.GUESTS, client.address, self.budgets.guests, cost * GUEST_POINTS[bucket])
        limit = self.budgets.of(bucket, anonymous=client.anonymous)
        if not limit:
            return None
        return self._budget_state(bucket, cost, limit, self._take(bucket, client.key, limit, cost))

    def owe(self, client: Client, bucket: Bucket, cost: int) -> BudgetState | None:
        """Take units for what is done already, also more than are left: nothing is allowed until they are back.

        None where the budget has no limit.
        """
        if client.guest and self.budgets.guests and bucket in GUEST_POINTS:
            self._force(Bucket.GUESTS, client.address, self.budgets.guests, cost * GUEST_POINTS[bucket])
        limit = self.budgets.of(bucket, anonymous=client.anonymous)
        if not limit:
            return None
        return self._budget_state(bucket, cost, limit, self._force(bucket, client.key, limit, cost))

    def charge_all(self, client: Client, bucket: Bucket, cost: int) -> None:
        """As `charge`, but half of a budget is enough for what costs more than that: the rest of the price is owed."""
        limit = self.budgets.of(bucket, anonymous=client.anonymous)
        now = min(cost, limit // 2) if limit else cost
        self.charge(client, bucket, now)
        self.owe(client, bucket, cost - now)

    def wait_ms(self, client: Client, bucket: Bucket, cost: int) -> int:
        """Take units if there are enough, and say 0; otherwise how long it takes until there are."""
        try:
            self.charge(client, bucket, cost)
        except ApiError as error:
            wait = error.details["retryAfterMs"]
            return wait if isinstance(wait, int) else WINDOW_MS
        return 0

    def budget_state(self, client: Client, bucket: Bucket) -> BudgetState | None:
        """A budget as it is; None where it has no limit."""
        limit = self.budgets.of(bucket, anonymous=client.anonymous)
        if not limit:
            return None
        key = client.address if bucket is Bucket.GUESTS else client.key
        return self._budget_state(bucket, 0, limit, self._states.get((bucket, key), _FULL))

    def open_streams(self, client: Client) -> int:
        """The number of open streams of the client."""
        return self._open.get(f"stream {client.key}", 0)

    @contextmanager
    def stream(self, client: Client) -> Iterator[None]:
        """Holds one of the client's streams; RATE_LIMITED if too many are open."""
        budget = self.budgets.streams
        limit = budget.anonymous if client.anonymous else budget.token
        with self._held(f"stream {client.key}", limit, "streams"):
            yield

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Holds one of the sockets of an address; RATE_LIMITED if too many are open."""
        with self._held(f"socket {address}", self.budgets.sockets, "sockets"):
            yield

    @contextmanager
    def upload(self, client: Client) -> Iterator[None]:
        """Holds one of the files that a client may send to be checked, all guests of an address being one client;
        RATE_LIMITED if too many are under way.
        """
        key = client.address if client.guest else client.key
        with self._held(f"upload {key}", self.budgets.uploads, "uploads"):
            yield

    @contextmanager
    def _held(self, key: str, limit: int, what: str) -> Iterator[None]:
        count = self._open.get(key, 0)
        if limit and count >= limit:
            details: dict[str, object] = {"bucket": what, "limit": limit, "retryAfterMs": 1000}
            raise ApiError(ErrorCode.RATE_LIMITED, f"{limit} {what} are open, which is the most", details=details)
        self._open[key] = count + 1
        try:
            yield
        finally:
            left = self._open[key] - 1
            if left:
                self._open[key] = left
            else:
                del self._open[key]

    def _take(self, bucket: Bucket, key: str, limit: int, cost: int) -> GcraState:
        place = (bucket, key)
        before = self._states.get(place, _FULL)
        if not cost:
            return before
        # what costs more than a whole budget is let through when the budget is full, not never
        state, decision = self._gcra.step(self._rate(limit), before, self._clock(), min(cost, limit))
        if not decision.allowed:
            raise _refused(bucket, cost, limit, decision.retry_after_ms or WINDOW_MS)
        self._states[place] = state
        return state

    def _force(self, bucket: Bucket, key: str, limit: int, cost: int) -> GcraState:
        place = (bucket, key)
        before = self._states.get(place, _FULL)
        if not cost:
            return before
        boundless = [Rate(limit, WINDOW_MS, burst=sys.maxsize)]
        state, _ = self._gcra.step(boundless, before, self._clock(), cost)
        self._states[place] = state
        return state

    def _budget_state(self, bucket: Bucket, cost: int, limit: int, state: GcraState) -> BudgetState:
        used = self._gcra.consumed(self._rate(limit), state, self._clock())
        return BudgetState(bucket, cost, limit, max(limit - used, 0), -(-used * WINDOW_MS // limit))

    def _rate(self, limit: int) -> list[Rate]:
        found = self._rates.get(limit)
        if found is None:
            found = self._rates[limit] = [Rate(limit, WINDOW_MS)]
        return found


def _refused(bucket: Bucket, cost: int, limit: int, wait: int) -> ApiError:
    details: dict[str, object] = {"bucket": bucket.value, "cost": cost, "limit": limit, "retryAfterMs": wait}
    message = f"this costs {cost} of the {limit} {bucket.value} a minute, and too few are left; try again in {wait} ms"
    return ApiError(ErrorCode.RATE_LIMITED, message, details=details)


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


UNLIMITED = Meter(NO_LIMITS)
"""For those who count nothing. It remembers nobody, so that it may be shared."""
