"""The specification of leases, on Postgres: one holder at a time, whoever dies, sleeps or has another clock."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, TextClause, text

from eventstore.open import open_store
from eventstore.postgres.sql import PostgresSql
from eventstore.store import EventStore, StoreUnavailable
from service import leases, leasing
from service.clocks import DAY
from service.foundation import FOLDING
from service.leases import Job, Lease, parts_of
from service.leasing.rows import asking
from service.leasing.shared import SharedLeases, dealt, surplus
from tests.kit.served import ALICE, Served, serve, sqlite_url
from tests.kit.waiting import PATIENT, until

pytestmark = pytest.mark.anyio
T = TypeVar("T")
LASTS = 600.0
"""Seconds: none of these leases runs out because the machine has other work."""
Part = tuple[str, int]
ALL = {(job, shard) for job in Job for shard in parts_of(job)}


class Replica:
    """What a process would hold, on connections and by a timer of its own."""

    def __init__(self, store: EventStore, began: float, jobs: Iterable[Job]) -> None:
        self.now = began
        self.leases: dict[str, Lease] = {job: Lease(job, self.timer) for job in jobs}
        self.shared = SharedLeases(asking(store.sql), self.leases, self.timer, lasts=round(LASTS * 1000))
        self.renew = self.shared.renew

    def timer(self) -> float:
        """Seconds by the clock of this machine."""
        return self.now

    @property
    def held(self) -> set[Part]:
        return {(name, shard) for name, lease in self.leases.items() for shard in parts_of(name) & lease.shards}

    @property
    def fences(self) -> dict[Part, int]:
        return {(name, shard): self.leases[name].fence(shard) for name, shard in self.held}

    @property
    def counts(self) -> dict[str, int]:
        """How many shards of each job it works for."""
        return {name: len(lease.shards) for name, lease in self.leases.items()}


@dataclass
class House:
    """One database, replicas that use it, and the time, which passes when a test says so."""

    url: str
    own: EventStore
    opened: AsyncExitStack
    replicas: list[Replica] = field(default_factory=list)

    async def joins(self, jobs: Iterable[Job] = Job) -> Replica:
        """Another replica. The clock of its machine is far away from all others."""
        store = await self.store()
        self.replicas.append(Replica(store, (-10.0) ** (len(self.replicas) + 5), jobs))
        return self.replicas[-1]

    async def store(self) -> EventStore:
        store = await open_store(self.url, PATIENT)
        self.opened.push_async_callback(store.close)
        return store

    async def passes(self, seconds: float) -> None:
        """Time passes, for the database and on every machine."""
        await self._move(seconds)
        for replica in self.replicas:
            replica.now += seconds

    async def _move(self, seconds: float) -> None:
        """For the database it is later when all that it has noted is longer ago."""
        later = text("UPDATE lease_members SET until = until - :ms")
        await self.own.sql.write(partial(_run, later, ms=round(seconds * 1000)))

    async def settled(self, *replicas: Replica) -> None:
        """They renew until nothing moves any more."""
        before: list[dict[Part, int]] = []
        while before != (now := [replica.fences for replica in replicas]):
            before = now
            for _ in range(2):
                for replica in replicas:
                    await replica.renew()

    def assert_one_holder_each(self) -> None:
        held = [part for replica in self.replicas for part in replica.held]
        assert len(held) == len(set(held))


@pytest.fixture
async def house(service_database_url: str) -> AsyncIterator[House]:
    async with AsyncExitStack() as opened:
        own = await open_store(service_database_url, PATIENT)
        opened.push_async_callback(own.close)
        yield House(service_database_url, own, opened)


def _run(statement: TextClause, connection: Connection, **values: object) -> None:
    connection.execute(statement, values)


async def test_the_only_replica_takes_all_at_its_first_look(house: House) -> None:
    only = await house.joins()
    assert not only.held
    await only.renew()
    assert only.fences == dict.fromkeys(ALL, 1)
    await only.renew()
    assert only.fences == dict.fromkeys(ALL, 1)


async def test_leases_spread_evenly_when_replicas_come_and_go(house: House) -> None:
    replicas = []
    for shares in ([64], [32, 32], [21, 21, 22]):
        replicas.append(await house.joins())
        await house.settled(*replicas)
        assert_spread(replicas, shares)
        house.assert_one_holder_each()
    replicas.pop(0)
    await house.passes(LASTS)
    await house.settled(*replicas)
    assert_spread(replicas, [32, 32])
    house.assert_one_holder_each()


def assert_spread(replicas: Collection[Replica], shares: Sequence[int]) -> None:
    """Each job by itself; what can't be divided is one replica's."""
    for job in Job:
        found = sorted(replica.counts[job] for replica in replicas)
        assert found == (shares if len(parts_of(job)) > 1 else [0] * (len(shares) - 1) + [64]), job


async def test_a_lease_that_moves_has_a_new_fence_and_the_others_keep_theirs(house: House) -> None:
    one, other = await house.joins(), await house.joins()
    await one.renew()
    await house.settled(one, other)
    assert {*one.fences.values()} == {1}
    assert {*other.fences.values()} == {2}
    assert one.held | other.held == ALL


async def test_replicas_that_begin_together_take_each_its_share(house: House) -> None:
    """None takes what it has to give away again."""
    replicas = [await house.joins() for _ in range(3)]
    for replica in replicas:
        await replica.shared._join()
    for replica in replicas:
        await replica.renew()
    assert_spread(replicas, [21, 21, 22])
    await house.settled(*replicas)
    assert {fence for replica in replicas for fence in replica.fences.values()} == {1}


async def test_the_leases_of_a_dead_replica_are_taken_when_they_have_run_out_and_not_before(house: House) -> None:
    living, dead = await house.joins(), await house.joins()
    await house.settled(living, dead)
    before = living.fences | dead.fences
    lost = dead.held
    await house.passes(LASTS / 2)
    await living.renew()
    assert living.held == ALL - lost
    await house.passes(LASTS / 2)
    await living.renew()
    assert living.fences == before | {name: before[name] + 1 for name in lost}


async def test_a_paused_holder_that_wakes_late_does_nothing_under_its_old_leases(house: House) -> None:
    living, paused = await house.joins(), await house.joins()
    await house.settled(living, paused)
    lost = paused.held
    assert len(lost) == 192
    await house.passes(LASTS / 2)
    await living.renew()
    await house.passes(LASTS / 2)
    # it has asked nobody, and nobody has taken anything yet
    assert not paused.held
    await living.renew()
    assert living.held == ALL
    await paused.renew()
    assert not paused.held
    await house.settled(living, paused)
    assert len(paused.held) == 192
    assert min(paused.fences.values()) > 1
    house.assert_one_holder_each()


async def test_a_holder_that_was_late_and_missed_by_nobody_goes_on(house: House) -> None:
    only = await house.joins()
    await only.renew()
    await house.passes(2 * LASTS)
    assert not only.held
    await only.renew()
    assert only.fences == dict.fromkeys(ALL, 1)


@dataclass
class Slow:
    """A store whose answers take a while."""

    store: EventStore
    takes: Callable[[], None]

    @property
    def sql(self) -> Slow:
        return self

    async def single(self, work: Callable[[Connection], T]) -> T:
        answer = await self.store.sql.single(work)
        self.takes()
        return answer


async def test_a_lease_counts_from_before_it_was_asked_for(house: House) -> None:
    """The answer may come late, and the database counts from when it was asked."""
    replica = await house.joins()

    def takes() -> None:
        replica.now += LASTS

    slow: Any = Slow(await house.store(), takes)
    await SharedLeases(asking(slow), replica.leases, replica.timer, lasts=round(LASTS * 1000)).renew()
    assert not replica.held


async def test_a_replica_without_the_database_holds_nothing_when_its_leases_have_run_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica = await house.joins()
    await replica.renew()

    async def away(statement: object, **values: object) -> Any:
        raise StoreUnavailable

    monkeypatch.setattr(replica.shared, "_asked", away)
    await replica.renew()
    assert replica.held == ALL
    replica.now += LASTS
    await replica.renew()
    assert not replica.held


async def test_what_was_to_be_given_and_was_not_is_worked_for_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody works for it while the answer of the database is unknown."""
    one, other = await house.joins(), await house.joins()
    await one.renew()
    await other.renew()
    single = PostgresSql.single

    async def away(self: PostgresSql, work: Any) -> Any:
        if one.held != ALL:
            raise StoreUnavailable
        return await single(self, work)

    with monkeypatch.context() as patched:
        patched.setattr(PostgresSql, "single", away)
        await one.renew()
    assert len(one.held) == 193
    await house.own.sql.write(
        partial(_run, text("DELETE FROM lease_members WHERE holder = :it"), it=other.shared.holder)
    )
    await one.renew()
    assert one.fences == dict.fromkeys(ALL, 1)


async def test_a_renewal_is_one_statement(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = await house.joins(), await house.joins()
    await house.settled(one, other)
    asked: list[str] = []
    for kind, before in [(kind, getattr(PostgresSql, kind)) for kind in ("read", "write", "single")]:

        async def noted(self: Any, work: Any, kind: str = kind, before: Any = before) -> Any:
            asked.append(kind)
            return await before(self, work)

        monkeypatch.setattr(PostgresSql, kind, noted)
    for _ in range(3):
        await one.renew()
        await other.renew()
    assert asked == ["single"] * 6


async def test_who_stops_hands_over_at_once(house: House) -> None:
    """No time passes."""
    goes, stays = await house.joins(), await house.joins()
    await house.settled(goes, stays)
    before = goes.fences
    await goes.shared.start()
    await goes.shared.stop()
    assert not goes.held
    await stays.renew()
    assert stays.held == ALL
    assert {name: stays.fences[name] for name in before} == {name: fence + 1 for name, fence in before.items()}


async def test_nobody_is_given_what_it_does_not_do(house: House) -> None:
    """One without clocks and webhooks does the rest; what only another one does stays there."""
    whole, part = await house.joins(), await house.joins([Job.NUMBERING, Job.RATINGS])
    await house.settled(whole, part)
    assert whole.held | part.held == ALL
    ratings = {job: (whole.counts[job], part.counts[job]) for job in (Job.NUMBERING, Job.RATINGS)}
    assert ratings == {Job.NUMBERING: (64, 0), Job.RATINGS: (32, 32)}
    await house.passes(LASTS)
    await house.settled(part)
    assert part.counts == {Job.NUMBERING: 64, Job.RATINGS: 64}


@pytest.mark.parametrize(
    ("own", "others", "given"),
    [
        (0, {"b": 0}, []),
        (1, {"b": 0}, []),
        (2, {"b": 0}, ["b"]),
        (2, {"b": 1}, []),
        (4, {"b": 0}, ["b", "b"]),
        (4, {"b": 0, "c": 0}, ["b", "c"]),
        (4, {"b": 3, "c": 0}, ["c", "c"]),
        (4, {}, []),
    ],
)
def test_a_replica_gives_what_leaves_others_with_no_more_than_itself(
    own: int, others: Mapping[str, int], given: Sequence[str]
) -> None:
    assert surplus(range(own), others) == dict(enumerate(given))


@pytest.mark.parametrize(
    ("held", "takers"),
    [
        ({}, ""),
        ({"a": 0}, "aaaa"),
        ({"a": 0, "b": 0}, "abab"),
        ({"a": 3, "b": 0}, "bbba"),
        ({"b": 9, "c": 0, "a": 9}, "cccc"),
    ],
)
def test_what_is_free_goes_to_who_has_fewest(held: Mapping[str, int], takers: str) -> None:
    assert "".join(dealt(range(4), held).values()) == takers


async def test_no_two_ever_hold_the_same_under_one_fence(house: House) -> None:
    """Three renew at the same moments; each of them sleeps now and then, for longer than its leases last."""
    random = Random(24)
    replicas = [await house.joins() for _ in range(3)]
    holders: dict[tuple[Part, int], Replica] = {}
    for _ in range(40):
        awake = random.sample(replicas, random.choice((1, 2, 3, 3)))
        await asyncio.gather(*(replica.renew() for replica in awake))
        house.assert_one_holder_each()
        for replica in replicas:
            for held in replica.fences.items():
                assert holders.setdefault(held, replica) is replica
        await house.passes(random.choice((0, LASTS / 3, LASTS)))
    await asyncio.gather(*(replica.renew() for replica in replicas))
    await house.settled(*replicas)
    assert_spread(replicas, [21, 21, 22])


async def test_work_begins_as_soon_as_its_lease_is_there(house: House) -> None:
    replica, begun = await house.joins(), list[str]()
    stop_hearing = [lease.hear(partial(begun.append, name)) for name, lease in replica.leases.items()]
    await replica.renew()
    await replica.renew()
    assert sorted(begun) == sorted(Job)
    for stop in stop_hearing:
        stop()
    await house.passes(LASTS)
    await replica.renew()
    assert len(begun) == len(Job)


async def test_another_one_goes_on_with_the_work_of_a_replica_that_dies_without_a_word(
    service_database_url: str,
) -> None:
    """With the times as they are shipped, in whole services whose clocks are a day apart."""
    replicas = [await serve(service_database_url) for _ in range(2)]
    replicas[1].clock.now += DAY
    async with replicas[0].app, replicas[1].app:
        await until(lambda: any(map(leads, replicas)))
        dead, living = sorted(replicas, key=leads, reverse=True)
        renewing = dead.app.leases
        assert renewing is not None
        assert renewing._task is not None
        renewing._task.cancel()
        await living.started()
        await until(lambda: leads(living))
        assert not leads(dead)
        await living.app.projector.catch_up()
        await until(lambda: not living.app.projector.behind().events)


def leads(served: Served) -> bool:
    """Whether it numbers events."""
    return served.app.projector._numbering.held


async def test_a_process_that_is_alone_holds_all_and_asks_nobody(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path), clocks=True, house_bots=True, webhooks=True)
    async with served.app:
        assert served.app.leases is None
        page = (await served.app.metrics.text()).decode()
        for job in Job:
            assert f'playledger_leases_held{{lease="{job}"}} 64.0' in page
        tables = "SELECT count(*) FROM leases UNION ALL SELECT count(*) FROM lease_members"
        rows = await served.app.store.sql.read(lambda connection: connection.execute(text(tables)).scalars().all())
        assert rows == [0, 0]


async def test_what_is_off_here_is_no_lease_of_this_process(service_database_url: str) -> None:
    """It is done by hand, whoever does it by itself; and it counts for no alarm."""
    resting = await serve(service_database_url)
    async with resting.app:
        page = (await resting.app.metrics.text()).decode()
        assert {job for job in Job if f'playledger_leases_held{{lease="{job}"}}' in page} == {
            Job.NUMBERING,
            Job.READ_MODELS,
            Job.RATINGS,
        }


async def test_read_models_are_left_to_a_process_of_their_own(service_database_url: str) -> None:
    """The others number and fold nothing, and hear how far it is."""
    playing = await serve(service_database_url, read_models=False)
    async with playing.app:
        match = await playing.started()
        await playing.app.projector._follow()
        assert await listed(playing) == []
        async with (await serve(service_database_url)).app as folding:
            await folding.projector.catch_up()
            assert await listed(playing) == [match]
            await until(lambda: playing.app.inboxes._reached)
        page = (await playing.app.metrics.text()).decode()
        assert not {job for job in FOLDING if f'playledger_leases_held{{lease="{job}"}}' in page}


async def listed(served: Served) -> list[str]:
    """The matches that a list shows."""
    return [match.id for match in (await served.app.use_cases.matches.find(ALICE, first=9)).matches]


def test_leases_know_no_time_of_day() -> None:
    """Nothing that a clock of this machine says can make one longer: only how long something took is asked."""
    sources = [Path(leases.__file__), *Path(leasing.__file__).parent.glob("*.py")]
    asked = {word for source in sources for word in re.findall(r"\btime\.\w+|\bdatetime\b", source.read_text("utf-8"))}
    assert asked == {"time.monotonic"}
    assert not any("service.times" in source.read_text("utf-8") for source in sources)
