"""All replicas go by the clock of the store."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from pydantic import SecretStr

from eventstore.store import StoreUnavailable
from service.bootstrap import bootstrap
from service.settings import Settings
from service.store_clock import LONGEST, StoreClock
from tests.kit.served import SECRET, Served
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
T0 = 1_760_000_000_000
QUARTER = 15 * 60 * 1000


@dataclass
class Machines:
    """The clock of a store, and the clocks of the machine that asks it, which answers take from."""

    store: int = T0
    wall: int = T0
    seconds: float = 50.0
    takes: list[float] = field(default_factory=list)
    away: bool = False

    def go_on(self, seconds: float) -> None:
        self.store += round(seconds * 1000)
        self.wall += round(seconds * 1000)
        self.seconds += seconds

    async def now(self) -> int:
        if self.away:
            raise StoreUnavailable
        there_and_back = self.takes.pop() if self.takes else 0.0
        self.go_on(there_and_back / 2)
        told = self.store
        self.go_on(there_and_back / 2)
        return told

    async def clock(self) -> StoreClock:
        clock = StoreClock(cast("Any", self), lambda: self.wall, lambda: self.seconds)
        await clock.measure()
        return clock


@pytest.mark.parametrize("wrong", [-QUARTER, 0, QUARTER])
async def test_the_wall_clock_of_a_machine_says_nothing(wrong: int) -> None:
    machines = Machines(wall=T0 + wrong)
    clock = await machines.clock()
    assert (clock(), clock.ahead) == (T0, wrong)
    machines.go_on(30)
    assert clock() == T0 + 30_000
    machines.wall += QUARTER
    assert (clock(), clock.ahead) == (T0 + 30_000, wrong + QUARTER)


async def test_half_of_the_way_there_and_back_is_counted() -> None:
    machines = Machines(takes=[0.4])
    clock = await machines.clock()
    assert clock() == machines.store == T0 + 400


async def test_a_store_whose_clock_is_set_is_followed_at_the_next_look() -> None:
    machines = Machines()
    clock = await machines.clock()
    machines.store += 5_000
    assert clock() == T0
    await clock.measure()
    assert clock() == T0 + 5_000


async def test_an_answer_that_took_long_or_never_came_changes_nothing() -> None:
    machines = Machines()
    clock = await machines.clock()
    machines.takes = [2 * LONGEST / 1000]
    machines.store += 60_000
    await clock.measure()
    assert clock() == T0 + 2 * LONGEST
    machines.away = True
    await clock.measure()
    assert clock() == T0 + 2 * LONGEST


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.parametrize("wrong", [-QUARTER, QUARTER])
async def test_a_match_has_the_time_of_the_store(url: str, monkeypatch: pytest.MonkeyPatch, wrong: int) -> None:
    """Its deadlines too, so that nobody loses a turn by the clock of a replica."""
    right = time.time_ns
    chosen: dict[str, Any] = {"database_url": url, "clocks": False, "webhooks": False, "secret_key": SecretStr(SECRET)}
    async with await bootstrap(Settings(**chosen), {GAME.slug: GAME}) as app:
        monkeypatch.setattr("service.times.time.time_ns", lambda: right() + wrong * 1_000_000)
        served = Served(app)
        match = await served.started()
        known = await app.matches.repository.current(match)
        assert abs(known.state.at - right() // 1_000_000) < QUARTER / 3
