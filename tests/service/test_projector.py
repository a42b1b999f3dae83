"""The runner of the read models: it stops when it is told to, and goes on whatever a read model does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table

from eventstore.envelope import Logged, LogPage, Types
from eventstore.open import open_store
from eventstore.read_models.past import Past
from eventstore.shards import SHARD_BITS, SHARDS, Places, resolved
from eventstore.tables import shard_checkpoints
from service.leases import ALL, Lease
from service.projections.projector import Projector
from service.streams.broker import LOG
from service.streams.follower import WORK, Follower
from service.streams.memory import MemoryBroker
from tests.kit.served import Served, sqlite_url
from tests.kit.waiting import PATIENCE, until
from tests.streams.fakes import Bus, BusBroker

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("steps", range(6))
async def test_it_stops_although_news_come_at_the_same_moment(tmp_path: Path, steps: int) -> None:
    """`steps` turns of the event loop lie between the news and the order to stop."""
    store = await open_store(sqlite_url(tmp_path))
    looked: list[str] = []
    projector = Projector(store, MemoryBroker(), [Moody()], advanced=lambda name, position: looked.append(name))
    await projector.start()
    await until(lambda: looked)
    projector.missed()
    for _ in range(steps):
        await asyncio.sleep(0)
    stopping = asyncio.create_task(projector.stop())
    done, _ = await asyncio.wait({stopping}, timeout=PATIENCE)
    stopping.cancel()
    await store.close()
    assert done


class Moody:
    """A read model that can't take an event until it is mended."""

    name = "moody"
    follows: Types = None
    tables: Sequence[Table] = ()

    def __init__(self) -> None:
        self.broken = True
        self.applied: list[int] = []

    def apply(self, connection: Connection, events: Sequence[Logged], past: Past) -> None:
        if self.broken:
            raise RuntimeError("an event that nobody foresaw")
        self.applied += [entry.position for entry in events]


async def test_a_read_model_that_fails_holds_up_no_other_and_goes_on_when_it_can(served: Served) -> None:
    first, second = Moody(), Moody()
    second.name, second.broken = "sound", False
    projector = Projector(served.app.store, MemoryBroker(), [first, second], settle=0.001, poll=0.001)
    match = await served.open()
    version = (await served.app.matches.repository.current(match)).version
    await projector.start()
    await until(lambda: len(second.applied) >= version)
    assert first.applied == []
    first.broken = False
    await until(lambda: first.applied == second.applied)
    await projector.stop()


async def test_a_page_of_the_log_is_read_once_for_all_read_models(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by those that are far behind: pages are what they wait for."""
    monkeypatch.setattr("eventstore.read_models.projections.BATCH", 3)
    await served.started()
    await served.app.projector.catch_up()
    await served.app.projector.stop()
    models = [Moody() for _ in range(4)]
    for number, model in enumerate(models):
        model.name, model.broken = f"model-{number}", False
    read: list[int] = []
    read_log = served.app.store.read_log

    async def noted(after: Places, until: int, limit: int, types: Types) -> LogPage:
        page = await read_log(after, until, limit, types)
        read.extend(entry.position for entry in page.events)
        return page

    monkeypatch.setattr(served.app.store, "read_log", noted)
    await served.app.store.sql.write(_begin_anew)
    await Projector(served.app.store, MemoryBroker(), models).catch_up()
    applied = models[0].applied
    assert len(applied) > 6
    assert all(model.applied == applied for model in models)
    assert read == applied == sorted(set(applied))


def _begin_anew(connection: Connection) -> None:
    """The shared checkpoints as they are in a new store."""
    connection.execute(shard_checkpoints.update().values(stamp=0, number=0))


async def test_a_read_model_that_has_far_to_go_takes_turns_with_the_others(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.projections.projector.ROUND", 2)
    monkeypatch.setattr("eventstore.read_models.projections.BATCH", 2)
    turns: list[str] = []
    first, second = Moody(), Moody()
    first.broken = second.broken = False
    first.name, second.name = "first", "second"
    advanced: list[tuple[str, int]] = []
    match = await served.started()
    version = (await served.app.matches.repository.current(match)).version

    def told(name: str, position: int) -> None:
        turns.append(name)
        advanced.append((name, position))

    projector = Projector(served.app.store, MemoryBroker(), [first, second], settle=0.001, poll=60, advanced=told)
    await projector.start()
    await until(lambda: len(second.applied) >= version)
    await until(lambda: dict(advanced)["second"] >= max(second.applied))
    await projector.stop()
    assert first.applied == second.applied
    assert turns[:4] == ["first", "second", "first", "second"]
    assert dict(advanced)["first"] == resolved(max(first.applied) >> SHARD_BITS)


@dataclass
class Keeper:
    """A replica that may keep the read models, and what it has said and heard of."""

    broker: BusBroker
    model: Moody
    numbering: Lease
    lease: Lease
    projector: Projector

    def hold(self, fence: int = 1) -> None:
        """Lead: number events, and fold all shards."""
        for lease in (self.numbering, self.lease):
            lease.renew(dict.fromkeys(ALL, fence), inf)

    def drop(self) -> None:
        """Lead no longer."""
        self.numbering.drop()
        self.lease.drop()


@pytest.fixture
async def keepers(served: Served) -> AsyncIterator[list[Keeper]]:
    """Three, of which the first one leads. They never poll."""
    # the service's own one would number the events, which is the work of who leads
    await served.app.projector.stop()
    bus, found = Bus(), list[Keeper]()
    for number in range(3):
        broker, model, numbering, lease = bus.broker(), Moody(), Lease("numbering"), Lease("read_models")
        model.broken = False
        projector = Projector(
            served.app.store, broker, [model], settle=0.02, poll=36_000, numbering=numbering, lease=lease
        )
        found.append(Keeper(broker, model, numbering, lease, projector))
        if number == 0:
            found[0].hold()
        await projector.start()
    await served.open()
    found[0].broker.publish("mt_any", 1)
    await until(lambda: bool(found[0].model.applied))
    yield found
    for keeper in found:
        await keeper.projector.stop()


async def test_only_who_leads_hears_of_all_and_works(served: Served, keepers: list[Keeper]) -> None:
    leader, appends, other = keepers
    assert [LOG in keeper.broker._counted for keeper in keepers] == [True, False, False]
    before = len(leader.model.applied)
    await served.open()
    appends.broker.publish("mt_any", 1)
    appends.broker.publish(LOG, 1)
    await until(lambda: len(leader.model.applied) > before)
    assert (other.broker.heard, leader.broker.heard) == (0, 1)
    assert not appends.model.applied + other.model.applied
    leader.drop()
    leader.projector.wake()
    await until(lambda: LOG not in leader.broker._counted)


async def test_who_gets_the_lease_goes_on_at_once(served: Served, keepers: list[Keeper]) -> None:
    """No poll and no hint helps."""
    leader, heir, _ = keepers
    leader.drop()
    await served.started()
    heir.hold(2)
    await until(lambda: bool(heir.model.applied))
    await until(lambda: LOG in heir.broker._counted)
    applied = leader.model.applied + heir.model.applied
    assert applied == [entry.position for entry in (await served.app.store.read_log()).events]


async def test_each_folds_its_shards_as_soon_as_the_logs_have_grown(served: Served, keepers: list[Keeper]) -> None:
    """One numbers for all; no poll and no hint helps the others, and all learn what is in all shards."""
    numbers, *_ = keepers
    before = [list(keeper.model.applied) for keeper in keepers]
    for nth, keeper in enumerate(keepers):
        keeper.lease.renew(dict.fromkeys(sorted(ALL)[nth::3], 2), inf)
    for _ in range(12):
        await served.open()
    numbers.broker.publish("mt_any", 1)

    async def is_whole() -> bool:
        lag, log = await served.app.store.lag(), await served.app.store.read_log()
        return not lag.events and sum(len(keeper.model.applied) for keeper in keepers) == len(log.events)

    await until(is_whole)
    for nth, (keeper, had) in enumerate(zip(keepers, before, strict=True)):
        own = keeper.model.applied[len(had) :]
        assert own == sorted(own)
        assert {position % SHARDS % 3 for position in own} == {nth}
    await until(lambda: not any(keeper.projector.behind().events for keeper in keepers))
    log = [entry.position for entry in (await served.app.store.read_log()).events]
    assert sorted(position for keeper in keepers for position in keeper.model.applied) == log


async def test_the_others_learn_how_far_the_read_models_are(served: Served, keepers: list[Keeper]) -> None:
    leader, *others = keepers
    told: list[tuple[int, int]] = []

    def reached(number: int, name: str, position: int) -> None:
        told.append((number, position))

    for number, keeper in enumerate(others):
        keeper.projector._advanced = partial(reached, number)
    before = max(leader.model.applied)
    await served.started()
    leader.broker.publish("mt_any", 2)
    await until(lambda: len({number for number, position in told if position > before}) == len(others))
    await until(lambda: not any(keeper.projector.behind().events for keeper in others))


async def test_a_leader_whose_lease_ends_in_the_midst_of_its_work_stops(
    served: Served, keepers: list[Keeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was asleep, and does not go on with the next page."""
    monkeypatch.setattr("eventstore.read_models.projections.BATCH", 2)
    leader, heir, _ = keepers
    before, pages = len(leader.model.applied), list[Sequence[Logged]]()

    def ends(connection: Connection, events: Sequence[Logged], past: Past) -> None:
        pages.append(events)
        leader.model.applied += [entry.position for entry in events]
        leader.drop()

    leader.model.apply = ends  # type: ignore[method-assign]
    await served.started()
    leader.broker.publish("mt_any", 2)
    await until(lambda: len(leader.model.applied) > before)
    leader.projector.wake()
    await until(lambda: LOG not in leader.broker._counted)
    assert len(pages) == 1
    heir.hold(2)
    await until(lambda: len(heir.model.applied) > 2)


async def test_work_by_read_models_begins_when_they_have_moved(served: Served) -> None:
    """Also in another process; a hint comes too early for it."""
    bus, position = Bus(), list[int]()
    here, there = bus.broker(), bus.broker()
    model = Moody()
    model.broken = False

    async def work() -> None:
        position.append(len(model.applied))

    follower = Follower(there, work, poll=36_000, words=(WORK,))
    projector = Projector(served.app.store, here, [model], settle=0.001, poll=36_000)
    for part in (follower, projector):
        await part.start()
    await until(lambda: bool(position))
    await served.app.projector.stop()
    await served.started()
    there.publish("mt_any", 1)
    for _ in range(20):
        await asyncio.sleep(0)
    before = len(position)
    here.publish("mt_any", 1)
    # on a slow machine some of it moves before the rest
    await until(lambda: len(position) > before and position[-1] == len(model.applied) > 0)
    for part in (projector, follower):
        await part.stop()
