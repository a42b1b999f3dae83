"""What goes over the wire: one round trip each, and a lost connection."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.util import await_only

from eventstore.envelope import Snapshot
from eventstore.limits import StoreLimits
from eventstore.postgres.engine import IDLE_IN_TRANSACTION_MS, connect
from eventstore.postgres.store import PostgresStore
from eventstore.store import StoreUnavailable, WrongExpectedVersion
from tests import services
from tests.eventstore.given import Stream, command, creation, events
from tests.eventstore.postgres.proxy import Proxy, counting
from tests.kit.waiting import PATIENCE, PATIENT, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def proxy(database_url: str) -> AsyncIterator[Proxy]:
    async with counting(database_url) as opened:
        yield opened


@pytest.fixture
async def store(proxy: Proxy) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(proxy.url, replace(PATIENT, pool_size=1))
    yield opened
    await opened.close()


async def test_an_append_is_one_round_trip(store: PostgresStore, proxy: Proxy) -> None:
    stream = Stream(store)
    # the first of its kind on a connection also has its statement parsed
    await stream.append(1)
    before = proxy.round_trips
    for count in (1, 5, 50):
        await stream.append(count)
    assert proxy.round_trips - before == 3


async def test_a_creation_is_one_round_trip_and_so_is_its_retry(store: PostgresStore, proxy: Proxy) -> None:
    await Stream(store).append(1)
    before = proxy.round_trips
    stream_id = uuid4()
    for _ in range(2):
        await store.append(stream_id, "match", 0, events(stream_id), command(), secret=b"seed")
    assert proxy.round_trips - before == 2


async def test_appends_to_many_streams_are_one_round_trip_and_so_is_their_retry(
    store: PostgresStore, proxy: Proxy
) -> None:
    await store.append_all([creation()])
    before = proxy.round_trips
    appends = [creation(count=3, secret=b"seed") for _ in range(50)]
    for _ in range(2):
        await store.append_all(appends)
    assert proxy.round_trips - before == 2
    with pytest.raises(WrongExpectedVersion):
        await store.append_all([creation(), creation(appends[0].stream_id, key="other")])
    assert proxy.round_trips - before == 3


async def test_a_load_is_one_round_trip(store: PostgresStore, proxy: Proxy) -> None:
    stream = Stream(store)
    await stream.append(5)
    await store.save_snapshot(Snapshot(stream.id, 5, stream.head_hash, "rules", "schema", b"state"))
    await store.load(stream.id, "rules", "schema")
    before = proxy.round_trips
    await store.load(stream.id, "rules", "schema")
    assert proxy.round_trips - before == 1


async def test_a_lost_connection_is_replaced_and_the_append_is_made_once(store: PostgresStore, proxy: Proxy) -> None:
    stream = Stream(store)
    await stream.append(1)
    proxy.cut()
    await stream.append(2)
    assert [event.version for event in await store.read(stream.id)] == [1, 2, 3]


async def test_appends_to_many_streams_on_a_lost_connection_are_made_once(store: PostgresStore, proxy: Proxy) -> None:
    appends = [creation(count=2) for _ in range(5)]
    await store.append_all([creation()])
    proxy.cut()
    assert len(await store.append_all(appends)) == 5
    assert [len(await store.read(append.stream_id)) for append in appends] == [2] * 5


async def test_appends_to_many_streams_whose_answer_is_lost_are_found_by_the_second_try(
    store: PostgresStore, proxy: Proxy
) -> None:
    appends = [creation(count=2) for _ in range(5)]
    await store.append_all([creation()])
    proxy.lose_next_answer()
    assert [answer.replayed for answer in await store.append_all(appends)] == [True] * 5
    assert [len(await store.read(append.stream_id)) for append in appends] == [2] * 5


async def test_a_connection_that_the_server_ended_is_replaced(store: PostgresStore, database_url: str) -> None:
    stream = Stream(store)
    await stream.append(1)
    await store.sql.read(lambda connection: None)
    await services.execute(
        database_url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    # nobody has to ask first
    await until(lambda: store.losses == 1)
    await stream.append(1)
    await store.sql.read(lambda connection: None)
    assert len(await store.read(stream.id)) == 2
    assert store.losses == 1


async def test_a_connection_that_has_broken_off_is_closed_without_complaint(database_url: str) -> None:
    """The pool closes it in a task of its own, which nobody hears of."""
    connection = await connect(database_url, PATIENCE)
    wire = connection._transport.get_extra_info("socket")  # type: ignore[attr-defined]
    wire.shutdown(socket.SHUT_WR)
    await connection.close()
    assert connection.is_closed()


async def test_a_server_that_stays_away_is_unavailable(database_url: str) -> None:
    async with counting(database_url) as proxy:
        store = await PostgresStore.open(proxy.url, PATIENT)
        stream = Stream(store)
        await stream.append(1)
    with pytest.raises(StoreUnavailable):
        await stream.append(1)
    with pytest.raises(StoreUnavailable):
        await store.append_all([creation()])
    with pytest.raises(StoreUnavailable):
        await store.ping()
    with pytest.raises(StoreUnavailable):
        await store.sql.read(lambda connection: None)
    await store.close()


IMPATIENT = StoreLimits(pool_size=2, connect=0.5, read=0.5, append=0.5)
"""Seconds after which a server is given up that says nothing at all."""


async def asked(store: PostgresStore) -> AsyncIterator[Awaitable[object]]:
    """A question of each kind."""
    yield store.append_all([creation()])
    yield store.head(uuid4())
    yield store.ping()
    yield store.sql.read(lambda connection: connection.execute(sa.text("SELECT 1")).all())
    yield store.sql.write(lambda connection: connection.execute(sa.text("SELECT 1")).all())


async def test_a_server_that_takes_bytes_and_gives_none_is_unavailable(proxy: Proxy) -> None:
    """On the connections that it has, and on new ones."""
    store = await PostgresStore.open(proxy.url, IMPATIENT)
    with proxy.stalled():
        for _ in range(3):
            async for question in asked(store):
                with pytest.raises(StoreUnavailable):
                    await question
        with pytest.raises(StoreUnavailable):
            await PostgresStore.open(proxy.url, IMPATIENT)
    patient = await PostgresStore.open(proxy.url, PATIENT)
    async for question in asked(patient):
        await question
    assert proxy.cancels == 0
    await patient.close()
    await store.close()


async def test_one_who_goes_away_sends_no_cancel(store: PostgresStore, proxy: Proxy) -> None:
    """A server that waits for its standbys would commit for itself alone then."""
    stream = Stream(store)
    await stream.append(1)
    with proxy.stalled():
        for work in store.append_all([creation()]), store.sql.write(lambda connection: None):
            going = asyncio.ensure_future(work)
            await asyncio.sleep(0)
            going.cancel()
            with pytest.raises(asyncio.CancelledError):
                await going
    await stream.append(1)
    await store.sql.read(lambda connection: None)
    assert (proxy.cancels, store.losses) == (0, 0)


def with_hosts(url: str, *hosts: str) -> str:
    """The URL of a database on several hosts."""
    parts = urlsplit(url)
    user = f"{parts.username or 'postgres'}@"
    return parts._replace(netloc=user + ",".join(hosts)).geturl()


async def test_a_host_that_says_nothing_or_refuses_does_not_hide_the_next(proxy: Proxy) -> None:
    here = urlsplit(proxy.url).netloc.rpartition("@")[2]
    # takes connections and never looks at them
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mute = f"127.0.0.1:{silent.getsockname()[1]}"
        for hosts in ([mute, here], ["127.0.0.1:1", here], [here, mute]):
            store = await PostgresStore.open(with_hosts(proxy.url, *hosts), PATIENT)
            async for question in asked(store):
                await question
            await store.close()
        with pytest.raises(StoreUnavailable):
            await PostgresStore.open(with_hosts(proxy.url, mute, "127.0.0.1:1"), IMPATIENT)


async def test_a_host_of_the_wrong_kind_is_passed_over(proxy: Proxy) -> None:
    here = urlsplit(proxy.url).netloc.rpartition("@")[2]
    writable = with_hosts(proxy.url, here, here) + "&target_session_attrs=read-write"
    await (await PostgresStore.open(writable, PATIENT)).close()
    with pytest.raises(StoreUnavailable):
        await PostgresStore.open(writable.replace("read-write", "standby"), PATIENT)


async def test_what_the_server_breaks_off_is_unavailable(store: PostgresStore) -> None:
    def slow(connection: Connection) -> None:
        connection.execute(sa.text("SET LOCAL statement_timeout = 1"))
        connection.execute(sa.text("SELECT pg_sleep(9)"))

    with pytest.raises(StoreUnavailable):
        await store.sql.write(slow)
    await store.sql.write(lambda connection: None)


@pytest.mark.parametrize("code", ["53100", "53200", "58030"], ids=["disk full", "no memory", "no file"])
async def test_a_server_without_room_is_unavailable(store: PostgresStore, code: str) -> None:
    failing = f"DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '{code}'; END $$"
    with pytest.raises(StoreUnavailable, match="no room"):
        await store._pool.write(failing)
    with pytest.raises(StoreUnavailable, match="no room"):
        await store.sql.write(lambda connection: connection.execute(sa.text(failing)))


async def test_one_of_two_in_a_deadlock_is_told_that_the_store_is_unavailable(database_url: str) -> None:
    store = await PostgresStore.open(database_url, replace(PATIENT, pool_size=3))

    meeting = asyncio.Barrier(2)

    def locking(first: int, second: int) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": first})
            await_only(meeting.wait())
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": second})

        return work

    both = store.sql.write(locking(1, 2)), store.sql.write(locking(2, 1))
    done = await asyncio.gather(*both, return_exceptions=True)
    await store.close()
    assert {type(one) for one in done} == {type(None), StoreUnavailable}


async def test_a_store_with_no_connection_left_is_unavailable(store: PostgresStore) -> None:
    store._sql._engine.sync_engine.pool._timeout = 0.05  # type: ignore[attr-defined]
    held, done = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with store._sql._engine.connect():
            held.set()
            await done.wait()

    holding = asyncio.create_task(hold())
    await held.wait()
    with pytest.raises(StoreUnavailable, match="QueuePool limit"):
        await store.sql.read(lambda connection: None)
    done.set()
    await holding
    await store.sql.read(lambda connection: None)


async def test_a_wrong_query_is_no_lost_connection(store: PostgresStore) -> None:
    with pytest.raises(sa.exc.ProgrammingError):
        await store.sql.read(lambda connection: connection.execute(sa.text("SELECT nothing FROM nowhere")))


async def test_a_wrong_argument_is_no_lost_connection(store: PostgresStore) -> None:
    with pytest.raises(asyncpg.DataError):
        await store.read(uuid4(), after=2**40)


async def test_a_transaction_left_open_is_ended_by_the_server(store: PostgresStore) -> None:
    rows = await store._pool.fetch("SHOW idle_in_transaction_session_timeout")
    assert rows[0][0] == f"{IDLE_IN_TRANSACTION_MS // 1000}s"
