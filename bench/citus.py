"""`python -m bench.citus`: what an append costs on a store of several nodes, beside one database in the same run.

PLAYLEDGER_CITUS_BIN names the folder of the programs, as for `make test-citus`; all servers run on this machine.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from uuid import UUID, uuid4

from bench import cpu
from bench.figures import Figure, table
from eventstore import chain, migrate
from eventstore.envelope import Command, NewEvent, StreamAppend
from eventstore.limits import StoreLimits
from eventstore.postgres import append
from eventstore.postgres.citus.placement import Placement
from eventstore.postgres.pool import Pool, StatementPool
from tests.kit.citus_nodes import PROGRAMS, VARIABLE, cluster
from tests.kit.postgres_nodes import Node, folder_of_servers, primary

WRITERS = 8
EVENTS = 5
APPENDS = 6_000
"""Those that are measured; as many before them prepare each shard's statements on each connection."""
STREAMS = 10
"""Those of each writer."""
RUNS = 5
Ask = Callable[[UUID], StatementPool]
BODY = chain.canonical({"pub": {"seat": 0, "text": "x" * 200}})


def figures(nodes: Sequence[Node], alone: Node) -> list[Figure]:
    """The rows; `nodes` begins with the coordinator."""
    pairs = [(asyncio.run(_price(nodes)), asyncio.run(_price([alone]))) for _ in range(RUNS)]
    spread, one = ([median(run[place][part] for run in pairs) for part in (0, 1, 2)] for place in (0, 1))
    name = f"append, {EVENTS} events, {WRITERS} writers, on three nodes"
    return [
        Figure(f"{name}: CPU of all servers", spread[0], "us", "one database", one[0], 2.5, "at most"),
        Figure(f"{name}: CPU of the coordinator", spread[1], "us", "all servers", spread[0], 0.1, "at most"),
        Figure(name, spread[2], "appends/s", "one database", one[2], 0.6),
    ]


async def _price(nodes: Sequence[Node]) -> tuple[float, float, float]:
    """(CPU of all servers for an append in us, that of the first one, appends a second)."""
    async with _asking(nodes) as ask:
        await _write(ask)
        before, began = [_seconds(node) for node in nodes], time.perf_counter()
        await _write(ask)
        rate = APPENDS / (time.perf_counter() - began)
        after = [_seconds(node) for node in nodes]
        # a process that has ended since counts nothing
        spent = [
            sum(now[pid] - was.get(pid, 0) for pid in now) * 1e6 / APPENDS
            for was, now in zip(before, after, strict=True)
        ]
        return sum(spent), spent[0], rate


def _seconds(node: Node) -> dict[int, float]:
    """The CPU seconds of each process of a node."""
    return {pid: cpu.seconds([pid]) for pid in node.processes()}


@asynccontextmanager
async def _asking(nodes: Sequence[Node]) -> AsyncIterator[Ask]:
    """The pool for each stream: no append shares a statement with another one."""
    limits = StoreLimits(pool_size=WRITERS, connect=30, read=60, append=60)
    home = await Pool.connect(nodes[0].url, limits)
    placement = await Placement.open(home, nodes[0].url, limits) if len(nodes) > 1 else None
    try:
        yield lambda stream: home if placement is None else placement.of(stream).pool
    finally:
        if placement is not None:
            await placement.close()
        await home.close()


async def _write(ask: Ask) -> None:
    await asyncio.gather(*(_writer(ask) for _ in range(WRITERS)))


async def _writer(ask: Ask) -> None:
    """Append to a few streams in turn, of which each shard of the store has some."""
    streams = [_Stream(ask) for _ in range(STREAMS)]
    for turn in range(APPENDS // WRITERS):
        await streams[turn % STREAMS].append()


class _Stream:
    def __init__(self, ask: Ask) -> None:
        self._id = uuid4()
        self._pool = ask(self._id)
        self._version = 0
        self._head = chain.GENESIS

    async def append(self) -> None:
        events = []
        for place in range(EVENTS):
            self._head = chain.link(self._head, BODY)
            events.append(NewEvent("bench", 1, BODY, None, 0, self._head, place == EVENTS - 1))
        key = Command("bench", str(self._version), b"")
        one = StreamAppend(self._id, "match", self._version, events, key)
        (row,) = await self._pool.write(append.APPEND, *append.arguments(one))
        self._version = append.answer(row, one).last_version


def main() -> None:
    """Print the rows."""
    if not PROGRAMS:
        sys.exit(f"{VARIABLE} names no folder of a Postgres that has Citus")
    with ExitStack() as stack:
        spread = stack.enter_context(cluster())
        alone = stack.enter_context(primary(stack.enter_context(folder_of_servers()), programs=Path(PROGRAMS)))
        migrate.upgrade(alone.url)
        print(table(figures([spread.coordinator, *spread.workers], alone)))


if __name__ == "__main__":
    main()
