"""Migrations of a Postgres database that is in use: appends go on beside them, and a killed one does no harm."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from eventstore import migrate
from eventstore.limits import Patience, Pooler
from eventstore.open import open_store
from eventstore.postgres.migrating import NAME
from eventstore.revisions import Revisions
from eventstore.store import StoreLocked
from tests import services
from tests.eventstore.given import Stream
from tests.kit.pgbouncer import pgbouncer
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE, PATIENT, until

pytestmark = pytest.mark.anyio
SOON = Patience(lock=0.2, tries=100, pause=0.01, longest=0.02)
HEAD = "from alembic import op\nfrom eventstore.migrations.online import create_index_online\n"
INDEX = 'create_index_online("{table}_by_kind", "{table}", ["{column}"])'
ON_STREAMS, ON_EVENTS = INDEX.format(table="streams", column="kind"), INDEX.format(table="events", column="type")
ADD = 'op.execute("ALTER TABLE streams ADD COLUMN extra text")'
RUN = (
    "import sys; from pathlib import Path; from eventstore import migrate; from eventstore.revisions import Revisions;"
    "migrate.upgrade(sys.argv[1], Revisions(Path(sys.argv[2]), 'tried_version'))"
)
FILLED = (
    "INSERT INTO streams SELECT gen_random_uuid(), 'match', 1, 'head', false FROM generate_series(1, 5000)",
    "INSERT INTO events SELECT stream_id, v, 'e', 1, 'x', NULL, true, now(), 'hash'"
    " FROM streams, generate_series(1, 5) AS v",
)
WRITES = "INSERT INTO {table} SELECT * FROM {table} WHERE false; SELECT pg_current_xact_id()"
WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    f" AND application_name = '{NAME}'"
)
BUILDER = (
    "SELECT pid FROM pg_stat_progress_create_index WHERE datname = current_database() AND phase LIKE 'waiting for%'"
)
INVALID = "SELECT count(*) FROM pg_index WHERE NOT indisvalid"
VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('{}')"
MODES = f"""
    SELECT DISTINCT l.mode FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE a.application_name = '{NAME}'
        AND l.relation IN ('streams'::regclass, 'events'::regclass, 'events_e0'::regclass)
"""
BLOCKING = {"ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"}
"""What an append can't go beside."""


def revisions(folder: Path, *bodies: str) -> Revisions:
    """A chain of revisions r1, r2 and so on."""
    for number, body in enumerate(bodies, 1):
        before = f"'r{number - 1}'" if number > 1 else None
        names = f"revision, down_revision, branch_labels, depends_on = 'r{number}', {before}, None, None\n"
        (folder / f"r{number}.py").write_text(f"{HEAD}{names}def upgrade():\n    {body}\n")
    return Revisions(folder, "tried_version")


@pytest.fixture
def filled(database_url: str) -> str:
    services.run(services.execute(database_url, *FILLED))
    return database_url


@pytest.fixture
async def other(filled: str) -> AsyncIterator[asyncpg.Connection]:
    """Somebody else, who looks at the server and holds locks."""
    connection = await asyncpg.connect(filled, server_settings={"application_name": "other one"})
    yield connection
    await connection.close()


@pytest.fixture
async def looks(filled: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(filled)
    yield connection
    await connection.close()


@asynccontextmanager
async def holding(other: asyncpg.Connection, statements: str) -> AsyncIterator[None]:
    """A transaction that stays open."""
    await other.execute("BEGIN")
    await other.execute(statements)
    yield
    await other.execute("ROLLBACK")


async def append(url: str, times: int = 20) -> None:
    """New streams and new events, none of which is refused."""
    store = await open_store(url, PATIENT)
    streams = [Stream(store) for _ in range(4)]
    for number in range(times):
        await streams[number % 4].append(2)
    await store.close()


async def upgrading(url: str, wanted: Revisions, told: list[str], pooler: Pooler = "off") -> None:
    await asyncio.to_thread(migrate.upgrade, url, wanted, pooler, told.append, SOON)


async def builder(looks: asyncpg.Connection) -> int:
    """The session that makes an index, when it waits for a transaction that is open."""
    found: list[int] = []

    async def there() -> bool:
        found.extend(await looks.fetchrow(BUILDER) or ())
        return bool(found)

    await until(there)
    return found[-1]


@contextmanager
def killed(*command: str) -> Iterator[None]:
    """A process that migrates, and is killed without a word at the end."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGKILL)


@pytest.mark.parametrize(
    ("body", "held", "made"),
    [(ON_STREAMS, "streams", "streams_by_kind"), (ON_EVENTS, "events_e0", "events_by_kind")],
)
async def test_appends_go_on_while_an_index_is_made(
    filled: str, other: asyncpg.Connection, looks: asyncpg.Connection, tmp_path: Path, body: str, held: str, made: str
) -> None:
    """The index waits for an open transaction; nobody waits for the index."""
    told: list[str] = []
    async with holding(other, WRITES.format(table=held)):
        work = asyncio.create_task(upgrading(filled, revisions(tmp_path, body), told))
        await builder(looks)
        await append(filled)
        assert not work.done()
        modes = {row[0] for row in await looks.fetch(MODES)}
        assert modes.isdisjoint(BLOCKING), modes
        await until(lambda: any("waiting for writers" in line for line in told))
    await work
    assert await looks.fetchval(VALID.format(made))
    assert await looks.fetchval(INVALID) == 0
    assert told[-1] == "tried_version: r1"


async def test_a_revision_that_has_no_lock_lets_go_and_tries_again(
    filled: str, other: asyncpg.Connection, looks: asyncpg.Connection, tmp_path: Path
) -> None:
    told: list[str] = []
    async with holding(other, "SELECT count(*) FROM streams"):
        work = asyncio.create_task(upgrading(filled, revisions(tmp_path, ADD), told))
        for tries in (1, 2, 3):
            await until(partial(lambda least: len(told) >= least, tries))
            await append(filled, 4)
        await until(lambda: any("other one" in line for line in told))
        assert not work.done()
    await work
    named = next(line for line in told if "other one" in line)
    assert f"streams is locked by pid {other.get_server_pid()} (" in named
    assert named.endswith("SELECT count(*) FROM streams")
    assert await looks.fetchval("SELECT count(extra) FROM streams") == 0


async def test_one_who_never_has_the_lock_gives_up_and_says_who_holds_it(
    filled: str, other: asyncpg.Connection, looks: asyncpg.Connection, tmp_path: Path
) -> None:
    """What came before is done, and stays."""
    first = 'op.execute("CREATE TABLE first_one (a integer)")'
    wanted = revisions(tmp_path, first, ADD)
    patience = Patience(lock=0.5, tries=4, pause=0.01)
    async with holding(other, "SELECT count(*) FROM streams"):
        with pytest.raises(StoreLocked, match=f"after r1 .* 4 tries .* pid {other.get_server_pid()} .*other one") as no:
            await asyncio.to_thread(migrate.upgrade, filled, wanted, patience=patience)
    assert "run `playledger migrate` again" in str(no.value)
    assert await asyncio.to_thread(migrate.current, filled, wanted) == "r1"
    await asyncio.to_thread(migrate.upgrade, filled, wanted)
    assert await asyncio.to_thread(migrate.current, filled, wanted) == "r2"


async def test_an_index_waits_for_one_transaction_so_long_and_no_longer(
    filled: str, other: asyncpg.Connection, looks: asyncpg.Connection, tmp_path: Path
) -> None:
    """The server goes on with it, and the next migration waits for that."""
    wanted, patience = revisions(tmp_path, ON_STREAMS), Patience(lock=0.2, one=0.5)
    async with holding(other, WRITES.format(table="streams")):
        with pytest.raises(StoreLocked, match=f"given up after .*pid {other.get_server_pid()} .*migrate` again"):
            await asyncio.to_thread(migrate.upgrade, filled, wanted, patience=patience)
        assert await builder(looks)
    await asyncio.to_thread(migrate.upgrade, filled, wanted)
    assert await looks.fetchval(VALID.format("streams_by_kind"))


@pytest.mark.programs
@pytest.mark.parametrize("ended", [True, False], ids=["the server stops", "the server goes on"])
async def test_an_index_that_a_killed_migration_left_is_made(
    filled: str, other: asyncpg.Connection, looks: asyncpg.Connection, tmp_path: Path, ended: bool
) -> None:
    wanted = revisions(tmp_path, ON_STREAMS)
    told: list[str] = []
    async with holding(other, WRITES.format(table="streams")):
        with killed(sys.executable, "-c", RUN, filled, str(tmp_path)):
            pid = await builder(looks)
        if ended:
            await looks.fetchval("SELECT pg_terminate_backend($1, 60000)", pid)
            assert await looks.fetchval(INVALID) == 1
        before = await looks.fetchval("SELECT 'streams_by_kind'::regclass::oid")
        work = asyncio.create_task(upgrading(filled, wanted, told))
        if not ended:
            await until(lambda: any("streams_by_kind" in line for line in told))
        await append(filled, 4)
        assert not work.done()
    await work
    assert await looks.fetchval(VALID.format("streams_by_kind"))
    assert await looks.fetchval(INVALID) == 0
    # what the server went on with is not made twice
    assert (await looks.fetchval("SELECT 'streams_by_kind'::regclass::oid") == before) is not ended


async def test_two_who_migrate_take_turns(
    filled: str, other: asyncpg.Connection, looks: asyncpg.Connection, tmp_path: Path
) -> None:
    """The one who waits keeps no index waiting, and finds everything done."""
    wanted, first, second = revisions(tmp_path, ON_STREAMS, ADD), list[str](), list[str]()
    async with holding(other, WRITES.format(table="streams")):
        one = asyncio.create_task(upgrading(filled, wanted, first))
        await builder(looks)
        two = asyncio.create_task(upgrading(filled, wanted, second))
        await until(lambda: any("another process" in line for line in second))
    await asyncio.gather(one, two)
    assert [line for line in first if line.startswith("tried_version")] == ["tried_version: r1", "tried_version: r2"]
    assert second == ["another process is migrating this database: waiting for it"]


@pytest.mark.programs
async def test_an_index_is_made_through_a_pooler_of_transactions(
    filled: str, looks: asyncpg.Connection, tmp_path: Path
) -> None:
    told: list[str] = []
    with pgbouncer(filled) as pooler:
        wanted = revisions(tmp_path, ON_STREAMS, ON_EVENTS, ADD)
        await upgrading(pooler.url, wanted, told, "transaction")
        await append(filled, 4)
    assert await looks.fetchval(VALID.format("events_by_kind"))
    assert await looks.fetchval(INVALID) == 0


@pytest.mark.programs
async def test_a_chain_that_is_killed_goes_on_where_it_was(
    filled: str, other: asyncpg.Connection, looks: asyncpg.Connection, tmp_path: Path
) -> None:
    """Somebody holds the name of a table that the second revision makes."""
    first, second = (f'op.execute("CREATE TABLE {name} (a integer)")' for name in ("first_one", "second_one"))
    wanted, command = revisions(tmp_path, first, second), (sys.executable, "-c", RUN, filled, str(tmp_path))
    async with holding(other, "CREATE TABLE second_one (a integer)"):
        with killed(*command):
            await until(partial(_waits, looks))
    assert await asyncio.to_thread(migrate.current, filled, wanted) == "r1"
    done = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert await asyncio.to_thread(migrate.current, filled, wanted) == "r2"
    assert await looks.fetchval("SELECT count(*) FROM first_one, second_one") == 0


async def _waits(looks: asyncpg.Connection) -> bool:
    return bool(await looks.fetchval(WAITING))
