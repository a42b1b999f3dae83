"""The feed that webhooks follow: which events of matches are told, by their places in the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.ports import MatchKind
from domain.kernel.match import MatchEnded, MatchStarted, SecretsRevealed
from eventstore.envelope import Logged
from eventstore.tables import events, match_secrets
from service.tables import webhook_feed

NAME = "webhook_feed"
_FOLLOWED = (MatchStarted.type, SecretsRevealed.type)


class _Result(msgspec.Struct):
    kind: str


class _Ended(msgspec.Struct):
    result: _Result


class _Body(msgspec.Struct):
    pub: _Ended


_decode = msgspec.json.Decoder(_Body).decode


class WebhookFeed:
    """Notes the start and the end of each match that was played here. The end is the last event, which closes it."""

    name = NAME
    tables = (webhook_feed,)

    def apply(self, connection: Connection, logged: Sequence[Logged]) -> None:
        """Fold a page of the log."""
        news = [entry for entry in logged if entry.event.type in _FOLLOWED]
        if not news:
            return
        own = _played_here(connection, {entry.event.stream_id for entry in news})
        aborted = _aborted(connection, [entry for entry in news if entry.event.type == SecretsRevealed.type])
        rows = [_row(entry, aborted) for entry in news if entry.event.stream_id in own]
        if rows:
            connection.execute(webhook_feed.insert(), rows)


def _row(entry: Logged, aborted: Mapping[UUID, bool]) -> dict[str, Any]:
    event = entry.event
    kind: MatchKind = "match.started"
    if event.type == SecretsRevealed.type:
        kind = "match.aborted" if aborted[event.stream_id] else "match.finished"
    return {
        "position": entry.position,
        "kind": kind,
        "stream_id": event.stream_id,
        "version": event.version,
        "head_hash": event.hash,
        "at": event.at,
    }


def _played_here(connection: Connection, streams: Collection[UUID]) -> set[UUID]:
    """Matches that came as files have no secret: what happened to them is no news."""
    query = sa.select(match_secrets.c.stream_id).where(match_secrets.c.stream_id.in_(streams))
    return set(connection.execute(query).scalars())


def _aborted(connection: Connection, closing: Sequence[Logged]) -> dict[UUID, bool]:
    """How those matches ended: the result is the event before the last one."""
    found = {entry.event.stream_id: False for entry in closing}
    if not found:
        return found
    places = sa.tuple_(events.c.stream_id, events.c.version)
    wanted = places.in_([(entry.event.stream_id, entry.event.version - 1) for entry in closing])
    query = sa.select(events.c.stream_id, events.c.body).where(wanted, events.c.type == MatchEnded.type)
    for row in connection.execute(query).all():
        found[row.stream_id] = _decode(row.body).pub.result.kind == "aborted"
    return found
