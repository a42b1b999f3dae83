"""Files that somebody sends to have them checked: a few at a time, nothing is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.ports.history import UPLOAD_LIMIT
from domain.kernel.game import Game
from service.history.audit_cache import busy
from service.history.verify.levels import header_of
from service.history.verify.report import TooLarge, Unreadable, VerifyReport
from service.history.verify.sources import BytesSource
from service.history.verify_worker import LINES, SECONDS, UNPACKED, VerifyProcess

WAITING = 8
"""The number of files held at once, the one under check included."""
ARRIVAL = 120.0
"""Seconds that a file may take to arrive, so that slow senders can't keep the others out."""


class Uploads:
    """Checks one file at a time, in a process of its own."""

    def __init__(
        self, games: Sequence[Game], *, waiting: int = WAITING, arrival: float = ARRIVAL, seconds: float = SECONDS
    ) -> None:
        self._games = games
        self._waiting = waiting
        self._arrival = arrival
        self._seconds = seconds
        self._inside = 0
        self._one = asyncio.Semaphore(1)
        self._children: set[VerifyProcess] = set()
        self._stopped = False

    async def verify(self, body: AsyncIterator[bytes], vouched: Collection[str]) -> VerifyReport:
        """The report of a replay file, plain or gzipped. INVALID_INPUT, with `limit` where it is too large."""
        if self._inside >= self._waiting or self._stopped:
            raise busy("too many files are being checked")
        self._inside += 1
        try:
            data = await self._received(body)
            await asyncio.to_thread(header_of, BytesSource(data, UNPACKED, LINES))
            async with self._one:
                return await self._examined(data, vouched)
        except TooLarge as error:
            raise too_large(str(error)) from None
        except Unreadable as error:
            raise _no_replay(error) from None
        finally:
            self._inside -= 1

    async def stop(self) -> None:
        """End what is still being checked."""
        self._stopped = True
        for child in self._children:
            child.kill()

    async def _received(self, body: AsyncIterator[bytes]) -> bytes:
        data = bytearray()
        try:
            async with asyncio.timeout(self._arrival):
                async for chunk in body:
                    data += chunk
                    if len(data) > UPLOAD_LIMIT:
                        raise TooLarge(f"the file is larger than {UPLOAD_LIMIT} bytes as it was sent")
        except TimeoutError:
            raise Unreadable(f"the file did not arrive within {self._arrival:g} seconds") from None
        return bytes(data)

    async def _examined(self, data: bytes, vouched: Collection[str]) -> VerifyReport:
        child = VerifyProcess(self._games, vouched, self._seconds)
        self._children.add(child)
        try:
            return await asyncio.to_thread(child.verify, data)
        finally:
            # the thread outlives a cancelled caller; its work does not
            child.kill()
            self._children.discard(child)


def too_large(message: str) -> ApiError:
    """More than is read; `limit` says how much may be sent."""
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("body",), details={"limit": UPLOAD_LIMIT})


def _no_replay(error: Unreadable) -> ApiError:
    message = f"this is not a replay file that can be read: {error}"
    line = {} if error.line is None else {"line": error.line}
    fault = Fault(message, path=("body",))
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("body",), faults=(fault,), details=dict(line))
