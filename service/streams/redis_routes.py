"""The ways to the Redis server that carries the hints: one of a list, the master that sentinels name, a cluster's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from redis.asyncio import ConnectionPool, Redis
from redis.cluster import parse_cluster_slots
from redis.crc import key_slot
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import MovedError, RedisError

from service.streams.redis_url import CONNECT_SECONDS, Host, RedisUrl

LOST = (RedisError, OSError)
CLOSING_SECONDS = 0.2
"""The longest to say goodbye to a server: one that is gone answers nothing, and with TLS an answer is waited for."""


class Route(Protocol):
    """Finds the server of the channel. It keeps no connection."""

    @property
    def sharded(self) -> bool:
        """Whether the channel belongs to a slot of a cluster, which any server of its shard carries."""
        ...

    async def hosts(self) -> Sequence[Host]:
        """The servers that may carry the channel, in the order to try them. Raises LOST if nobody tells."""
        ...

    def failed(self, host: Host, error: Exception) -> None:
        """A server could not be reached, was lost, or has said why it isn't the right one."""
        ...

    async def better(self, host: Host) -> bool:
        """Whether the channel is now at another server than this one, which still answers."""
        ...


def route_of(url: RedisUrl, channel: str) -> Route:
    """The way that the URL names."""
    if url.way == "sentinel":
        return SentinelRoute(url)
    return ClusterRoute(url, channel) if url.way == "cluster" else HostsRoute(url)


class HostsRoute:
    """The first of some hosts that answers and is a master."""

    sharded = False

    def __init__(self, url: RedisUrl) -> None:
        self._url = url

    async def hosts(self) -> Sequence[Host]:
        """All of them, in the order of the URL, which is the same in every replica: so they meet."""
        return self._url.hosts

    def failed(self, host: Host, error: Exception) -> None:
        """The order stays."""

    async def better(self, host: Host) -> bool:
        """Whether an earlier one is a master (again)."""
        for earlier in self._url.hosts[: self._url.hosts.index(host)]:
            with suppress(*LOST):
                if not not_a_master(await asked(self._url.pool(earlier), "HELLO")):
                    return True
        return False


class SentinelRoute:
    """The master that a sentinel names. A sentinel that named one in vain is asked last."""

    sharded = False

    def __init__(self, url: RedisUrl) -> None:
        self._url = url
        self._sentinels = list(url.hosts)

    async def hosts(self) -> Sequence[Host]:
        """The one master. Raises LOST if no sentinel answers and knows it."""
        silent: list[str] = []
        for sentinel in list(self._sentinels):
            pool = self._url.pool(sentinel, sentinel=True)
            try:
                found = await asked(pool, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._url.service)
            except LOST as error:
                silent.append(f"{sentinel}: {why(error)}")
            else:
                if found:
                    return [Host(_text(found[0]), int(found[1]))]
                silent.append(f"{sentinel}: watches no such service")
            self._ask_last(sentinel)
        raise LostConnection(f"no sentinel names a master of {self._url.service!r} ({'; '.join(silent)})")

    def failed(self, host: Host, error: Exception) -> None:
        """The sentinel may be cut off from the others and know an old master."""
        self._ask_last(self._sentinels[0])

    async def better(self, host: Host) -> bool:
        """Whether the sentinels have made another one the master."""
        with suppress(*LOST):
            return host not in await self.hosts()
        return False

    def _ask_last(self, sentinel: Host) -> None:
        self._sentinels.remove(sentinel)
        self._sentinels.append(sentinel)


class ClusterRoute:
    """The servers of the shard that has the channel's slot: its master, and its replicas while the master is away.

    Any server of the cluster that is known tells which these are; those of the URL stay known for ever.
    """

    sharded = True

    def __init__(self, url: RedisUrl, channel: str) -> None:
        self._url = url
        self._slot = key_slot(channel.encode())
        self._known: list[Host] = list(url.hosts)
        self._failures: dict[Host, int] = {}
        self._count = 0
        self._pointed_at: list[Host] = []

    async def hosts(self) -> Sequence[Host]:
        """The shard's servers, those that failed lately last. Raises LOST if no known server tells them."""
        pointed_at, self._pointed_at = self._pointed_at, []
        told: list[str] = []
        for host in self._latest_failures_last(self._known):
            try:
                slots = parse_cluster_slots(await asked(self._url.pool(host), "CLUSTER SLOTS"), current_host=host.name)
            except LOST as error:
                self._failed(host)
                told.append(f"{host}: {why(error)}")
                continue
            found = self._learn([(span, [Host(*at) for at in _servers(shard)]) for span, shard in slots.items()])
            if found:
                return [*pointed_at, *found]
            told.append(f"{host}: nobody serves slot {self._slot}")
        if pointed_at:
            return pointed_at
        raise LostConnection(f"no server of the cluster carries the hints ({'; '.join(told)})")

    def failed(self, host: Host, error: Exception) -> None:
        """A server that knows better says so; another one is tried last."""
        if isinstance(error, MovedError):
            self._pointed_at = [Host(error.host or host.name, error.port)]
        else:
            self._failed(host)

    async def better(self, host: Host) -> bool:
        """Never: the servers themselves say on the connection when the slot moves, and replicas carry it as well."""
        return False

    def _failed(self, host: Host) -> None:
        self._count += 1
        self._failures[host] = self._count

    def _learn(self, shards: Sequence[tuple[tuple[int, int], list[Host]]]) -> list[Host]:
        """Note the servers of the cluster; those of the slot."""
        here = [host for (first, last), hosts in shards if first <= self._slot <= last for host in hosts]
        everywhere = [host for _, hosts in shards for host in hosts]
        self._known = list(dict.fromkeys([*here, *everywhere, *self._url.hosts]))
        self._failures = {host: count for host, count in self._failures.items() if host in self._known}
        return self._latest_failures_last(here)

    def _latest_failures_last(self, hosts: Sequence[Host]) -> list[Host]:
        return sorted(hosts, key=lambda host: self._failures.get(host, 0))


async def asked(pool: ConnectionPool, *command: str) -> Any:
    """The answer of a server to one command, over a connection of its own. Raises LOST."""
    client = Redis.from_pool(pool)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            return await client.execute_command(*command)  # type: ignore[no-untyped-call]
    finally:
        await closed(pool)


async def closed(pool: ConnectionPool) -> None:
    """Close the connection of a pool, whether or not the server is there to hear it."""
    with suppress(*LOST):
        async with asyncio.timeout(CLOSING_SECONDS):
            await pool.aclose()


def not_a_master(hello: Any) -> str | None:
    """The sender of an answer to HELLO, if it is no master; None for a master.

    In a cluster what is published at a replica reaches everybody too. A server that doesn't say its role is in front of
    one.
    """
    known = hello if isinstance(hello, dict) else {}
    role = known.get(b"role", b"master")
    return None if role == b"master" or known.get(b"mode") == b"cluster" else _text(role)


def why(error: Exception) -> str:
    """An error in a line of the log."""
    return " ".join(str(error).split()) or ("no answer in time" if isinstance(error, TimeoutError) else repr(error))


def _servers(shard: Any) -> list[tuple[str, int]]:
    return [shard["primary"], *shard["replicas"]]


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
