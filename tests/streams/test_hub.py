"""The hub: history and live events without gap or double, rendered once, to watchers that may be slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import msgspec
import pytest

from api_schema.ports.matches import Update
from eventstore.store import StoreUnavailable
from service.streams.channel import Channel
from service.streams.counts import StreamCounts
from service.streams.event_slices import EventSlice, Rendering
from service.streams.hub import Hub, HubSettings
from tests.kit.waiting import PATIENCE, until
from tests.streams.fakes import AskedBroker, CountingView, FakeSource, follow, settled, versions

pytestmark = pytest.mark.anyio
QUICK = HubSettings(poll=0.01, safety_poll=60, heartbeat=60, queue=4, page=8)


class House:
    """A hub with its source and broker."""

    def __init__(self, settings: HubSettings = QUICK) -> None:
        self.source = FakeSource()
        self.broker = AskedBroker()
        self.hub = Hub(self.source, self.broker, settings)
        self.views = CountingView()
        self.tasks: list[asyncio.Task[None]] = []

    def watch(
        self, after: int = 0, key: str = "spectator", rendering: Rendering | None = None, head: bytes | None = None
    ) -> list[Update]:
        heard: list[Update] = []
        rendering = rendering or self.views.of(key)
        self.tasks.append(asyncio.create_task(follow(self.hub, "mt_1", after, rendering, heard, head)))
        return heard

    def act(self, count: int = 1, *, ends: bool = False) -> None:
        self.broker.publish("mt_1", self.source.append("mt_1", count, ends=ends))


async def all_have(heard: Sequence[list[Update]], events: int) -> None:
    """Wait until every watcher was told so many events."""
    await until(lambda: all(len(versions(one)) == events for one in heard))


@pytest.fixture
async def house() -> AsyncIterator[House]:
    built = House()
    await built.hub.start()
    yield built
    await built.hub.stop()
    await asyncio.gather(*built.tasks, return_exceptions=True)


async def test_history_in_pages_then_live_then_the_end(house: House) -> None:
    for _ in range(7):
        house.act(3)
    heard = house.watch(after=2)
    await until(lambda: versions(heard) == list(range(3, 22)))
    assert len(heard) > 1, "history comes in pages"
    house.act(2)
    await until(lambda: versions(heard) == list(range(3, 24)))
    house.act(1, ends=True)
    await until(house.tasks[0].done)
    assert versions(heard) == list(range(3, 25))
    assert heard[-1] == Update("MatchClosed", 24, b'{"to":"spectator","closed":24}')
    assert house.hub.watchers == 0


async def test_a_match_that_is_over_is_told_and_closed_at_once(house: House) -> None:
    house.act(2, ends=True)
    late, up_to_date = house.watch(), house.watch(after=2)
    await until(lambda: all(task.done() for task in house.tasks))
    assert [update.kind for update in late] == ["EventsAppended", "MatchClosed"]
    assert [update.kind for update in up_to_date] == ["MatchClosed"]


async def test_a_batch_larger_than_a_page_is_delivered_whole(house: House) -> None:
    house.act(30)
    heard = house.watch()
    await until(lambda: bool(heard))
    assert len(heard) == 1
    assert versions(heard) == list(range(1, 31))


async def test_equal_watchers_share_one_rendering_and_one_read(house: House) -> None:
    house.act()
    heard = [house.watch(after=1, key=f"seat:{n % 2}") for n in range(10)]
    await until(lambda: house.hub.watchers == 10)
    await settled()
    reads = house.source.reads["mt_1"]
    for batch in range(1, 4):
        house.act(2)
        await all_have(heard, 2 * batch)
    assert sum(house.views.rendered.values()) == 2 * 3
    assert house.source.reads["mt_1"] - reads <= 3 * 2, "one read finds the batch, one that there is no more"
    assert heard[0][0].payload is heard[2][0].payload
    assert heard[0][0].payload != heard[1][0].payload


async def test_a_rendering_of_another_edition_is_not_told_again(house: House) -> None:
    house.act()
    shown, made = 1, []

    async def events(slice_: EventSlice) -> bytes:
        made.append(shown)
        return await house.views.of(f"edition {shown}").events(slice_)

    rendering = Rendering("names", events, house.views.of("whole").closed, lambda: shown)
    first, same = house.watch(rendering=rendering), house.watch(rendering=rendering)
    await all_have([first, same], 1)
    shown = 2
    again = house.watch(rendering=rendering)
    await all_have([again], 1)
    assert made == [1, 2]
    assert first[0].payload == same[0].payload != again[0].payload


async def test_history_is_read_and_rendered_once_for_all_who_come_together(house: House) -> None:
    for _ in range(10):
        house.act(4)
    heard = [house.watch() for _ in range(20)]
    await until(lambda: all(versions(one) == list(range(1, 41)) for one in heard))
    assert set(house.views.rendered.values()) == {1}
    assert house.source.reads["mt_1"] <= 40 / 8 + 2


async def test_a_slow_reader_is_told_to_resync_and_ends(house: House) -> None:
    house.act()
    async with aclosing(house.hub.watch("mt_1", 0, house.views.of("slow"))) as slow:
        first = await anext(slow)
        assert first.kind == "EventsAppended"
        waiting = asyncio.ensure_future(anext(slow))
        quick = house.watch()
        await settled()
        house.act()
        await waiting
        for _ in range(QUICK.queue + 1):
            expected = len(versions(quick)) + 1
            house.act()
            await all_have([quick], expected)
        rest = [update async for update in slow]
    current = len(house.source.events["mt_1"])
    assert [(update.kind, update.version) for update in rest] == [("ResyncRequired", current)]
    assert msgspec.json.decode(rest[0].payload) == {"currentVersion": current, "reason": "SLOW_READER"}
    assert versions(quick) == list(range(1, current + 1)), "the others notice nothing"


async def test_a_reader_within_its_bound_loses_nothing(house: House) -> None:
    house.act()
    async with aclosing(house.hub.watch("mt_1", 1, house.views.of("busy"))) as busy:
        waiting = asyncio.ensure_future(anext(busy))
        quick = house.watch()
        for total in range(2, 2 + QUICK.queue):
            await settled()
            house.act()
            await all_have([quick], total)
        heard = [await waiting] + [await anext(busy) for _ in range(QUICK.queue - 1)]
    assert versions(heard) == list(range(2, 2 + QUICK.queue))


async def test_catching_up_is_never_too_slow(house: House) -> None:
    for _ in range(3):
        house.act(8)
    quick = house.watch()
    async with aclosing(house.hub.watch("mt_1", 0, house.views.of("slow"))) as slow:
        heard = [await anext(slow)]
        for n in range(1, 3 * QUICK.queue):
            house.act()
            await all_have([quick], 24 + n)
        house.act(ends=True)
        heard += [update async for update in slow]
    assert versions(heard) == list(range(1, 24 + 3 * QUICK.queue + 1))
    assert heard[-1].kind == "MatchClosed"


async def test_what_was_rendered_before_the_secrets_were_revealed_is_rendered_again_after(house: House) -> None:
    house.act(8)
    async with aclosing(house.hub.watch("mt_1", 0, house.views.of("spectator"))) as slow:
        await anext(slow)
        house.act(2, ends=True)
        late = house.watch()
        await until(house.tasks[0].done)
    assert versions(late) == list(range(1, 11))
    assert house.views.rendered["spectator", 1, 8, False] == 1
    assert house.views.rendered["spectator", 1, 8, True] == 1


async def test_history_shows_nothing_that_was_not_handed_out(house: House) -> None:
    """Where the channel stands when the read begins decides; what comes later is live."""
    house.act(2)
    channel = Channel("mt_1", house.source, asyncio.Semaphore(), StreamCounts(), page=8, renders=8, pages=8)
    house.source.append("mt_1", 2, ends=True)
    shown = await channel.history(0, 2)
    assert [event.version for event in shown.events] == [1, 2]
    await asyncio.gather(channel.stop(), return_exceptions=True)


async def test_a_client_that_knows_more_than_this_process_gets_only_what_is_new() -> None:
    house = House(HubSettings(poll=60))
    await house.hub.start()
    house.act(2)
    first = house.watch()
    await until(lambda: versions(first) == [1, 2])
    house.source.append("mt_1", 2)
    ahead = house.watch(after=3)
    await until(lambda: versions(ahead) == [4])
    house.act()
    await until(lambda: versions(ahead) == [4, 5])
    assert versions(first) == [1, 2, 3, 4, 5]
    await house.hub.stop()


async def test_a_client_ahead_of_the_store_has_to_resync(house: House) -> None:
    house.act(2)
    heard = house.watch(after=9)
    await until(house.tasks[0].done)
    assert msgspec.json.decode(heard[0].payload) == {"currentVersion": 2, "reason": "AHEAD"}


@pytest.mark.parametrize("since", [0, 3])
async def test_watchers_of_what_the_store_has_lost_have_to_resync(house: House, since: int) -> None:
    """Whether the store is behind, or has come to the same version by other events, or further."""
    for _ in range(3):
        house.act()
    live, catching_up = house.watch(), house.watch(after=1)
    await until(lambda: versions(live) == [1, 2, 3] and versions(catching_up) == [2, 3])
    house.source.lose("mt_1", 2)
    if since:
        house.source.append("mt_1", since)
    house.hub.missed()
    await until(lambda: all(task.done() for task in house.tasks))
    for heard in live, catching_up:
        told = msgspec.json.decode(heard[-1].payload)
        assert told == {"currentVersion": 1 + since, "reason": "DIVERGED"}
    again = house.watch()
    await until(lambda: versions(again) == list(range(1, 2 + since)))
    house.act()
    await until(lambda: versions(again)[-1] == 2 + since)


@pytest.mark.parametrize("after", [1, 3, 9])
async def test_who_comes_before_a_loss_was_noticed_hears_where_the_store_stands(house: House, after: int) -> None:
    """It missed events that are gone, was told one of them, or comes from further on; the others hear of it too."""
    for _ in range(3):
        house.act()
    live = house.watch()
    await until(lambda: versions(live) == [1, 2, 3])
    heads = {event.version: event.hash for event in house.source.events["mt_1"]}
    house.source.lose("mt_1", 2)
    late = house.watch(after=after, head=heads.get(after))
    await until(lambda: all(task.done() for task in house.tasks))
    for heard in late, live:
        assert msgspec.json.decode(heard[-1].payload) == {"currentVersion": 1, "reason": "DIVERGED"}


async def test_a_lost_connection_has_quiet_matches_looked_at(house: House) -> None:
    """Nobody hints at a match in which nothing happens; what was told of it may be gone."""
    house.act()
    heard = house.watch()
    await until(lambda: versions(heard) == [1])
    house.source.lose("mt_1", 1)
    house.source.losses += 1
    await until(house.tasks[0].done)
    assert msgspec.json.decode(heard[-1].payload) == {"currentVersion": 0, "reason": "DIVERGED"}


async def test_nothing_is_told_of_before_a_lost_connection_unless_the_store_still_holds_it() -> None:
    """Neither from memory, long before the hub's clock has the match looked at, nor what was being rendered then."""
    house = House(HubSettings(poll=60, safety_poll=60))
    await house.hub.start()
    whole, begun, goes_on = house.views.of("late"), asyncio.Event(), asyncio.Event()

    async def events(slice_: EventSlice) -> bytes:
        if slice_.first == 3:
            begun.set()
            await goes_on.wait()
        return await whole.events(slice_)

    house.act(2)
    live, rendering = house.watch(), house.watch(rendering=Rendering("late", events, whole.closed))
    await all_have([live, rendering], 2)
    house.act()
    await all_have([live], 3)
    await begun.wait()
    house.source.losses += 1
    late = house.watch()
    await all_have([late], 3)
    house.source.lose("mt_1", 1)
    house.source.losses += 1
    goes_on.set()
    later = house.watch()
    await until(lambda: all(task.done() for task in house.tasks))
    assert [versions(heard) for heard in (live, rendering, later)] == [[1, 2, 3], [1, 2], []]
    for heard in live, rendering, later, late:
        assert msgspec.json.decode(heard[-1].payload) == {"currentVersion": 2, "reason": "DIVERGED"}
    await house.hub.stop()


async def test_heartbeats_only_in_silence(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("service.streams.hub._now", lambda: now)
    house.act()
    heard = house.watch()
    for told in range(1, 4):
        await until(lambda told=told: len(heard) == told)  # type: ignore[misc]
        house.broker.asked = 0
        await until(lambda: house.broker.asked > 3)
        assert len(heard) == told, "it was not silent for long"
        now += QUICK.heartbeat
    assert [update.kind for update in heard] == ["EventsAppended", "Heartbeat", "Heartbeat"]
    assert heard[1] == Update("Heartbeat", 1, b'{"version":1}')


async def test_a_view_with_nothing_to_say_goes_on_in_silence() -> None:
    """Of the third event alone it says something; heartbeats come all the same, and tell how far it is."""
    house = House(HubSettings(poll=0.01, heartbeat=0.1))
    await house.hub.start()
    whole = house.views.of("third")

    async def events(slice_: EventSlice) -> bytes:
        return await whole.events(slice_) if slice_.last == 3 else b""

    house.act()
    heard = house.watch(rendering=Rendering("third", events, whole.closed))
    await until(lambda: any(update.version == 1 for update in heard))
    for _ in range(3):
        house.act()
        await settled()
    await until(lambda: heard[-1] == Update("Heartbeat", 4, b'{"version":4}'))
    assert [update.version for update in heard if update.kind == "EventsAppended"] == [3]
    house.act(ends=True)
    await until(lambda: heard[-1].kind == "MatchClosed")
    assert heard[-1].version == 5
    await house.hub.stop()


async def test_lost_hints_are_found_by_the_safety_poll() -> None:
    house = House(HubSettings(poll=0.01, safety_poll=0.05))
    await house.hub.start()
    house.act()
    heard = house.watch()
    await until(lambda: versions(heard) == [1])
    house.source.append("mt_1")
    await until(lambda: versions(heard) == [1, 2])
    await house.hub.stop()


async def test_a_broker_that_is_away_is_replaced_by_polling(house: House) -> None:
    house.act()
    heard = house.watch()
    await until(lambda: versions(heard) == [1])
    house.source.append("mt_1")
    house.broker.asked = 0
    await until(lambda: house.broker.asked > 3)
    assert versions(heard) == [1], "healthy, so no poll"
    house.broker.well = False
    await until(lambda: versions(heard) == [1, 2])


async def test_what_was_missed_is_looked_up_when_the_broker_is_back(house: House) -> None:
    house.act()
    heard = house.watch()
    await until(lambda: versions(heard) == [1])
    house.source.append("mt_1")
    house.hub.missed()
    await until(lambda: versions(heard) == [1, 2])


async def test_watchers_outlive_a_store_that_is_away(house: House) -> None:
    house.act(20)
    live = house.watch()
    await until(lambda: len(versions(live)) == 20)
    house.source.away = True
    house.act()
    late = house.watch(after=5)
    await until(lambda: house.source.refused > 3)
    assert (len(versions(live)), late) == (20, [])
    house.source.away = False
    await until(lambda: len(versions(live)) == 21)
    await until(lambda: versions(late) == list(range(6, 22)))


async def test_a_watcher_of_a_store_that_was_never_there_begins_when_it_is(house: House) -> None:
    house.source.append("mt_1", 3)
    house.source.away = True
    heard = [house.watch(), house.watch(after=3)]
    await until(lambda: house.source.refused > 3)
    house.source.away = False
    house.act()
    await until(lambda: [versions(one) for one in heard] == [[1, 2, 3, 4], [4]])


async def test_a_view_that_needs_the_store_waits_for_it(house: House) -> None:
    """History, what is new and the end of the match are rendered when it is back, each of them once."""
    away = False

    async def store() -> None:
        if away:
            house.source.refused += 1
            raise StoreUnavailable

    async def events(slice_: EventSlice) -> bytes:
        await store()
        return await counting.events(slice_)

    async def closed(match_id: str, version: int) -> bytes:
        await store()
        return await counting.closed(match_id, version)

    counting = house.views.of("store")
    rendering = Rendering("store", events, closed)
    house.act(2)
    live = house.watch(rendering=rendering)
    await all_have([live], 2)
    away = True
    late = house.watch(after=1, rendering=rendering)
    house.act()
    await until(lambda: house.source.refused > 5)
    assert (versions(live), versions(late)) == ([1, 2], [])
    away = False
    await until(lambda: (versions(live), versions(late)) == ([1, 2, 3], [2, 3]))
    closing = house.watch(after=3, rendering=Rendering("at the end", counting.events, closed))
    away, house.source.refused = True, 0
    house.act(ends=True)
    await until(lambda: house.source.refused > 3 and versions(closing) == [4])
    away = False
    await until(lambda: all(task.done() for task in house.tasks))
    assert [heard[-1].kind for heard in (live, late, closing)] == ["MatchClosed"] * 3


async def test_a_failing_view_ends_its_own_stream_only(house: House) -> None:
    async def broken(*_: object) -> bytes:
        raise ZeroDivisionError

    house.act()
    house.watch(rendering=Rendering("broken", broken, broken))
    heard = house.watch()
    await until(lambda: versions(heard) == [1] and house.tasks[0].done())
    assert isinstance(house.tasks[0].exception(), ZeroDivisionError)


async def test_one_who_leaves_does_not_take_the_others_bytes_with_him(house: House) -> None:
    go_on = asyncio.Event()

    async def slowly(*_: object) -> bytes:
        await go_on.wait()
        return b'{"versions":[1],"ends":true}'

    house.act()
    house.watch(rendering=Rendering("slow", slowly, slowly))
    heard = house.watch(rendering=Rendering("slow", slowly, slowly))
    await settled()
    house.tasks[0].cancel()
    await settled()
    go_on.set()
    await until(lambda: versions(heard) == [1])


@pytest.mark.parametrize("where", ["live", "reading", "rendering", "opening"])
async def test_shutdown_ends_every_watcher_promptly_with_a_reason(house: House, where: str) -> None:
    async def never(*_: object) -> bytes:
        return await asyncio.Future()

    house.act(3)
    known = house.watch()
    if where != "opening":
        await until(lambda: bool(known))
    house.source.hangs = where in ("reading", "opening")
    rendering = Rendering("never", never, never) if where == "rendering" else None
    heard = [house.watch(rendering=rendering, key="late", after=3 if where == "live" else 0) for _ in range(3)]
    await settled()
    house.hub.drain()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*house.tasks)
    assert all(msgspec.json.decode(one[-1].payload)["reason"] == "SHUTDOWN" for one in [known, *heard])
    assert house.hub.watchers == 0


async def test_who_comes_during_the_shutdown_is_sent_away(house: House) -> None:
    house.act()
    house.hub.drain()
    heard = house.watch()
    await until(house.tasks[0].done)
    assert [update.kind for update in heard] == ["ResyncRequired"]
