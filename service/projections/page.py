"""A page of the log in a fold of matches: the rows that it changes, and the events that this release can't read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy import Connection, Table

from domain.kernel.audience import FULL
from domain.kernel.codec import SEALED
from eventstore import Logged, bulk
from service.application.redaction import Shown, shown

log = structlog.get_logger(__name__)

Key = tuple[UUID, int]
"""A match, and a seat or a prompt of it: the primary key."""


class PageRows:
    """The rows of a table that a page adds, changes and removes. In a rebuild most come and go within one page."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._columns = [column.name for column in table.primary_key]
        self.added: dict[Key, dict[str, Any]] = {}
        self._changed: dict[Key, dict[str, Any]] = {}
        self._removed: set[Key] = set()
        self._over: set[UUID] = set()

    def add(self, key: Key, **values: Any) -> None:
        """A new row."""
        self.added[key] = values

    def change(self, key: Key, **values: Any) -> None:
        """Change the row, if there is one."""
        if key in self.added:
            self.added[key].update(values)
        else:
            self._changed.setdefault(key, {}).update(values)

    def remove(self, key: Key) -> None:
        """Remove the row, if there is one."""
        self._changed.pop(key, None)
        if self.added.pop(key, None) is None:
            self._removed.add(key)

    def remove_all(self, stream: UUID) -> None:
        """Remove the rows of a match."""
        self.added = {key: values for key, values in self.added.items() if key[0] != stream}
        self._over.add(stream)

    def write(self, connection: Connection) -> None:
        """Write them, in one statement for each kind of change."""
        if self._over:
            over = bulk.among(connection, self._table.c.stream_id, self._over)
            connection.execute(self._table.delete().where(over))
        bulk.delete(connection, self._table, [self._named(key) for key in self._removed])
        bulk.update(connection, self._table, [self._named(key) | values for key, values in self._changed.items()])
        bulk.insert(connection, self._table, [self._named(key) | values for key, values in self.added.items()])

    def _named(self, key: Key) -> dict[str, Any]:
        return dict(zip(self._columns, key, strict=True))


def whole(logged: Sequence[Logged], followed: Mapping[str, object]) -> Iterator[tuple[Logged, Shown]]:
    """The events of these types with all that is hidden of them, sealed ones too."""
    for entry in logged:
        if entry.event.type == SEALED or entry.event.type in followed:
            seen = shown(entry.event, FULL)
            if seen.type in followed:
                yield entry, seen


@contextmanager
def passing_over(reader: str, entry: Logged) -> Iterator[None]:
    """Pass over an event that a newer release writes in another way: one match that this one can't serve holds up no
    other.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError) as error:
        log.warning(f"{reader} pass over an event", stream=str(entry.event.stream_id), error=repr(error))
