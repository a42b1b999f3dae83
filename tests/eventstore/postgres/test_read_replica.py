"""Reads that a standby answers: never less than anybody was told, and the primary answers where it can't."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, text

from eventstore import migrate
from eventstore.postgres.store import PostgresStore
from eventstore.store import EventStore
from tests.eventstore.given import Stream, creation
from tests.kit.lanes import by_lane
from tests.kit.postgres_nodes import Node, folder_of_servers, primary
from tests.kit.waiting import PATIENT, until

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
HASHES = ("rules", "schema")


@contextmanager
def pair() -> Iterator[tuple[Node, Node]]:
    """A primary and a standby that nobody waits for."""
    with folder_of_servers() as folder, primary(folder) as first:
        migrate.upgrade(first.url)
        second = first.standby("two")
        try:
            yield first, second
        finally:
            second.stop()


@pytest.fixture(scope="module")
def shared() -> Iterator[tuple[Node, Node]]:
    """Servers for tests that leave them as they were."""
    with pair() as nodes:
        yield nodes


@pytest.fixture
def own() -> Iterator[tuple[Node, Node]]:
    """Servers of one test."""
    with pair() as nodes:
        yield nodes


@asynccontextmanager
async def opened(first: Node, second: Node) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(first.url, PATIENT, second.url)
    try:
        yield store
    finally:
        await store.close()


async def told(node: Node, *statements: str) -> None:
    await asyncio.to_thread(node.execute, *statements)


@asynccontextmanager
async def paused(node: Node) -> AsyncIterator[None]:
    """The standby receives the log, and replays nothing."""
    await told(node, "SELECT pg_wal_replay_pause()")
    state = "SELECT pg_get_wal_replay_pause_state() = 'paused'"

    async def stands() -> bool:
        return bool(await asyncio.to_thread(node.ask, state))

    await until(stands)
    try:
        yield
    finally:
        await told(node, "SELECT pg_wal_replay_resume()")


def served_by(connection: Connection) -> bool:
    """Whether a standby runs this."""
    return bool(connection.scalar(text("SELECT pg_is_in_recovery()")))


def counting(stream: UUID) -> Callable[[Connection], int]:
    query = text("SELECT count(*) FROM events WHERE stream_id = :stream")
    return lambda connection: int(connection.scalar(query, {"stream": stream}) or 0)


async def used_again(store: PostgresStore) -> None:
    """Return once the standby answers a read."""

    async def is_used() -> bool:
        return await store.sql.lookup(served_by)

    await until(is_used)


async def test_lookups_go_to_the_standby_and_reads_to_the_primary(shared: tuple[Node, Node]) -> None:
    async with opened(*shared) as store:
        await used_again(store)
        assert not await store.sql.read(served_by)
        assert store.replica is not None
        assert store.replica.used
        assert store.replica.served >= 1


async def test_nobody_reads_less_than_was_told_before(shared: tuple[Node, Node]) -> None:
    """Two processes write to streams of their own, and read those of the other as soon as they are told."""
    first, second = shared
    async with opened(first, second) as one, opened(first, second) as other:
        await used_again(one)
        await used_again(other)

        async def play(writer: EventStore, reader: EventStore) -> None:
            stream = Stream(writer)
            for number in range(1, by_lane(25, 400) + 1):
                await stream.append(1)
                assert await reader.sql.lookup(counting(stream.id)) == number
                assert len(await reader.read(stream.id, settled=True)) == number

        pairs = [(one, other), (other, one)] * 3
        await asyncio.gather(*(play(writer, reader) for writer, reader in pairs))
        for store in (one, other):
            assert store.replica is not None
            assert store.replica.served > 0


async def test_a_standby_that_replays_nothing_is_not_believed_and_comes_back(shared: tuple[Node, Node]) -> None:
    first, second = shared
    async with opened(first, second) as store:
        await used_again(store)
        stream = Stream(store)
        await stream.append(1)
        async with paused(second):
            await stream.append(1)
            assert await store.sql.lookup(counting(stream.id)) == 2
            assert len(await store.read(stream.id, settled=True)) == 2
            assert store.replica is not None
            assert not store.replica.used
            assert store.replica.passed["late"] == 1
            assert store.replica.behind > 0
        await used_again(store)
        assert await store.sql.lookup(counting(stream.id)) == 2


async def test_a_closed_stream_is_loaded_from_the_standby_and_a_live_one_never(shared: tuple[Node, Node]) -> None:
    async with opened(*shared) as store:
        await used_again(store)
        assert store.replica is not None
        replica, stream = store.replica, Stream(store)
        await stream.append(3)
        before = replica.served
        assert len((await store.load(stream.id, *HASHES))[1]) == 3
        assert replica.served == before
        await stream.append(1, close=True)

        async def loaded() -> bool:
            """A standby that a busy machine made late rests for a while."""
            assert len((await store.load(stream.id, *HASHES))[1]) == 4
            return replica.served > before

        await until(loaded)


async def test_a_fault_of_the_work_is_told(shared: tuple[Node, Node]) -> None:
    async with opened(*shared) as store:
        await used_again(store)

        def refuse(connection: Connection) -> None:
            raise LookupError("refused")

        with pytest.raises(LookupError, match="refused"):
            await store.sql.lookup(refuse)
        assert store.replica is not None
        assert store.replica.used


async def test_those_who_ask_at_once_share_the_question_to_the_primary(shared: tuple[Node, Node]) -> None:
    async with opened(*shared) as store:
        await used_again(store)
        asked = list[int]()
        fetch = store._pool.fetch

        async def counted(query: str, *arguments: object) -> list[object]:
            asked.append(1)
            return list(await fetch(query, *arguments))

        async def all_served() -> bool:
            """A standby that a busy machine made late rests for a while."""
            asked.clear()
            return await asyncio.gather(*(store.sql.lookup(served_by) for _ in range(8))) == [True] * 8

        store._pool.fetch = counted  # type: ignore[method-assign, assignment]
        await until(all_served)
        assert len(asked) == 1


async def test_a_standby_that_dies_is_done_without_and_used_again(own: tuple[Node, Node]) -> None:
    async with opened(*own) as store:
        await used_again(store)
        stream = await _begun(store)
        await asyncio.to_thread(own[1].kill)
        assert await store.sql.lookup(counting(stream)) == 1
        assert store.replica is not None
        assert store.replica.passed["away"] == 1
        await asyncio.to_thread(own[1].start)
        await used_again(store)
        assert await store.sql.lookup(counting(stream)) == 1


@pytest.mark.nightly
async def test_a_standby_that_was_promoted_answers_nothing(own: tuple[Node, Node]) -> None:
    async with opened(*own) as store:
        await used_again(store)
        await asyncio.to_thread(own[1].promote)
        # it goes on by itself, further than the primary, and would say that it has everything
        await told(own[1], MORE)
        stream = await _begun(store)
        assert await store.sql.lookup(counting(stream)) == 1
        assert store.replica is not None
        assert store.replica.passed["promoted"] == 1


@pytest.mark.nightly
async def test_a_standby_that_has_more_than_the_promoted_one_answers_nothing(own: tuple[Node, Node]) -> None:
    """It is at a later place of the log than the new primary, on the timeline that the new one has left."""
    first, second = own
    third = await asyncio.to_thread(first.standby, "three")
    try:
        await asyncio.to_thread(second.catch_up_with, first)
        second.stop()
        await told(first, MORE)
        await asyncio.to_thread(third.catch_up_with, first)
        first.kill()
        await asyncio.to_thread(second.start)
        await asyncio.to_thread(second.promote)
        async with opened(second, third) as store:
            stream = await _begun(store)
            assert await store.sql.lookup(counting(stream)) == 1
            assert store.replica is not None
            assert store.replica.passed["other_timeline"] == 1
    finally:
        third.stop()


MORE = "SELECT pg_logical_emit_message(true, 'test', repeat('x', 4000000))"


async def _begun(store: EventStore) -> UUID:
    made = creation(uuid4())
    await store.append_all([made])
    return made.stream_id
