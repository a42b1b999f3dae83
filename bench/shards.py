"""`python -m bench.shards`: appends to two databases of one store, beside one database in the same run.

Each database has a server of its own and eight writers, on the same cores. So what counts is CPU: two databases carry
as many times the appends of one as an append of all costs the busier of them less.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median
from typing import NamedTuple
from uuid import UUID

from bench import cpu
from bench.figures import Figure, table
from bench.store import EVENTS, SECONDS, WRITERS, writer
from eventstore import migrate
from eventstore.databases import Named
from eventstore.open import open_store
from eventstore.store import EventStore
from tests.kit.postgres_nodes import Node, folder_of_servers, primary

RUNS = 7
ON_DISK = {"fsync": "on", "shared_buffers": "64MB"}


class Price(NamedTuple):
    """CPU for an append in us, of the busiest server and of all with the process; appends a second."""

    busiest: float
    whole: float
    rate: float


def figures(nodes: Sequence[Node]) -> list[Figure]:
    """The rows, for two servers that have nothing else to do."""
    pairs = [(asyncio.run(_price(nodes)), asyncio.run(_price(nodes[:1]))) for _ in range(RUNS)]
    two, one = (Price(*map(median, zip(*(pair[place] for pair in pairs), strict=True))) for place in (0, 1))
    name = f"append, {EVENTS} events, two databases with {WRITERS} writers each"
    carried = 1e6 / two.busiest, 1e6 / one.busiest
    return [
        Figure(f"{name}: what one core for each carries", carried[0], "appends/s", "one database", carried[1], 1.8),
        Figure(f"{name}: CPU of servers and process", two.whole, "us", "one database", one.whole, 1.1, "at most"),
        Figure(name, two.rate, "appends/s", "one database", one.rate, None),
    ]


async def _price(nodes: Sequence[Node]) -> Price:
    """What an append costs to as many databases as there are nodes, each with as many shards and writers."""
    others = [Named(tuple(range(32, 64)), node.url) for node in nodes[1:]]
    store = await open_store(nodes[0].url, others=others)
    try:
        await _write(store, SECONDS / 3)
        before, own, began = [cpu.seconds(node.processes()) for node in nodes], time.process_time(), time.perf_counter()
        done = await _write(store, SECONDS)
        spent, own = time.perf_counter() - began, time.process_time() - own
        servers = [cpu.seconds(node.processes()) - then for node, then in zip(nodes, before, strict=True)]
    finally:
        await store.close()
    return Price(1e6 * max(servers) / done, 1e6 * (sum(servers) + own) / done, done / spent)


async def _write(store: EventStore, seconds: float) -> int:
    """Append by each writer; how often."""
    end = time.perf_counter() + seconds
    where = [UUID(int=database.shards[0]) for database in store.databases for _ in range(WRITERS)]
    return sum(await asyncio.gather(*(writer(store, end, shard=shard) for shard in where)))


def main() -> None:
    """Print the rows."""
    with ExitStack() as stack:
        folder = stack.enter_context(folder_of_servers())
        nodes = [stack.enter_context(primary(folder, name, ON_DISK)) for name in ("one", "two")]
        for node in nodes:
            migrate.upgrade(node.url)
        print(table(figures(nodes)))


if __name__ == "__main__":
    main()
