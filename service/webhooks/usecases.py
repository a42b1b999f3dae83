"""ports.Webhooks: what an account does with its webhooks."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.catalogue import Catalogue
from api_schema.ports.webhooks import CreateWebhook, ReplayWebhook, WebhookMade, WebhookOut
from eventstore import EventStore
from service.application.ids import TOURNAMENT_IDS, event_of
from service.application.permissions import require_look, require_scope
from service.application.refusals import store_errors
from service.times import Clock, instant, rfc3339
from service.webhooks import rows
from service.webhooks.addresses import AddressGuard
from service.webhooks.secrets import SecretBox

MOST = 10
"""Webhooks that an account may have."""
SCOPE = "webhook:manage"
T = TypeVar("T")


class WebhookUseCases:
    """The webhooks of all accounts; a caller only ever reaches the own ones."""

    def __init__(
        self,
        store: EventStore,
        catalogue: Catalogue,
        guard: AddressGuard,
        box: SecretBox,
        clock: Clock,
        most: int = MOST,
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._guard = guard
        self._box = box
        self._clock = clock
        self._most = most

    async def create(self, caller: Caller, request: CreateWebhook) -> WebhookMade:
        account = _manager(caller)
        if request.matches == "OWN":
            require_look(caller)
        if not request.kinds:
            raise ApiError(ErrorCode.INVALID_INPUT, "a webhook is told of at least one kind", path=("kinds",))
        if request.game is not None:
            self._catalogue.game(request.game)
        await self._guard.require(request.url)
        secret, now = self._box.new(), self._clock()
        row = {
            "id": f"wh_{secrets.token_hex(10)}",
            "account": account,
            "url": request.url,
            "kinds": " ".join(dict.fromkeys(request.kinds)),
            "game": request.game,
            "tournament": None if request.tournament is None else TOURNAMENT_IDS.stream_of(request.tournament),
            "own": request.matches == "OWN",
            "secret": self._box.close(secret),
            "created_at": now,
            "attempts": 0,
            "next_attempt_at": 0,
            "lease": "",
            "leased_until": 0,
        }
        return WebhookMade(_out(await self._write(partial(rows.add, row=row, most=self._most))), secret)

    async def all(self, caller: Caller) -> tuple[WebhookOut, ...]:
        work = partial(rows.all_of, account=_manager(caller))
        with store_errors():
            return tuple(_out(row) for row in await self._store.sql.lookup(work))

    async def get(self, caller: Caller, webhook_id: str) -> WebhookOut:
        work = partial(rows.one, account=_manager(caller), webhook=_known(webhook_id))
        with store_errors():
            return _out(await self._store.sql.read(work))

    async def delete(self, caller: Caller, webhook_id: str) -> None:
        await self._write(partial(rows.delete, account=_manager(caller), webhook=_known(webhook_id)))

    async def replay(self, caller: Caller, webhook_id: str, request: ReplayWebhook) -> WebhookOut:
        account, webhook = _manager(caller), _known(webhook_id)
        if (request.after is None) == (request.since is None):
            raise ApiError(ErrorCode.INVALID_INPUT, "say either `after` or `since`", path=("after",))
        if request.since is not None:
            since = instant(request.since, "since")
            again = partial(rows.replay_since, account=account, webhook=webhook, since=since)
            return _out(await self._write(again))
        stream, version = event_of(request.after or "")
        there = partial(
            rows.replay_after, account=account, webhook=webhook, stream=stream, version=version, now=self._clock()
        )
        return _out(await self._write(there))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        with store_errors():
            return await self._store.sql.write(work)


def _out(row: Any) -> WebhookOut:
    status: Literal["ACTIVE", "FAILING", "DISABLED"] = "ACTIVE"
    if row.failing_since is not None:
        status = "FAILING"
    if row.disabled_at is not None:
        status = "DISABLED"
    return WebhookOut(
        id=row.id,
        url=row.url,
        kinds=tuple(row.kinds.split()),
        game=row.game,
        tournament=None if row.tournament is None else TOURNAMENT_IDS.id_of(row.tournament),
        matches="OWN" if row.own else "PUBLIC",
        status=status,
        created_at=rfc3339(row.created_at),
        last_delivered_at=_time(row.last_delivered_at),
        failing_since=_time(row.failing_since),
        next_attempt_at=_time(row.next_attempt_at) if status == "FAILING" else None,
        last_error=row.last_error,
    )


def _time(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)


def _known(webhook: str) -> str:
    """The id, if a webhook could be called so: not every text can be asked of every database."""
    if not webhook.isascii() or not webhook.isprintable():
        raise rows.no_webhook(webhook)
    return webhook


def _manager(caller: Caller) -> str:
    if caller.account is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "webhooks belong to an account: send a personal token")
    require_scope(caller, SCOPE)
    return caller.account
