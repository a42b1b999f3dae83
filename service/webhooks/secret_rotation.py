"""Brings the stored secrets of webhooks under the newest secret key, while they are delivered."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import EventStore
from service.tables import webhooks
from service.webhooks.secrets import SecretBox, SecretLost

PAGE = 100
"""Secrets in one transaction: short ones, since a transaction holds its rows."""


@dataclass
class SecretRotation:
    """The result of a rotation. `lost`: webhooks whose secret no key opens; their owners have to make them anew."""

    rotated: int = 0
    current: int = 0
    lost: list[str] = field(default_factory=list)


async def rotate(store: EventStore, box: SecretBox) -> SecretRotation:
    """Encrypt every secret anew that is not under the first key. Safe to repeat, to break off, and beside others."""
    done, after = SecretRotation(), ""
    while found := await store.sql.read(partial(_page, after=after)):
        changes = [(webhook, old, new) for webhook, old in found if (new := _renewed(box, webhook, old, done))]
        rotated = await store.sql.write(partial(_exchange, changes=changes))
        done.rotated += rotated
        # somebody else was quicker
        done.current += len(changes) - rotated
        after = found[-1][0]
    return done


def _renewed(box: SecretBox, webhook: str, old: bytes, done: SecretRotation) -> bytes | None:
    try:
        new = box.renewed(old)
    except SecretLost:
        done.lost.append(webhook)
        return None
    done.current += new is None
    return new


def _page(connection: Connection, after: str) -> list[tuple[str, bytes]]:
    query = sa.select(webhooks.c.id, webhooks.c.secret).where(webhooks.c.id > after).order_by(webhooks.c.id).limit(PAGE)
    return [(row.id, row.secret) for row in connection.execute(query)]


def _exchange(connection: Connection, changes: list[tuple[str, bytes, bytes]]) -> int:
    done = 0
    for webhook, old, new in changes:
        same = (webhooks.c.id == webhook) & (webhooks.c.secret == old)
        done += connection.execute(webhooks.update().where(same).values(secret=new)).rowcount
    return done
