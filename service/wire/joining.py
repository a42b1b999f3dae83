"""A transport that gives the head of an answer to the kernel together with what follows it.

uvicorn writes them one after the other, and uvloop passes on each write at once: two system calls for an answer, and a
client who is woken twice.
"""

from __future__ import annotations

import asyncio
from typing import Any


class JoiningTransport(asyncio.Transport):
    """The transport under it, but the first of two writes waits for the second, until the turn of the loop ends."""

    def __init__(self, under: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.under = under
        self._loop = loop
        self._held: bytes | None = None
        self._end: asyncio.Handle | None = None

    def write(self, data: Any) -> None:
        """Hold what comes first; write the second with it."""
        held = self._taken()
        if held is None:
            self._held, self._end = data, self._loop.call_soon(self._flush)
        else:
            self.under.writelines((held, data))

    def close(self) -> None:
        """Close, once everything is written."""
        self._flush()
        self.under.close()

    def abort(self) -> None:
        """Close at once."""
        self._taken()
        self.under.abort()

    def is_closing(self) -> bool:
        return self.under.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.under.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self.under.pause_reading()

    def resume_reading(self) -> None:
        self.under.resume_reading()

    def _flush(self) -> None:
        held = self._taken()
        if held is not None:
            self.under.write(held)

    def _taken(self) -> bytes | None:
        held, self._held = self._held, None
        if self._end is not None:
            self._end.cancel()
            self._end = None
        return held
