"""The runner of the read models: it stops when it is told to, and goes on whatever a read model does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table

from eventstore.envelope import Logged
from eventstore.open import open_store
from service.follower import WORK, Follower
from service.projections.projector import Projector
from service.streams.broker import LOG
from service.streams.memory import MemoryBroker
from tests.kit.served import ALICE, BOB, Served, sqlite_url
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
    tables: Sequence[Table] = ()

    def __init__(self) -> None:
        self.broken = True
        self.applied: list[int] = []

    def apply(self, connection: Connection, events: Sequence[Logged]) -> None:
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
    monkeypatch.setattr("eventstore.projections.BATCH", 3)
    await served.started()
    await served.app.projector.catch_up()
    await served.app.projector.stop()
    models = [Moody() for _ in range(4)]
    for number, model in enumerate(models):
        model.name, model.broken = f"model-{number}", False
    read: list[int] = []
    read_log = served.app.store.read_log

    async def noted(after: int = 0, limit: int = 1_000) -> list[Logged]:
        read.append(after)
        return await read_log(after, limit)

    monkeypatch.setattr(served.app.store, "read_log", noted)
    await Projector(served.app.store, MemoryBroker(), models).catch_up()
    applied = models[0].applied
    assert len(applied) > 6
    assert all(model.applied == applied == list(range(1, len(applied) + 1)) for model in models)
    assert read == list(range(0, len(applied), 3))


async def test_a_read_model_that_has_far_to_go_takes_turns_with_the_others(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.projections.projector.ROUND", 2)
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
    await until(lambda: dict(advanced).get("second", 0) >= version)
    await projector.stop()
    assert first.applied == second.applied
    assert turns[:4] == ["first", "second", "first", "second"]
    assert dict(advanced)["first"] == max(first.applied)


async def test_one_replica_moves_a_read_model_and_another_takes_it_up_when_that_one_is_gone(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.projections.projector.PATIENCE", 0.1)
    told: list[int] = []
    models, broker = (Moody(), Moody()), MemoryBroker()
    replicas = []
    for model in models:
        model.broken = False
        replicas.append(
            Projector(
                served.app.store,
                broker,
                [model],
                settle=0.001,
                poll=0.01,
                advanced=lambda name, position: told.append(position),
            )
        )
    leader, other = replicas
    match = await served.open()
    await leader.start()
    await until(lambda: bool(models[0].applied))
    await other.start()
    for caller in (ALICE, BOB):
        await served.sit(caller, match)
    await until(lambda: told.count(newest(models)) > 4)
    while leader._leads is other._leads:
        # on a busy machine both may take themselves for the one that leads, until there is more to do
        before = newest(models)
        await served.open()
        await until(lambda before=before: newest(models) > before)  # type: ignore[misc]
    working = replicas.index(leader if leader._leads else other)
    await replicas[working].stop()
    before = len(models[1 - working].applied)
    await served.started()
    await until(lambda: len(models[1 - working].applied) > before)
    await replicas[1 - working].stop()
    assert sorted(models[0].applied + models[1].applied) == list(range(1, newest(models) + 1))


def newest(models: Sequence[Moody]) -> int:
    return max(position for model in models for position in model.applied)


@dataclass
class Keeper:
    """A replica that may keep the read models, and what it has said and heard of."""

    broker: BusBroker
    model: Moody
    projector: Projector

    def kill(self) -> None:
        """Gone without a word."""
        assert self.projector._task is not None
        self.projector._task.cancel()
        self.broker.cut_off()


@pytest.fixture
async def keepers(served: Served, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Keeper]]:
    """Three, of which the first one leads. They never poll."""
    monkeypatch.setattr("service.projections.projector.PATIENCE", 0.1)
    # the service's own one would number the events, which is the work of who leads
    await served.app.projector.stop()
    bus, found = Bus(), list[Keeper]()
    for number in range(3):
        broker, model = bus.broker(), Moody()
        model.broken = False
        projector = Projector(served.app.store, broker, [model], settle=0.02, poll=36_000)
        projector._leads = number == 0
        found.append(Keeper(broker, model, projector))
        await projector.start()
    await served.open()
    found[0].broker.publish("mt_any", 1)
    await until(lambda: bool(found[0].model.applied))
    yield found
    for keeper in found:
        await keeper.projector.stop()


async def test_only_who_keeps_the_read_models_hears_of_all(served: Served, keepers: list[Keeper]) -> None:
    leader, appends, other = keepers
    assert [LOG in keeper.broker._counted for keeper in keepers] == [True, False, False]
    before = len(leader.model.applied)
    await served.open()
    appends.broker.publish("mt_any", 1)
    appends.broker.publish(LOG, 1)
    await until(lambda: len(leader.model.applied) > before)
    assert (other.broker.heard, leader.broker.heard) == (0, 1)
    assert not appends.model.applied + other.model.applied
    leader.projector._step_back()
    leader.projector.wake()
    await until(lambda: LOG not in leader.broker._counted)


async def test_who_appends_takes_the_read_models_up_when_nobody_does(served: Served, keepers: list[Keeper]) -> None:
    """No poll helps: it hears its own hints, and loses patience."""
    leader, appends, _ = keepers
    leader.kill()
    await served.open()
    appends.broker.publish("mt_any", 2)
    await until(lambda: bool(appends.model.applied))
    await until(lambda: LOG in appends.broker._counted)


async def test_others_look_when_who_keeps_the_read_models_dies_with_its_own_append(
    served: Served, keepers: list[Keeper]
) -> None:
    """It hinted, and was killed before it worked: what it said with the hint makes the others look without a poll."""
    leader, *others = keepers
    await until(lambda: not leader.projector._woken.is_set())
    await served.open()
    leader.broker.publish("mt_any", 2)
    leader.kill()
    await until(lambda: any(other.model.applied for other in others))


@pytest.mark.parametrize(("does_all", "works"), [(True, False), (False, True)])
async def test_who_keeps_the_read_models_calls_for_the_work_that_it_does_not_do(
    served: Served, does_all: bool, works: bool
) -> None:
    bus, woken = Bus(), list[str]()
    here, there = bus.broker(), bus.broker()

    async def work() -> None:
        woken.append("work")

    other = Follower(there, work, poll=36_000, words=(WORK,))
    projector = Projector(served.app.store, here, [], settle=0.001, poll=36_000, does_all=does_all)
    for part in (other, projector):
        await part.start()
    await until(lambda: bool(woken))
    woken.clear()
    here.publish("mt_any", 1)
    await until(lambda: bool(bus.words))
    for _ in range(20):
        await asyncio.sleep(0)
    assert bool(woken) is works
    for part in (projector, other):
        await part.stop()
