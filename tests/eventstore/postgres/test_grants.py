"""The service's role can do its work, and can't change what was stored."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy import insert

from eventstore.envelope import Snapshot
from eventstore.open import open_store
from eventstore.postgres.grants import grants
from eventstore.retention import epochs
from eventstore.store import StoreUnsuited
from eventstore.tables import read_models
from tests import services
from tests.eventstore.given import Stream, command, creation, events, whole_log
from tests.kit.databases import Databases
from tests.kit.waiting import PATIENT

FORBIDDEN = [
    "UPDATE events SET type = 'x'",
    "DELETE FROM events",
    "TRUNCATE events",
    "UPDATE commands SET caller = 'x'",
    "DELETE FROM commands",
    "DELETE FROM match_secrets",
    "ALTER TABLE events DISABLE TRIGGER ALL",
    "DROP TABLE events",
    "UPDATE event_store_version SET version_num = '0'",
    "SET session_replication_role = replica",
    "INSERT INTO epochs VALUES (7, 0)",
    "UPDATE epochs SET dropped_at = 1",
    "DROP TABLE events_e0",
    "ALTER TABLE events DETACH PARTITION events_e0",
    *(f"INSERT INTO {part} SELECT FROM events" for part in ("events_e0", "commands_e0")),
]


@pytest.fixture(scope="module")
def service_url(databases: Databases) -> Iterator[str]:
    """A database as a role sees it that has the grants and nothing else."""
    role = f"playledger_test_{uuid4().hex[:12]}"
    with databases.lent() as url:
        services.run(services.execute(url, f"CREATE ROLE {role} LOGIN PASSWORD 'only-for-this-test'", grants(role)))
        address = urlsplit(url)
        place = address.netloc.rpartition("@")[2]
        yield address._replace(netloc=f"{role}:only-for-this-test@{place}").geturl()
        services.run(services.execute(url, f"DROP OWNED BY {role}; DROP ROLE {role}"))


@pytest.mark.anyio
async def test_the_service_can_do_its_work(service_url: str) -> None:
    store = await open_store(service_url, PATIENT)
    stream = Stream(store)
    await stream.append(2)
    created = uuid4()
    await store.append(created, "match", 0, events(created), command(), secret=b"seed")
    await store.save_snapshot(Snapshot(stream.id, 2, stream.head_hash, "rules", "schema", b"state"))
    await store.save_snapshot(Snapshot(stream.id, 2, stream.head_hash, "rules", "schema", b"state"))
    assert await store.secret(created) == b"seed"
    assert len(await store.append_all([creation(secret=b"seed"), creation()])) == 2
    assert await store.sequence() == 5
    assert len(await whole_log(store)) == 5
    await store.sql.write(lambda connection: connection.execute(insert(read_models).values(name="p")))
    await store.close()


@pytest.mark.anyio
@pytest.mark.parametrize("statement", FORBIDDEN)
async def test_the_service_cannot_change_what_was_stored(service_url: str, statement: str) -> None:
    # refused for want of the right, before any trigger is asked
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match=r"permission denied|must be owner"):
        await services.execute(service_url, statement)


@pytest.mark.anyio
async def test_the_owner_alone_opens_and_retires_epochs(service_url: str) -> None:
    store = await open_store(service_url, PATIENT)
    for refused in (epochs.open_next(store), epochs.retire(store, 0)):
        with pytest.raises(StoreUnsuited, match="the role that owns the tables"):
            await refused
    assert [epoch.number for epoch in await epochs.listed(store)] == [0]
    await store.close()
