"""A cache of audits: one for each version of a match and its signature, shared by all callers. The first one pays."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from cachetools import LRUCache

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.history import AUDIT, AUDITED, Payer
from service.history.verify.report import VerifyReport

_Key = tuple[str, int, str | None, int | None]
Examine = Callable[[str, int | None], Awaitable[VerifyReport]]
"""Audits a match, or its events up to a version."""
RETRY_MS = 5_000


class _Underway(NamedTuple):
    task: asyncio.Task[VerifyReport]
    payer: str


class AuditCache:
    """Keeps the reports used last; lets `most` audits of different matches wait, `each` of one client, and refuses
    more.
    """

    def __init__(self, examine: Examine, kept: int = 256, most: int = 16, each: int = 2) -> None:
        self._examine = examine
        self._most = most
        self._each = each
        self._reports: LRUCache[_Key, VerifyReport] = LRUCache(kept)
        self._underway: dict[_Key, _Underway] = {}

    async def of(
        self, match: str, version: int, payer: Payer, signed_by: str | None = None, *, upto: int | None = None
    ) -> VerifyReport:
        """The report of a match that has come to this version and signature, or further. UNAVAILABLE, NOT_FOUND,
        RATE_LIMITED.

        With `upto` that of its events up to that version alone.
        """
        key = (match, version, signed_by, upto)
        known = self._reports.get(key)
        if known is not None:
            return known
        underway = self._underway.get(key)
        # one who goes away must not take it from the others
        return await asyncio.shield(self._begin(key, payer) if underway is None else underway.task)

    async def stop(self) -> None:
        """Nobody will wait any more."""
        tasks = [underway.task for underway in self._underway.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, key: _Key, payer: Payer) -> asyncio.Task[VerifyReport]:
        match, version, _, upto = key
        if len(self._underway) >= self._most:
            raise busy("too many audits are waiting")
        if sum(underway.payer == payer.name for underway in self._underway.values()) >= self._each:
            raise busy(f"{self._each} audits that you have asked for are waiting")
        payer.pay(max(0, AUDITED * version - AUDIT))
        task = asyncio.ensure_future(self._examine(match, upto))
        self._underway[key] = _Underway(task, payer.name)
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
