"""What somebody can do to a store who owns the database: triggers off, rows changed, hashes made anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Table

from domain.kernel.draws import salt
from eventstore import chain
from eventstore.store import EventStore
from eventstore.tables import commands, events, shard_log, streams, unsequenced
from tests.kit.recorded import Recorded

Edit = Callable[[dict[str, Any], dict[str, Any]], None]
"""Changes the hashed object of an event and its private parts, in place."""


@dataclass(frozen=True)
class Tamper:
    """A hand in the rows of one match, in one transaction."""

    connection: Connection
    recorded: Recorded

    def change(self, table: Table, version: int | None = None, /, **values: Any) -> None:
        """Set columns of the match's rows of a table, or of the one of a version."""
        self._ran(table.update().where(*self._of(table, version)).values(**values))

    def delete(self, table: Table, version: int | None = None) -> None:
        """Remove the match's rows of a table, or the one of a version."""
        self._ran(table.delete().where(*self._of(table, version)))

    def insert(self, table: Table, **values: Any) -> None:
        """Add a row."""
        self._ran(table.insert().values(stream_id=self.recorded.stream, **values))

    def row(self, table: Table, version: int | None = None) -> dict[str, Any]:
        """A row as plain data, without its stream."""
        query = table.select().where(*self._of(table, version))
        found = dict(self.connection.execute(query).mappings().first() or {})
        found.pop("stream_id")
        return found

    def rewrite(self, edits: Mapping[int, Edit], seed: bytes | None = None) -> None:
        """Edit events, then make every hash from there on fit, and the head of the stream.

        With the seed the commitments to private parts fit too; without it they stay as they are.
        """
        head = chain.GENESIS
        for event in self.recorded.events:
            body = msgspec.json.decode(event.body)
            private = {} if event.private is None else msgspec.json.decode(event.private)
            edits.get(event.version, _nothing)(body, private)
            if seed is not None:
                body["commits"] = dict(self._commits(event.type, event.version, private, seed))
            raw = chain.canonical(body)
            head = chain.link(head, raw)
            closed = chain.canonical(private).decode() if private else None
            self.change(events, event.version, body=raw.decode(), private=closed, hash=head)
            if body["at"] != event.at:
                self.change(events, event.version, recorded_at=self.instant(body["at"]))
        self.change(streams, head_hash=head)

    def cut(self, versions: int) -> None:
        """Leave nothing of what came after a version, and let every row say so."""
        for table, column in (
            (events, events.c.version),
            (shard_log, shard_log.c.last_version),
            (commands, commands.c.last_version),
            (unsequenced, unsequenced.c.last_version),
        ):
            self._ran(table.delete().where(*self._of(table, None), column > versions), least=0)
        last = self.recorded.events[versions - 1]
        self.change(streams, version=versions, head_hash=last.hash, closed=False)

    def instant(self, at: int) -> Any:
        """A time as the table of events takes it."""
        if self.connection.dialect.name == "sqlite":
            return at
        return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=at)

    def _commits(self, kind: str, version: int, private: dict[str, Any], seed: bytes) -> Sequence[tuple[str, str]]:
        names = [(kind if kind == "sealed" else to, data) for to, data in private.items()]
        match = self.recorded.match
        return [
            (name, chain.commitment(salt(seed, match, version, name), chain.canonical(data))) for name, data in names
        ]

    def _of(self, table: Table, version: int | None) -> list[Any]:
        of = [table.c.stream_id == self.recorded.stream]
        column = table.c.first_version if table in (commands, shard_log) else table.c.get("version")
        return of if version is None or column is None else [*of, column == version]

    def _ran(self, statement: Any, least: int = 1) -> None:
        assert self.connection.execute(statement).rowcount >= least


def _nothing(body: dict[str, Any], private: dict[str, Any]) -> None:
    """Leaves an event as it is."""


async def without_triggers(store: EventStore) -> None:
    """Nothing refuses a change any more, for the owner of the database has said so."""
    await store.sql.write(_drop_triggers)


def _drop_triggers(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        for name in (
            connection.execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
        ):
            connection.execute(sa.text(f'DROP TRIGGER "{name}"'))
        return
    guarded = "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"
    for table in connection.execute(sa.text(guarded)).scalars().all():
        connection.execute(sa.text(f"ALTER TABLE {table} DISABLE TRIGGER ALL"))
