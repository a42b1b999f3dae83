"""The migration to logs by shard is killed at each of its steps, while others append, number and fold as before it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import asyncpg
import pytest

from eventstore import projections
from eventstore.open import open_store
from eventstore.store import EventStore
from tests import services
from tests.eventstore.given import Stream, sequence_all, whole_log
from tests.eventstore.postgres.test_online_migrations import WAITING
from tests.eventstore.test_logs_by_shard_migration import filled, go_back, reached
from tests.eventstore.test_projections import Seen, contents, expected, metadata
from tests.kit.dying_migration import Death, died
from tests.kit.lanes import by_lane
from tests.kit.waiting import PATIENT, until

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
PART = 7
NEVER = Death("", "nothing of the kind")
COPY, LOCK = "SELECT copy_log", "hashtext('sequencer')"
PARTS = [Death("CREATE FUNCTION copy_log", COPY, number) for number in (1, 2, 4)]
REST = [
    Death(COPY, LOCK),
    Death(LOCK, "CREATE OR REPLACE FUNCTION sequence_events"),
    Death(LOCK, "CREATE TRIGGER log_closed"),
    Death(LOCK, COPY),
    Death(LOCK, "UPDATE shard_heads"),
    Death(LOCK, "UPDATE shard_checkpoints"),
    Death(LOCK, "COMMIT"),
]
"""What it does once nobody may number."""
FOLD = """
    WITH place AS (
        SELECT position FROM checkpoints WHERE name = 'seen' FOR UPDATE
    ), page AS (
        SELECT log.* FROM log, place WHERE log.position > place.position ORDER BY log.position LIMIT $1
    ), folded AS (
        INSERT INTO seen (position, event) SELECT position, stream_id || '/' || version FROM page
    )
    UPDATE checkpoints SET position = (SELECT max(position) FROM page) WHERE name = 'seen' AND EXISTS (SELECT FROM page)
"""
"""As the release before moves a read model: the place where it ends may lie inside an append."""

PARTED = """
    SELECT count(*) FROM shard_log JOIN events USING (stream_id) WHERE version = last_version AND NOT batch_end
"""
"""Rows that end inside an append."""


def deaths(random: Random) -> Iterator[Death]:
    """Of parts also in the midst of one, which the server then brings to its end. What comes later is undone."""
    for death in PARTS:
        yield death._replace(seconds=random.choice([0.0, random.uniform(0, 0.02)]))
    yield from random.sample(REST, by_lane(3, len(REST)))


class Traffic:
    """Who appends, numbers and folds as the release before, and knows nothing of a migration."""

    def __init__(self, store: EventStore, other: asyncpg.Connection[asyncpg.Record], random: Random) -> None:
        self._store = store
        self._other = other
        self._random = random
        self.acknowledged: list[str] = []

    async def appends(self) -> None:
        """Each is noted once it is acknowledged."""
        streams = [Stream(self._store) for _ in range(6)]
        while True:
            stream, count = self._random.choice(streams), self._random.randint(1, 3)
            appended = await stream.append(count)
            versions = range(appended.first_version, appended.last_version + 1)
            self.acknowledged += [f"{stream.id}/{version}" for version in versions]
            await asyncio.sleep(0.005)

    async def numbers_and_folds(self) -> None:
        while True:
            await self._other.fetchval("SELECT sequence_events($1)", self._random.randint(1, 20))
            await self._other.execute(FOLD, self._random.randint(1, 9))
            await asyncio.sleep(0.005)


@asynccontextmanager
async def traffic(url: str, random: Random) -> AsyncIterator[Traffic]:
    """It goes on until the block ends."""
    store, other = await open_store(url, PATIENT), await asyncpg.connect(url)
    found = Traffic(store, other, random)
    tasks = [asyncio.create_task(work) for work in (found.appends(), found.numbers_and_folds())]
    try:
        yield found
        assert not any(task.done() for task in tasks)
    finally:
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        await store.close()
        await other.close()
    assert all(isinstance(end, asyncio.CancelledError) for end in done), done


@pytest.fixture
async def before(postgres_server: str, postgres_template: str) -> AsyncIterator[str]:
    """A store as the release before has left it: everything is numbered, and half of it folded."""
    with services.database(postgres_server, postgres_template) as url:
        store = await open_store(url, PATIENT)
        await store.sql.write(metadata.create_all)
        # so many parts that none of the deaths finds too few left, whatever is copied until it comes
        for _ in range(16):
            await filled(store)
        await store.sql.write(go_back)
        await store.sql.write(reached("seen", 0))
        await store.close()
        await services.execute(url, FOLD.replace("$1", "500"))
        yield url


async def dense(url: str) -> list[str]:
    """The events of the one log of the release before, in their order."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT position, stream_id, version FROM log ORDER BY position")
    await connection.close()
    assert [row["position"] for row in rows] == list(range(1, len(rows) + 1))
    return [f"{row['stream_id']}/{row['version']}" for row in rows]


async def judge(url: str, acknowledged: list[str]) -> None:
    """Nothing is lost, nothing there twice, the old order is kept, and the read model goes on where it was."""
    store, old = await open_store(url, PATIENT), await dense(url)
    assert await services.ask(url, "SELECT sequence_events(100)") == 0
    await projections.catch_up(store, Seen())
    await sequence_all(store)
    await projections.catch_up(store, Seen())
    log = await expected(store)
    assert log[: len(old)] == list(enumerate(old, 1))
    names = [name for _, name in log]
    assert len(names) == len(set(names)) == await services.ask(url, "SELECT count(*) FROM events")
    assert set(acknowledged) <= set(names)
    assert await services.ask(url, PARTED) == 0
    assert await contents(store) == log
    assert len(await whole_log(store)) == (await projections.places(store)).end
    await store.close()


@pytest.mark.parametrize("seed", range(by_lane(1, 8)))
async def test_a_migration_that_is_killed_at_each_of_its_steps_loses_nothing(before: str, seed: int) -> None:
    random = Random(seed)
    async with traffic(before, random) as others:
        for death in deaths(random):
            assert await asyncio.to_thread(died, before, PART, death), death
        assert not await asyncio.to_thread(died, before, PART, NEVER)
        there = len(others.acknowledged)
        await until(lambda: len(others.acknowledged) > there)
    await judge(before, others.acknowledged)


async def test_a_part_that_a_killed_migration_has_left_at_work_is_waited_for(before: str) -> None:
    assert await asyncio.to_thread(died, before, PART, PARTS[1])
    left = await asyncpg.connect(before)
    await left.execute("BEGIN")
    assert await left.fetchval("SELECT copy_log($1)", PART) >= PART
    work = asyncio.create_task(asyncio.to_thread(died, before, PART, NEVER))
    looks = await asyncpg.connect(before)
    await until(partial(_waits, looks))
    await left.execute("COMMIT")
    assert not await work
    for connection in (left, looks):
        await connection.close()
    await judge(before, [])


async def _waits(looks: asyncpg.Connection[asyncpg.Record]) -> bool:
    return bool(await looks.fetchval(WAITING))
