"""The traces of what webhooks tell: noted with the append, since another replica may deliver it, and later.

Each goes to webhooks of the account that sent the request, and to nobody else's: who finds one trace in two matches
would know that the same person played both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from api_schema.tracing import Trace, current
from eventstore import Appended, Command, NewEvent, StoreError, StreamAppend
from service.application.forwarding_store import ForwardingStore
from service.projections.webhook_feed.fold import WebhookFeed

log = structlog.get_logger(__name__)
_NOTE = sa.text(
    "INSERT INTO webhook_traces (stream_id, version, sender, parent) VALUES (:stream_id, :version, :sender, :parent)"
    " ON CONFLICT (stream_id, version) DO NOTHING"
).bindparams(sa.bindparam("stream_id", type_=sa.Uuid()))


class TracedStore(ForwardingStore):
    """See store.EventStore. An append of a request without a `traceparent` costs nothing more."""

    async def append(
        self,
        stream_id: UUID,
        kind: str,
        expected_version: int,
        events: Sequence[NewEvent],
        command: Command,
        **options: Any,
    ) -> Appended:
        done = await self._store.append(stream_id, kind, expected_version, events, command, **options)
        if (trace := current()) is not None and not done.replayed:
            await self._note(trace, _followed(stream_id, expected_version, events, command))
        return done

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        done = await self._store.append_all(appends)
        if (trace := current()) is not None and not done[0].replayed:
            told = [_followed(one.stream_id, one.expected_version, one.events, appends[0].command) for one in appends]
            await self._note(trace, [row for rows in told for row in rows])
        return done

    async def _note(self, trace: Trace, told: Sequence[dict[str, Any]]) -> None:
        """The events are stored by now: what can't be noted is delivered without a trace."""
        rows = [{**row, "parent": trace.parent} for row in told]

        def insert(connection: Connection) -> None:
            connection.execute(_NOTE, rows)

        try:
            if rows:
                await self.sql.write(insert)
        except StoreError as error:
            log.info("a trace is not noted", error=type(error).__name__)


def _followed(stream: UUID, before: int, events: Sequence[NewEvent], command: Command) -> list[dict[str, Any]]:
    """The events that webhooks may tell of, and who sent the command."""
    followed = [version for version, event in enumerate(events, before + 1) if event.type in WebhookFeed.follows]
    return [{"stream_id": stream, "version": version, "sender": command.caller} for version in followed]
