"""The rows of webhooks and of their feed: each statement of theirs, on a connection inside a transaction."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from eventstore import least_stamp, resolved
from eventstore.read_models.checkpoints import read_places
from eventstore.read_models.past import Past
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS
from service.application.living import require_living
from service.application.pseudonyms import named_account, sender
from service.projections.tournament_states import tournaments_among
from service.projections.webhook_feed.queries import (
    TOURNAMENTS,
    Wanted,
    end_of_feed,
    is_withheld,
    no_longer_withheld,
    rows_for,
)
from service.projections.webhook_feed.table import webhook_feed
from service.sharding import of_names
from service.tables import accounts, webhook_withheld, webhooks

LEASE = 60_000
"""Milliseconds for which a webhook is one replica's: longer than a delivery can take."""
_WITHHOLD = sa.text(
    "INSERT INTO webhook_withheld (webhook, position) VALUES (:webhook, :position) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True)
class Hook(Wanted):
    """A webhook that is being delivered, by whom."""

    id: str
    url: str
    secret: bytes
    position: int
    lease: str
    alias_key: bytes = b""

    def sent(self, row: Any) -> bool:
        """Whether the account has sent the command behind a row with a trace."""
        if not self.alias_key:
            return False
        ids = TOURNAMENT_IDS if row.kind in TOURNAMENTS else MATCH_IDS
        own = Caller(named_account(self.account), account=self.account, alias_key=self.alias_key)
        return bool(row.sender == sender(own, ids.id_of(row.stream_id)))


# the account's changes


def add(connection: Connection, row: dict[str, Any], most: int) -> Any:
    """The new row, which begins at the end of the logs.

    FORBIDDEN beyond `most`, NOT_FOUND for an erased account or a tournament that isn't there.
    """
    require_living(connection, row["account"])
    wanted = row["tournament"]
    if wanted is not None and not tournaments_among(Past(connection), {wanted}):
        raise TOURNAMENT_IDS.not_found(TOURNAMENT_IDS.id_of(wanted))
    count = sa.select(sa.func.count()).select_from(webhooks).where(webhooks.c.account == row["account"])
    if connection.execute(count).scalar_one() >= most:
        raise ApiError(ErrorCode.FORBIDDEN, f"an account may have at most {most} webhooks")
    end = resolved(least_stamp(read_places(connection).ends))
    connection.execute(webhooks.insert().values(position=end, **row))
    return one(connection, row["account"], row["id"])


def one(connection: Connection, account: str, webhook: str) -> Any:
    """The row. NOT_FOUND if the account has no such webhook."""
    row = connection.execute(sa.select(webhooks).where(_of(account, webhook))).first()
    if row is None:
        raise no_webhook(webhook)
    return row


def all_of(connection: Connection, account: str) -> list[Any]:
    """The rows of an account, newest first."""
    query = sa.select(webhooks).where(webhooks.c.account == account)
    return list(connection.execute(query.order_by(webhooks.c.created_at.desc(), webhooks.c.id)).all())


def delete(connection: Connection, account: str, webhook: str) -> None:
    """Remove the row. NOT_FOUND."""
    if not connection.execute(webhooks.delete().where(_of(account, webhook))).rowcount:
        raise no_webhook(webhook)
    connection.execute(webhook_withheld.delete().where(webhook_withheld.c.webhook == webhook))


def replay_after(connection: Connection, account: str, webhook: str, stream: UUID, version: int, now: int) -> Any:
    """Go on after this event of the feed. INVALID_INPUT for one that the webhook is not told of."""
    row = one(connection, account, webhook)
    at = (webhook_feed.c.stream_id == stream) & (webhook_feed.c.version == version)
    query = rows_for(_hook(row)).where(at, webhook_feed.c.position <= end_of_feed(connection))
    found = connection.execute(query).first()
    if found is None or is_withheld(found, own=row.own, now=now):
        raise ApiError(ErrorCode.INVALID_INPUT, "this webhook has no such delivery", path=("after",))
    return _go_on(connection, row, found.position)


def replay_since(connection: Connection, account: str, webhook: str, since: int) -> Any:
    """Go on with what has happened from this time on."""
    row = one(connection, account, webhook)
    told = webhook_feed.c.position <= end_of_feed(connection)
    first = sa.select(sa.func.min(webhook_feed.c.position)).where(webhook_feed.c.at >= since, told)
    position = connection.execute(first).scalar()
    return _go_on(connection, row, row.position if position is None else min(position - 1, row.position))


def no_webhook(webhook: str) -> ApiError:
    """The account has no such webhook, even if another account has."""
    return ApiError(ErrorCode.NOT_FOUND, f"you have no webhook {webhook[:64]!r}", path=("id",))


def _go_on(connection: Connection, row: Any, position: int) -> Any:
    """Set the checkpoint, and take the webhook from the replica that delivers now. Rows that it passes again may wait
    anew.
    """
    again = (webhook_withheld.c.webhook == row.id) & (webhook_withheld.c.position > position)
    connection.execute(webhook_withheld.delete().where(again))
    fresh = {"attempts": 0, "next_attempt_at": 0, "failing_since": None, "disabled_at": None, "last_error": None}
    changed = webhooks.update().where(webhooks.c.id == row.id)
    connection.execute(changed.values(position=position, lease="", leased_until=0, **fresh))
    return one(connection, row.account, row.id)


def _of(account: str, webhook: str) -> sa.ColumnElement[bool]:
    return (webhooks.c.id == webhook) & (webhooks.c.account == account)


# for the deliverer


def due(connection: Connection, now: int, limit: int, shards: Set[int]) -> list[str]:
    """Webhooks of these shards for which there may be news, and that nobody delivers: those that have waited longest
    first.
    """
    newest = sa.select(sa.func.max(webhook_feed.c.position)).where(webhook_feed.c.position <= end_of_feed(connection))
    waiting = (webhooks.c.leased_until <= now) & (webhooks.c.next_attempt_at <= now) & webhooks.c.disabled_at.is_(None)
    of_each = no_longer_withheld(now).where(webhook_withheld.c.webhook == webhooks.c.id).correlate(webhooks).exists()
    own = of_names(webhooks.c.id, shards)
    query = sa.select(webhooks.c.id).where(own, waiting, (webhooks.c.position < newest.scalar_subquery()) | of_each)
    oldest = query.order_by(webhooks.c.next_attempt_at, webhooks.c.position).limit(limit)
    return list(connection.execute(oldest).scalars())


def claim(connection: Connection, webhook: str, lease: str, now: int) -> Hook | None:
    """The webhook for this lease, or None if somebody else was quicker."""
    free = (webhooks.c.leased_until <= now) & (webhooks.c.next_attempt_at <= now) & webhooks.c.disabled_at.is_(None)
    taken = webhooks.update().where(webhooks.c.id == webhook, free).values(lease=lease, leased_until=now + LEASE)
    if not connection.execute(taken).rowcount:
        return None
    own = webhooks.outerjoin(accounts, accounts.c.account == webhooks.c.account)
    query = sa.select(webhooks, accounts.c.alias_key).select_from(own).where(webhooks.c.id == webhook)
    row = connection.execute(query).one()
    return replace(_hook(row), alias_key=row.alias_key or b"")


def _hook(row: Any) -> Hook:
    return Hook(
        id=row.id,
        account=row.account,
        url=row.url,
        kinds=tuple(row.kinds.split()),
        game=row.game,
        tournament=row.tournament,
        own=row.own,
        secret=row.secret,
        position=row.position,
        lease=row.lease,
    )


def news(connection: Connection, hook: Hook, after: int, limit: int) -> tuple[list[Any], int]:
    """(the next rows for the webhook, with their subjects; the end of the feed)."""
    end = end_of_feed(connection)
    query = rows_for(hook)
    between = (webhook_feed.c.position > after) & (webhook_feed.c.position <= end)
    rows = connection.execute(query.where(between).order_by(webhook_feed.c.position).limit(limit)).all()
    return list(rows), end


def ripe(connection: Connection, hook: Hook, now: int, limit: int) -> list[Any]:
    """The rows withheld from the webhook that may go out now, with the states of their matches."""
    query = rows_for(hook)
    own = no_longer_withheld(now).where(webhook_withheld.c.webhook == hook.id)
    return list(
        connection.execute(query.where(webhook_feed.c.position.in_(own)).order_by(webhook_feed.c.at).limit(limit))
    )


def note(
    connection: Connection,
    hook: Hook,
    values: dict[str, Any],
    withheld: int | None = None,
    released: int | None = None,
) -> bool:
    """Change the row; False if another replica has it now: the lease ran out, or somebody replayed or deleted it.

    `withheld` and `released` are places in the feed: rows for later, and rows delivered now.
    """
    held = (webhooks.c.id == hook.id) & (webhooks.c.lease == hook.lease)
    if not connection.execute(webhooks.update().where(held).values(**values)).rowcount:
        return False
    if withheld is not None:
        connection.execute(_WITHHOLD, {"webhook": hook.id, "position": withheld})
    if released is not None:
        told = (webhook_withheld.c.webhook == hook.id) & (webhook_withheld.c.position == released)
        connection.execute(webhook_withheld.delete().where(told))
    return True


def failures(connection: Connection, hook: Hook) -> Any:
    """Its failures in a row and since when, or None if it is no more."""
    query = sa.select(webhooks.c.attempts, webhooks.c.failing_since).where(webhooks.c.id == hook.id)
    return connection.execute(query).first()
