"""The seed of a match is open only while it goes on here; without its key a match can be read, but not go on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.matches import ActInput
from domain.kernel.draws import commitment
from eventstore.tables import match_secrets
from service.application.vault import Vault
from service.keys import Keys
from service.matches.seed_rotation import rotate
from tests.kit.served import ALICE, BOB, EVE, SECRET, Served, serve

pytestmark = pytest.mark.anyio
OTHER = "another secret that only tests may know"


@dataclass
class Left:
    """What the first server left behind: an open match, a running one, one that is over, and a stored command."""

    open: str
    running: str
    over: str
    order: ActInput


@pytest.fixture
async def left(url: str) -> Left:
    first = await serve(url)
    async with first.app:
        opened, running, over = await first.open(), await first.started(turn_ms=60_000), await first.started()
        order = ActInput(first.key(), token=await first.token(ALICE, running, "send"))
        await first.app.use_cases.matches.act(ALICE, running, order)
        await first.act(ALICE, over, action={"type": "concede"})
        return Left(opened, running, over, order)


@pytest.fixture
async def keyless(url: str, left: Left) -> AsyncIterator[Served]:
    """The next server, without the key of the first."""
    second = await serve(url, secret_key=SecretStr(OTHER))
    async with second.app:
        yield second


async def code_of(work: Awaitable[Any]) -> ErrorCode:
    with pytest.raises(ApiError) as caught:
        await work
    assert SECRET not in caught.value.message
    return caught.value.code


async def test_a_match_without_its_key_can_be_read(keyless: Served, left: Left) -> None:
    matches = keyless.app.use_cases.matches
    for match in (left.open, left.running, left.over):
        known = await matches.get(ALICE, match)
        page = await matches.events(ALICE, match)
        assert page.events[-1].version == known.version
    state = await matches.state(BOB, left.running, perspective="seat:1")
    assert state.status == "RUNNING"
    assert (await matches.legal_actions(BOB, left.running)).prompts
    full = await matches.state(EVE, left.over, perspective="full")
    assert full.result is not None


async def test_acting_in_it_says_what_is_wrong(keyless: Served, left: Left) -> None:
    token = await keyless.token(BOB, left.running, "send")
    with pytest.raises(ApiError, match="no key for the seed of this match") as caught:
        await keyless.act(BOB, left.running, token=token)
    assert caught.value.code == ErrorCode.UNAVAILABLE
    concession = {"type": "concede"}
    assert await code_of(keyless.act(BOB, left.running, action=concession)) == ErrorCode.UNAVAILABLE
    assert await code_of(keyless.sit(BOB, left.open)) == ErrorCode.UNAVAILABLE


async def test_what_is_refused_in_any_case_is_refused_as_ever(keyless: Served, left: Left) -> None:
    concession = {"type": "concede"}
    assert await code_of(keyless.act(EVE, left.running, action=concession)) == ErrorCode.NOT_YOUR_SEAT
    assert await code_of(keyless.act(BOB, left.over, action=concession)) == ErrorCode.MATCH_OVER
    assert (await keyless.app.use_cases.matches.act(ALICE, left.running, left.order)).replayed


async def test_the_clock_and_the_end_of_abandoned_matches_leave_it_alone(keyless: Served, left: Left) -> None:
    with capture_logs() as logs:
        keyless.clock.now += 30 * 86_400_000
        await keyless.app.projector.catch_up()
        before = (await keyless.app.use_cases.matches.get(ALICE, left.running)).version
        for _ in range(3):
            await keyless.app.clocks.tick()
            await keyless.app.abandonment.sweep()
    told = [entry["match"] for entry in logs if entry["log_level"] == "error"]
    assert sorted(told) == sorted([left.open, left.running]), "each is told of once"
    assert (await keyless.app.use_cases.matches.get(ALICE, left.running)).version == before


async def test_a_new_match_can_be_played_beside_it(keyless: Served, left: Left) -> None:
    match = await keyless.started()
    await keyless.play_out(match, ALICE, BOB)
    assert (await keyless.app.use_cases.matches.get(ALICE, match)).status == "FINISHED"


async def test_a_match_whose_seed_was_never_here_is_like_one_whose_key_is_lost(url: str) -> None:
    served = await serve(url)
    async with served.app:
        match = await served.started()
        await served.app.store.sql.write(lambda connection: connection.execute(match_secrets.delete()))
        served.app.matches.repository.cache.drop(match)
        assert (await served.app.use_cases.matches.get(ALICE, match)).status == "RUNNING"
        assert await code_of(served.act(ALICE, match, action={"type": "concede"})) == ErrorCode.UNAVAILABLE


@pytest.mark.each_store
async def test_the_open_seed_is_kept_in_one_place_while_its_match_goes_on(url: str) -> None:
    served = await serve(url)
    async with served.app:
        cache = served.app.matches.repository.cache
        match = await served.started()
        await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
        known, seed = cache.get(match), cache.seed(match)
        assert known is not None
        assert seed is not None
        assert known.state.pins is not None
        assert commitment(match, seed) == known.state.pins.seed_commitment
        assert known.secret is not None
        for kept in (known.secret, msgspec.msgpack.encode(known.state), repr(known).encode()):
            assert seed not in kept
            assert seed.hex().encode() not in kept
        await served.act(ALICE, match, action={"type": "concede"})
        assert cache.get(match) is not None
        assert cache.seed(match) is None, "it is over"


async def test_a_match_that_leaves_the_memory_takes_its_open_seed_along(url: str) -> None:
    served = await serve(url, cached_matches=2)
    async with served.app:
        cache = served.app.matches.repository.cache
        matches = [await served.started() for _ in range(3)]
        for match in matches:
            await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
        assert [cache.seed(match) is None for match in matches] == [True, False, False]
        await served.app.use_cases.matches.get(ALICE, matches[0])
        assert cache.seed(matches[0]) is None, "nothing was decided"
        cache.drop(matches[2])
        assert cache.seed(matches[2]) is None


async def test_a_seed_that_was_opened_stays_open_when_its_key_is_rotated(url: str) -> None:
    served = await serve(url)
    async with served.app:
        match = await served.started()
        await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
        await rotate(served.app.store, Vault(Keys([OTHER, SECRET])))
        await served.act(BOB, match, token=await served.token(BOB, match, "send"))
        served.app.matches.repository.cache.drop(match)
        assert await code_of(served.act(ALICE, match, action={"type": "concede"})) == ErrorCode.UNAVAILABLE
