"""One Redis connection for both directions: it is subscribed, and publishes."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Sequence
from typing import Any, cast

from redis.asyncio import ConnectionPool
from redis.asyncio.client import PubSub
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import ResponseError

from service.streams.redis_routes import closed, not_a_master


class DuplexSubscription(PubSub):
    """A subscription of redis-py that publishes on its own connection, which RESP3 allows and RESP2 doesn't.

    One task reads with `get_message`; another may `publish` meanwhile. It never reconnects by itself once it has
    connected: a handshake would take the answers to what the other task sends for its own. `sharded`: the channels
    belong to the slots of a cluster; otherwise the server has to be a master, now and later.
    """

    def __init__(self, pool: ConnectionPool, *, sharded: bool = False) -> None:
        super().__init__(pool)
        self._sharded = sharded
        self._unanswered = 0
        self._answered = asyncio.Event()

    async def open(self, channel: str, *, seconds: float) -> None:
        """Connect and be subscribed. Raises what the connection raises, or TimeoutError."""
        async with asyncio.timeout(seconds):
            await self.connect()  # type: ignore[no-untyped-call]
            await self._send(("HELLO",))
            await self._read(math.inf)
            try:
                await (self.ssubscribe(channel) if self._sharded else self.subscribe(channel))
                await self.get_message(timeout=None)
            except ResponseError as error:
                if self._sharded and "unknown command" in str(error):
                    raise LostConnection("the cluster has no sharded pub/sub: it takes Redis 7 or later") from error
                raise

    async def publish(self, channel: str, texts: Sequence[str], *, seconds: float) -> None:
        """Send all in one round trip and return when each is answered; the other task must be reading.

        One call at a time. Raises what the connection raises, or TimeoutError if it takes longer than `seconds` to
        write; the connection is closed then, and some may have been published.
        """
        command = "SPUBLISH" if self._sharded else "PUBLISH"
        self._unanswered = len(texts)
        self._answered.clear()
        async with asyncio.timeout(seconds):
            await self._send(*((command, channel, text) for text in texts))
        await self._answered.wait()

    async def probe(self, *, seconds: float) -> None:
        """Ask for a sign of life: `get_message` gives a "pong", or raises if this is no master any more.

        Raises as `publish` does. HELLO, because its answer says both and everybody who got so far may send it.
        """
        async with asyncio.timeout(seconds):
            await self._send(("HELLO",))

    async def hang_up(self) -> None:
        """Close the connection: who reads finds it closed."""
        await self._standing().disconnect(nowait=True)

    async def aclose(self) -> None:
        """Give back the connection, and the pool with it."""
        try:
            await super().aclose()  # type: ignore[no-untyped-call]
        finally:
            await closed(self.connection_pool)

    def parse_response(self, block: bool = True, timeout: float = 0) -> Coroutine[Any, Any, Any]:
        """The next arrival: message, answer to a probe, or [b"published", None, receivers]; None after `timeout`."""
        return self._read(math.inf if block else timeout)

    async def _read(self, seconds: float) -> Any:
        response = await self._standing().read_response(timeout=seconds, push_request=True)
        if isinstance(response, int):
            return self._published(response)
        if isinstance(response, dict):
            role = None if self._sharded else not_a_master(response)
            if role is not None:
                raise LostConnection(f"the server is a {role} and no master, so its hints would reach no other server")
            return [b"pong", b""]
        return response

    def _published(self, receivers: int) -> list[object]:
        """Only PUBLISH answers with a number. It is handed on, because it is a sign of life."""
        self._unanswered -= 1
        if self._unanswered == 0:
            self._answered.set()
        return [b"published", None, receivers]

    async def _send(self, *commands: tuple[str, ...]) -> None:
        connection = self._standing()
        await connection.send_packed_command(connection.pack_commands(commands), check_health=False)

    def _standing(self) -> AbstractConnection:
        connection = cast("AbstractConnection | None", self.connection)
        if connection is None or not connection.is_connected:
            raise LostConnection("the connection is closed")
        return connection
