"""Many rows at once come to the same as one after the other, on both stores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    Uuid,
    select,
)

from eventstore import bulk
from eventstore.store import EventStore

pytestmark = pytest.mark.anyio

things = Table(
    "things",
    MetaData(),
    Column("stream_id", Uuid(), primary_key=True),
    Column("row", Integer(), primary_key=True, autoincrement=False),
    Column("at", BigInteger()),
    Column("out", Boolean()),
    Column("head", LargeBinary()),
    Column("name", Text()),
)
ONE, OTHER = UUID(int=1), UUID(int=2)


def row(stream: UUID, number: int, **values: Any) -> dict[str, Any]:
    return {"stream_id": stream, "row": number, "at": 1, "out": False, "head": b"\0", "name": "it's", **values}


FIRST = [row(ONE, 1), row(ONE, 2, at=2**40, out=None), row(OTHER, 1, head=None, name=None)]


@pytest.fixture
async def store(store: EventStore) -> EventStore:
    def fill(connection: Connection) -> None:
        things.create(connection, checkfirst=True)
        bulk.insert(connection, things, FIRST)

    await store.sql.write(fill)
    return store


async def rows(store: EventStore) -> Sequence[dict[str, Any]]:
    ordered = select(things).order_by(things.c.stream_id, things.c.row)
    found = await store.sql.read(lambda connection: connection.execute(ordered).mappings().all())
    return [dict(one) for one in found]


async def test_rows_are_inserted_with_all_their_values(store: EventStore) -> None:
    assert await rows(store) == FIRST


async def test_rows_are_inserted_but_for_those_that_are_there(store: EventStore) -> None:
    fresh = [row(ONE, 2, name="another"), row(OTHER, 2), row(OTHER, 3)]
    await store.sql.write(lambda connection: bulk.insert_all_missing(connection, things, fresh))
    await store.sql.write(lambda connection: bulk.insert_all_missing(connection, things, []))
    assert await rows(store) == [*FIRST, row(OTHER, 2), row(OTHER, 3)]


async def test_rows_are_changed_by_their_keys_and_no_other_is(store: EventStore) -> None:
    changed = [
        {"stream_id": ONE, "row": 2, "at": 7, "head": b"\1"},
        {"stream_id": OTHER, "row": 1, "at": None, "head": b"\2"},
        {"stream_id": OTHER, "row": 9, "at": 9, "head": b"\3"},
    ]
    await store.sql.write(lambda connection: bulk.update(connection, things, changed))
    assert await rows(store) == [FIRST[0], {**FIRST[1], **changed[0]}, {**FIRST[2], **changed[1]}]


async def test_rows_are_removed_by_their_keys(store: EventStore) -> None:
    keys = [{"stream_id": ONE, "row": 1}, {"stream_id": OTHER, "row": 2}]
    await store.sql.write(lambda connection: bulk.delete(connection, things, keys))
    assert await rows(store) == FIRST[1:]


async def test_no_rows_are_no_statement(store: EventStore) -> None:
    def nothing(connection: Connection) -> None:
        for work in (bulk.insert, bulk.update, bulk.delete):
            work(connection, things, [])

    await store.sql.write(nothing)
    assert await rows(store) == FIRST


async def test_a_condition_names_many_values(store: EventStore) -> None:
    def find(connection: Connection, streams: Sequence[UUID]) -> int:
        query = select(things.c.row).where(bulk.among(connection, things.c.stream_id, streams))
        return len(connection.execute(query).all())

    found = [await store.sql.read(lambda c, asked=asked: find(c, asked)) for asked in ([], [ONE], [ONE, OTHER])]  # type: ignore[misc]
    assert found == [0, 2, 3]
