"""The same service on Postgres, with two replicas that know of each other only through the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, Select, select

import eventstore.tables
from api_schema.errors import ApiError
from api_schema.ports.matches import ForkMatch, JoinOut
from eventstore.envelope import Lag
from service.settings import SettingsError
from service.tables import account_seats, metadata
from tests.kit.schema import differences
from tests.kit.served import ALICE, BOB, EVE, Served, serve
from tests.kit.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def replicas(service_database_url: str) -> AsyncIterator[tuple[Served, Served]]:
    one, other = await serve(service_database_url), await serve(service_database_url)
    async with one.app, other.app:
        yield one, other


async def test_any_replica_serves_any_match(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    match = await one.started(deck="owl")
    both = [(one, ALICE), (other, BOB), (other, ALICE), (one, BOB)]
    turn = 0
    while (await one.app.use_cases.matches.get(EVE, match)).status == "RUNNING":
        served, caller = both[turn % len(both)]
        legal = await served.app.use_cases.matches.legal_actions(caller, match)
        tokens = [action.token for prompt in legal.prompts for action in prompt.actions if action.type != "ban"]
        if tokens:
            await served.act(caller, match, token=tokens[0])
        turn += 1
    pages = [await served.app.use_cases.matches.events(EVE, match, perspective="full") for served in replicas]
    assert pages[0] == pages[1]
    states = [await served.app.use_cases.matches.state(EVE, match, perspective="full") for served in replicas]
    assert states[0] == states[1]


async def test_the_list_follows_whichever_replica_projects(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    match = await one.started()
    await asyncio.gather(one.app.projector.catch_up(), other.app.projector.catch_up())
    await one.app.projector.catch_up()
    found = await other.app.use_cases.matches.find(EVE, first=5)
    assert [match.id for match in found.matches] == [match]
    assert found.matches[0] == await one.app.use_cases.matches.get(EVE, match)


async def test_catching_up_waits_for_a_sequencer_at_work(
    service_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = await serve(service_database_url)
    monkeypatch.setattr("service.projections.projector.WAIT", PATIENCE)
    match, lag, asked = await served.open(), served.app.store.lag, list[Lag]()

    async def noted() -> Lag:
        asked.append(await lag())
        return asked[-1]

    monkeypatch.setattr(served.app.store, "lag", noted)
    elsewhere = await asyncpg.connect(service_database_url)
    async with elsewhere.transaction():
        await elsewhere.execute("SELECT sequence_shards(1000)")
        behind = asyncio.create_task(served.app.projector.catch_up())
        await until(lambda: len(asked) > 3)
        assert not behind.done()
    await behind
    assert [found.id for found in (await served.app.use_cases.matches.find(EVE, first=5)).matches] == [match]
    await elsewhere.close()
    await served.app.stop()


async def test_a_fork_made_by_one_replica_is_played_on_by_the_other(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    match = await one.started(deck="owl")
    version = (await one.app.matches.repository.current(match)).version
    await one.play_out(match, ALICE, BOB)
    order, key = ForkMatch(at_version=version), one.key()
    (made, first), (again, second) = await asyncio.gather(
        one.app.use_cases.matches.fork(EVE, match, key, order),
        other.app.use_cases.matches.fork(EVE, match, key, order),
    )
    assert (made, first + second) == (again, 1)
    legal = await other.app.use_cases.matches.legal_actions(EVE, made.id, 0)
    done = await other.act(EVE, made.id, seat=0, token=legal.prompts[0].actions[0].token)
    assert (await one.app.use_cases.matches.get(EVE, made.id)).head_hash == done.head_hash


async def test_tokens_are_known_to_all_replicas(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    _, token = await one.app.accounts.create_for("ac_x", "test", ["match:play"])
    assert (await other.app.use_cases.accounts.authenticate(token)).account == "ac_x"


async def test_a_database_that_is_not_migrated_is_refused(database_url: str) -> None:
    with pytest.raises(SettingsError, match="playledger migrate"):
        await serve(database_url)


async def test_seats_taken_while_their_account_is_erased_are_nobodys(replicas: tuple[Served, Served]) -> None:
    """Whichever comes first, no row says afterwards whose a seat was."""
    one, other = replicas
    for _ in range(5):
        ada, _ = await one.account("Ada")
        matches = [await one.open() for _ in range(4)]
        joins = [one.sit(ada, match) for match in matches]
        done = await asyncio.gather(*joins, other.app.directory.erase(str(ada.account)), return_exceptions=True)
        assert {type(each) for each in done} <= {JoinOut, ApiError, type(None)}
        noted = select(account_seats).where(account_seats.c.account == ada.account)
        assert not await one.app.store.sql.read(partial(rows, noted))


def rows(query: Select[Any], connection: Connection) -> list[Any]:
    return list(connection.execute(query))


def test_the_migrations_lead_to_the_tables_that_the_code_states(service_database_url: str) -> None:
    assert differences(service_database_url, eventstore.tables.metadata, metadata) == []
