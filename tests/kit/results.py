"""Matches for the read model of results, and its tables as plain data."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from domain.kernel import decide
from domain.kernel.match import MatchCreated
from service.projections.match_results.fold import ResultBook
from service.projections.match_results.table import result_cards, result_seats, results
from tests.kit.served import ALICE, BOB, Served

Rows = list[list[tuple[Any, ...]]]
SLUG = "cape_and_cowl"
"""A game of cards that is over as soon as one of two gives up."""
JUSTICE, PEACE, MYSTERY = "forces_of_justice", "forces_of_peace", "forces_of_mystery"
ON_CONCEDE = {"type": "concede"}


async def finished(served: Served, deck: str = JUSTICE, other: str = PEACE, **order: Any) -> str:
    """A match of Cape and Cowl that Bob has won, by default: Alice gave up."""
    match = await begun(served, deck, other, **order)
    await served.act(ALICE, match, action=ON_CONCEDE)
    return match


async def begun(served: Served, deck: str = JUSTICE, other: str = PEACE, **order: Any) -> str:
    """A running match of Cape and Cowl: Alice on seat 0, Bob on seat 1."""
    match = await served.open(**({"game": SLUG} | order))
    await served.sit(ALICE, match, deck=deck)
    await served.sit(BOB, match, deck=other)
    return match


def made_with(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> None:
    """From now on matches are created with these fields of `match_created`, which no client may choose."""
    create = decide.create

    def changed(*args: Any, **chosen: Any) -> Any:
        made = create(*args, **chosen)
        assert isinstance(made, decide.Decision)
        (fact,) = made.facts
        assert isinstance(fact.event, MatchCreated)
        event = msgspec.structs.replace(fact.event, **fields)
        state = msgspec.structs.replace(made.state, **fields)
        return msgspec.structs.replace(made, facts=(msgspec.structs.replace(fact, event=event),), state=state)

    monkeypatch.setattr(decide, "create", changed)


async def rows(served: Served) -> Rows:
    """All rows of the read model, in the order of their keys."""

    def read(connection: sa.Connection) -> Rows:
        return [
            [tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key))]
            for table in (results, result_seats, result_cards)
        ]

    return await served.app.store.sql.read(read)


def book(served: Served) -> ResultBook:
    """The read model as the service runs it."""
    return next(one for one in served.app.projector.projections if isinstance(one, ResultBook))
