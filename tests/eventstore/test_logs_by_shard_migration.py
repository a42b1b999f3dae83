"""A store of the release before logs by shard: what it had numbered keeps its order, and its read models go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from eventstore import migrate, projections
from eventstore.open import open_store
from eventstore.store import EventStore
from eventstore.tables import checkpoints
from tests.eventstore.given import Stream, sequence_all, whole_log
from tests.eventstore.test_projections import Other, Seen, contents, expected, metadata
from tests.kit.waiting import PATIENT

pytestmark = pytest.mark.anyio
DROPPED = ("shard_log", "shard_heads", "shard_checkpoints", "lagging_checkpoints", "shard_claims")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    found: str = request.getfixturevalue("database_url")
    return found


def go_back(connection: Connection) -> None:
    """Leave the store as revision 0006 had it: everything in the one dense log, in the order that it has."""
    closed, functions = ["DROP TRIGGER log_no_insert"], list[str]()
    if connection.dialect.name == "postgresql":
        closed = ["DROP TRIGGER log_closed ON log"]
        functions = ["DROP FUNCTION sequence_shards(integer)", "DROP FUNCTION shard_of(uuid)"]
    for statement in closed:
        connection.execute(text(statement))
    rows = (
        "SELECT row_number() OVER (ORDER BY l.stamp, e.version), e.stream_id, e.version FROM shard_log l"
        " JOIN events e ON e.stream_id = l.stream_id AND e.version BETWEEN l.first_version AND l.last_version"
    )
    connection.execute(text(f"INSERT INTO log {rows}"))
    for statement in (*(f"DROP TABLE {table}" for table in DROPPED), *functions):
        connection.execute(text(statement))
    connection.execute(text("UPDATE event_store_version SET version_num = '0006'"))


def reached(name: str, position: int) -> Callable[[Connection], object]:
    """A read model that the release before has brought to a position."""
    return lambda connection: connection.execute(checkpoints.insert().values(name=name, position=position))


async def filled(store: EventStore) -> Sequence[Stream]:
    streams = [Stream(store) for _ in range(12)]
    for turn in range(3):
        for number, stream in enumerate(streams):
            await stream.append(1 + (turn + number) % 3)
        await sequence_all(store)
    return streams


async def migrated(
    url: str, *before: Callable[[Connection], object]
) -> tuple[EventStore, Sequence[tuple[object, int]]]:
    """The store after the migration, and the order of its events before it."""
    older = await open_store(url, PATIENT)
    await older.sql.write(metadata.create_all)
    await filled(older)
    order = [(entry.event.stream_id, entry.event.version) for entry in await whole_log(older)]
    for change in (go_back, *before):
        await older.sql.write(change)
    await older.close()
    await asyncio.to_thread(migrate.upgrade, url)
    return await open_store(url, PATIENT), order


async def test_what_was_numbered_keeps_its_order_and_its_positions(url: str) -> None:
    store, order = await migrated(url)
    log = await whole_log(store)
    assert [(entry.event.stream_id, entry.event.version) for entry in log] == order
    assert [entry.position for entry in log] == list(range(1, len(order) + 1))
    await Stream(store).append(2)
    assert await sequence_all(store) == 2
    assert [entry.event.version for entry in (await whole_log(store))[len(order) :]] == [1, 2]
    await store.close()


@pytest.mark.parametrize("inside", [False, True], ids=["between appends", "inside an append"])
async def test_read_models_go_on_where_they_were(url: str, inside: bool) -> None:
    """One at the end, one in the middle, and one that begins anew, with each event once."""
    place = 2 if inside else 1
    store, order = await migrated(url, reached("seen", place), reached("other", 0))
    model, other = Seen(), Other()
    assert await projections.catch_up(store, model) == await projections.catch_up(store, other) == len(order)
    there = await expected(store)
    assert await contents(store) == there[place:]
    assert other.applied == [position for position, _ in there]
    await store.close()


async def test_one_that_cannot_take_the_rest_of_an_append_waits_alone(url: str) -> None:
    """It stays where the release before has left it, and goes on from there when it can."""
    store, order = await migrated(url, reached("seen", 2), reached("other", 2))
    model, other = Seen(), Other()
    model.fail_at = 2
    for _ in range(2):
        places, failures = await projections.take_up_each(store, [model, other], await projections.places(store))
        assert [str(error) for error in failures.values()] == ["killed"]
        assert (places.old, places.known, "seen" in places.apart) == ({"seen": 2}, {"other"}, True)
    assert await projections.catch_up(store, other) == len(order)
    await Stream(store).append(1)
    await sequence_all(store)
    before = (await projections.places(store)).in_step
    assert await projections.advance(store, [model, other], before, await store.read_log(before)) == [other]
    there = await expected(store)
    assert other.applied == [position for position, _ in there[2:]]
    with pytest.raises(RuntimeError, match="killed"):
        await projections.catch_up(store, model)
    assert (await contents(store), (await projections.places(store)).number("seen")) == ([], 2)
    model.fail_at = None
    assert await projections.catch_up(store, model) == len(there)
    assert await contents(store) == there[2:]
    assert (await projections.places(store)).apart == {}
    await store.close()


async def test_a_rebuild_begins_one_anew_that_waits(url: str) -> None:
    store, order = await migrated(url, reached("seen", 2))
    model = Seen()
    model.fail_at = 2
    await projections.take_up_each(store, [model], await projections.places(store))
    model.fail_at = None
    assert await projections.rebuild(store, [model]) == len(order)
    assert await contents(store) == await expected(store)
    await store.close()


async def test_the_release_before_adds_nothing_to_the_log_any_more(url: str) -> None:
    store, _ = await migrated(url)
    await Stream(store).append(1)

    def add(connection: Connection) -> None:
        connection.execute(text("INSERT INTO log SELECT 999, stream_id, version FROM events LIMIT 1"))

    with pytest.raises(DBAPIError, match="append-only"):
        await store.sql.write(add)
    assert (await store.lag()).events == 1
    await store.close()
