"""Sends statements about one stream to the node that has its shard."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit
from uuid import UUID

import asyncpg

from eventstore.limits import StoreLimits
from eventstore.postgres.citus.cluster import PLACES, TABLES, in_shard, shards_of
from eventstore.postgres.citus.hashing import uuid_hash
from eventstore.postgres.place import Place
from eventstore.postgres.pool import Pool
from eventstore.store import StoreUnavailable, StoreUnsuited

Rows = list[asyncpg.Record]

SAMPLE = UUID("01234567-89ab-cdef-0123-456789abcdef")
HASH = "SELECT uuid_hash($1) AS hash"
HELD = "SELECT * FROM ({}) AS held WHERE (SELECT hold_shard({}))"
"""The rows of a statement if their shard is here, which is asked once, after the statement's snapshot is taken."""
MOVED = (asyncpg.NoDataFoundError, asyncpg.UndefinedTableError)
"""The errors of a node that no longer has a shard; when it has dropped the tables, the second."""
MOVING = (asyncpg.LockNotAvailableError, *MOVED)
APART = 0.2
"""Seconds between two looks where shards are."""


class Node(NamedTuple):
    """A node, as the nodes call one another."""

    host: str
    port: int


class Shard:
    """As a pool, for statements about streams of one shard; they name the tables of the store."""

    def __init__(self, placement: Placement, row: asyncpg.Record) -> None:
        tables = shards_of(row)
        self._placement = placement
        self._in_shard = cache(lambda query: in_shard(query, tables))
        self._held = cache(lambda query: HELD.format(in_shard(query, tables), self.number))
        self.number = tables[TABLES[0]]
        self.node = node_of(row)

    async def fetch(self, query: str, *arguments: object) -> Rows:
        """As Pool.fetch. While the shard moves the coordinator answers, which costs more."""
        try:
            return await self._ask(Pool.fetch, self._held(query), arguments)
        except StoreUnavailable as error:
            if not isinstance(error.__cause__, MOVING):
                raise
        return await self._placement.home.fetch(query, *arguments)

    async def write(self, query: str, *arguments: object) -> Rows:
        """As Pool.write, also where it has to look for the shard."""
        try:
            async with asyncio.timeout(self._placement.limits.append):
                return await self._ask(Pool.write, self._in_shard(query), arguments)
        except TimeoutError as error:
            raise self.late() from error

    def late(self) -> StoreUnavailable:
        """As Pool.late."""
        return self._placement.late(self.node)

    async def _ask(self, how: Callable[..., Awaitable[Rows]], query: str, arguments: Sequence[object]) -> Rows:
        node = self.node
        try:
            return await self._ask_node(how, query, arguments)
        except StoreUnavailable:
            await self._placement.look()
            if self.node == node:
                raise
        return await self._ask_node(how, query, arguments)

    async def _ask_node(self, how: Callable[..., Awaitable[Rows]], query: str, arguments: Sequence[object]) -> Rows:
        try:
            return await how(await self._placement.pool(self.node), query, *arguments)
        except MOVED as error:
            raise StoreUnavailable(str(error)) from error


class Placement:
    """The shards, their nodes, and a pool for each node that was asked. `home` leads to the coordinator."""

    def __init__(self, home: Pool, url: str, limits: StoreLimits, rows: Rows) -> None:
        self.home = home
        self._url = url
        self.limits = limits
        self._lows: list[int] = [row["low"] for row in rows]
        self._shards = [Shard(self, row) for row in rows]
        self._places = [Place.of(shard, limits.append, spread=True) for shard in self._shards]
        self._pools: dict[Node, Pool] = {}
        self._opening: dict[Node, asyncio.Task[Pool]] = {}
        self._looked = 0.0
        self._closed = False

    @classmethod
    async def open(cls, home: Pool, url: str, limits: StoreLimits) -> Self:
        """Raises StoreUnavailable, StoreUnsuited."""
        if (await home.fetch(HASH, SAMPLE))[0]["hash"] != uuid_hash(SAMPLE):
            raise StoreUnsuited("the nodes read numbers from the other end: a spread store needs little-endian ones")
        return cls(home, url, limits, await home.fetch(PLACES, list(TABLES)))

    def of(self, stream_id: UUID) -> Place:
        """Where to ask for a stream."""
        return self._places[bisect_right(self._lows, uuid_hash(stream_id)) - 1]

    @property
    def losses(self) -> int:
        """Those of all pools."""
        return sum(pool.losses for pool in self._pools.values())

    async def look(self) -> None:
        """Ask the coordinator where the shards are, unless somebody has just done so. Raises StoreUnavailable."""
        now = asyncio.get_running_loop().time()
        if now < self._looked + APART:
            return
        self._looked = now
        for shard, row in zip(self._shards, await self.home.fetch(PLACES, list(TABLES)), strict=True):
            shard.node = node_of(row)

    async def pool(self, node: Node) -> Pool:
        """The pool of a node, opened when it is asked first. Raises StoreUnavailable, StoreUnsuited."""
        return self._pools[node] if node in self._pools else await self._open(node)

    async def _open(self, node: Node) -> Pool:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if node not in self._opening:
            self._opening[node] = asyncio.create_task(self._connect(node))
        return await asyncio.shield(self._opening[node])

    async def _connect(self, node: Node) -> Pool:
        try:
            self._pools[node] = await Pool.connect(url_of(self._url, node), self.limits)
            return self._pools[node]
        finally:
            del self._opening[node]

    def late(self, node: Node) -> StoreUnavailable:
        """As Pool.late."""
        return self._pools[node].late() if node in self._pools else StoreUnavailable(f"{node.host} did not answer")

    async def close(self) -> None:
        self._closed = True
        for task in self._opening.values():
            task.cancel()
        for pool in self._pools.values():
            await pool.close()


def node_of(row: Any) -> Node:
    """The node of a row of PLACES."""
    return Node(row["host"], row["port"])


def url_of(url: str, node: Node) -> str:
    """The URL that leads to the coordinator, for another node."""
    parts = urlsplit(url)
    user, at, _ = parts.netloc.rpartition("@")
    host = f"[{node.host}]" if ":" in node.host else node.host
    return parts._replace(netloc=f"{user}{at}{host}:{node.port}").geturl()
