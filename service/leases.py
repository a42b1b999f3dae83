"""Leases: which replica does the work in the background. Each kind of it is done by one replica at a time.

A replica renews its leases again and again, by the clock of the database; what has run out, the others take. A process
that is alone on its store holds all of them for ever and asks nobody.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import uuid4

import structlog
from sqlalchemy import text

from eventstore.store import EventStore, StoreError
from service.background import BackgroundLoop

log = structlog.get_logger(__name__)
LASTS = 1_500
"""Milliseconds from a renewal to the end of a lease."""
EVERY = 0.5
"""Seconds between two renewals."""
SHARD = 0
"""The only one that there is yet."""
Timer = Callable[[], float]


class Job(StrEnum):
    """A kind of work in the background."""

    READ_MODELS = "read_models"
    CLOCKS = "clocks"
    HOUSE_BOTS = "house_bots"
    TOURNAMENTS = "tournaments"
    RATINGS = "ratings"
    WEBHOOKS = "webhooks"


class Lease:
    """The right of this process to do one kind of work, for as long as it lasts.

    `fence` rises with each holder; `taken` counts how often this process became the holder.
    """

    def __init__(self, name: str, timer: Timer = time.monotonic, until: float = -math.inf) -> None:
        self.name = name
        self.fence = 0
        self.taken = 0
        self._timer = timer
        self._until = until
        self._hearers: list[Callable[[], None]] = []

    @classmethod
    def of_one_alone(cls, name: str = "") -> Lease:
        """That of a process without any others: it never ends."""
        return cls(name, until=math.inf)

    @property
    def held(self) -> bool:
        """Whether this process may work now. It asks nobody, so ask before each piece of work."""
        return self._timer() < self._until

    def hear(self, hearer: Callable[[], None]) -> Callable[[], None]:
        """Hear when there is work to begin, until the returned function is called."""
        self._hearers.append(hearer)
        return lambda: self._hearers.remove(hearer)

    def renew(self, fence: int, until: float) -> None:
        """It lasts until then; another fence than before says that it is new here."""
        begins = not self.held
        self._until = until
        if fence != self.fence:
            self.fence, self.taken = fence, self.taken + 1
            log.info("a lease was taken", lease=self.name, fence=fence)
        for hearer in list(self._hearers) if begins else ():
            hearer()

    def drop(self) -> None:
        """It is over at once."""
        self._until = -math.inf


@dataclass
class Other:
    """Another replica that lives, the jobs that it would do, and how many it does."""

    holder: str
    jobs: frozenset[str]
    held: int = 0


@dataclass
class Seen:
    """What a renewal has found: the fences of this replica's leases, those of the others, and when the first ends."""

    own: dict[str, int] = field(default_factory=dict)
    foreign: set[str] = field(default_factory=set)
    others: dict[str, Other] = field(default_factory=dict)
    first_end: float = math.inf


_RENEW = text("""
    WITH clock AS MATERIALIZED (
        -- a renewal that a crash of the database takes back harms nobody; what is taken or given has to be kept
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
            set_config('synchronous_commit', 'off', true)
    ), member AS (
        INSERT INTO lease_members (holder, jobs, until) SELECT :holder, :jobs, now + :lasts FROM clock
        ON CONFLICT (holder) DO UPDATE SET until = excluded.until
    ), own AS MATERIALIZED (
        SELECT name, shard FROM leases WHERE holder = :holder ORDER BY name, shard FOR NO KEY UPDATE
    ), renewed AS (
        UPDATE leases SET until = now + :lasts FROM clock, own
        WHERE leases.name = own.name AND leases.shard = own.shard
        RETURNING leases.name, leases.fence
    )
    SELECT :holder AS holder, name, fence, NULL::text AS jobs, NULL::bigint AS remaining FROM renewed
    UNION ALL SELECT holder, NULL, NULL, jobs, NULL FROM lease_members, clock WHERE until > now AND holder <> :holder
    UNION ALL SELECT holder, name, NULL, NULL, until - now FROM leases, clock WHERE until > now AND holder <> :holder
""")
"""Who renews locks its leases in the order in which others take them, so that nobody waits in a circle."""
_TAKE = text("""
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now), gone AS (
        DELETE FROM lease_members WHERE holder IN (
            SELECT holder FROM lease_members, clock WHERE until < now AND holder <> :holder
            FOR UPDATE OF lease_members SKIP LOCKED
        )
    )
    INSERT INTO leases (name, shard, holder, fence, until)
    SELECT name, :shard, :holder, 1, now + :lasts FROM clock, unnest(string_to_array(:names, ',')) AS wanted (name)
    ORDER BY name
    ON CONFLICT (name, shard) DO UPDATE SET holder = excluded.holder, fence = leases.fence + 1, until = excluded.until
    WHERE leases.until <= (SELECT now FROM clock)
    RETURNING name, fence
""")
_GIVE = text("""
    WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
    UPDATE leases SET holder = heir.holder, fence = fence + 1, until = heir.until FROM clock, lease_members AS heir
    WHERE leases.holder = :holder AND name = :name AND heir.holder = :to AND heir.until > now
""")
"""It ends with the last sign of life of who gets it."""
_LEAVE = text("""
    WITH freed AS (UPDATE leases SET until = 0, holder = '' WHERE holder = :holder)
    DELETE FROM lease_members WHERE holder = :holder
""")


class SharedLeases(BackgroundLoop):
    """The leases of one replica of several.

    Here a lease ends by the seconds that have passed since the renewal was sent, so never later than in the database:
    neither the time of this machine nor a pause of this process makes it longer.
    """

    def __init__(
        self,
        store: EventStore,
        leases: Mapping[str, Lease],
        timer: Timer = time.monotonic,
        *,
        lasts: int = LASTS,
        every: float = EVERY,
    ) -> None:
        super().__init__(self.renew, poll=every)
        self.holder = uuid4().hex
        self._store = store
        self._leases = leases
        self._timer = timer
        self._lasts = lasts
        self._next = every

    async def renew(self) -> None:
        """Renew what this replica holds, take what nobody holds, and give what is above its share to another one."""
        self._next = self._poll
        try:
            sent = self._timer()
            seen = _seen(self.holder, await self._ask(_RENEW, jobs=",".join(sorted(self._leases)), lasts=self._lasts))
            self._hold(seen.own, sent)
            await self._take(seen)
            await self._share(seen)
        except StoreError as error:
            log.warning("leases wait for the store", error=str(error))
            return
        self._next = min(self._poll, seen.first_end)

    async def stop(self) -> None:
        """Stop, and let the others have the leases at once. Whoever works under one has to be stopped before."""
        begun = self._task is not None
        await super().stop()
        self._hold({}, 0)
        try:
            if begun:
                await self._ask(_LEAVE)
        except StoreError as error:
            log.warning("leases are left to run out", error=str(error))

    def _pause(self) -> float:
        """Until the first lease of another replica would end: if that one is dead, it is taken then."""
        return self._next

    async def _take(self, seen: Seen) -> None:
        if free := self._leases.keys() - seen.own.keys() - seen.foreign:
            sent = self._timer()
            rows = await self._ask(_TAKE, names=",".join(sorted(free)), shard=SHARD, lasts=self._lasts)
            taken = {row.name: row.fence for row in rows}
            self._extend(taken, sent)
            seen.own.update(taken)

    async def _share(self, seen: Seen) -> None:
        for name, to in surplus(seen.own, seen.others.values()):
            # before anybody else may begin with it
            self._leases[name].drop()
            await self._ask(_GIVE, name=name, to=to)

    def _hold(self, fences: Mapping[str, int], sent: float) -> None:
        for name in self._leases.keys() - fences.keys():
            self._leases[name].drop()
        self._extend(fences, sent)

    def _extend(self, fences: Mapping[str, int], sent: float) -> None:
        for name in self._leases.keys() & fences.keys():
            self._leases[name].renew(fences[name], sent + self._lasts / 1000)

    async def _ask(self, statement: Any, **values: object) -> Sequence[Any]:
        def work(connection: Any) -> Sequence[Any]:
            found = connection.execute(statement, {"holder": self.holder, **values})
            return found.all() if found.returns_rows else ()

        return await self._store.sql.single(work)


def surplus(own: Iterable[str], others: Collection[Other]) -> list[tuple[str, str]]:
    """The leases that a replica gives away, and to whom: to others that have fewer even with one more."""
    given: list[tuple[str, str]] = []
    names, got = sorted(own), Counter({other.holder: other.held for other in others})
    for name in names:
        able = [other.holder for other in others if name in other.jobs]
        least = min(able, key=lambda holder: (got[holder], holder), default=None)
        if least is not None and got[least] + 1 < len(names) - len(given):
            got[least] += 1
            given.append((name, least))
    return given


def _seen(holder: str, rows: Sequence[Any]) -> Seen:
    seen = Seen()
    seen.others = {row.holder: Other(row.holder, frozenset(row.jobs.split(","))) for row in rows if row.jobs}
    for row in rows:
        if row.holder == holder:
            seen.own[row.name] = row.fence
        elif row.name is not None:
            seen.foreign.add(row.name)
            seen.first_end = min(seen.first_end, row.remaining / 1000)
            if row.holder in seen.others:
                seen.others[row.holder].held += 1
    return seen
