"""Appends of our store and of the library `eventsourcing`, by eight writers in one process on the same Postgres."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from bench import cpu
from bench.peers import installed
from bench.peers.rows import Absent, NotHere, Pair, Part, Row, Timed
from bench.peers.talk import Talk, talking
from bench.store import WRITERS, writer
from eventstore.open import open_store
from eventstore.store import EventStore

PEER = "eventsourcing"
NAME = f"{PEER} {installed.version(PEER)}, its Postgres recorder"
SIZES = (5, 1)
"""Events of an append. Five is what an action of a game usually causes."""
PROGRAM = str(installed.FOLDER / "appends.py")


@dataclass
class Both:
    """Measurements by the events of an append."""

    ours: dict[int, Timed] = field(default_factory=lambda: {size: Timed() for size in SIZES})
    theirs: dict[int, Timed] = field(default_factory=lambda: {size: Timed() for size in SIZES})
    absent: str | None = None


def measure(url: str, seconds: float = 2.0, rounds: int = 3) -> Both:
    """Both in turn; what the first round comes to is thrown away."""
    found = Both()
    with ExitStack() as stack:
        peer: Talk | None = None
        try:
            peer = stack.enter_context(started(url))
        except NotHere as missing:
            found.absent = str(missing)
        for number in range(rounds + 1):
            into = Both() if number == 0 else found
            for size in SIZES:
                asyncio.run(_ours(url, size, seconds, into.ours[size]))
                if peer is not None:
                    asyncio.run(_theirs(peer, url, size, seconds, into.theirs[size]))
    return found


@contextmanager
def started(url: str) -> Iterator[Talk]:
    """The program of the peer, with a connection for each writer. Raises NotHere."""
    installed.python_packages(PEER)
    with talking(str(installed.PYTHON), "-I", PROGRAM, url, first={"events": 1, "seconds": 0.0}) as peer:
        yield peer


async def _ours(url: str, events: int, seconds: float, into: Timed) -> None:
    store = await open_store(url)
    # all connections of the pool are open before the clock starts
    await _writers(store, events, 0.0)
    behind = await cpu.backends(url)
    before, begin = (time.process_time(), cpu.seconds(behind)), time.perf_counter()
    done = await _writers(store, events, seconds)
    spent = time.perf_counter() - begin
    into.add(done, spent, time.process_time() - before[0], cpu.seconds(behind) - before[1])
    await store.close()


async def _writers(store: EventStore, events: int, seconds: float) -> int:
    end = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(writer(store, end, events) for _ in range(WRITERS))))


async def _theirs(peer: Talk, url: str, events: int, seconds: float, into: Timed) -> None:
    behind = await cpu.backends(url)
    before = cpu.seconds(behind)
    said = peer.ask(events=events, seconds=seconds)
    into.add(said["appends"], said["seconds"], said["cpu"], cpu.seconds(behind) - before)


def part(found: Both) -> Part:
    """The rows."""
    rows: list[Row | Absent] = []
    pairs: list[Pair] = []
    for size in SIZES:
        work = f"append of {size} event{'s' if size > 1 else ''}, {WRITERS} writers"
        ours = found.ours[size].row(work, "our store")
        theirs = Absent(work, NAME, found.absent) if found.absent else found.theirs[size].row(work, NAME)
        rows += [ours, theirs]
        pairs.append(Pair(ours, theirs))
    return Part(rows, pairs)
