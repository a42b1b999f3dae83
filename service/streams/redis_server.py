"""The Redis server that carries the hints: how it is found, and one connection to it for both directions."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError

from service.streams.redis_url import CONNECT_SECONDS, Host, RedisUrl

LOST = (RedisError, OSError)
CLOSING_SECONDS = 0.2
"""The longest to say goodbye to a server: one that is gone answers nothing, and with TLS an answer is waited for."""


class DuplexConnection:
    """A connection that publishes while it is subscribed, which RESP3 allows and RESP2 doesn't.

    One task reads with `arrival`; others may `send`. It never reconnects by itself: a handshake would take the answers
    to what another task sends for its own.
    """

    def __init__(self, host: Host, connection: AbstractConnection) -> None:
        self.host = host
        self._connection = connection

    async def opened(self, channel: str) -> DuplexConnection:
        """Connect, and be subscribed to a channel. Raises LOST, also where the server is no master."""
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._connection.connect()  # type: ignore[no-untyped-call]
                await self.send(("HELLO",), ("SUBSCRIBE", channel))
                for _ in range(2):
                    await self.arrival(math.inf)
        except BaseException:
            await self.close()
            raise
        return self

    async def send(self, *commands: Sequence[str], seconds: float = CONNECT_SECONDS) -> None:
        """Write commands in one go. Raises LOST; a write that is broken off closes the connection."""
        async with asyncio.timeout(seconds):
            await self._standing().send_packed_command(self._connection.pack_commands(commands), check_health=False)

    async def arrival(self, seconds: float) -> Any:
        """The next thing that arrives, None after so many seconds: [kind, channel, data], or the answer to a command.

        Raises LOST, also where an answer to HELLO says that this is no master any more.
        """
        arrived = await self._standing().read_response(timeout=seconds, push_request=True)
        if isinstance(arrived, dict) and (role := not_a_master(arrived)):
            raise LostConnection(f"the server is a {role} and no master, so its hints would reach no other server")
        return arrived

    async def close(self) -> None:
        """Hang up, whether or not the server is there to hear it."""
        with suppress(*LOST):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self._connection.disconnect()

    def _standing(self) -> AbstractConnection:
        if not self._connection.is_connected:
            raise LostConnection("the connection is closed")
        return self._connection


class Servers:
    """Finds the server: the first of a list that answers and will do, or the master that sentinels name."""

    def __init__(self, url: RedisUrl, channel: str) -> None:
        self._url = url
        self._channel = channel
        self._sentinel = url.sentinel()

    async def connected(self, instead_of: Host | None = None) -> DuplexConnection | None:
        """A connection to it; None if it would be to `instead_of`. Raises LOST."""
        refusals = []
        for host in await self._hosts():
            if host == instead_of:
                return None
            try:
                return await DuplexConnection(host, self._url.to(host)).opened(self._channel)
            except LOST as error:
                refusals.append(f"{host}: {why(error)}")
        self._ask_another()
        raise LostConnection("; ".join(refusals))

    async def close(self) -> None:
        """Hang up the sentinels."""
        if self._sentinel is not None:
            with suppress(*LOST):
                await self._sentinel.aclose()

    async def _hosts(self) -> Sequence[Host]:
        """All of them in the order of the URL, which is the same in every replica, so they meet; or the one master."""
        if self._sentinel is None:
            return self._url.hosts
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                return [Host(*await self._sentinel.discover_master(self._url.service))]
        except LOST:
            self._ask_another()
            raise

    def _ask_another(self) -> None:
        """The sentinel may be frozen, or cut off from the others and know an old master: ask it last."""
        if self._sentinel is not None:
            self._sentinel.sentinels.append(self._sentinel.sentinels.pop(0))


def not_a_master(hello: Any) -> str | None:
    """The role of the server that has answered HELLO, None for a master.

    In a cluster a message at any server reaches all. A server that doesn't say its role is in front of a master.
    """
    role = hello.get(b"role", b"master")
    return None if role == b"master" or hello.get(b"mode") == b"cluster" else role.decode()


def why(error: Exception) -> str:
    """An error in a line of the log."""
    return " ".join(str(error).split()) or ("no answer in time" if isinstance(error, TimeoutError) else repr(error))
