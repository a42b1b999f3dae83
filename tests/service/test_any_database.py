"""A database whose owner has settings of their own: the tables are made in it, and played on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Thread

import pytest

from eventstore import migrate
from eventstore.limits import Pooler
from eventstore.revisions import EVENT_STORE
from service.tables import REVISIONS
from tests import services
from tests.kit.pgbouncer import pgbouncer
from tests.kit.served import ALICE, BOB, EVE, Served, serve
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio
TOGETHER, MATCHES = 4, 200
ODD = {
    "default_transaction_isolation": "serializable",
    "default_transaction_deferrable": "on",
    "standard_conforming_strings": "off",
    "bytea_output": "escape",
    "DateStyle": "SQL, DMY",
    "TimeZone": "Asia/Kathmandu",
    "IntervalStyle": "sql_standard",
    "statement_timeout": "2s",
    "lock_timeout": "1ms",
    "client_min_messages": "error",
    "quote_all_identifiers": "on",
    "search_path": "elsewhere, public",
}


@pytest.fixture
def database(request: pytest.FixtureRequest, postgres_server: str) -> Iterator[str]:
    """An empty database with the settings of the parameter."""
    with services.database(postgres_server) as url:
        name = services.database_name(url)
        # a list of names or words is several values
        values = {key: ", ".join(f"'{part}'" for part in value.split(", ")) for key, value in request.param.items()}
        services.run(services.execute(url, *(f'ALTER DATABASE "{name}" SET {key} = {values[key]}' for key in values)))
        yield url


def migrated(url: str, pooler: Pooler = "off") -> None:
    def upgrade() -> None:
        for revisions in (EVENT_STORE, REVISIONS):
            migrate.upgrade(url, revisions, pooler)

    migrating = Thread(target=upgrade, daemon=True)
    migrating.start()
    migrating.join(PATIENCE)  # one that waits for itself waits for ever
    assert not migrating.is_alive()
    assert migrate.is_current(url, REVISIONS, pooler)


async def opened(served: Served, count: int) -> None:
    for _ in range(count):
        await served.open()


async def played(served: Served, count: int) -> None:
    """Create matches, several at once, and play one to its end. Nothing is refused."""
    async with served.app:
        await asyncio.gather(*(opened(served, count // TOGETHER) for _ in range(TOGETHER)))
        match = await served.started()
        await served.play_out(match, ALICE, BOB)
        await served.app.projector.catch_up()
        found = await served.app.use_cases.matches.find(EVE, first=1)
        assert [one.id for one in found.matches] == [match]
        assert (await served.app.history.auditor.audit(match)).ok


@pytest.mark.parametrize(
    "database",
    [
        {"default_transaction_isolation": "repeatable read"},
        {"default_transaction_isolation": "serializable"},
        ODD,
    ],
    indirect=True,
    ids=["repeatable read", "serializable", "odd"],
)
async def test_any_settings_of_a_database_do(database: str) -> None:
    await asyncio.to_thread(migrated, database)
    await played(await serve(database), MATCHES)


@pytest.mark.programs
@pytest.mark.parametrize("database", [ODD], indirect=True)
async def test_they_do_behind_a_pooler(database: str) -> None:
    with pgbouncer(database) as pooler:
        await asyncio.to_thread(migrated, pooler.url, "transaction")
        await played(await serve(pooler.url, database_pooler="transaction"), MATCHES)
