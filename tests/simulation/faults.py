"""The plan of what goes wrong in a run: made before it, by a generator for each kind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tests.faults.clients import LONGEST, SILENCE
from tests.simulation.storage import Fates

if TYPE_CHECKING:
    from tests.simulation.run import Run


class Fault(NamedTuple):
    """What goes wrong, when (seconds from the start), for how long, and by which number where it needs one."""

    at: float
    kind: str
    lasts: float
    number: float


async def crash(run: Run, fault: Fault) -> None:
    """A replica is killed, and started again later."""
    slot = round(fault.number * 1000) % len(run.house.replicas)
    run.house.replicas[slot].kill()
    await asyncio.sleep(fault.lasts)
    await run.replace(slot)


async def restart(run: Run, fault: Fault) -> None:
    """A replica is stopped as a release does it, and started again."""
    await _anew(run, round(fault.number * 1000) % len(run.house.replicas))


async def _anew(run: Run, slot: int) -> None:
    await run.house.replicas[slot].stop()
    await run.replace(slot)


async def release(run: Run, fault: Fault) -> None:
    """Replicas are replaced one by one by ones of the next release; some go back to this one."""
    run.newest = 1
    for installed in (1, 0) if fault.number < BACK else (1,):
        for slot in range(len(run.releases)):
            run.releases[slot] = installed
            await _anew(run, slot)
            await asyncio.sleep(fault.lasts)


async def pause(run: Run, fault: Fault) -> None:
    """A replica stands still, as by SIGSTOP, while a statement of it is on its way."""
    replica = run.one(fault.number)
    sent = asyncio.Event()
    run.database.watched[replica.name] = round(fault.number * 1000) % 8, sent
    with suppress(TimeoutError):
        async with asyncio.timeout(fault.lasts):
            await sent.wait()
    replica.paused_until = run.loop.time() + fault.lasts


async def skew(run: Run, fault: Fault) -> None:
    """The wall clock of a replica jumps."""
    run.one(fault.number).skew = (fault.number - 0.5) * 7200


async def statements(run: Run, fault: Fault) -> None:
    """Statements are refused, cut after they were committed, or hang."""
    fates = run.database.fates
    fates.refused, fates.cut, fates.hanging = 0.03, 0.03, 0.08 * fault.number
    await asyncio.sleep(fault.lasts)
    fates.refused = fates.cut = fates.hanging = 0.0


async def away(run: Run, fault: Fault) -> None:
    """The database can't be reached."""
    run.database.away = True
    await asyncio.sleep(fault.lasts)
    run.database.away = False


async def failover(run: Run, fault: Fault) -> None:
    """The standby takes over; what it did not have is lost."""
    run.database.copy()
    since = run.loop.time()
    await asyncio.sleep(fault.lasts / 10 if fault.number < 0.8 else 0)
    run.fail_over(since)


async def hints(run: Run, fault: Fault) -> None:
    """Hints are dropped, doubled, and come late."""
    tricks = run.redis.tricks
    tricks.dropped, tricks.doubled, tricks.late = 0.3 * fault.number, 0.2, 0.2
    await asyncio.sleep(fault.lasts)
    tricks.dropped = tricks.doubled = tricks.late = 0.0


async def outage(run: Run, fault: Fault) -> None:
    """The broker is away."""
    run.redis.leave()
    await asyncio.sleep(fault.lasts)
    run.redis.come_back()


async def network(run: Run, fault: Fault) -> None:
    """Requests and answers get lost."""
    run.house.lost, run.receiver.lost = 0.05, 0.2
    await asyncio.sleep(fault.lasts)
    run.house.lost = run.receiver.lost = 0.0


async def objects(run: Run, fault: Fault) -> None:
    """Objects are refused, late, cut after they were kept, kept by half or seen later; or their storage is away."""
    fates = run.storage.fates = Fates(0.1, 0.1, 0.1, 0.3, 0.3, fault.number < 0.3)
    await asyncio.sleep(fault.lasts)
    if run.storage.fates is fates:
        run.storage.fates = Fates()


KINDS: Mapping[str, tuple[Callable[[Run, Fault], Awaitable[None]], float, float]] = {
    "crash": (crash, 2.0, SILENCE + 1),
    "restart": (restart, 0.0, 1.0),
    "release": (release, 1.0, 1000.0),
    "pause": (pause, 4.0, 5.0),
    "skew": (skew, 0.0, 0.0),
    "statements": (statements, 6.0, 4.0),
    "away": (away, 3.0, 2.0),
    "failover": (failover, 5.0, 2.0),
    "hints": (hints, 8.0, 20.0),
    "outage": (outage, 5.0, 1.0),
    "network": (network, 6.0, LONGEST + 1),
    "objects": (objects, 6.0, 4.0),
}
"""What each does, the longest that it lasts, and for how many seconds more it is felt."""
BACK = 0.3
"""The share of releases that are taken back."""
CALM = 0.2
"""The share of runs in which nothing goes wrong."""
SPAN = 12.0
"""Seconds in which they begin."""


def planned(chance: Callable[[str], Random], without: Sequence[str] = ()) -> list[Fault]:
    """The faults of a run: of each kind none, one or two."""
    if chance("whether all is well").random() < CALM:
        return []
    plan = []
    for kind, (_, longest, _) in KINDS.items():
        drawn = chance(f"plan of {kind}")
        for _ in range(drawn.choice((0, 0, 0, 1, 1, 2))):
            plan.append(Fault(drawn.uniform(0, SPAN), kind, drawn.uniform(0, longest), drawn.random()))
    return sorted(fault for fault in plan if fault.kind not in without)
