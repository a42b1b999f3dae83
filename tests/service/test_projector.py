"""The runner of the read models: it stops when it is told to, and goes on whatever a read model does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table

from eventstore.envelope import Logged
from eventstore.open import open_store
from service.projections.projector import Projector
from service.streams.memory import MemoryBroker
from tests.kit.served import ALICE, BOB, Served, sqlite_url
from tests.kit.waiting import PATIENCE, until

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
