"""Who hears what: a process hears of what it follows, all of it and nothing else, on real servers too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from api_schema.ports.matches import Update
from service.streams.broker import ALL, LOG, Unsubscribe, inbox_of
from service.streams.hub import Hub, HubSettings
from service.streams.redis import RedisBroker
from tests.kit import redis_nodes
from tests.kit.waiting import PATIENCE, until
from tests.streams.fakes import Bus, CountingView, FakeSource, Notes, follow, steps, versions

pytestmark = pytest.mark.anyio
NEVER = HubSettings(poll=0.01, safety_poll=36_000, queue=10_000)
"""No poll finds what hints should have told, as long as the broker is well."""


@contextmanager
def way(request: pytest.FixtureRequest, name: str) -> Iterator[str]:
    """The URL of one Redis, of a master behind sentinels, or of a cluster."""
    if name == "redis":
        yield request.getfixturevalue("redis_url")
    else:
        with redis_nodes.sentinels() if name == "sentinels" else redis_nodes.cluster() as nodes:
            yield nodes.url


WAYS = (
    "redis",
    pytest.param("cluster", marks=pytest.mark.programs),
    pytest.param("sentinels", marks=(pytest.mark.programs, pytest.mark.nightly)),
)


@pytest.fixture(params=WAYS)
async def brokers(request: pytest.FixtureRequest, redis_prefix: str) -> AsyncIterator[list[RedisBroker]]:
    """Those of three processes."""
    with way(request, request.param) as url:
        found = [RedisBroker(url, prefix=redis_prefix) for _ in range(3)]
        for broker in found:
            await broker.start()
        await until(lambda: all(broker.healthy for broker in found))
        yield found
        for broker in found:
            await broker.stop()


async def followed(broker: RedisBroker, *keys: str) -> Notes:
    """What a process hears from now on, once it follows these keys."""
    notes = Notes()
    broker.subscribe(notes)
    for key in keys:
        broker.follow(key)
    await until(lambda: set(keys) <= set(notes.gaps_of))
    return notes


async def test_nothing_is_heard_of_foreign_matches_however_much_happens(brokers: list[RedisBroker]) -> None:
    here, there, everywhere = brokers
    heard, all_heard = await followed(there, "mt_mine", inbox_of("ac_mine")), await followed(everywhere, LOG)
    for version in range(1, 21):
        for match in range(100):
            here.publish(f"mt_{match}", version)
        here.publish(inbox_of("ac_other"), version)
        await asyncio.sleep(0.001)
    here.publish("mt_mine", 7)
    here.publish(inbox_of("ac_mine"), 8)
    await until(lambda: len(heard.hints) == 2)
    assert sorted(heard.hints) == [("inbox:ac_mine", 8), ("mt_mine", 7)]
    assert there.counts.received == 2
    await until(lambda: bool(all_heard.hints))
    assert {key for key, _ in all_heard.hints} == {LOG}
    assert everywhere.counts.received < 100, "who works for all hears that there is something, seldom"


async def test_that_something_was_appended_is_told_at_once_and_of_the_last_too(brokers: list[RedisBroker]) -> None:
    here, _, everywhere = brokers
    heard = await followed(everywhere, LOG)
    here.publish("mt_1", 1)
    await until(lambda: heard.hints == [(LOG, 1)])
    for match in range(50):
        here.publish(f"mt_{match}", 2)
    await until(lambda: heard.hints[-1] == (LOG, 51))
    here.publish(inbox_of("ac_1"), 9)
    here.publish("mt_2", 3)
    await until(lambda: heard.hints[-1] == (LOG, 52))
    assert len(heard.hints) <= 4


async def test_a_key_is_followed_until_the_last_one_lets_it_go(brokers: list[RedisBroker]) -> None:
    here, there, _ = brokers
    heard = await followed(there)
    first, second = there.follow("mt_1"), there.follow("mt_1")
    await until(lambda: heard.gaps_of["mt_1"])
    first()
    here.publish("mt_1", 1)
    await until(lambda: heard.hints == [("mt_1", 1)])
    second()
    assert there.followed == 0
    await followed(there, "mt_2")
    here.publish("mt_1", 2)
    here.publish("mt_2", 3)
    await until(lambda: ("mt_2", 3) in heard.hints)
    assert ("mt_1", 2) not in heard.hints


async def test_whoever_follows_what_another_one_here_follows_is_told_when_that_stands(
    brokers: list[RedisBroker],
) -> None:
    _, there, _ = brokers
    heard = await followed(there, "mt_1")
    before = heard.gaps_of["mt_1"]
    there.follow("mt_1")
    await until(lambda: heard.gaps_of["mt_1"] > before)


async def test_a_change_of_mind_on_the_way_holds(brokers: list[RedisBroker]) -> None:
    """Whatever comes before the answer of the server: what is wanted in the end is what is heard."""
    here, there, _ = brokers
    random, wanted = Random(1), dict[str, bool]()
    letting_go: dict[str, Unsubscribe] = {}
    for _ in range(300):
        match = f"mt_{random.randrange(20)}"
        if wanted.get(match):
            letting_go.pop(match)()
        else:
            letting_go[match] = there.follow(match)
        wanted[match] = not wanted.get(match)
        await steps(random.randrange(3))
    await followed(there, "mt_last")
    notes = Notes()
    there.subscribe(notes)
    for match in [*wanted, "mt_last"]:
        here.publish(match, 1)
    expected = {match for match, is_wanted in wanted.items() if is_wanted} | {"mt_last"}
    await until(lambda: {match for match, _ in notes.hints} >= expected)
    await followed(there, "mt_later")
    assert {match for match, _ in notes.hints} == expected


async def test_words_reach_those_who_follow(brokers: list[RedisBroker]) -> None:
    here, there, _ = brokers
    heard: list[list[str]] = [[], [], []]
    for broker, words in zip(brokers, heard, strict=True):
        broker.hear(words.append)
    for broker in (here, there):
        await followed(broker, "mt_1")
    here.say("a", "to those", "mt_1")
    here.say("b", "to all", ALL)
    await until(lambda: all("to all" in words for words in heard))
    assert "to those" in heard[1]
    assert "to those" not in heard[2]


async def test_watchers_elsewhere_get_everything_though_they_come_while_it_happens(brokers: list[RedisBroker]) -> None:
    here, there, _ = brokers
    random, source, views = Random(2), FakeSource(Random(3)), CountingView()
    hub = Hub(source, there, NEVER)
    await hub.start()
    heard: dict[str, list[tuple[int, list[Update]]]] = {}
    watching = []
    for number in range(40):
        match = f"mt_{number}"
        heard[match] = []
        for action in range(6):
            here.publish(match, source.append(match, ends=action == 5))
            if action in (0, 3):
                after, told = random.randrange(action + 2), list[Update]()
                heard[match].append((after, told))
                watching.append(asyncio.create_task(follow(hub, match, after, views.of("a"), told)))
            await steps(random.randrange(6))
            if random.random() < 0.2:
                await asyncio.sleep(0.001)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*watching)
    for match, all_told in heard.items():
        for after, told in all_told:
            assert versions(told) == list(range(after + 1, len(source.events[match]) + 1))
    assert there.followed == 0, "the last watchers have left"
    await hub.stop()


async def test_the_server_forgets_what_nobody_watches_any_more(redis_url: str, redis_prefix: str) -> None:
    broker, source, views = RedisBroker(redis_url, prefix=redis_prefix), FakeSource(), CountingView()
    hub = Hub(source, broker, NEVER)
    for part in (broker, hub):
        await part.start()
    source.append("mt_1")
    watching = [asyncio.create_task(follow(hub, "mt_1", 0, views.of("a"), [])) for _ in range(2)]
    async with Redis.from_url(redis_url) as stranger:

        async def subscribers() -> int:
            [(_, number)] = await stranger.pubsub_numsub(f"{redis_prefix}:hints:mt_1")
            return int(number)

        async def are(number: int) -> None:
            async def so() -> bool:
                return await subscribers() == number

            await until(so)

        await are(1)
        watching[0].cancel()
        await asyncio.wait(watching[:1])
        await asyncio.sleep(0)
        assert broker.followed == 1
        watching[1].cancel()
        await are(0)
    for part in (hub, broker):
        await part.stop()


class Run:
    """Two processes act, a third one's watchers come and go, decided by a seed; polls help only while it is cut off."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.bus, self.source = Bus(self.random), FakeSource(self.random)
        self.views = CountingView(lambda: self.random.randrange(3))
        self.actors, self.there = [self.bus.broker(), self.bus.broker()], self.bus.broker()
        for broker in self.bus.brokers:
            broker.late = self.random.choice([0, 3, 20])
        self.hub = Hub(self.source, self.there, HubSettings(poll=0.0005, safety_poll=36_000, queue=10_000))
        self.told: list[tuple[str, int, list[Update]]] = []
        self.watching: list[asyncio.Task[None]] = []

    def act(self, *, match: str | None = None) -> None:
        """Some events; with a match its last ones."""
        chosen = match or self.random.choice(MATCHES)
        version = self.source.append(chosen, self.random.randrange(1, 4), ends=match is not None)
        self.random.choice(self.actors).publish(chosen, version)

    def watch(self) -> None:
        """From a version that there is."""
        match, heard = self.random.choice(MATCHES), list[Update]()
        after = self.random.randrange(len(self.source.events.get(match, [])) + 1)
        self.told.append((match, after, heard))
        self.watching.append(asyncio.create_task(follow(self.hub, match, after, self.views.of("a"), heard)))

    def leave(self) -> None:
        """A watcher goes."""
        if self.watching:
            self.random.choice(self.watching).cancel()

    def turn(self) -> None:
        """One of the processes is cut off, or comes back."""
        one = self.random.choice(self.bus.brokers)
        one.cut_off() if one.healthy else one.connect()

    async def played(self) -> None:
        """All of it, until the matches are over and nobody is cut off."""
        await self.hub.start()
        for _ in range(self.random.randrange(1, 40)):
            [happens] = self.random.choices([self.act, self.watch, self.leave, self.turn], [10, 5, 2, 3])
            happens()
            await steps(self.random.randrange(8))
        for broker in self.bus.brokers:
            if not broker.healthy:
                broker.connect()
        for match in MATCHES:
            self.act(match=match)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self.watching, return_exceptions=True)
        await self.hub.stop()


MATCHES = ("mt_1", "mt_2", "mt_3")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_whatever_is_late_or_lost_watchers_get_everything_once_and_in_order(seed: int) -> None:
    run = Run(seed)
    asyncio.run(run.played())
    for task, (match, after, heard) in zip(run.watching, run.told, strict=True):
        got = versions(heard)
        assert got == list(range(after + 1, after + 1 + len(got)))
        if not task.cancelled():
            assert after + len(got) == len(run.source.events[match])
    assert not run.there._counted
