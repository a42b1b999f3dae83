"""Read models contain each event exactly once, whatever is interrupted or runs at once; on every store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, select
from sqlalchemy.exc import DBAPIError

from eventstore import projections
from eventstore.envelope import Logged
from eventstore.store import EventStore
from tests.eventstore.given import Stream, sequence_all

pytestmark = pytest.mark.anyio

metadata = MetaData()
seen = Table(
    "seen",
    metadata,
    # not a primary key: an event applied twice must show
    Column("position", Integer(), nullable=False),
    Column("event", Text(), nullable=False),
)


class Seen:
    """A read model that lists what it was given; it can be told to fail in the middle of a batch."""

    name = "seen"
    tables = (seen,)

    def __init__(self) -> None:
        self.fail_at: int | None = None

    def apply(self, connection: Connection, events: Sequence[Logged]) -> None:
        for entry in events:
            if entry.position == self.fail_at:
                raise RuntimeError("killed")
            name = f"{entry.event.stream_id}/{entry.event.version}"
            connection.execute(seen.insert().values(position=entry.position, event=name))


@pytest.fixture
async def store(store: EventStore) -> EventStore:
    await store.sql.write(metadata.create_all)
    return store


async def fill(store: EventStore, streams: int, events: int = 3) -> None:
    for _ in range(streams):
        await Stream(store).append(events)
    await sequence_all(store)


async def positions(store: EventStore) -> list[int]:
    def read(connection: Connection) -> list[int]:
        return list(connection.execute(select(seen.c.position).order_by(seen.c.position)).scalars())

    return await store.sql.read(read)


async def contents(store: EventStore) -> list[tuple[int, str]]:
    def read(connection: Connection) -> list[tuple[int, str]]:
        return [(row.position, row.event) for row in connection.execute(select(seen).order_by(seen.c.position))]

    return await store.sql.read(read)


async def test_a_batch_moves_the_read_model_and_its_checkpoint(store: EventStore) -> None:
    await fill(store, streams=3)
    assert await projections.run_once(store, Seen(), limit=4) == 4
    assert (await positions(store), await projections.position(store, Seen())) == ([1, 2, 3, 4], 4)
    assert await projections.run_once(store, Seen(), limit=100) == 5
    assert await projections.run_once(store, Seen()) == 0
    assert await positions(store) == list(range(1, 10))


async def test_a_crash_inside_a_batch_leaves_nothing_of_it(store: EventStore) -> None:
    await fill(store, streams=3)
    projection = Seen()
    await projections.run_once(store, projection, limit=3)
    projection.fail_at = 6
    with pytest.raises(RuntimeError, match="killed"):
        await projections.run_once(store, projection, limit=5)
    assert (await positions(store), await projections.position(store, projection)) == ([1, 2, 3], 3)
    projection.fail_at = None
    assert await projections.catch_up(store, projection) == 9
    assert await positions(store) == list(range(1, 10))


async def test_runners_at_once_apply_each_event_once(store: EventStore) -> None:
    await fill(store, streams=10)

    async def runner() -> int:
        moved = 0
        while await projections.position(store, Seen()) < 30:
            moved += await projections.run_once(store, Seen(), limit=4)
        return moved

    assert sum(await asyncio.gather(*(runner() for _ in range(4)))) == 30
    assert await positions(store) == list(range(1, 31))


class Other(Seen):
    """Another read model, with no table."""

    name = "other"

    def __init__(self) -> None:
        super().__init__()
        self.applied: list[int] = []

    def apply(self, connection: Connection, events: Sequence[Logged]) -> None:
        self.applied += [entry.position for entry in events]


async def test_read_models_at_the_same_place_move_on_in_one_transaction(store: EventStore) -> None:
    await fill(store, streams=3)
    models, page = [Seen(), Other()], await store.read_log(0, 4)
    assert await projections.apply(store, models, 0, page) == models
    assert (await positions(store), models[1].applied) == ([1, 2, 3, 4], [1, 2, 3, 4])  # type: ignore[attr-defined]
    models[0].fail_at = 6
    with pytest.raises(RuntimeError, match="killed"):
        await projections.apply(store, models[::-1], 4, await store.read_log(4, 4))
    assert [await projections.position(store, each) for each in models] == [4, 4]


async def test_those_that_another_runner_has_moved_on_are_left_to_it(store: EventStore) -> None:
    await fill(store, streams=3)
    ahead, behind = Seen(), Other()
    assert await projections.run_once(store, ahead, limit=2) == 2
    assert await projections.apply(store, [ahead, behind], 0, await store.read_log(0, 4)) == [behind]
    assert (await positions(store), behind.applied) == ([1, 2], [1, 2, 3, 4])
    assert await projections.position(store, ahead) == 2


async def test_pages_come_to_what_was_aimed_at_and_no_further(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(store, streams=4)
    monkeypatch.setattr(projections, "BATCH", 4)
    async with aclosing(projections.pages(store, 1, 11)) as pages:
        found = [[entry.position for entry in page] async for page in pages]
    assert found == [[2, 3, 4, 5], [6, 7, 8, 9], [10, 11]]
    async with aclosing(projections.pages(store, 12, 20)) as pages:
        assert [page async for page in pages] == []


async def test_a_rebuild_equals_what_was_there_and_shows_its_progress(store: EventStore) -> None:
    await fill(store, streams=4)
    await projections.catch_up(store, Seen())
    before = await contents(store)
    await store.sql.write(lambda connection: connection.execute(seen.insert().values(position=99, event="stray")))
    progress: list[tuple[int, int]] = []
    assert await projections.rebuild(store, Seen(), lambda at, aim: progress.append((at, aim))) == 12
    assert await contents(store) == before
    assert progress == [(12, 12)]


async def test_a_rebuild_beside_a_runner_applies_each_event_once(store: EventStore) -> None:
    await fill(store, streams=6)
    running = True

    async def runner() -> None:
        while running:
            await projections.run_once(store, Seen(), limit=2)

    beside = asyncio.create_task(runner())
    await asyncio.gather(*(projections.rebuild(store, Seen()) for _ in range(3)))
    running = False
    await beside
    await projections.catch_up(store, Seen())
    assert await positions(store) == list(range(1, 19))


async def test_catching_up_with_an_empty_log_does_nothing(store: EventStore) -> None:
    assert await projections.catch_up(store, Seen()) == 0
    assert await positions(store) == []


async def test_a_query_cannot_write(store: EventStore) -> None:
    with pytest.raises(DBAPIError, match=r"read-?only"):
        await store.sql.read(lambda connection: connection.execute(seen.delete()))


async def test_a_failed_write_is_rolled_back(store: EventStore) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(seen.insert().values(position=1, event="x"))
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        await store.sql.write(fail)
    assert await positions(store) == []
