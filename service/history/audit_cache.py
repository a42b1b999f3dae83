"""A cache of audits: one for each version of a match and its signature, shared by all callers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cachetools import LRUCache

from api_schema.errors import ApiError, ErrorCode
from service.history.verify.report import VerifyReport

_Key = tuple[str, int, str | None, int | None]
Examine = Callable[[str, int | None], Awaitable[VerifyReport]]
"""Audits a match, or its events up to a version."""
RETRY_MS = 5_000


class AuditCache:
    """Keeps the reports used last; lets `most` audits of different matches wait, and refuses more."""

    def __init__(self, examine: Examine, kept: int = 256, most: int = 16) -> None:
        self._examine = examine
        self._most = most
        self._reports: LRUCache[_Key, VerifyReport] = LRUCache(kept)
        self._underway: dict[_Key, asyncio.Task[VerifyReport]] = {}

    async def of(
        self, match: str, version: int, signed_by: str | None = None, *, upto: int | None = None
    ) -> VerifyReport:
        """The report of a match that has come to this version and signature, or further. UNAVAILABLE, NOT_FOUND.

        With `upto` that of its events up to that version alone.
        """
        key = (match, version, signed_by, upto)
        known = self._reports.get(key)
        if known is not None:
            return known
        # one who goes away must not take it from the others
        return await asyncio.shield(self._underway.get(key) or self._begin(key))

    async def stop(self) -> None:
        """Nobody will wait any more."""
        tasks = list(self._underway.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, key: _Key) -> asyncio.Task[VerifyReport]:
        if len(self._underway) >= self._most:
            raise busy("too many audits are waiting")
        task = asyncio.ensure_future(self._examine(key[0], key[3]))
        self._underway[key] = task
        task.add_done_callback(lambda done: self._finished(key, done))
        return task

    def _finished(self, key: _Key, task: asyncio.Task[VerifyReport]) -> None:
        del self._underway[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._reports[key] = task.result()


def busy(message: str) -> ApiError:
    """Too many want something heavy at once."""
    return ApiError(ErrorCode.UNAVAILABLE, f"{message}; ask again later", details={"retryAfterMs": RETRY_MS})
