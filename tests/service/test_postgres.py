"""The same service on Postgres, with two replicas that know of each other only through the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from api_schema.ports import ForkMatch
from service.settings import SettingsError
from tests.kit.served import ALICE, BOB, EVE, Served, serve

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


async def test_a_fork_made_by_one_replica_is_played_on_by_the_other(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    match = await one.started(deck="owl")
    version = (await one.app.repository.current(match)).version
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
