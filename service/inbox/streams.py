"""Live inboxes of one process: hints tell whose streams have something to read.

The fold of the read model hints at the inboxes that got items. Where that is lost, or the broker is away, one look
at the store finds them whenever the projector sees that the read model has moved on. Nothing is queued: each stream
reads its own items at its own pace, so none is too slow.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Collection, Iterable
from dataclasses import dataclass

import structlog

from api_schema.ports.inbox import InboxHeartbeatOut, InboxMessage, InboxTruncatedOut
from eventstore import StoreUnavailable
from service.background import BackgroundTask
from service.inbox.cursors import Cursors
from service.inbox.rendering import entries
from service.projections.inbox.fold import NAME
from service.projections.inbox.queries import InboxPlace, InboxReader, ItemsAfter
from service.streams.broker import Broker, Unsubscribe, account_of, inbox_of
from service.streams.watcher import unless

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class InboxStreamSettings:
    """Seconds and counts. `retry`: between two tries of a store that is away; `page`: items a read."""

    heartbeat: float = 15.0
    retry: float = 1.0
    page: int = 100


class InboxStreams(BackgroundTask):
    """Everybody whose inbox is open here. `start` before use, `drain` when told to stop, `stop` at the end."""

    def __init__(
        self, reader: InboxReader, cursors: Cursors, broker: Broker, settings: InboxStreamSettings | None = None
    ) -> None:
        self._reader = reader
        self._cursors = cursors
        self._broker = broker
        self._settings = settings or InboxStreamSettings()
        self._open: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._unfollow: dict[str, Unsubscribe] = {}
        self._hinted: dict[str, int] = {}
        self._looked: int | None = None
        self._reached = 0
        self._moved = asyncio.Event()
        self._draining = asyncio.Event()

    async def start(self) -> None:
        """Listen to the broker, and look in the background."""
        self._unsubscribe = self._broker.subscribe(self)
        await super().start()

    def drain(self) -> None:
        """End every stream now, and each later one at once: they go on at another replica."""
        self._draining.set()
        self._wake(self._open)

    async def stop(self) -> None:
        """Drain, and look no more."""
        self.drain()
        if self._task is not None:
            self._unsubscribe()
        await super().stop()

    def hinted(self, match_id: str, version: int) -> None:
        """An inbox has an item at this place of the log."""
        account = account_of(match_id)
        if account is not None and account in self._open:
            self._hinted[account] = version
            self._wake([account])

    def missed(self, keys: Collection[str] | None = None) -> None:
        """Hints may have been lost: look into these inboxes. While the broker is away the projector polls."""
        self._wake(map(account_of, keys or ()))

    def advanced(self, name: str, position: int) -> None:
        """A read model has reached a position of the log."""
        if name == NAME and position != self._reached:
            if position < self._reached:
                # the store was set back, and what is newest there is older than what was looked at
                self._looked = None
                self._hinted.clear()
            self._reached = position
            self._moved.set()

    @property
    def streams(self) -> int:
        """The number of streams open here now."""
        return sum(len(events) for events in self._open.values())

    async def follow(self, account: str, after: InboxPlace | None) -> AsyncGenerator[InboxMessage]:
        """The items of an account after a place, then new ones. Close it when the reader leaves.

        A woken stream reads again, and registers before its first read: so nothing falls between.
        """
        news, here = asyncio.Event(), after
        self._open[account].add(news)
        if account not in self._unfollow:
            self._unfollow[account] = self._broker.follow(inbox_of(account))
        try:
            while not self._draining.is_set():
                news.clear()
                found = await self._read(account, here)
                if found is None:
                    await _either(news, self._settings.retry)
                    continue
                if not found.whole:
                    yield InboxTruncatedOut(self._cursor(account, here))
                if not (found.whole or found.rows):
                    # where the store was set back, what comes next may stand before a place that is gone
                    here = None
                    continue
                for item in entries(found.rows, account, self._cursors):
                    yield item
                here = found.last or here
                if not found.more and not await _either(news, self._settings.heartbeat):
                    yield InboxHeartbeatOut(self._cursor(account, here))
        finally:
            self._close(account, news)

    async def _read(self, account: str, after: InboxPlace | None) -> ItemsAfter | None:
        """The next items, or None while the store is away, and when this process stops."""
        try:
            return await unless(self._draining, self._reader.page(account, after, self._settings.page))
        except StoreUnavailable:
            return None

    def _cursor(self, account: str, place: InboxPlace | None) -> str:
        return "" if place is None else self._cursors.of(account, place)

    def _close(self, account: str, news: asyncio.Event) -> None:
        self._open[account].discard(news)
        if not self._open[account]:
            del self._open[account]
            self._unfollow.pop(account)()
            self._hinted.pop(account, None)

    def _wake(self, accounts: Iterable[str | None]) -> None:
        for account in self._open.keys() & set(accounts):
            for news in self._open[account]:
                news.set()

    async def _run(self) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            try:
                await self._look()
            except Exception as error:
                log.warning("inboxes_not_read", error=type(error).__name__)
                await asyncio.sleep(self._settings.retry)
                self._moved.set()

    async def _look(self) -> None:
        if not self._open:
            # a stream that comes now reads for itself; the next look sets a start and finds later items from it
            self._looked = None
        elif self._looked is None:
            self._looked = await self._reader.newest()
            self._wake(self._open)
        else:
            told = await self._reader.news(self._looked, set(self._open))
            self._looked = max(told.values(), default=self._looked)
            self._wake(account for account, last in told.items() if last > self._hinted.get(account, 0))


async def _either(news: asyncio.Event, seconds: float) -> bool:
    """Whether there are news before the time is over."""
    try:
        # not wait_for: in Python 3.11 it can swallow a cancellation
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return False
    return True
