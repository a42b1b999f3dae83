"""Reads that a standby answers: what each costs the primary, beside the same reads that the primary answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from pydantic import SecretStr

from api_schema.ports.base import ANONYMOUS
from bench import cpu
from bench.figures import Figure
from bench.servers import SECRET
from bench.tables import opened
from eventstore import migrate
from service.bootstrap import Playledger, bootstrap
from service.settings import Settings
from service.tables import REVISIONS
from tests.kit.postgres_nodes import folder_of_servers, primary

MATCHES = 300
PAGE = 50
ROUNDS = 8
READS = 256
"""Of a round, for each kind."""
AT_ONCE = 1, 16


class Servers(NamedTuple):
    """The URLs of a primary and of its standby."""

    primary: str
    standby: str


@dataclass
class Cost:
    """What so many reads have taken: CPU seconds of either server, and seconds in all."""

    reads: int = 0
    primary: float = 0.0
    standby: float = 0.0
    elapsed: float = 0.0


class Measured(NamedTuple):
    """`costs` by how many are asked at a time: of reads for the primary, and of the same where a standby is named.
    `served` is the share of these that it answered.
    """

    costs: Mapping[int, tuple[Cost, Cost]]
    served: float


def measure(matches: int = MATCHES, rounds: int = ROUNDS, reads: int = READS) -> Measured:
    """A primary with so many matches, and a standby that every commit waits for; the two kinds of reads take turns."""
    with folder_of_servers() as folder, primary(folder) as first:
        migrate.upgrade(first.url)
        migrate.upgrade(first.url, REVISIONS)
        second = first.standby("two")
        try:
            first.wait_for_standby(second)
            return asyncio.run(_measure(Servers(first.url, second.url), matches, rounds, reads))
        finally:
            second.stop()


async def _measure(servers: Servers, matches: int, rounds: int, reads: int) -> Measured:
    found = {at_once: (Cost(), Cost()) for at_once in AT_ONCE}
    alone, helped = await _replica(servers.primary), await _replica(servers.primary, servers.standby)
    try:
        await _fill(alone, matches)
        for _ in range(rounds):
            for at_once, (of_primary, of_standby) in found.items():
                await _read(alone, servers, of_primary, reads, at_once)
                await _read(helped, servers, of_standby, reads, at_once)
        answered = helped.store.replica
        assert answered is not None
        served = answered.served / (rounds * reads * len(AT_ONCE))
    finally:
        await alone.stop()
        await helped.stop()
    return Measured(found, served)


async def _replica(url: str, standby: str | None = None) -> Playledger:
    given: dict[str, Any] = {"clocks": False, "webhooks": False, "secret_key": SecretStr(SECRET)}
    return await bootstrap(Settings(database_url=url, database_replica_url=standby, **given))


async def _fill(app: Playledger, matches: int) -> None:
    random = Random(1)
    for _ in range(matches):
        await opened(app, random)
    await app.projector.catch_up()


async def _read(app: Playledger, servers: Servers, cost: Cost, reads: int, at_once: int) -> None:
    """Pages of the lobby, by so many who ask at the same time."""

    async def ask() -> None:
        for _ in range(reads // at_once):
            await app.use_cases.matches.find(ANONYMOUS, first=PAGE)

    before, begin = [await _spent(url) for url in servers], time.perf_counter()
    await asyncio.gather(*(ask() for _ in range(at_once)))
    cost.elapsed += time.perf_counter() - begin
    after = [await _spent(url) for url in servers]
    cost.primary += after[0] - before[0]
    cost.standby += after[1] - before[1]
    cost.reads += reads


async def _spent(url: str) -> float:
    return cpu.seconds(await cpu.backends(url))


def figures(measured: Measured) -> list[Figure]:
    """The rows."""
    rows = [row for at_once, costs in measured.costs.items() for row in _rows(at_once, *costs)]
    served = "read replica: of 100 reads, answered by the standby"
    return [*rows, Figure(served, 100 * measured.served, "reads", "promise", None, 90, "at least")]


def _rows(at_once: int, alone: Cost, helped: Cost) -> list[Figure]:
    name, base = f"read replica: a page of {PAGE} matches, {at_once} at a time", "the primary answers"
    own, both = helped.primary / helped.reads * 1e6, (helped.primary + helped.standby) / helped.reads * 1e6
    before = alone.primary / alone.reads * 1e6
    rate = Figure(
        f"{name}: a second", helped.reads / helped.elapsed, "reads/s", base, alone.reads / alone.elapsed, None
    )
    return [
        Figure(f"{name}: CPU of the primary", own, "us", base, before, 0.7, "at most"),
        Figure(f"{name}: CPU of both", both, "us", base, before, None),
        rate,
    ]
