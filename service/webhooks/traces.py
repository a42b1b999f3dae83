"""The traces of what webhooks tell: noted with the append, since another replica may deliver it, and later.

Each goes to webhooks of the account that sent the request, and to nobody else's: who finds one trace in two matches
would know that the same person played both.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from api_schema.tracing import Trace
from eventstore import Sql, StoreError, StreamAppend
from service.projections.webhook_feed.fold import WebhookFeed

log = structlog.get_logger(__name__)
_NOTE = sa.text(
    "INSERT INTO webhook_traces (stream_id, version, sender, parent) VALUES (:stream_id, :version, :sender, :parent)"
    " ON CONFLICT (stream_id, version) DO NOTHING"
).bindparams(sa.bindparam("stream_id", type_=sa.Uuid()))


async def note(sql: Sql, trace: Trace, appends: Sequence[StreamAppend]) -> None:
    """Note with the events that were appended that webhooks may tell of, and who sent the command. They are stored by
    now: what can't be noted is delivered without a trace.
    """
    sender = appends[0].command.caller
    rows = [
        {"stream_id": one.stream_id, "version": version, "sender": sender, "parent": trace.parent}
        for one in appends
        for version, event in enumerate(one.events, one.expected_version + 1)
        if event.type in WebhookFeed.follows
    ]

    def insert(connection: Connection) -> None:
        connection.execute(_NOTE, rows)

    try:
        if rows:
            await sql.write(insert)
    except StoreError as error:
        log.info("a trace is not noted", error=type(error).__name__)
