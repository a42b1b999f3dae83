"""Delivers webhooks: each in order and at least once, by one replica at a time, all beside one another."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any
from uuid import uuid4

import structlog

from eventstore import EventStore, StoreError
from service.leases import Lease
from service.projections.webhook_feed.queries import is_withheld
from service.streams.broker import Broker
from service.streams.follower import WORK, Follower
from service.times import Clock
from service.webhooks import rows
from service.webhooks.messages import delivery_of
from service.webhooks.poster import CONNECTIONS, DeliveryFailure
from service.webhooks.rows import Hook
from service.webhooks.secrets import SecretBox, SecretLost, signed

log = structlog.get_logger(__name__)

FIRST, LONGEST = 5_000, 3_600_000
"""Milliseconds between a failure and the next attempt: doubled with each, at most the second."""
PAGE = 20
TURN = 20.0
"""Seconds after which a webhook with much to tell lets others go first."""
DAY = 86_400_000
Post = Callable[[str, Mapping[str, str], bytes], Awaitable[DeliveryFailure | None]]
"""Sends a body with these headers to a URL."""


def pause(attempts: int, jitter: float) -> int:
    """Milliseconds until the next attempt after so many failures; jitter from 0 to 1 takes up to half of them off."""
    whole = min(FIRST << min(attempts - 1, 20), LONGEST)
    return whole - int(whole * jitter / 2)


class Deliverer(Follower):
    """Works for the shards of its lease. A webhook that fails or is slow holds up nobody but itself."""

    def __init__(
        self,
        store: EventStore,
        broker: Broker,
        box: SecretBox,
        post: Post,
        clock: Clock,
        *,
        disable_after_days: int,
        jitter: Callable[[], float] = random.random,
        poll: float = 1.0,
        settle: float = 0.2,
        slots: int = CONNECTIONS,
        lease: Lease | None = None,
    ) -> None:
        super().__init__(broker, self._tick, poll=poll, settle=settle, words=(WORK,), lease=lease)
        self._store = store
        self._box = box
        self._post = post
        self._clock = clock
        self._disable_after = disable_after_days * DAY
        self._jitter = jitter
        self._slots = slots
        self._turns: dict[str, asyncio.Task[None]] = {}

    async def stop(self) -> None:
        """Stop. The next replica may deliver again what is on its way."""
        await super().stop()
        for turn in self._turns.values():
            turn.cancel()
        await asyncio.gather(*self._turns.values(), return_exceptions=True)

    async def tick(self) -> None:
        """Give each webhook that is due a turn, beside those that have one, and wait for these turns."""
        await asyncio.gather(*await self._begin(), return_exceptions=True)

    async def _tick(self) -> None:
        try:
            if self._lease.held:
                await self._begin()
        except StoreError as error:
            log.warning("webhooks wait for the store", error=str(error))

    async def _begin(self) -> list[asyncio.Task[None]]:
        free = self._slots - len(self._turns)
        if free <= 0:
            return []
        # those that have a turn are leased, so they don't come again
        due = await self._store.sql.read(partial(rows.due, now=self._clock(), limit=free, shards=self._lease.shards))
        begun = []
        for webhook in due:
            if webhook not in self._turns:
                turn = asyncio.create_task(self._turn(webhook))
                self._turns[webhook] = turn
                turn.add_done_callback(partial(self._ended, webhook))
                begun.append(turn)
        return begun

    def _ended(self, webhook: str, turn: asyncio.Task[None]) -> None:
        del self._turns[webhook]
        self.wake()

    async def _turn(self, webhook: str) -> None:
        """Deliver until there is nothing left, or something fails, or the time is up."""
        try:
            claim = partial(rows.claim, webhook=webhook, lease=uuid4().hex, now=self._clock())
            hook = await self._store.sql.write(claim)
            if hook is not None:
                await self._deliver(hook)
        except StoreError as error:
            log.warning("a webhook waits for the store", webhook=webhook, error=str(error))
        except Exception:
            log.error("a webhook can't be delivered", webhook=webhook, exc_info=True)

    async def _deliver(self, hook: Hook) -> None:
        ends, after = time.monotonic() + TURN, hook.position
        for row in await self._store.sql.read(partial(rows.ripe, hook=hook, now=self._clock(), limit=PAGE)):
            if not await self._tell(hook, row, released=row.position):
                return
        while True:
            page, end = await self._store.sql.read(partial(rows.news, hook=hook, after=after, limit=PAGE))
            for row in page:
                if not await self._pass(hook, row):
                    return
                after = row.position
                if time.monotonic() > ends:
                    await self._note(hook, **_FREE)
                    return
            if len(page) < PAGE:
                # nothing of what is left is for this one
                await self._note(hook, position=max(after, end), **_FREE)
                return

    async def _pass(self, hook: Hook, row: Any) -> bool:
        """Whether to go on: the next row of the feed is delivered, or noted for the time when it may be."""
        if is_withheld(row, own=hook.own, now=self._clock()):
            return await self._note(hook, withheld=row.position, position=row.position)
        return await self._tell(hook, row, position=row.position)

    async def _tell(self, hook: Hook, row: Any, **passed: int) -> bool:
        """Whether to go on: it has arrived, which is noted as passed, and the webhook is still this replica's."""
        delivery = delivery_of(row)
        if delivery is None:
            return await self._note(hook, **passed)
        name, body = delivery
        try:
            headers = signed(self._box.open(hook.secret), name, self._clock(), body)
        except SecretLost:
            await self._failed(
                hook, DeliveryFailure("this service has lost the secret: make a new webhook", final=True)
            )
            return False
        if row.parent is not None and hook.sent(row):
            headers = {**headers, "traceparent": row.parent}
        failure = await self._post(hook.url, headers, body)
        if failure is not None:
            await self._failed(hook, failure)
            return False
        now = self._clock()
        return await self._note(hook, **passed, last_delivered_at=now, leased_until=now + rows.LEASE, **_WELL)

    async def _failed(self, hook: Hook, failure: DeliveryFailure) -> None:
        now = self._clock()
        row = await self._store.sql.read(partial(rows.failures, hook=hook))
        if row is None:
            return
        since, attempts = row.failing_since or now, row.attempts + 1
        over = failure.final or now - since >= self._disable_after
        if over:
            log.warning("a webhook is disabled", webhook=hook.id, error=failure.reason)
        await self._note(
            hook,
            attempts=attempts,
            failing_since=since,
            last_error=failure.reason,
            next_attempt_at=now + pause(attempts, self._jitter()),
            disabled_at=now if over else None,
            **_FREE,
        )

    async def _note(
        self, hook: Hook, *, withheld: int | None = None, released: int | None = None, **values: Any
    ) -> bool:
        work = partial(rows.note, hook=hook, values=values, withheld=withheld, released=released)
        return await self._store.sql.write(work)


_FREE: Mapping[str, Any] = {"lease": "", "leased_until": 0}
"""The webhook is nobody's."""
_WELL: Mapping[str, Any] = {"attempts": 0, "next_attempt_at": 0, "failing_since": None, "last_error": None}
"""Nothing is wrong with it."""
