"""A filled store of before epochs is divided while others append: nothing is copied, and a kill does no harm."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from eventstore import epochs, migrate
from eventstore.open import open_store
from eventstore.revisions import EVENT_STORE, Revisions
from eventstore.store import EventStore
from tests import services
from tests.eventstore.given import Stream
from tests.eventstore.postgres.test_online_migrations import SOON, killed
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE, PATIENT, until

pytestmark = pytest.mark.anyio
PARTS = [*(f"events_{number}" for number in range(8)), "commands"]
NODES = "SELECT relname, relfilenode FROM pg_class WHERE relname = ANY ($1)"
DIVIDED = "SELECT count(*) FROM pg_partitioned_table WHERE partstrat = 'l'"
MAY = (
    "GRANT SELECT, INSERT ON events, commands TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON streams, unsequenced, match_secrets, snapshots TO {role}",
    "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}",
)


@pytest.fixture
def older(tmp_path: Path) -> Revisions:
    """The revisions of before epochs."""
    folder = tmp_path / "versions"
    shutil.copytree(EVENT_STORE.versions, folder, ignore=shutil.ignore_patterns("v000[6-9]*", "__pycache__"))
    return Revisions(folder, EVENT_STORE.version_table)


@pytest.fixture
def url(postgres_server: str, older: Revisions) -> Iterator[str]:
    with services.database(postgres_server) as made:
        migrate.upgrade(made, older)
        yield made


@pytest.fixture
async def store(url: str) -> AsyncIterator[EventStore]:
    opened = await open_store(url, PATIENT)
    yield opened
    await opened.close()


async def filled(store: EventStore) -> list[Stream]:
    streams = [Stream(store) for _ in range(40)]
    for stream in streams:
        await stream.append(3)
    return streams


async def upgrade(url: str) -> None:
    await asyncio.to_thread(migrate.upgrade, url, patience=SOON)


async def whole(store: EventStore, streams: list[Stream]) -> bool:
    """Whether each stream is read as far as it was appended to."""
    read = [[event.version for event in await store.read(stream.id)] for stream in streams]
    return read == [list(range(1, stream.version + 1)) for stream in streams]


async def test_a_filled_store_is_divided_as_it_is_while_others_append(url: str, store: EventStore) -> None:
    streams, done = await filled(store), asyncio.Event()
    looks = await asyncpg.connect(url)
    names = PARTS[:-1]
    before = await looks.fetch(NODES, names)

    async def go_on() -> None:
        while not done.is_set():
            for stream in streams:
                await stream.append(1)

    going = asyncio.create_task(go_on())
    await upgrade(url)
    done.set()
    await going
    assert await whole(store, streams)
    assert await looks.fetch(NODES, names) == before
    for table in ("events_0", "events_e0", "commands_e0", "events"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
            await looks.execute(f"DELETE FROM {table}")
    assert await epochs.open_next(store) == 1
    assert (await epochs.retire(store, 0)).moved == len(streams)
    assert await whole(store, streams)
    await looks.close()


@pytest.mark.programs
@pytest.mark.parametrize("held", ["commands", "streams"])
async def test_a_killed_division_goes_on_where_it_was(url: str, store: EventStore, held: str) -> None:
    """What is held keeps the migration from its next step; what was done before stays, and appends go on with it."""
    streams = await filled(store)
    holder, looks = await asyncpg.connect(url), await asyncpg.connect(url)
    await holder.execute(f"BEGIN; LOCK TABLE {held} IN ACCESS SHARE MODE")
    expected = {"commands": 1, "streams": 2}[held]
    with killed(sys.executable, "-m", "service", "migrate", "--store", url):
        await until(partial(_divided, looks, expected))
        for stream in streams[:4]:
            await stream.append(1)
    await holder.execute("ROLLBACK")
    await holder.close()
    run = [sys.executable, "-m", "service", "migrate", "--store", url]
    done = await asyncio.to_thread(subprocess.run, run, cwd=ROOT, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    for stream in streams:
        await stream.append(1)
    assert await whole(store, streams)
    await looks.close()


async def _divided(looks: asyncpg.Connection, least: int) -> bool:
    return bool(await looks.fetchval(DIVIDED) >= least)


async def test_the_role_of_the_service_goes_on_before_it_is_given_its_rights_anew(url: str, store: EventStore) -> None:
    role = f"playledger_test_{uuid4().hex[:12]}"
    await services.execute(url, f"CREATE ROLE {role}", *(one.format(role=role) for one in MAY))
    await filled(store)
    await upgrade(url)
    connection = await asyncpg.connect(url, server_settings={"role": role})
    try:
        assert await connection.fetchval("SELECT birth_epoch()") == 0
        await connection.execute(
            "INSERT INTO events (stream_id, version, type, schema, body, batch_end, recorded_at, hash)"
            " VALUES (gen_random_uuid(), 1, 'e', 1, 'x', true, now(), 'hash')"
        )
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("INSERT INTO epochs VALUES (7, 0)")
    finally:
        await connection.close()
        await services.execute(url, f"DROP OWNED BY {role}; DROP ROLE {role}")
