"""Presence: whoever comes and goes, wherever, all replicas see the same in the end, and a killed one is forgotten."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api_schema.ports.matches import PresenceOut
from service.streams.broker import Broker
from service.streams.memory import MemoryBroker
from service.streams.presence import NOBODY, SPECTATORS, Presence, PresenceSettings
from service.streams.redis import RedisBroker
from tests.kit.waiting import until
from tests.streams.fakes import Bus, BusBroker, steps

pytestmark = pytest.mark.anyio
QUICK = PresenceSettings(settle=0.005, linger=0.02, alive=0.02, lease=0.5)
SEEDS = st.integers(0, 2**64 - 1)


class Replica:
    """A process's presence, and what it has told its watchers."""

    def __init__(self, broker: Broker, chosen: PresenceSettings = QUICK) -> None:
        self.told: list[tuple[str, PresenceOut]] = []
        self.presence = Presence(broker, lambda match, seen: self.told.append((match, seen)), chosen)

    def kill(self) -> None:
        """Gone without a word; a `stop` that comes later says nothing either."""
        self.presence._draining = True
        self.presence._unhear()
        self.presence._unsubscribe()
        assert self.presence._task is not None
        self.presence._task.cancel()
        self.presence._task = None


@pytest.fixture(params=["memory", "redis"])
async def replicas(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Replica, Replica]]:
    """Two replicas, each with its own connection to a bus of memory or to a Redis."""
    if request.param == "memory":
        bus = Bus()
        brokers: list[Broker] = [bus.broker(), bus.broker()]
    else:
        url, prefix = request.getfixturevalue("redis_url"), request.getfixturevalue("redis_prefix")
        brokers = [RedisBroker(url, prefix=prefix) for _ in range(2)]
    for broker in brokers:
        await broker.start()
    both = Replica(brokers[0]), Replica(brokers[1])
    for one in both:
        await one.presence.start()
    await until(lambda: all(broker.healthy for broker in brokers))
    yield both
    for one in both:
        await one.presence.stop()
    for broker in brokers:
        await broker.stop()


async def watched_at_two() -> tuple[BusBroker, tuple[Replica, Replica]]:
    """Two replicas, a spectator of one match at each, and the broker of the first."""
    bus, chosen = Bus(), PresenceSettings(settle=0.005, linger=0.005, alive=0.01, lease=3600)
    broker = bus.broker()
    replicas = Replica(broker, chosen), Replica(bus.broker(), chosen)
    for replica in replicas:
        await replica.presence.start()
        replica.presence.entered("mt_1", SPECTATORS)
    return broker, replicas


async def all_see(replicas: tuple[Replica, ...], match: str, seats: tuple[int, ...], spectators: int) -> None:
    async def see() -> bool:
        return {await one.presence.seen(match) for one in replicas} == {PresenceOut(seats, spectators)}

    await until(see)


async def test_all_replicas_see_who_watches_anywhere(replicas: tuple[Replica, Replica]) -> None:
    one, other = (replica.presence for replica in replicas)
    one.entered("mt_1", 0)
    one.entered("mt_1", SPECTATORS)
    other.entered("mt_1", SPECTATORS)
    other.entered("mt_1", 1)
    other.entered("mt_1", 0)
    await all_see(replicas, "mt_1", (0, 1), 2)
    one.left("mt_1", 0)
    other.left("mt_1", SPECTATORS)
    await all_see(replicas, "mt_1", (0, 1), 1)
    other.left("mt_1", 0)
    await all_see(replicas, "mt_1", (1,), 1)
    assert one.of("mt_2") == NOBODY


async def test_one_who_comes_later_learns_what_is_there(replicas: tuple[Replica, Replica]) -> None:
    one, other = replicas
    one.presence.entered("mt_1", 3)
    await all_see(replicas, "mt_1", (3,), 0)
    await other.presence.stop()
    late = Replica(other.presence._broker)
    await late.presence.start()
    late.presence.entered("mt_1", 1)
    await until(lambda: late.presence.of("mt_1") == PresenceOut((1, 3), 0))
    await until(lambda: late.told[-1:] == [("mt_1", PresenceOut((1, 3), 0))])
    await late.presence.stop()


async def test_where_nobody_watches_the_others_are_asked_and_answer_at_once(
    replicas: tuple[Replica, Replica],
) -> None:
    one, other = replicas
    one.presence.entered("mt_1", 3)
    await until(lambda: bool(one.presence._alive_until) and bool(other.presence._alive_until))
    for replica in replicas:
        replica.presence._settings = PresenceSettings(settle=0.005, linger=0.02, alive=0.02, answer=0.5, hold=0.05)
    assert await other.presence.seen("mt_1") == PresenceOut((3,), 0)
    assert other.presence._broker.followed or isinstance(other.presence._broker, BusBroker)
    assert await other.presence.seen("mt_2") == NOBODY
    await until(lambda: not other.presence._followed)


async def test_one_process_alone_waits_for_nobody() -> None:
    one = Replica(MemoryBroker(), PresenceSettings(answer=36_000, settle=0.005))
    await one.presence.start()
    assert await one.presence.seen("mt_1") == NOBODY
    one.presence.entered("mt_1", 0)
    await until(lambda: one.told == [("mt_1", PresenceOut((0,), 0))])
    await one.presence.stop()


async def test_words_about_matches_that_nobody_here_looks_at_are_not_heard(replicas: tuple[Replica, Replica]) -> None:
    one, other = replicas
    heard: list[str] = []
    other.presence._broker.hear(heard.append)
    for number in range(20):
        one.presence.entered(f"mt_{number}", 0)
    one.presence.tick()
    one.presence.entered("mt_1", 1)
    other.presence.entered("mt_1", 2)
    await all_see(replicas, "mt_1", (0, 1, 2), 0)
    assert set(other.presence._followed) == {"mt_1"}
    assert not any(f'"mt_{number}"' in word for word in heard for number in range(20) if number != 1)


async def test_a_killed_replica_is_forgotten_and_the_others_are_told(replicas: tuple[Replica, Replica]) -> None:
    one, other = replicas
    one.presence.entered("mt_1", 0)
    other.presence.entered("mt_1", 1)
    await all_see(replicas, "mt_1", (0, 1), 0)
    other.kill()
    await all_see((one,), "mt_1", (0,), 0)
    await until(lambda: one.told[-1] == ("mt_1", PresenceOut((0,), 0)))


async def test_one_that_is_stopped_says_goodbye() -> None:
    bus, patient = Bus(), PresenceSettings(settle=0.005, linger=0.02, lease=3600)
    one, other = Replica(bus.broker(), patient), Replica(bus.broker(), patient)
    for replica in (one, other):
        await replica.presence.start()
    other.presence.entered("mt_1", 1)
    one.presence.entered("mt_1", 0)
    await all_see((one, other), "mt_1", (0, 1), 0)
    await other.presence.stop()
    await until(lambda: one.presence.of("mt_1") == PresenceOut((0,), 0))
    await one.presence.stop()


async def test_who_comes_back_at_once_was_never_away() -> None:
    """Flapping is neither said to others nor told to watchers, nor counted twice."""
    broker = MemoryBroker()
    words: list[str] = []
    broker.hear(words.append)
    one = Replica(broker, PresenceSettings(settle=3600, linger=3600, alive=3600))
    await one.presence.start()
    await steps(5)
    one.presence.entered("mt_1", SPECTATORS)
    one.presence.entered("mt_1", 0)
    one.presence.tick()
    words.clear()
    for _ in range(20):
        for place in (0, SPECTATORS):
            one.presence.left("mt_1", place)
            one.presence.tick()
            one.presence.entered("mt_1", place)
    one.presence.tick()
    assert {seen for _, seen in one.told} == {PresenceOut((0,), 1)}
    assert words == []
    await one.presence.stop()


async def test_many_who_come_at_once_are_said_once() -> None:
    broker = MemoryBroker()
    words: list[str] = []
    one = Replica(broker, PresenceSettings(settle=3600, alive=3600))
    await one.presence.start()
    await steps(5)
    broker.hear(words.append)
    for _ in range(500):
        one.presence.entered("mt_1", SPECTATORS)
    one.presence.tick()
    assert one.told == [("mt_1", PresenceOut((), 500))]
    assert len(words) == 1
    await one.presence.stop()


async def test_a_crowd_is_told_seldom_of_itself_and_at_once_of_players() -> None:
    """So many frames are sent in all, however many come and go: frames a second times seconds, but for the calm."""
    broker = MemoryBroker()
    one = Replica(broker, PresenceSettings(settle=3600, alive=3600))
    await one.presence.start()
    for _ in range(1_000):
        one.presence.entered("mt_1", SPECTATORS)
    one.presence.tick()
    for _ in range(50):
        one.presence.entered("mt_1", SPECTATORS)
        one.presence.tick()
    assert one.told == [("mt_1", PresenceOut((), 1_000))]
    one.presence.entered("mt_1", 0)
    one.presence.tick()
    assert one.told[1:] == [("mt_1", PresenceOut((0,), 1_050))]
    one.presence.entered("mt_1", SPECTATORS)
    one.presence._followed["mt_1"].told = -3600.0, one.told[-1][1]
    one.presence.tick()
    assert one.told[2:] == [("mt_1", PresenceOut((0,), 1_051))]
    await one.presence.stop()


async def test_what_a_replica_said_before_it_was_cut_off_holds_no_more() -> None:
    """It tells all that its earlier words are worth nothing, also those who were not cut off themselves."""
    broker, replicas = await watched_at_two()
    one, other = replicas
    one.presence.entered("mt_1", 0)
    await all_see(replicas, "mt_1", (0,), 2)
    broker.cut_off()
    one.presence.left("mt_1", 0)
    one.presence.left("mt_1", SPECTATORS)
    await until(lambda: not one.presence._followed)
    assert other.presence.of("mt_1") == PresenceOut((0,), 2)
    broker.connect()
    await until(lambda: other.presence.of("mt_1") == PresenceOut((), 1))
    for replica in replicas:
        await replica.presence.stop()


async def test_who_was_cut_off_forgets_what_nobody_says_again() -> None:
    broker, replicas = await watched_at_two()
    one, other = replicas
    await all_see(replicas, "mt_1", (), 2)
    broker.cut_off()
    other.presence.left("mt_1", SPECTATORS)
    await until(lambda: not other.presence._followed)
    assert one.presence.of("mt_1") == PresenceOut((), 2)
    broker.connect()
    await until(lambda: one.presence.of("mt_1") == PresenceOut((), 1))
    for replica in replicas:
        await replica.presence.stop()


async def test_watchers_hear_of_no_gap_while_the_others_are_asked_again() -> None:
    _, replicas = await watched_at_two()
    one, other = replicas
    await until(lambda: one.told[-1:] == [("mt_1", PresenceOut((), 2))])
    await asyncio.sleep(2 / one.presence._settings.frames)
    before = len(one.told)
    one.presence.missed({"mt_1"})
    assert one.presence.of("mt_1") == PresenceOut((), 1)
    one.presence.tick()
    await until(lambda: one.presence.of("mt_1") == PresenceOut((), 2))
    assert one.told[before:] == []
    for replica in (one, other):
        await replica.presence.stop()


async def test_one_that_was_taken_for_dead_is_asked_when_it_speaks_again() -> None:
    bus, chosen = Bus(), PresenceSettings(settle=3600, alive=0, lease=0)
    one, other = Replica(bus.broker(), chosen), Replica(bus.broker(), chosen)
    for replica in (one, other):
        await replica.presence.start()
        replica.presence.entered("mt_1", SPECTATORS)
        replica.presence.tick()
    await steps(20)
    one.presence.tick()
    assert one.presence.of("mt_1") == PresenceOut((), 1), "its lease was over at once"
    one.presence._settings = other.presence._settings = PresenceSettings(settle=3600, alive=0)
    other.presence.tick()
    await steps(20)
    assert one.presence.of("mt_1") == PresenceOut((), 2)
    for replica in (one, other):
        await replica.presence.stop()


async def test_what_is_no_word_is_ignored() -> None:
    broker = MemoryBroker()
    one = Replica(broker)
    await one.presence.start()
    one.presence.entered("mt_1", 0)
    for text in ("", "x", "{}", '{"r":1}', '{"r":"a","s":["b"]}', '{"r":"a","m":"mt_1","n":-5}'):
        broker.say("x", text)
    assert one.presence.of("mt_1") == PresenceOut((0,), 0)
    await one.presence.stop()


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_whatever_the_order_in_the_end_all_see_the_truth(seed: int) -> None:
    asyncio.run(interleaved(seed))


async def interleaved(seed: int) -> None:
    """Streams that come and go at three replicas, one of which dies; words are lost and replicas are cut off, until the
    broker is well again.
    """
    random = Random(seed)
    bus, chosen = (
        Bus(random),
        PresenceSettings(settle=0.001, linger=0.002, alive=0.005, lease=0.1, answer=0.05, hold=0.1),
    )
    brokers = [bus.broker() for _ in range(3)]
    for broker in brokers:
        broker.loses, broker.late = 0.2, 3
    replicas = [Replica(broker, chosen) for broker in brokers]
    here: list[Counter[tuple[str, int]]] = [Counter() for _ in replicas]
    for one in replicas:
        await one.presence.start()
    for _ in range(random.randrange(60)):
        number = random.randrange(3)
        known = [key for key, count in here[number].items() if count]
        if known and random.random() < 0.4:
            key = random.choice(known)
            here[number][key] -= 1
            replicas[number].presence.left(*key)
        else:
            key = random.choice(["mt_1", "mt_2"]), random.choice([0, 1, SPECTATORS])
            here[number][key] += 1
            replicas[number].presence.entered(*key)
        if random.random() < 0.2:
            broker = random.choice(brokers)
            broker.cut_off() if broker.healthy else broker.connect()
        await asyncio.sleep(random.choice([0, 0, 0, 0.001]))
    dies = random.random() < 0.5
    if dies:
        replicas.pop().kill()
        bus.brokers.remove(brokers.pop())
        here.pop()
    for broker in brokers:
        broker.loses = 0
        broker.cut_off()
        broker.connect()
    for match in ("mt_1", "mt_2"):
        seats = {
            place for counts in here for (where, place), n in counts.items() if n and where == match and place >= 0
        }
        await all_see(tuple(replicas), match, tuple(sorted(seats)), sum(c[match, SPECTATORS] for c in here))
    for one in replicas:
        await one.presence.stop()
