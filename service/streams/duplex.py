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


class DuplexSubscription(PubSub):
    """A subscription of redis-py that publishes on its own connection, which RESP3 allows and RESP2 doesn't.

    One task reads with `get_message`; another may `publish` meanwhile. It never reconnects by itself once it has
    connected: a handshake would take the answers to what the other task sends for its own.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        super().__init__(pool)
        self._unanswered = 0
        self._answered = asyncio.Event()

    async def publish(self, channel: str, texts: Sequence[str], *, seconds: float) -> None:
        """Send all in one round trip and return when each is answered; the other task must be reading.

        One call at a time. Raises what the connection raises, or TimeoutError if it takes longer than `seconds` to
        write; the connection is closed then, and some may have been published.
        """
        self._unanswered = len(texts)
        self._answered.clear()
        async with asyncio.timeout(seconds):
            await self._send(*(("PUBLISH", channel, text) for text in texts))
        await self._answered.wait()

    async def probe(self, *, seconds: float) -> None:
        """Ask for a sign of life: `get_message` gives a "pong". Raises as `publish` does."""
        async with asyncio.timeout(seconds):
            await self._send(("PING",))

    def parse_response(self, block: bool = True, timeout: float = 0) -> Coroutine[Any, Any, Any]:
        """The next arrival: message, answer to a ping, or [b"published", None, receivers]; None after `timeout`."""
        return self._read(math.inf if block else timeout)

    async def _read(self, seconds: float) -> Any:
        response = await self._standing().read_response(timeout=seconds, push_request=True)
        return self._published(response) if isinstance(response, int) else response

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
