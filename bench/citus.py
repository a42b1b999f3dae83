"""`python -m bench.citus`: what an append costs on a store of several nodes, beside one database in the same run.

PLAYLEDGER_CITUS_BIN names the folder of the programs, as for `make test-citus`; all servers run on this machine.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from uuid import uuid4

from bench import cpu
from bench.figures import Figure, table
from eventstore import chain, migrate
from eventstore.envelope import Command, NewEvent, StreamAppend
from eventstore.limits import StoreLimits
from eventstore.postgres import append
from eventstore.postgres.pool import Pool
from tests.kit.citus_nodes import PROGRAMS, VARIABLE, cluster
from tests.kit.postgres_nodes import Node, folder_of_servers, primary

WRITERS = 8
EVENTS = 5
SECONDS = 3.0
RUNS = 7
BODY = chain.canonical({"pub": {"seat": 0, "text": "x" * 200}})


def figures(nodes: Sequence[Node], alone: Node) -> list[Figure]:
    """The rows; `nodes` begins with the coordinator."""
    pairs = [(asyncio.run(_price(nodes)), asyncio.run(_price([alone]))) for _ in range(RUNS)]
    spread, one = ([median(run[place][part] for run in pairs) for part in (0, 1)] for place in (0, 1))
    name = f"append, {EVENTS} events, {WRITERS} writers, on three nodes"
    return [
        Figure(f"{name}: CPU of all servers", spread[0], "us", "one database", one[0], 5, "at most"),
        Figure(name, spread[1], "appends/s", "one database", one[1], 0.25),
    ]


async def _price(nodes: Sequence[Node]) -> tuple[float, float]:
    """(CPU of the servers for an append in us, appends a second)."""
    pool = await Pool.connect(nodes[0].url, StoreLimits(pool_size=WRITERS))
    try:
        await _write(pool, SECONDS / 3)
        pids = [pid for node in nodes for pid in node.processes()]
        before, began = cpu.seconds(pids), time.perf_counter()
        done = await _write(pool, SECONDS)
        return 1e6 * (cpu.seconds(pids) - before) / done, done / (time.perf_counter() - began)
    finally:
        await pool.close()


async def _write(pool: Pool, seconds: float) -> int:
    """Append to a stream for each writer; how often."""
    end = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(_writer(pool, end) for _ in range(WRITERS))))


async def _writer(pool: Pool, end: float) -> int:
    stream, version, head = uuid4(), 0, chain.GENESIS
    while time.perf_counter() < end:
        events = []
        for place in range(EVENTS):
            head = chain.link(head, BODY)
            events.append(NewEvent("bench", 1, BODY, None, 0, head, place == EVENTS - 1))
        one = StreamAppend(stream, "match", version, events, Command("bench", str(version), b""))
        (row,) = await pool.write(append.APPEND, *append.arguments(one))
        version = append.answer(row, one).last_version
    return version // EVENTS


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
