"""One Redis connection for both directions: it is subscribed, and publishes."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any, cast

from redis.asyncio import ConnectionPool
from redis.asyncio.client import PubSub
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import ResponseError

from service.streams.redis_routes import closed, not_a_master

MESSAGES = b"message", b"smessage"
ANSWER = b"answer"
"""The kind of what is neither a message nor tells of a subscription."""
_SUBSCRIBED, _UNSUBSCRIBED = (b"subscribe", b"ssubscribe"), (b"unsubscribe", b"sunsubscribe")


class DuplexSubscription(PubSub):
    """A subscription of redis-py that publishes on its own connection, which RESP3 allows and RESP2 doesn't.

    One task reads with `arrival`; another may `exchange`, a third `probe`. It never reconnects by itself once it has
    connected: a handshake would take the answers to what the other task sends for its own. `sharded`: the channels
    belong to the slots of a cluster; otherwise the server has to be a master, now and later.
    """

    def __init__(self, pool: ConnectionPool, *, sharded: bool = False) -> None:
        super().__init__(pool)
        self._sharded = sharded
        self._unanswered = 0
        self._receivers: list[int] = []
        self._leaving: set[bytes] = set()
        self._answered = asyncio.Event()

    async def open(self, channel: str, *, seconds: float) -> None:
        """Connect and be subscribed. Raises what the connection raises, or TimeoutError."""
        async with asyncio.timeout(seconds):
            await self.connect()  # type: ignore[no-untyped-call]
            await self._send(("HELLO",))
            await self.arrival(math.inf)
            try:
                await self._send((self._command("SUBSCRIBE"), channel))
                await self.arrival(math.inf)
            except ResponseError as error:
                if self._sharded and "unknown command" in str(error):
                    raise LostConnection("the cluster has no sharded pub/sub: it takes Redis 7 or later") from error
                raise

    async def exchange(
        self,
        subscribe: Sequence[str],
        unsubscribe: Sequence[str],
        publish: Sequence[tuple[str, str]],
        *,
        seconds: float,
    ) -> list[int]:
        """Subscribe to channels, leave others, and publish (channel, text), in this order and in one round trip.

        It returns when each is answered, with the number of receivers of each text; the other task must be reading. One
        call at a time. Raises what the connection raises, or TimeoutError if it takes longer than `seconds` to write;
        the connection is closed then, and some may have been published.
        """
        changes = ("SUBSCRIBE", subscribe), ("UNSUBSCRIBE", unsubscribe)
        commands = [(self._command(name), *channels) for name, channels in changes if channels]
        commands += [(self._command("PUBLISH"), channel, text) for channel, text in publish]
        self._receivers = []
        self._leaving = {channel.encode() for channel in unsubscribe}
        self._unanswered = len(subscribe) + len(unsubscribe) + len(publish)
        if self._unanswered:
            self._answered.clear()
            async with asyncio.timeout(seconds):
                await self._send(*commands)
            await self._answered.wait()
        return self._receivers

    async def probe(self, *, seconds: float) -> None:
        """Ask for a sign of life, which arrives.

        Raises as `exchange` does. HELLO, because its answer says both and everybody who got so far may send it.
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

    async def arrival(self, seconds: float) -> list[Any] | None:
        """The next arrival, None after so many seconds: (kind, channel, data) of a message, or a sign of life.

        Raises LostConnection where this is no master any more, or the slot of the channels has left.
        """
        response = await self._standing().read_response(timeout=seconds, push_request=True)
        if isinstance(response, int):
            # only PUBLISH answers with a number
            self._receivers.append(response)
            self._was_answered()
        elif isinstance(response, dict):
            role = None if self._sharded else not_a_master(response)
            if role is not None:
                raise LostConnection(f"the server is a {role} and no master, so its hints would reach no other server")
        elif isinstance(response, list):
            if response[0] in _SUBSCRIBED:
                self._was_answered()
            elif response[0] in _UNSUBSCRIBED:
                self._left(response[1])
            return response
        return None if response is None else [ANSWER, b"", response]

    def _left(self, channel: bytes) -> None:
        if channel not in self._leaving:
            raise LostConnection("the slot of the channel has moved to another server")
        self._leaving.remove(channel)
        self._was_answered()

    def _was_answered(self) -> None:
        self._unanswered -= 1
        if self._unanswered == 0:
            self._answered.set()

    def _command(self, name: str) -> str:
        return f"S{name}" if self._sharded else name

    async def _send(self, *commands: tuple[str, ...]) -> None:
        connection = self._standing()
        await connection.send_packed_command(connection.pack_commands(commands), check_health=False)

    def _standing(self) -> AbstractConnection:
        connection = cast("AbstractConnection | None", self.connection)
        if connection is None or not connection.is_connected:
            raise LostConnection("the connection is closed")
        return connection
