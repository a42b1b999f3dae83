"""Migrations lead to the tables that the code states, on both engines, and say whether they have been run."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from operator import methodcaller
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from eventstore import migrate
from eventstore.open import open_store
from eventstore.revisions import ENVIRONMENT, EVENT_STORE, Revisions, is_current_connection, newest_revision
from eventstore.store import StoreUnavailable, StoreUnsuited
from eventstore.tables import metadata
from service.tables import REVISIONS
from tests import services
from tests.kit.schema import differences

READ_MODEL = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "r1", None, None, None
def upgrade():
    op.create_table("standings", sa.Column("player", sa.Text(), primary_key=True))
"""


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.db'}"
    else:
        with services.database(request.getfixturevalue("postgres_server")) as url:
            yield url


@pytest.fixture
def read_models(tmp_path: Path) -> Revisions:
    folder = tmp_path / "versions"
    folder.mkdir()
    (folder / "r1.py").write_text(READ_MODEL)
    return Revisions(folder, "read_models_version")


def test_an_upgrade_leads_to_the_newest_revision_and_can_be_repeated(empty_url: str) -> None:
    assert migrate.current(empty_url) is None
    assert not migrate.is_current(empty_url)
    for _ in range(2):
        migrate.upgrade(empty_url)
        assert migrate.current(empty_url) == newest_revision(EVENT_STORE)
        assert migrate.is_current(empty_url)


@pytest.mark.parametrize("revisions", [EVENT_STORE, REVISIONS])
def test_files_are_named_by_their_revisions_in_order(revisions: Revisions) -> None:
    scripts = list(ScriptDirectory(str(ENVIRONMENT), version_locations=[str(revisions.versions)]).walk_revisions())
    names = [Path(script.path).stem.partition("_")[0].removeprefix("v") for script in scripts]
    assert names == [script.revision for script in scripts] == sorted(names, reverse=True)
    assert newest_revision(revisions) == names[0]


def test_replicas_that_start_together_wait_for_one_another(empty_url: str) -> None:
    with ThreadPoolExecutor(4) as replicas:
        list(replicas.map(migrate.upgrade, [empty_url] * 4))
    assert migrate.is_current(empty_url)


def test_the_schema_is_the_one_that_tables_py_states(empty_url: str) -> None:
    migrate.upgrade(empty_url)
    assert differences(empty_url, metadata) == []


def test_read_models_have_a_history_of_their_own(empty_url: str, read_models: Revisions) -> None:
    migrate.upgrade(empty_url)
    assert not migrate.is_current(empty_url, read_models)
    migrate.upgrade(empty_url, read_models)
    assert migrate.is_current(empty_url, read_models)
    assert migrate.is_current(empty_url)
    assert migrate.with_connection(empty_url, lambda c: c.execute(text("SELECT count(*) FROM standings")).scalar()) == 0


def test_the_schema_of_a_newer_release_counts_as_up_to_date(empty_url: str) -> None:
    migrate.upgrade(empty_url)
    migrate.with_connection(empty_url, lambda c: c.execute(text("UPDATE event_store_version SET version_num = '9999'")))
    assert migrate.is_current(empty_url)


def outdated(url: str, revisions: Revisions, number: str) -> None:
    """Leave a database that has this revision, and nothing else."""
    table = revisions.version_table
    for statement in (f"CREATE TABLE {table} (version_num text)", f"INSERT INTO {table} VALUES ('{number}')"):
        migrate.with_connection(url, methodcaller("exec_driver_sql", statement))


BEFORE = [(EVENT_STORE, "0005"), (EVENT_STORE, "0009"), (REVISIONS, "s0026")]
REFUSED = r"0\.1\.0.*\(revision {}\).*0\.2\.0 and newer.*changed nothing.*`playledger verify`.*a new store"


@pytest.mark.parametrize(("revisions", "number"), BEFORE)
def test_the_schema_of_before_these_revisions_is_refused_and_stays(
    empty_url: str, revisions: Revisions, number: str
) -> None:
    outdated(empty_url, revisions, number)
    for ask in (migrate.upgrade, migrate.is_current, migrate.current):
        with pytest.raises(StoreUnsuited, match=REFUSED.format(number)):
            ask(empty_url, revisions)
    tables = migrate.with_connection(empty_url, lambda connection: inspect(connection).get_table_names())
    assert tables == [revisions.version_table]


@pytest.mark.anyio
async def test_a_store_of_before_these_revisions_is_not_opened(empty_url: str) -> None:
    await asyncio.to_thread(outdated, empty_url, EVENT_STORE, "0009")
    with pytest.raises(StoreUnsuited, match=REFUSED.format("0009")):
        await open_store(empty_url)


@pytest.mark.anyio
async def test_a_store_says_whether_its_schema_is_up_to_date(database_url: str) -> None:
    store = await open_store(database_url)
    assert await store.sql.read(is_current_connection)
    await store.close()


@pytest.mark.anyio
async def test_a_sqlite_file_is_migrated_when_it_is_opened(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    store = await open_store(url)
    assert await store.sql.read(is_current_connection)
    await store.close()


@pytest.mark.anyio
async def test_a_file_that_cannot_be_opened_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        await open_store(f"sqlite:///{tmp_path / 'no such folder' / 'store.db'}")


@pytest.mark.anyio
async def test_a_server_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable):
        await open_store("postgresql://postgres@127.0.0.1:1/none")


@pytest.mark.anyio
@pytest.mark.parametrize("url", ["mysql://host/db", "store.db", "sqlite:///", ""])
async def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="a store URL is"):
        await open_store(url)
