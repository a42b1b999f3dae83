"""What the pool does about each kind of failure, with a driver that fails on demand."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import asyncpg
import pytest

from eventstore.limits import StoreLimits
from eventstore.postgres.pool import LOST, REFUSED, Pool
from eventstore.store import StoreUnavailable

pytestmark = pytest.mark.anyio


class FailingPool:
    """Raises the given errors, one a call, then answers."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.calls: list[str] = []

    async def fetch(self, query: str) -> list[str]:
        self.calls.append(query)
        if self.errors:
            raise self.errors.pop(0)
        return ["answer"]

    async def expire_connections(self) -> None:
        self.calls.append("expire")


def over(driver: FailingPool) -> Pool:
    return Pool(cast("Any", driver))


@pytest.mark.parametrize("error", LOST)
async def test_a_lost_connection_is_asked_for_once_more(error: type[Exception]) -> None:
    driver = FailingPool(error("gone"))
    pool = over(driver)
    assert await pool.fetch("q") == ["answer"]
    assert driver.calls == ["q", "expire", "q"]
    assert pool.losses == 1


@pytest.mark.parametrize("error", LOST)
async def test_a_second_loss_is_unavailable(error: type[Exception]) -> None:
    driver = FailingPool(error("gone"), error("gone again"))
    with pytest.raises(StoreUnavailable, match="gone again"):
        await over(driver).fetch("q")
    assert driver.calls == ["q", "expire", "q"]


@pytest.mark.parametrize("error", REFUSED)
async def test_what_a_server_refuses_now_is_not_repeated(error: type[Exception]) -> None:
    driver = FailingPool(error("no"))
    with pytest.raises(StoreUnavailable, match="no"):
        await over(driver).fetch("q")
    assert driver.calls == ["q"]


async def test_another_node_that_the_server_has_lost_costs_no_connection() -> None:
    """A session that goes on says ERROR; one that ends says FATAL."""
    error = asyncpg.ConnectionFailureError("connection to the remote node failed")
    error.severity_en = "ERROR"
    driver = FailingPool(error)
    pool = over(driver)
    with pytest.raises(StoreUnavailable, match="remote node"):
        await pool.fetch("q")
    assert (driver.calls, pool.losses) == (["q"], 0)


async def test_a_mistake_is_neither_repeated_nor_hidden() -> None:
    driver = FailingPool(asyncpg.DataError("not a number"))
    with pytest.raises(asyncpg.DataError):
        await over(driver).fetch("q")
    assert driver.calls == ["q"]


class HangingPool(FailingPool):
    """Never answers, and fails in a way of its own when its caller is cancelled."""

    async def fetch(self, query: str) -> list[str]:
        self.calls.append(query)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise asyncpg.InterfaceError("another operation is in progress") from None
        raise AssertionError


async def test_a_loss_by_a_cancellation_does_not_hide_it() -> None:
    driver = HangingPool()
    asking = asyncio.create_task(over(driver).fetch("q"))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert driver.calls == ["q"]


async def test_a_loss_by_the_time_limit_is_unavailable() -> None:
    driver = HangingPool()
    pool = Pool(cast("Any", driver), StoreLimits(read=0.01))
    with pytest.raises(StoreUnavailable, match=r"did not answer in 0\.01 s"):
        await pool.fetch("q")
    assert driver.calls == ["q"]
