"""Server clocks: time-outs of open prompts, time limits of matches, and the end of matches that nobody plays on.

Every replica runs them. The one that opened a prompt knows its deadline and raises the time-out to the millisecond;
the sweep of the read model, by the replica that holds the lease of a shard, finds what was not raised in time, because
a replica was killed or restarted. That two may raise the same one is harmless: the command id of a time-out makes it
one event. So it is with the time limit of a match, which begins with the match.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import structlog

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.match import State
from service.application.vault import SeedLost
from service.background import BackgroundTask
from service.leases import Lease
from service.projections.deadlines.queries import Deadline
from service.projections.deadlines.table import WHOLE_MATCH
from service.streams.broker import Broker
from service.streams.follower import Follower
from service.times import Clock

log = structlog.get_logger(__name__)

DAY = 24 * 60 * 60 * 1000

Known = Callable[[str], State | None]
"""A match as this process knows it; None if it doesn't."""
Overdue = Callable[[int, int], Awaitable[Sequence[Deadline]]]
"""(until, limit): the oldest deadlines of the read model that are due at `until` or earlier."""
TimeOut = Callable[[str, int, int], Awaitable[object]]
"""(match id, prompt, revision): raises ApiError if there is nothing to time out any more."""
TimeUp = Callable[[str], Awaitable[object]]
"""Reports that the time of a match is up; raises ApiError if there is nothing to report any more."""
Idle = Callable[[int, int], Awaitable[Sequence[str]]]
"""(before, limit): matches that are not over and in which nothing has happened since."""
Abort = Callable[[str, int], Awaitable[object]]
"""(match id, before): ends a match; raises ApiError if it is over already, or if something has happened since."""


@dataclass(frozen=True)
class ClockSettings:
    """Times in ms. `grace`: how long the sweep leaves a deadline to the replica that knows it; `retry`: how long a
    time-out that was raised, with or without success, is not raised again, `lost` the same where the match's seed can't
    be opened; `patience`: how long one may take.
    """

    sweep: int = 1_000
    grace: int = 1_000
    retry: int = 5_000
    lost: int = 3_600_000
    patience: int = 10_000
    limit: int = 500
    at_a_time: int = 8


class Clocks(Follower):
    """Raises time-outs."""

    def __init__(
        self,
        clock: Clock,
        broker: Broker,
        known: Known,
        overdue: Overdue,
        time_out: TimeOut,
        time_up: TimeUp,
        settings: ClockSettings | None = None,
        lease: Lease | None = None,
    ) -> None:
        self._settings = settings or ClockSettings()
        super().__init__(broker, self.tick, poll=self._settings.sweep / 1000, lease=lease)
        self._clock = clock
        self._known = known
        self._overdue = overdue
        self._time_out = time_out
        self._time_up = time_up
        self._heap: list[Deadline] = []
        self._open: dict[str, frozenset[Deadline]] = {}
        self._held: dict[Deadline, int] = {}
        self._swept_at: int | None = None
        self._places = asyncio.Semaphore(self._settings.at_a_time)

    def hinted(self, match_id: str, version: int) -> None:
        """A match has changed: note the deadlines it has now, as far as this process knows them."""
        known = self._known(match_id)
        found = frozenset(() if known is None else _deadlines(match_id, known))
        before = self._open.pop(match_id, frozenset())
        if found:
            self._open[match_id] = found
        for deadline in found - before:
            heapq.heappush(self._heap, deadline)
            self.wake()

    def missed(self, keys: Collection[str] | None = None) -> None:
        """The sweep finds whatever it was."""

    async def tick(self) -> None:
        """Raise what is due now; sweep the read model if it is time to."""
        now = self._clock()
        self._held = {deadline: until for deadline, until in self._held.items() if until > now}
        due = set(self._due(now))
        if self._is_sweep_due(now):
            due.update(await self._sweep(now))
        await asyncio.gather(*(self._raise(deadline, now) for deadline in sorted(due - self._held.keys())))

    def _due(self, now: int) -> Iterable[Deadline]:
        while self._heap and self._heap[0].due_at <= now:
            deadline = heapq.heappop(self._heap)
            left = self._open.get(deadline.match_id, frozenset())
            if deadline in left:
                self._forget(deadline, left)
                yield deadline

    def _forget(self, deadline: Deadline, left: frozenset[Deadline]) -> None:
        rest = left - {deadline}
        if rest:
            self._open[deadline.match_id] = rest
        else:
            del self._open[deadline.match_id]

    def _is_sweep_due(self, now: int) -> bool:
        # A wall clock can be set back; then the last sweep lies in the future and says nothing.
        swept = self._swept_at
        return self._lease.held and (swept is None or not swept <= now < swept + self._settings.sweep)

    async def _sweep(self, now: int) -> Sequence[Deadline]:
        self._swept_at = now
        # those that can't be raised must not crowd out the others
        limit = self._settings.limit + len(self._held)
        try:
            return await self._overdue(now - self._settings.grace, limit)
        except Exception as error:
            log.warning("clock_sweep_failed", error=type(error).__name__)
            return ()

    async def _raise(self, deadline: Deadline, now: int) -> None:
        """A failure is no end: the deadline stays in the read model and is swept again."""
        self._held[deadline] = now + self._settings.retry
        async with self._places:
            possible = await _attempt(
                self._raised(deadline),
                self._settings.patience / 1000,
                "time_out_failed",
                deadline.match_id,
            )
        if not possible:
            self._held[deadline] = now + self._settings.lost

    def _raised(self, deadline: Deadline) -> Awaitable[object]:
        if deadline.prompt == WHOLE_MATCH:
            return self._time_up(deadline.match_id)
        return self._time_out(deadline.match_id, deadline.prompt, deadline.revision)

    def _pause(self) -> float:
        """Seconds until the next deadline, at most until the next sweep; replicas sweep at different times."""
        longest = self._poll * random.uniform(0.8, 1.2)
        return max(0.0, min(longest, (self._heap[0].due_at - self._clock()) / 1000)) if self._heap else longest


class Abandonment(BackgroundTask):
    """Aborts matches in which nothing has happened for `days`: looks for them each `every` seconds."""

    def __init__(
        self,
        clock: Clock,
        idle: Idle,
        abort: Abort,
        *,
        days: int = 7,
        every: float = 3600,
        limit: int = 100,
        lease: Lease | None = None,
    ) -> None:
        self._clock = clock
        self._idle = idle
        self._abort = abort
        self._limit_ms = days * DAY
        self._every = every
        self._limit = limit
        self._lost: set[str] = set()
        self._lease = lease or Lease.of_one_alone()

    async def sweep(self) -> None:
        """Abort the abandoned matches, oldest first."""
        before = self._clock() - self._limit_ms
        lost = set()
        # those whose seed is lost stay the oldest for ever and must not crowd out the others
        for match_id in await self._idle(before, self._limit + len(self._lost)):
            if not await _attempt(self._abort(match_id, before), 10, "abort_failed", match_id):
                lost.add(match_id)
        self._lost = lost

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._every * random.uniform(0.8, 1.2))
            try:
                if self._lease.held:
                    await self.sweep()
            except Exception as error:
                log.warning("abandonment_sweep_failed", error=type(error).__name__)


def _deadlines(match_id: str, state: State) -> Iterator[Deadline]:
    if state.deadline is not None:
        yield Deadline(state.deadline, match_id, WHOLE_MATCH, 0)
    for prompt in state.prompts.values():
        if prompt.deadline is not None:
            yield Deadline(prompt.deadline, match_id, prompt.id, prompt.revision)


async def _attempt(work: Awaitable[object], seconds: float, complaint: str, match_id: str) -> bool:
    """Do it. A deadline that no longer holds is fine, and the log tells any other failure.

    False if it can't be done at all, because the seed of the match is lost. That was told when it was found.
    """
    try:
        # Not wait_for: in Python 3.11 it can swallow a cancellation, and then stopping would wait for ever.
        async with asyncio.timeout(seconds):
            await work
    except SeedLost:
        return False
    except ApiError as error:
        if error.code in (ErrorCode.UNAVAILABLE, ErrorCode.INTERNAL):
            log.warning(complaint, match=match_id, code=error.code)
    except Exception as error:
        log.warning(complaint, match=match_id, error=type(error).__name__)
    return True
