"""A connection of which one turn of the loop looks at a part of what was read; nothing more is read until the next.

uvloop reads up to 32 times 256 kB from a socket that has so much, and the libraries look at all that is in there
before anybody else has a turn.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

MUCH = 1 << 16
"""Bytes after which there may be more to read at once."""


class InTurns(asyncio.Protocol, ABC):
    """Beside the protocol of a library, which has a `loop` and a `transport`; that one's `data_received` is called by
    `_look`.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _turn: asyncio.Handle | None = None
    """The next turn of this connection, until which nothing is read."""
    _left = b""
    """The bytes that were read and are looked at then."""

    def data_received(self, data: bytes) -> None:
        """Some of what the client sends."""
        self._left += data
        if self._turn is None:
            self._take()
            if (self._left or len(data) > MUCH) and not self.transport.is_closing():
                self._pause()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is looked at any more."""
        self._left = b""
        if self._turn is not None:
            self._turn.cancel()
        super().connection_lost(exc)

    @abstractmethod
    def _look(self, data: bytes) -> bytes:
        """Look at as much as one turn allows; what is left over."""

    @abstractmethod
    def _paused(self) -> bool:
        """Whether nothing is to be read for other reasons."""

    def _take(self) -> None:
        rest = self._look(self._left)
        self._left = b"" if self.transport.is_closing() else rest

    def _pause(self) -> None:
        self.transport.pause_reading()
        self._turn = self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        self._turn = None
        self._take()
        if self.transport.is_closing():
            return
        if self._left:
            self._pause()
        elif not self._paused():
            self.transport.resume_reading()
