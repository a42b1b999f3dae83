"""Files that somebody sends to have them checked: a few at a time, nothing is kept.

A file takes a place when it is there, so that slow senders keep nobody out. Those on their way share some room. The
meter of the API says how many of them one client may send.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import contextmanager

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.ports.history import UPLOAD_LIMIT
from domain.kernel.game import CardGame
from service.history.audit_cache import busy
from service.history.verify.levels import header_of
from service.history.verify.report import TooLarge, Unreadable, VerifyReport
from service.history.verify.sources import BytesSource
from service.history.verify_worker import LINES, SECONDS, UNPACKED, VerifyProcess

WAITING = 8
"""The number of whole files held at once, the one under check included."""
ROOM = 8 * UPLOAD_LIMIT
"""Bytes of all files that are held, those on their way included."""
ARRIVAL = 120.0
"""Seconds that a file may take to arrive."""


class Uploads:
    """Checks one file at a time, in a process of its own."""

    def __init__(
        self,
        games: Sequence[CardGame],
        *,
        waiting: int = WAITING,
        room: int = ROOM,
        arrival: float = ARRIVAL,
        seconds: float = SECONDS,
    ) -> None:
        self._games = games
        self._waiting = waiting
        self._room = room
        self._arrival = arrival
        self._seconds = seconds
        self._inside = 0
        self._one = asyncio.Semaphore(1)
        self._children: set[VerifyProcess] = set()
        self._stopped = False

    async def verify(self, body: AsyncIterator[bytes], vouched: Collection[str]) -> VerifyReport:
        """The report of a replay file, plain or gzipped. INVALID_INPUT, with `limit` where it is too large."""
        pieces: list[bytes] = []
        try:
            self._admit()
            await self._receive(body, pieces)
            pieces[:] = [b"".join(pieces)]
            with self._place():
                return await self._examined(pieces[0], vouched)
        except TooLarge as error:
            raise too_large(str(error)) from None
        except Unreadable as error:
            raise _no_replay(error) from None
        finally:
            self._room += _size(pieces)

    async def stop(self) -> None:
        """End what is still being checked."""
        self._stopped = True
        for child in self._children:
            child.kill()

    def _admit(self) -> None:
        """UNAVAILABLE where a file would get no place: nobody need send all of it in vain."""
        if self._inside >= self._waiting or self._stopped:
            raise busy("too many files are being checked")

    @contextmanager
    def _place(self) -> Iterator[None]:
        self._admit()
        self._inside += 1
        try:
            yield
        finally:
            self._inside -= 1

    async def _receive(self, body: AsyncIterator[bytes], pieces: list[bytes]) -> None:
        """Add the pieces of a file as they arrive, as far as there is room for them."""
        size = 0
        try:
            async with asyncio.timeout(self._arrival):
                async for piece in body:
                    size += len(piece)
                    if size > UPLOAD_LIMIT:
                        raise TooLarge(f"the file is larger than {UPLOAD_LIMIT} bytes as it was sent")
                    if len(piece) > self._room:
                        raise busy("too many files are on their way")
                    self._room -= len(piece)
                    pieces.append(piece)
        except TimeoutError:
            raise Unreadable(f"the file did not arrive within {self._arrival:g} seconds") from None

    async def _examined(self, data: bytes, vouched: Collection[str]) -> VerifyReport:
        await asyncio.to_thread(header_of, BytesSource(data, UNPACKED, LINES))
        async with self._one:
            return await self._verified(data, vouched)

    async def _verified(self, data: bytes, vouched: Collection[str]) -> VerifyReport:
        child = VerifyProcess(self._games, vouched, self._seconds)
        self._children.add(child)
        try:
            return await asyncio.to_thread(child.verify, data)
        finally:
            # the thread outlives a cancelled caller; its work does not
            child.kill()
            self._children.discard(child)


def _size(pieces: Sequence[bytes]) -> int:
    return sum(len(piece) for piece in pieces)


def too_large(message: str) -> ApiError:
    """More than is read; `limit` says how much may be sent."""
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("body",), details={"limit": UPLOAD_LIMIT})


def _no_replay(error: Unreadable) -> ApiError:
    message = f"this is not a replay file that can be read: {error}"
    line = {} if error.line is None else {"line": error.line}
    fault = Fault(message, path=("body",))
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("body",), faults=(fault,), details=dict(line))
