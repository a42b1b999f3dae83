"""Moves, births and drops of epochs beside appends and reads, stepped through by hand; what a drop gives back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from uuid import UUID, uuid4

import asyncpg
import pytest

from eventstore.open import open_store
from eventstore.postgres import log, reads
from eventstore.retention import epochs
from eventstore.retention.epochs import Retired
from eventstore.shards import ALL
from eventstore.store import Archived, EventStore, StoreLocked, StoreUnavailable
from tests.eventstore.given import Stream, command, events, sequence_all
from tests.eventstore.postgres.hand import Hand
from tests.eventstore.test_epochs import born, closed, filed, rows_by_epoch
from tests.kit.waiting import PATIENCE, PATIENT, until

pytestmark = pytest.mark.anyio
MOVE = "SELECT move_stream($1, 0::smallint)"
PARTS = "SELECT count(*) FROM pg_class WHERE relname IN ('events_e{0}', 'commands_e{0}')"
SIZE = "SELECT pg_database_size(current_database())"
PENDING = "SELECT count(*) FROM pg_inherits WHERE inhdetachpending"
KILL = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE events DETACH%'"


@pytest.fixture
async def stream(store: EventStore) -> Stream:
    """A stream of epoch 0 that goes on, while epoch 1 is open."""
    found = Stream(store)
    await found.append(2)
    assert await epochs.open_next(store) == 1, "no other epoch was opened"
    return found


@pytest.fixture
async def looks(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


async def moved(hand: Hand, stream: UUID) -> bool:
    return bool(await hand.connection.fetchval(MOVE, stream, timeout=PATIENCE))


async def test_an_append_that_waits_for_a_move_goes_to_the_new_epoch(
    store: EventStore, hands: list[Hand], stream: Stream
) -> None:
    mover, writer, _ = hands
    await mover.begin()
    assert await moved(mover, stream.id)
    writer.start_append(stream.id, 2, stream.next(), "new")
    await writer.waits()
    await mover.commit()
    assert await writer.outcome() == "appended"
    assert [event.version for event in await store.read(stream.id)] == [1, 2, 3]
    assert (await rows_by_epoch(stream))[1] == 5


async def test_a_move_that_waits_for_an_append_takes_it_along(
    store: EventStore, hands: list[Hand], stream: Stream
) -> None:
    writer, mover, _ = hands
    await writer.begin()
    assert await writer.append(stream.id, 2, stream.next(), "new") == "appended"
    waiting = asyncio.create_task(moved(mover, stream.id))
    await mover.waits()
    await writer.commit()
    assert await waiting
    assert [event.version for event in await store.read(stream.id)] == [1, 2, 3]
    assert (await rows_by_epoch(stream))[1] == 5


async def test_a_retry_that_waits_for_a_move_is_replayed(hands: list[Hand], stream: Stream) -> None:
    """Also where it names the newest version, so that the version alone would let it pass."""
    mover, retry, _ = hands
    await mover.begin()
    await moved(mover, stream.id)
    retry.start_append(stream.id, 2, stream.next(), "c1")
    await retry.waits()
    await mover.commit()
    assert await retry.outcome() == "replayed"


async def test_reads_in_the_midst_of_a_move_find_the_stream_whole(
    store: EventStore, hands: list[Hand], stream: Stream
) -> None:
    mover, *_ = hands
    before = await store.read(stream.id)
    await mover.begin()
    await moved(mover, stream.id)
    assert await store.read(stream.id) == before
    found = await store.find_command(stream.id, command("c1"))
    assert found is not None
    await mover.commit()
    assert await store.read(stream.id) == before
    assert await store.find_command(stream.id, command("c1")) == found
    assert await store.read(stream.id, 1, head=before[0].hash) == before[1:]


async def test_a_move_that_is_taken_back_leaves_nothing(store: EventStore, hands: list[Hand], stream: Stream) -> None:
    mover, *_ = hands
    await mover.begin()
    await moved(mover, stream.id)
    await mover.rollback()
    assert await born(stream) == 0
    assert await epochs.retire(store, 0) == Retired(1, 0)
    assert len(await store.read(stream.id)) == 2


async def test_an_opening_waits_for_what_is_being_born_and_lets_go_in_time(
    store: EventStore, hands: list[Hand]
) -> None:
    mother, *_ = hands
    child = uuid4()
    await mother.begin()
    assert await mother.append(child, 0, events(child), "c") == "appended"
    with pytest.raises(StoreLocked):
        await epochs.open_next(store)
    await mother.commit()
    assert await epochs.open_next(store) == 1
    assert await born(Stream(store, child)) == 0


async def test_appends_and_reads_go_on_while_a_partition_is_detached(
    database_url: str, hands: list[Hand], looks: asyncpg.Connection
) -> None:
    """The detaching waits for an open transaction; nobody waits for it. It is killed there, and goes on later."""
    store = await open_store(database_url, PATIENT)
    reader, *_ = hands
    over = await closed(store)
    await filed(over)
    await epochs.open_next(store)
    living = Stream(store)
    await living.append(1)
    await reader.begin()
    assert await reader.connection.fetchval("SELECT count(*) FROM events") == 5
    retiring = asyncio.create_task(epochs.retire(store, 0))
    await until(partial(looks.fetchval, PENDING))
    await living.append(1)
    assert len(await store.read(living.id)) == 2
    with pytest.raises(Archived):
        await store.read(over.id)
    await looks.fetch(KILL)
    with pytest.raises(StoreUnavailable):
        await retiring
    assert await looks.fetchval(PENDING) == 1
    await reader.commit()
    assert await epochs.retire(store, 0) == Retired(0, 0)
    assert await looks.fetchval(PARTS.format(0)) == 0
    await living.append(1)
    assert len(await store.read(living.id)) == 3
    await store.close()


async def test_a_dropped_epoch_gives_its_room_back(store: EventStore, looks: asyncpg.Connection) -> None:
    await epochs.open_next(store)
    empty = await looks.fetchval(SIZE)
    for _ in range(20):
        stream = Stream(store)
        await stream.append(400)
        await stream.append(1, close=True)
        await filed(stream)
    full = await looks.fetchval(SIZE)
    await epochs.open_next(store)
    assert await epochs.retire(store, 1) == Retired(0, 20)
    left = await looks.fetchval(SIZE)
    assert full - empty > 3_000_000
    # what stays are the rows that say that there were streams, and the queue
    assert left - empty < (full - empty) / 5


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
@pytest.mark.parametrize(
    ("query", "types", "arguments"),
    [
        (reads.READ, "uuid, integer, integer", "'{0}', 0, NULL"),
        (reads.FOLLOW, "uuid, integer, integer", "'{0}', 1, 100"),
        (reads.TAILS, "uuid[], integer[]", "ARRAY['{0}']::uuid[], ARRAY[1]"),
        (reads.LOAD, "uuid, text, text", "'{0}', 'rules', 'schema'"),
        (reads.FIND_COMMAND, "uuid, text, text", "'{0}', 'ada', 'c1'"),
        (
            log.READ_LOG,
            "smallint[], bigint[], bigint[], bigint, bigint, text[]",
            f"ARRAY{list(ALL)}, array_fill(0::bigint, ARRAY[64]), array_fill(0::bigint, ARRAY[64]), NULL, 100, NULL",
        ),
    ],
)
async def test_a_read_looks_at_the_epoch_of_its_stream_alone(
    store: EventStore, looks: asyncpg.Connection, query: str, types: str, arguments: str, mode: str
) -> None:
    for _ in range(2):
        await Stream(store).append(1)
        await epochs.open_next(store)
    await looks.execute("DELETE FROM unsequenced")
    stream = Stream(store)
    await stream.append(2)
    await sequence_all(store)
    await looks.execute(f"SET plan_cache_mode = {mode}; PREPARE asked ({types}) AS {query}")
    rows = await looks.fetch(f"EXPLAIN (ANALYZE, TIMING off) EXECUTE asked ({arguments.format(stream.id)})")
    plan = [row[0] for row in rows]
    looked_at = [line for line in plan if " on events_" in line or " on commands_" in line]
    assert any("_e2" in line for line in looked_at), "\n".join(plan)
    elsewhere = [line for line in looked_at if "_e2" not in line and "never executed" not in line]
    assert elsewhere == [], "\n".join(plan)
