"""The lock of a match in one process."""

from __future__ import annotations

import asyncio

import pytest

from eventstore.store import StoreUnavailable
from service.matches.aggregate import Locks
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio


async def test_nobody_waits_for_a_store_that_does_not_answer_because_others_do() -> None:
    locks, entered = Locks(), []

    async def change(seconds: float) -> None:
        async with locks.held("mt_1", seconds):
            entered.append(seconds)

    async with locks.held("mt_1", PATIENCE):
        patient = asyncio.create_task(change(PATIENCE))
        with pytest.raises(StoreUnavailable):
            await change(0.01)
        async with locks.held("mt_2", PATIENCE):
            assert entered == []
    await patient
    await change(PATIENCE)
    assert entered == [PATIENCE, PATIENCE]


async def test_one_who_fails_or_goes_away_gives_the_lock_back() -> None:
    locks = Locks()
    with pytest.raises(LookupError):
        async with locks.held("mt_1", PATIENCE):
            raise LookupError
    async with locks.held("mt_1", PATIENCE):
        waiting = asyncio.create_task(_take(locks))
        await asyncio.sleep(0)
        waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await _take(locks)


async def _take(locks: Locks) -> None:
    async with locks.held("mt_1", PATIENCE):
        pass
