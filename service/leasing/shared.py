"""The leases of one replica of several: each kind of work is done for each shard by one of them at a time.

A replica notes again and again that it lives, by the clock of the database. Its leases hang on that note: when it is
gone, they are free, and the others take them. A process that is alone on its store has no need of all this.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import uuid4

import structlog

from eventstore import StoreError
from service.background import BackgroundLoop
from service.leases import ALL, UNDIVIDED, Lease, Timer, parts_of
from service.leasing import rows
from service.leasing.rows import Ask, Part, Seen

log = structlog.get_logger(__name__)
LASTS = 1_500
"""Milliseconds from a renewal to the end of the leases."""
EVERY = 0.5
"""Seconds between two renewals."""
SOON = 0.05
"""Seconds until the next look where something has moved."""


class SharedLeases(BackgroundLoop):
    """Renews, takes, gives and leaves.

    Here a lease ends by the seconds that have passed since the renewal was sent, so never later than in the database:
    neither the time of this machine nor a pause of this process makes it longer.
    """

    def __init__(
        self,
        ask: Ask,
        leases: Mapping[str, Lease],
        timer: Timer = time.monotonic,
        *,
        lasts: int = LASTS,
        every: float = EVERY,
    ) -> None:
        super().__init__(self.renew, poll=every)
        self.holder = uuid4().hex
        self._asked = ask
        self._leases = leases
        self._timer = timer
        self._lasts = lasts
        self._next = every
        self._known: object = None

    async def renew(self) -> None:
        """Renew what this replica holds; where something has moved, take what is free and give what is too much."""
        self._next = self._poll
        try:
            await self._renew()
        except StoreError as error:
            log.warning("leases wait for the store", error=str(error))

    async def stop(self) -> None:
        """Stop, and let the others have the leases at once. Work under one has to be stopped before."""
        begun = self._task is not None
        await super().stop()
        self._drop_all()
        try:
            if begun:
                await self._ask(rows.LEAVE)
        except StoreError as error:
            log.warning("leases are left to run out", error=str(error))

    def _pause(self) -> float:
        """Until the first other replica is gone if it does not renew: then its leases are taken."""
        return self._next

    async def _renew(self) -> None:
        sent, [row] = self._timer(), await self._ask(rows.RENEW, lasts=self._lasts)
        if not row.lives:
            await self._join()
            sent, [row] = self._timer(), await self._ask(rows.RENEW, lasts=self._lasts)
        until, first_end, state = sent + self._lasts / 1000, rows.first_end(row), (row.moves, row.members)
        if first_end > 0 and self._known == state:
            for lease in self._leases.values():
                lease.extend(until)
        else:
            self._known = None
            if first_end <= 0:
                await self._ask(rows.BURY)
            self._known = None if await self._look(until) else state
        self._next = min(self._poll, SOON if self._known is None else first_end)

    async def _join(self) -> None:
        """Begin with nothing: the others have taken this replica for dead, or it is new."""
        self._drop_all()
        self.holder = uuid4().hex
        await self._ask(rows.JOIN, jobs=",".join(sorted(self._leases)), lasts=self._lasts)

    async def _look(self, until: float) -> bool:
        """Hold what is this replica's, and do what is to be done about the rest; whether there was anything."""
        found = rows.seen(await self._ask(rows.LOOK))
        if missing := {(job, part) for job in self._leases for part in parts_of(job)} - found.known():
            await self._ask(rows.MAKE, **rows.columns(missing))
            found = rows.seen(await self._ask(rows.LOOK))
        if self.holder not in found.jobs:
            return True
        self._hold(found.held.get(self.holder, {}), until)
        return await self._take(found, until) or await self._give(found)

    def _hold(self, fences: Mapping[Part, int], until: float) -> None:
        for name, lease in self._leases.items():
            own = {shard: fence for (job, shard), fence in fences.items() if job == name}
            lease.renew(dict.fromkeys(ALL, own[0]) if name in UNDIVIDED and own else own, until)

    async def _take(self, found: Seen, until: float) -> bool:
        """Take this replica's share of what is free; whether there is any, taken or not."""
        free = {
            (job, shard): found.held[""][job, shard]
            for job in self._leases
            for shard, taker in dealt(found.of("", job), found.counts(job)).items()
            if taker == self.holder
        }
        if free:
            taken = await self._ask(rows.TAKE, **rows.columns(free, fences=free))
            own = {(row.name, row.shard): row.fence for row in taken}
            self._hold(found.held.get(self.holder, {}) | own, until)
        return bool(free)

    async def _give(self, found: Seen) -> bool:
        """Give what is above this replica's share to those who are below; whether there was any."""
        heirs = dict(self._surplus(found))
        for job, shard in heirs:
            # before anybody else may begin with it
            self._leases[job].drop(ALL if job in UNDIVIDED else {shard})
        if heirs:
            await self._ask(rows.GIVE, **rows.columns(heirs, heirs=heirs))
        return bool(heirs)

    def _surplus(self, found: Seen) -> Iterable[tuple[Part, str]]:
        for job in self._leases:
            others = found.counts(job)
            del others[self.holder]
            for shard, heir in surplus(found.of(self.holder, job), others).items():
                yield (job, shard), heir

    def _drop_all(self) -> None:
        for lease in self._leases.values():
            lease.drop()

    async def _ask(self, statement: Any, **values: object) -> Sequence[Any]:
        return await self._asked(statement, holder=self.holder, **values)


def dealt(free: Iterable[int], held: Mapping[str, int]) -> dict[int, str]:
    """The new holders of free shards: one after another goes to the replica that has fewest.

    All who see the same deal alike, so none of them reaches for what another one takes.
    """
    has = Counter(held)
    given: dict[int, str] = {}
    for shard in sorted(free) if held else ():
        given[shard] = least = _least(has, held)
        has[least] += 1
    return given


def surplus(own: Iterable[int], others: Mapping[str, int]) -> dict[int, str]:
    """The shards that a replica gives away, and to whom: to others that have fewer even with one more."""
    has, shards = Counter(others), sorted(own)
    given: dict[int, str] = {}
    for shard in shards if others else ():
        least = _least(has, others)
        if has[least] + 1 >= len(shards) - len(given):
            break
        given[shard] = least
        has[least] += 1
    return given


def _least(has: Mapping[str, int], among: Iterable[str]) -> str:
    return min(among, key=lambda holder: (has[holder], holder))
