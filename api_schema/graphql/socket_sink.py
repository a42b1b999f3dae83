"""Updates that go out at once: the message of a socket is made once for all with the same selection and variables."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from inspect import isawaitable
from typing import Any

import msgspec
from graphql import Executor

from api_schema.graphql.render import Rendered, Rendering
from api_schema.ports.matches import Update
from api_schema.token_check import TokenCheck
from api_schema.wire import SendNow

OPERATION: ContextVar[SendNow | None] = ContextVar("operation", default=None)
"""Sends a message of the operation that runs in this context, if its socket can: what follows its id."""


class SocketSink:
    """The sink of one subscription; a port's DirectSink. `root` makes the root value that an update is executed on."""

    executor: Executor[Any] | None = None
    """Has executed an update of this subscription."""

    def __init__(self, shared: Rendering, send: SendNow, check: TokenCheck, root: Callable[[Update], Any]) -> None:
        self.open = False
        self.key = shared
        self._send = send
        self._check = check
        self._root = root

    async def prepare(self, update: Update) -> bytes | None:
        """The end of the message, unless it is a subscriber's own or there are errors."""
        if self.executor is None:
            return None
        result: Any = self.executor.build_per_event_executor(self._root(update)).execute_operation(False)
        if isawaitable(result):
            result = await result
        return result.data.tail if isinstance(result.data, Rendered) else None

    def send(self, prepared: bytes) -> bool:
        """Send the message, as long as nobody has to be asked about the token."""
        return self._check.holds and self._send(prepared)


def addressed(operation: str, send: SendNow, runs: Callable[[], bool]) -> SendNow:
    """Sends messages of an operation by their tails, as long as it runs."""
    head = b'{"id":' + msgspec.json.encode(operation)
    return lambda tail: runs() and send(head + tail)
