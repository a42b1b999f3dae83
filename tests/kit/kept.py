"""Tournaments by chance in an event store, and what its tables hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Table

from domain.tournament.batch import TournamentDecision
from domain.tournament.playing import MatchLayout
from eventstore import chain
from eventstore.envelope import Command, NewEvent
from eventstore.store import EventStore
from service.application.ids import TOURNAMENT_IDS, game_match
from tests.kit.tournaments import MATCHES, Desk
from tests.kit.tournaments_by_chance import WILD, by_chance


class Kept:
    """A tournament by chance of which every decision is appended to a store when it is made."""

    def __init__(self, store: EventStore, number: int) -> None:
        self.stream = UUID(int=number + 1)
        self.id = TOURNAMENT_IDS.id_of(self.stream)
        self._store = store
        self._written = 0
        self._head = chain.GENESIS
        matches = MatchLayout(lambda *place: game_match(self.id, *place), MATCHES.sides)
        kept_by = partial(Desk, tournament=self.id, matches=matches)
        self.desk, driver = by_chance(number, WILD, kept_by=kept_by)
        self._driver: Iterator[TournamentDecision] = iter(driver)

    async def step(self, written: Callable[[NewEvent], NewEvent] | None = None) -> bool:
        """The next decision; False after the last one. `written`: how another release would have written its events."""
        if self._written and next(self._driver, None) is None:
            return False
        new: Sequence[NewEvent] = self.desk.stored[self._written :]
        if written is not None:
            new = [written(event) for event in new]
        await self._append(new)
        return True

    async def until(self, done: int) -> None:
        """Decide until so many rounds are over."""
        while self.desk.state.done < done:
            assert await self.step()

    async def write(self) -> None:
        """Append what its desk has decided since."""
        await self._append(self.desk.stored[self._written :])

    async def _append(self, new: Sequence[NewEvent]) -> None:
        command = Command("test", f"after {self._written}", b"the same")
        await self._store.append(self.stream, TOURNAMENT_IDS.kind, self._written, self._linked(new), command)
        self._written += len(new)

    def _linked(self, new: Sequence[NewEvent]) -> list[NewEvent]:
        """The events with the hashes that follow from what is stored: another release writes other bodies."""
        found = []
        for event in new:
            self._head = chain.link(self._head, event.body)
            found.append(msgspec.structs.replace(event, hash=self._head))
        return found


async def held(store: EventStore, tables: Sequence[Table]) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of tables, by their primary keys."""
    return await store.sql.read(lambda connection: {table.name: _rows(connection, table) for table in tables})


def _rows(connection: Connection, table: Table) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key))]
