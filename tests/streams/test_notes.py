"""What live watchers are told beside the events: the newest note of each kind, and clocks that run in public."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable, Mapping
from contextlib import aclosing
from typing import Any

import msgspec
import pytest

from api_schema.ports.matches import Update
from service.streams.hub import Hub, HubSettings
from tests.kit.waiting import until
from tests.streams.fakes import AskedBroker, CountingView, FakeSource, follow, steps, versions

pytestmark = pytest.mark.anyio


class FakeClockwork:
    """Clocks that the test starts and stops; counts how often it is asked and how often it renders."""

    def __init__(self) -> None:
        self.clocks: tuple[Hashable, ...] = ()
        self.count: Counter[str] = Counter()
        self.broken = False
        self.rendered: Mapping[Any, int] | None = None

    async def running(self, match_id: str, version: int) -> tuple[Hashable, ...] | None:
        self.count["asked"] += 1
        if self.rendered is not None and not self.rendered:
            return None
        if self.broken:
            raise ZeroDivisionError
        return self.clocks

    def tick(self, clocks: Any) -> bytes:
        self.count["rendered"] += 1
        return msgspec.json.encode({"clocks": clocks, "number": self.count["rendered"]})


class House:
    """A hub with clocks."""

    def __init__(self, **chosen: float) -> None:
        self.source, self.broker, self.clockwork = FakeSource(), AskedBroker(), FakeClockwork()
        settings: dict[str, Any] = {"poll": 0.01, "safety_poll": 60, "heartbeat": 60, "clock_tick": 60, **chosen}
        self.hub = Hub(self.source, self.broker, HubSettings(**settings), self.clockwork)
        self.views = CountingView()
        self.tasks: list[asyncio.Task[None]] = []

    def watch(self, after: int = 0) -> list[Update]:
        heard: list[Update] = []
        self.tasks.append(asyncio.create_task(follow(self.hub, "mt_1", after, self.views.of("a"), heard)))
        return heard

    def act(self, *, ends: bool = False) -> None:
        self.broker.publish("mt_1", self.source.append("mt_1", ends=ends))

    async def stop(self) -> None:
        await self.hub.stop()
        await asyncio.gather(*self.tasks)


def told(heard: list[Update], kind: str) -> list[Any]:
    return [msgspec.json.decode(update.payload) for update in heard if update.kind == kind]


async def test_a_note_reaches_all_who_are_live_and_whoever_comes_later_once() -> None:
    house = House()
    await house.hub.start()
    house.act()
    one = house.watch()
    await until(lambda: versions(one) == [1])
    house.hub.note("mt_1", "PresenceChanged", b"1")
    await until(lambda: told(one, "PresenceChanged") == [1])
    assert one[-1].version == 1, "where the watcher stands is still its resume point"
    other = house.watch()
    await until(lambda: told(other, "PresenceChanged") == [1])
    house.hub.note("mt_1", "PresenceChanged", b"1")
    house.hub.note("mt_2", "PresenceChanged", b"2")
    house.act()
    await until(lambda: versions(one) == versions(other) == [1, 2])
    assert told(one, "PresenceChanged") == told(other, "PresenceChanged") == [1]
    await house.stop()


async def test_a_reader_who_is_busy_gets_the_newest_note_only_and_events_before_it() -> None:
    house = House()
    await house.hub.start()
    house.act()
    async with aclosing(house.hub.watch("mt_1", 0, house.views.of("a"))) as updates:
        first = await anext(updates)
        waiting = asyncio.ensure_future(anext(updates))
        await steps(20)
        for number in range(5):
            house.hub.note("mt_1", "PresenceChanged", str(number).encode())
        house.act()
        heard = [first, await waiting, await anext(updates)]
    assert {update.kind for update in heard} == {"EventsAppended", "PresenceChanged"}
    assert told(heard, "PresenceChanged") == [4]
    await house.stop()


async def test_clocks_are_told_when_they_begin_change_and_stop_rendered_once_for_all() -> None:
    house = House()
    await house.hub.start()
    house.act()
    heard = [house.watch() for _ in range(10)]
    await until(lambda: all(versions(one) == [1] for one in heard))
    assert house.clockwork.count["rendered"] == 0, "no clock runs"
    for number, clocks in enumerate((("white", 1), ("black", 2), ()), 1):
        house.clockwork.clocks = clocks
        house.act()
        house.act()
        await until(lambda n=number: all(len(told(one, "ClockTick")) == n for one in heard))  # type: ignore[misc]
        await until(lambda n=number: all(len(versions(one)) == 1 + 2 * n for one in heard))  # type: ignore[misc]
    assert house.clockwork.count["rendered"] == 3
    assert [tick["clocks"] for tick in told(heard[0], "ClockTick")] == [["white", 1], ["black", 2], []]
    assert house.views.rendered.total() <= 7
    await house.stop()


async def test_running_clocks_are_told_again_each_period_without_reading_the_store() -> None:
    house = House(clock_tick=0.02)
    await house.hub.start()
    house.clockwork.clocks = ("white",)
    house.act()
    heard = house.watch()
    await until(lambda: len(told(heard, "ClockTick")) >= 2)
    reads = house.source.reads["mt_1"]
    await until(lambda: len(told(heard, "ClockTick")) >= 5)
    assert house.source.reads["mt_1"] == reads
    house.clockwork.clocks = ()
    house.act()
    await until(lambda: told(heard, "ClockTick")[-1]["clocks"] == [])
    asked, house.broker.asked = house.clockwork.count["asked"], 0
    await until(lambda: house.broker.asked > 5)
    assert house.clockwork.count["asked"] == asked, "nothing runs, nothing is asked"
    await house.stop()


async def test_clocks_that_are_known_only_with_the_events_are_told_once_these_are_rendered() -> None:
    house = House()
    await house.hub.start()
    house.clockwork.clocks = ("white",)
    house.clockwork.rendered = house.views.rendered
    house.act()
    heard = house.watch()
    await until(lambda: bool(told(heard, "ClockTick")))
    assert [update.kind for update in heard] == ["EventsAppended", "ClockTick"]
    await house.stop()


async def test_nothing_is_told_of_the_clocks_of_a_match_that_is_over() -> None:
    house = House()
    await house.hub.start()
    house.clockwork.clocks = ("white",)
    house.act(ends=True)
    heard = house.watch()
    await house.tasks[0]
    assert [update.kind for update in heard] == ["EventsAppended", "MatchClosed"]
    await house.stop()


async def test_clocks_that_cannot_be_read_cost_no_events_and_are_tried_again() -> None:
    house = House(clock_tick=0.01)
    await house.hub.start()
    house.clockwork.clocks, house.clockwork.broken = ("white",), True
    house.act()
    heard = house.watch()
    await until(lambda: versions(heard) == [1])
    house.act()
    await until(lambda: versions(heard) == [1, 2])
    house.clockwork.broken = False
    house.act()
    await until(lambda: versions(heard) == [1, 2, 3] and bool(told(heard, "ClockTick")))
    house.clockwork.broken = True
    count = len(told(heard, "ClockTick"))
    await until(lambda: house.clockwork.count["asked"] > 6)
    house.clockwork.broken = False
    await until(lambda: len(told(heard, "ClockTick")) > count)
    await house.stop()


async def test_ticks_and_presence_are_signs_of_life_so_heartbeats_come_in_silence_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("service.streams.hub._now", lambda: now)
    monkeypatch.setattr("service.streams.channel._now", lambda: now)
    house = House(clock_tick=10, heartbeat=15)
    await house.hub.start()
    house.clockwork.clocks = ("white",)
    house.act()
    heard = house.watch()
    for ticks in range(1, 6):
        await until(lambda ticks=ticks: len(told(heard, "ClockTick")) == ticks)  # type: ignore[misc]
        now += 10
    house.clockwork.clocks = ()
    house.act()
    await until(lambda: versions(heard) == [1, 2])
    assert not told(heard, "Heartbeat")
    now += 15
    await until(lambda: heard[-1].kind == "Heartbeat")
    await house.stop()
