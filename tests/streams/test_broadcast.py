"""Sinks: the same for many at once, beside their streams, and each reader gets everything once and in order."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api_schema.ports.matches import Update
from service.streams.event_slices import Rendering
from service.streams.hub import Hub, HubSettings
from service.streams.memory import MemoryBroker
from tests.kit.waiting import PATIENCE, until
from tests.streams.fakes import CountingView, FakeSource, settled, steps, versions

pytestmark = pytest.mark.anyio
MATCH = "mt_1"
QUIET = HubSettings(poll=0.01, safety_poll=60, heartbeat=60, queue=4, page=8)


class DirectSink:
    """Prepares the update as JSON, counts how often, and notes what it sends where its reader notes the rest."""

    def __init__(self, house: House, heard: list[Update], key: str, takes: Callable[[], bool]) -> None:
        self.open = False
        self.key = key
        self.sent = 0
        self._house = house
        self._heard = heard
        self._takes = takes

    async def prepare(self, update: Update) -> bytes | None:
        self._house.prepared[self.key, update] += 1
        await steps(self._house.pause())
        return None if self._house.unpreparable else msgspec.json.encode(update)

    def send(self, prepared: bytes) -> bool:
        if not self._takes():
            return False
        self.sent += 1
        self._heard.append(msgspec.json.decode(prepared, type=Update))
        return True


class House:
    """A hub, and readers with sinks. `told` and `sent` are what each reader got, and what of it by its sink."""

    def __init__(self, settings: HubSettings = QUIET, pause: Callable[[], int] = lambda: 0) -> None:
        self.source = FakeSource()
        self.broker = MemoryBroker()
        self.hub = Hub(self.source, self.broker, settings)
        self.views = CountingView(pause)
        self.pause = pause
        self.prepared: Counter[tuple[str, Update]] = Counter()
        self.unpreparable = False
        self.told: list[list[Update]] = []
        self.sinks: list[DirectSink] = []
        self.tasks: list[asyncio.Task[None]] = []

    def watch(
        self,
        after: int = 0,
        *,
        rendering: Rendering | None = None,
        key: str = "all",
        takes: Callable[[], bool] = lambda: True,
        reads: Callable[[], int] = lambda: 0,
    ) -> list[Update]:
        heard: list[Update] = []
        sink = DirectSink(self, heard, key, takes)
        self.told.append(heard)
        self.sinks.append(sink)
        seen = rendering or self.views.of("spectator")
        self.tasks.append(asyncio.create_task(self._follow(after, seen, heard, sink, reads)))
        return heard

    def act(self, count: int = 1, *, ends: bool = False) -> int:
        version = self.source.append(MATCH, count, ends=ends)
        self.broker.publish(MATCH, version)
        return version

    async def all_have(self, events: int) -> None:
        await until(lambda: all(len(versions(one)) == events for one in self.told))

    async def _follow(
        self, after: int, rendering: Rendering, heard: list[Update], sink: DirectSink, reads: Callable[[], int]
    ) -> None:
        async with aclosing(self.hub.watch(MATCH, after, rendering, sink)) as updates:
            async for update in updates:
                heard.append(update)
                sink.open = True
                await steps(reads())


@pytest.fixture
async def house() -> AsyncIterator[House]:
    built = House()
    await built.hub.start()
    yield built
    await built.hub.stop()
    await asyncio.gather(*built.tasks, return_exceptions=True)


async def test_what_many_are_told_is_rendered_and_prepared_once_and_wakes_nobody(house: House) -> None:
    house.act()
    for _ in range(250):
        house.watch()
    await house.all_have(1)
    for total in range(2, 6):
        house.act()
        await house.all_have(total)
    assert set(house.views.rendered.values()) == {1}
    assert list(house.prepared.values()) == [1] * 4
    assert [sink.sent for sink in house.sinks] == [4] * 250


async def test_other_views_and_other_keys_get_their_own(house: House) -> None:
    house.act()
    seats = [house.watch(rendering=house.views.of(f"seat:{n % 2}"), key=f"selection {n % 3}") for n in range(12)]
    await house.all_have(1)
    house.act()
    await house.all_have(2)
    assert list(house.prepared.values()) == [1] * 6
    for number, heard in enumerate(seats):
        assert {msgspec.json.decode(update.payload)["to"] for update in heard} == {f"seat:{number % 2}"}


async def test_a_closed_outlet_is_not_used(house: House) -> None:
    house.act()
    house.watch(after=1)
    await until(lambda: house.hub.watchers == 1)
    await settled()
    house.act()
    await house.all_have(1)
    assert house.sinks[0].sent == 0


async def test_one_that_does_not_take_it_gets_it_from_its_stream_and_holds_up_nobody(house: House) -> None:
    house.act()
    stuck = asyncio.Event()
    house.watch(takes=stuck.is_set)
    for _ in range(3):
        house.watch()
    await house.all_have(1)
    for total in range(2, 5):
        house.act()
        await house.all_have(total)
    assert [sink.sent for sink in house.sinks] == [0, 3, 3, 3]
    stuck.set()
    house.act()
    await house.all_have(5)
    assert [sink.sent for sink in house.sinks] == [1, 4, 4, 4]


async def test_one_whose_reader_is_at_work_is_not_told_in_between_and_at_last_has_to_resync(house: House) -> None:
    house.act()
    heard: list[Update] = []
    sink = DirectSink(house, heard, "all", lambda: True)
    async with aclosing(house.hub.watch(MATCH, 0, house.views.of("spectator"), sink)) as slow:
        heard.append(await anext(slow))
        sink.open = True
        waiting = asyncio.ensure_future(anext(slow))
        house.watch()
        await house.all_have(1)
        house.act()
        await until(lambda: versions(heard) == [1, 2])
        house.hub.note(MATCH, "Odd", b"{}")
        await until(lambda: heard[-1].kind == "Odd")
        house.unpreparable = True
        house.act()
        heard.append(await waiting)
        for total in range(4, 4 + QUIET.queue + 2):
            house.act()
            await house.all_have(total)
        heard += [update async for update in slow]
    assert sink.sent == 2
    assert [update.kind for update in heard] == [
        "EventsAppended",
        "EventsAppended",
        "Odd",
        "EventsAppended",
        "ResyncRequired",
    ]
    assert msgspec.json.decode(heard[-1].payload)["reason"] == "SLOW_READER"


async def test_notes_go_out_once_for_all_after_the_events_and_only_the_newest(house: House) -> None:
    house.act()
    for _ in range(5):
        house.watch()
    await house.all_have(1)
    await settled()
    house.act()
    house.hub.note(MATCH, "PresenceChanged", b'{"n":1}')
    await until(lambda: all(one[-1].kind == "PresenceChanged" for one in house.told))
    house.hub.note(MATCH, "PresenceChanged", b'{"n":2}')
    house.hub.note(MATCH, "PresenceChanged", b'{"n":3}')
    await until(lambda: all(one[-1] == Update("PresenceChanged", 2, b'{"n":3}') for one in house.told))
    for one in house.told:
        assert one[-1].version == len(versions(one)) == 2
    assert set(house.prepared.values()) == {1}


async def test_what_can_not_be_prepared_comes_from_the_streams(house: House) -> None:
    house.act()
    for _ in range(3):
        house.watch()
    await house.all_have(1)
    house.unpreparable = True
    house.act()
    await house.all_have(2)
    assert [sink.sent for sink in house.sinks] == [0, 0, 0]


async def test_an_outlet_that_fails_is_its_own_readers_affair(house: House) -> None:
    def fails() -> bool:
        raise ZeroDivisionError

    house.act()
    house.watch(takes=fails)
    house.watch()
    await house.all_have(1)
    house.act()
    await house.all_have(2)
    assert [sink.sent for sink in house.sinks] == [0, 1]


async def test_a_view_that_fails_ends_the_streams_that_have_it(house: House) -> None:
    async def broken(*_: object) -> bytes:
        if house.source.events[MATCH][-1].version > 1:
            raise ZeroDivisionError
        return b'{"versions":[1],"ends":true}'

    house.act()
    house.watch(rendering=Rendering("broken", broken, broken))
    await house.all_have(1)
    house.watch()
    await house.all_have(1)
    house.act()
    await until(lambda: versions(house.told[1]) == [1, 2] and house.tasks[0].done())
    assert isinstance(house.tasks[0].exception(), ZeroDivisionError)


async def test_a_heartbeat_tells_where_the_outlet_has_led() -> None:
    house = House(HubSettings(poll=0.01, heartbeat=0.1))
    await house.hub.start()
    house.act()
    heard = house.watch()
    await house.all_have(1)
    house.act(2)
    await until(lambda: heard[-1] == Update("Heartbeat", 3, b'{"version":3}'))
    assert [update.version for update in heard if update.kind != "Heartbeat"] == [1, 3]
    assert house.sinks[0].sent == 1
    await house.hub.stop()


async def test_shutdown_ends_those_who_wait_for_what_is_rendered(house: House) -> None:
    async def never(*_: object) -> bytes:
        if house.source.events[MATCH][-1].version > 1:
            await asyncio.Event().wait()
        return b'{"versions":[1],"ends":true}'

    house.act()
    rendering = Rendering("never", never, never)
    house.watch(rendering=rendering), house.watch(rendering=rendering)
    await house.all_have(1)
    house.act()
    await settled()
    house.hub.drain()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*house.tasks)
    assert all(msgspec.json.decode(one[-1].payload)["reason"] == "SHUTDOWN" for one in house.told)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_fast_and_slow_readers_get_everything_once_and_in_order(seed: int) -> None:
    random = Random(seed)
    quick = HubSettings(poll=0.001, safety_poll=0.001, queue=1000, page=random.choice([1, 3, 16]))
    house = House(quick, lambda: random.randrange(3))
    house.source = FakeSource(random)
    house.hub = Hub(house.source, house.broker, quick)
    begun: list[int] = []

    def join(version: int) -> None:
        begun.append(random.randrange(version + 1))
        house.watch(
            begun[-1],
            rendering=house.views.of(random.choice("ab")),
            key=random.choice("xy"),
            takes=lambda: random.random() < 0.7,
            reads=lambda: random.randrange(4),
        )

    async def play() -> None:
        await house.hub.start()
        for number in range(random.randrange(1, 15)):
            version = house.act(random.randrange(1, 6))
            for _ in range(random.randrange(3)):
                join(version)
            if random.random() < 0.3:
                house.hub.note(MATCH, random.choice(["Odd", "Even"]), b"%d" % number)
            await steps(random.randrange(12))
        join(house.act(2, ends=True))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*house.tasks)
        await house.hub.stop()

    asyncio.run(play())
    last = len(house.source.events[MATCH])
    for after, heard in zip(begun, house.told, strict=True):
        assert versions(heard) == list(range(after + 1, last + 1))
        assert [update.kind for update in heard].count("MatchClosed") == 1
        assert heard[-1].kind == "MatchClosed"
        at = [update.version for update in heard]
        assert at == sorted(at)
