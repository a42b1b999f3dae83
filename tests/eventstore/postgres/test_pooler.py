"""Behind a pooler that gives each transaction to another session of the server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import migrate
from eventstore.limits import Pooler
from eventstore.postgres.engine import IDLE_IN_TRANSACTION_MS
from eventstore.postgres.store import PostgresStore
from eventstore.store import StoreUnavailable, StoreUnsuited, WrongExpectedVersion
from tests import services
from tests.eventstore.given import Stream, command, creation, events
from tests.eventstore.postgres.proxy import counting
from tests.kit.pgbouncer import IGNORED, PgBouncer, pgbouncer, version
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENT

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
KEEPS = {"max_prepared_statements": 200}
needs_prepared = pytest.mark.skipif(
    version() < (1, 21),
    reason="pgbouncer keeps prepared statements from 1.21 on: name one by PLAYLEDGER_TEST_PGBOUNCER",
)
BY_SETTING: list[object] = ["transaction", pytest.param("prepared", marks=needs_prepared)]


@pytest.fixture(params=BY_SETTING)
def setting(request: pytest.FixtureRequest) -> Pooler:
    """Each setting for a pooler of transactions."""
    found: Pooler = request.param
    return found


@pytest.fixture
def pooler(database_url: str, setting: Pooler) -> Iterator[PgBouncer]:
    with pgbouncer(database_url, **(KEEPS if setting == "prepared" else {})) as started:
        yield started


async def opened(pooler: PgBouncer, setting: Pooler, size: int = 10) -> PostgresStore:
    return await PostgresStore.open(pooler.url, replace(PATIENT, pooler=setting, pool_size=size))


async def play(store: PostgresStore, seed: int) -> int:
    """Every kind of question in a random order, each with an answer that nobody else could get; how many there were."""
    random, streams, mine = Random(seed), [Stream(store) for _ in range(3)], f"{seed}-{uuid4()}"

    def told(connection: Connection) -> tuple[object, ...]:
        first = connection.execute(sa.text("SELECT :mine || '-1' AS a"), {"mine": mine}).scalar_one()
        second = connection.execute(sa.text("SELECT CAST(:n AS integer) + 1"), {"n": seed}).scalar_one()
        return first, second

    for _ in range(12):
        stream = random.choice(streams)
        await stream.append(random.randint(1, 4))
        assert [event.version for event in await store.read(stream.id)] == list(range(1, stream.version + 1))
        head = await store.head(stream.id)
        assert head is not None
        assert (head.version, head.head_hash) == (stream.version, stream.head_hash)
        assert await store.read(stream.id, stream.version, head=stream.head_hash) == []
        both = [creation(key=mine), creation(key=mine, count=2)]
        assert [answer.last_version for answer in await store.append_all(both)] == [1, 2]
        with pytest.raises(WrongExpectedVersion):
            await store.append(both[0].stream_id, "match", 0, events(both[0].stream_id), command("other"))
        for work in store.sql.read, store.sql.write:
            assert await work(told) == (f"{mine}-1", seed + 1)
        assert (await store.load(stream.id, "rules", "schema"))[1][-1].hash == stream.head_hash
    return sum(stream.version for stream in streams)


async def test_many_clients_on_few_sessions_get_their_own_answers(pooler: PgBouncer, setting: Pooler) -> None:
    """Four sessions serve four replicas with 20 connections each, which never wait for one another's statements."""
    stores = [await opened(pooler, setting) for _ in range(4)]
    await asyncio.gather(*(play(stores[n % 4], n) for n in range(32)))
    assert (
        await services.ask(pooler.url, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()") <= 5
    )
    await stores[0].sequence()
    assert (await stores[0].lag()).events == 0
    for store in stores:
        await store.ping()
        await store.close()


async def test_the_driver_asks_for_types_inside_a_transaction_alone(
    pooler: PgBouncer, setting: Pooler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It changes a setting of the session meanwhile, and would change it back in another one."""
    outside: list[object] = []
    driver: Any = asyncpg.Connection
    asks = driver._introspect_types

    async def noted(self: Any, *arguments: object) -> object:
        outside.extend([] if self.is_in_transaction() else arguments)
        return await asks(self, *arguments)

    monkeypatch.setattr(driver, "_introspect_types", noted)
    store = await opened(pooler, setting, size=1)
    await play(store, 1)
    await store.close()
    assert outside == []


async def test_a_transaction_left_open_is_ended(pooler: PgBouncer, setting: Pooler) -> None:
    store = await opened(pooler, setting, size=1)
    guard = await store.sql.write(lambda connection: connection.scalar(sa.text(f"SHOW {IGNORED}")))
    assert guard == f"{IDLE_IN_TRANSACTION_MS // 1000}s"
    # and nobody else gets it
    rows = await store._pool.fetch(f"SHOW {IGNORED}")
    assert rows[0][0] == "0"
    await store.close()


async def test_a_pooler_that_is_started_again_loses_nothing(pooler: PgBouncer, setting: Pooler) -> None:
    store = await opened(pooler, setting, size=2)
    stream = Stream(store)
    await stream.append(1)
    await store.sql.write(lambda connection: None)
    pooler.restart()
    await stream.append(2)
    await store.sql.write(lambda connection: None)
    assert [event.version for event in await store.read(stream.id)] == [1, 2, 3]
    pooler.stop()
    with pytest.raises(StoreUnavailable):
        await stream.append(1)
    await store.close()


def test_nothing_is_left_in_a_session() -> None:
    """Locks of a session, its settings, tables and subscriptions would be those of whoever gets it next."""
    left = re.compile(
        r"pg_(try_)?advisory_(un)?lock|(?<!DEFINER )\bSET (?!LOCAL)\w+ (=|TO) '|\bSET SESSION\b"
        r"|\bLISTEN \w|TEMP(ORARY)? TABLE"
    )
    files = [
        file for part in ("eventstore", "service") for kind in ("*.py", "*.sql") for file in (ROOT / part).rglob(kind)
    ]
    assert len(files) > 100
    assert [file.name for file in files if left.search(file.read_text("utf-8"))] == []
    assert left.search("SELECT pg_advisory_lock(1)")
    assert not left.search("SELECT pg_advisory_xact_lock(1)")


def test_a_database_is_migrated_again_and_again(pooler: PgBouncer, setting: Pooler) -> None:
    for _ in range(3):
        migrate.upgrade(pooler.url, pooler=setting)
        assert migrate.is_current(pooler.url, pooler=setting)


def test_an_empty_database_is_migrated(setting: Pooler, postgres_server: str) -> None:
    keeps = KEEPS if setting == "prepared" else {}
    with services.database(postgres_server) as empty, pgbouncer(empty, **keeps) as pooler:
        migrate.upgrade(pooler.url, pooler=setting)
        assert migrate.is_current(empty)


async def refused(url: str, setting: Pooler) -> str:
    """The sentence of one who starts with that setting, and with `migrate` the same."""
    with pytest.raises(StoreUnsuited) as refusal:
        await PostgresStore.open(url, replace(PATIENT, pooler=setting))
    with pytest.raises(StoreUnsuited) as again:
        await asyncio.to_thread(migrate.upgrade, url, pooler=setting)
    assert str(again.value) == str(refusal.value)
    return str(refusal.value)


async def test_a_pooler_that_nobody_has_named_is_refused(database_url: str) -> None:
    with pgbouncer(database_url) as pooler:
        assert "takes no settings at the start" in await refused(pooler.url, "off")
    with pgbouncer(database_url, ignore_startup_parameters=IGNORED) as pooler:
        wanted = "`prepared`" if version() >= (1, 24) else "`transaction`"
        sentence = await refused(pooler.url, "off")
        assert "gives each transaction to another session" in sentence
        assert sentence.endswith(wanted)


async def test_a_pooler_that_keeps_no_statements_is_not_one_that_does(database_url: str) -> None:
    none = {"max_prepared_statements": 0} if version() >= (1, 21) else {}
    with pgbouncer(database_url, **none) as pooler:
        assert "does not keep prepared statements" in await refused(pooler.url, "prepared")


@needs_prepared
async def test_a_pooler_that_keeps_statements_is_told_by_name(database_url: str) -> None:
    with pgbouncer(database_url, ignore_startup_parameters=IGNORED, **KEEPS) as pooler:
        assert (await refused(pooler.url, "off")).endswith("`prepared`")


@pytest.mark.parametrize("setting", ["off", "transaction", "prepared"])
async def test_a_pooler_of_statements_is_refused(database_url: str, setting: Pooler) -> None:
    with pgbouncer(database_url, pool_mode="statement", ignore_startup_parameters=IGNORED) as pooler:
        assert "pools statements" in await refused(pooler.url, setting)


async def test_a_pooler_of_sessions_needs_no_setting(database_url: str) -> None:
    with pgbouncer(
        database_url, pool_mode="session", ignore_startup_parameters=IGNORED, default_pool_size=20
    ) as pooler:
        store = await opened(pooler, "off", size=3)
        await play(store, 2)
        await store.close()


@pytest.mark.parametrize("setting", ["off", "transaction", "prepared"])
async def test_without_a_pooler_every_setting_works(database_url: str, setting: Pooler) -> None:
    store = await PostgresStore.open(database_url, replace(PATIENT, pooler=setting, pool_size=3))
    await play(store, 3)
    await store.close()


@pytest.mark.parametrize("setting", ["off", "transaction", "prepared"])
async def test_an_append_is_one_transaction(database_url: str, setting: Pooler) -> None:
    """The server says once that it is ready, so that a pooler has no moment to give the session to somebody else."""
    async with counting(database_url) as proxy:
        store = await PostgresStore.open(proxy.url, replace(PATIENT, pooler=setting, pool_size=1))
        stream = Stream(store)
        await stream.append(1)
        before = proxy.round_trips
        for count in (1, 5, 50):
            await stream.append(count)
        assert proxy.round_trips - before == 3
        await store.close()


async def test_one_who_finds_statements_of_others_later_says_so(database_url: str) -> None:
    """Whoever is busy enough may show a look at the start a session that nobody else has."""
    store = await PostgresStore.open(database_url, PATIENT)
    lost = "DO $$ BEGIN RAISE EXCEPTION 'no such statement' USING ERRCODE = '26000'; END $$"
    with pytest.raises(StoreUnavailable, match="PLAYLEDGER_DATABASE_POOLER"):
        await store._pool.fetch(lost)
    with pytest.raises(StoreUnavailable):
        await store.sql.read(lambda connection: connection.execute(sa.text(lost)))
    await store.close()
