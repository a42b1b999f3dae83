"""What it means for transactions to overlap, on the store of the simulation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from eventstore.bulk import insert_missing
from eventstore.envelope import Appended
from eventstore.read_models.past import Past
from eventstore.retention.epochs import open_next, retire
from eventstore.store import EventStore, StoreUnavailable, WrongExpectedVersion
from eventstore.tables import read_models, shard_checkpoints
from tests.eventstore.given import Stream, command, whole_log
from tests.eventstore.simulated import Alone
from tests.kit.waiting import until
from tests.simulation import overlapping

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("store_url", ["overlapping"], indirect=True)]
ROWS = select(shard_checkpoints.c.shard).where(shard_checkpoints.c.shard < 3).order_by(shard_checkpoints.c.shard)
ONE = select(shard_checkpoints.c.shard).where(shard_checkpoints.c.shard == 1)


@pytest.fixture(autouse=True)
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes between statements, and until a commit is seen."""
    monkeypatch.setattr(overlapping, "NEXT", 0.3)
    monkeypatch.setattr(overlapping, "FLUSH", 1.0)


def database(store: EventStore) -> overlapping.OverlappingDatabase:
    assert isinstance(store, overlapping.OverlappingStore)
    return store.database


def elsewhere(store: EventStore, work: Callable[[Connection], None]) -> Alone:
    """Write on another machine."""

    def written() -> None:
        with database(store).engines[False].begin() as connection:
            work(connection)

    machine = Alone(database(store))
    machine.work(written, lambda *answer: None)
    return machine


async def begun(store: EventStore) -> None:
    """Return when somebody has a lock."""
    await until(lambda: database(store).locks)


def turns(said: list[str], name: str, query: Any) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        rows = connection.execute(query).scalars().all()
        said.append(f"{name} has {rows}")
        for _ in range(9):
            connection.execute(select(1))
        said.append(f"{name} ends")

    return work


async def test_of_two_appends_one_waits_and_is_told_the_new_version(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    tries = [store.append(stream.id, "match", 1, stream.next(), command(key)) for key in "ab"]
    first, second = [asyncio.create_task(each) for each in tries]
    (done,), (waits,) = await asyncio.wait((first, second), return_when=asyncio.FIRST_COMPLETED)
    assert isinstance(done.result(), Appended)
    with pytest.raises(WrongExpectedVersion, match="is at 2"):
        await waits


async def test_what_is_not_committed_is_seen_by_nobody(store: EventStore) -> None:
    stream = Stream(store)
    appending = asyncio.create_task(stream.append(2))
    await begun(store)
    assert (await store.head(stream.id), await store.read(stream.id), await store.sequence()) == (None, [], 0)
    await appending
    assert len(await store.read(stream.id)) == 2


async def test_the_log_has_what_was_committed_late_behind_what_was_made_after_it(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    late, early = Stream(store), Stream(store)
    monkeypatch.setattr(overlapping, "FLUSH", 1000.0)
    appending = asyncio.create_task(late.append(1))
    await begun(store)
    monkeypatch.setattr(overlapping, "FLUSH", 0.001)
    await early.append(1)
    assert await store.sequence() == 1
    await appending
    assert await store.sequence() == 1
    assert [entry.event.stream_id for entry in await whole_log(store)] == [early.id, late.id]


async def test_a_statement_sees_what_was_committed_before_it(store: EventStore) -> None:
    stream, heads = Stream(store), list[int]()

    def work(connection: Connection) -> None:
        for _ in range(20):
            heads.append(len(Past(connection).orphans(stream.id)))

    await asyncio.gather(store.sql.write(work), stream.append(1))
    assert heads == sorted(heads)
    assert set(heads) == {0, 1}


async def test_what_is_appended_while_its_stream_moves_to_another_epoch_moves_too(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    await open_next(store)
    moving = asyncio.create_task(retire(store, 0))
    await begun(store)
    await stream.append(1)
    assert (await moving).moved == 1
    assert len(await store.read(stream.id)) == 2


async def test_who_locks_the_same_row_waits(store: EventStore) -> None:
    said: list[str] = []
    await asyncio.gather(*(store.sql.write(turns(said, name, ONE.with_for_update())) for name in "abc"))
    assert said == [
        line for name in "".join(one[0] for one in said[::2]) for line in (f"{name} has [1]", f"{name} ends")
    ]


async def test_who_shares_a_row_does_not_wait(store: EventStore) -> None:
    said: list[str] = []
    await asyncio.gather(*(store.sql.write(turns(said, name, ONE.with_for_update(read=True))) for name in "abcdef"))
    assert [line[2:] for line in said] != ["has [1]", "ends"] * 6


async def test_locked_rows_are_skipped_by_who_wants_to(store: EventStore) -> None:
    said: list[str] = []
    holding = asyncio.create_task(store.sql.write(turns(said, "a", ONE.with_for_update())))
    await begun(store)
    await store.sql.write(turns(said, "b", ROWS.with_for_update(skip_locked=True)))
    await holding
    assert "b has [0, 2]" in said


async def test_a_stream_that_is_held_takes_no_append_meanwhile(store: EventStore) -> None:
    stream, counts = Stream(store), list[int]()
    await stream.append(1)

    def work(connection: Connection) -> None:
        Past(connection).hold(stream.id)
        counts.extend(len(Past(connection).between(stream.id, 0, 9)) for _ in range(9))

    holding = asyncio.create_task(store.sql.write(work))
    await begun(store)
    await stream.append(1)
    await holding
    assert len(set(counts)) == 1


@pytest.mark.parametrize("fails", [False, True])
async def test_a_key_that_somebody_has_inserted_is_waited_for(store: EventStore, fails: bool) -> None:
    def first(connection: Connection) -> None:
        connection.execute(read_models.insert().values(name="one"))
        connection.execute(select(1))
        if fails:
            raise RuntimeError

    def second(connection: Connection) -> bool:
        return insert_missing(connection, read_models, {"name": "one"})

    inserting = asyncio.create_task(store.sql.write(first))
    await begun(store)
    assert await store.sql.write(second) == fails
    await asyncio.wait([inserting])
    assert (inserting.exception() is not None) == fails
    with pytest.raises(IntegrityError):
        await store.sql.write(first)


async def test_of_two_who_wait_for_each_other_one_is_refused(store: EventStore) -> None:
    def work(shards: Sequence[int], connection: Connection) -> None:
        for shard in shards:
            connection.execute(shard_checkpoints.update().where(shard_checkpoints.c.shard == shard).values(number=7))

    tries = [store.sql.write(partial(work, order)) for order in ((1, 2), (2, 1))]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(map(type, answers), key=str) == [type(None), StoreUnavailable]


@pytest.mark.parametrize("ends", [False, True])
async def test_a_machine_keeps_its_rows_while_it_sleeps_and_not_when_it_ends(store: EventStore, ends: bool) -> None:
    said: list[str] = []
    machine = elsewhere(store, turns(said, "a", ONE.with_for_update()))
    await begun(store)
    machine.dead, machine.paused_until = ends, asyncio.get_running_loop().time() + 3
    await store.sql.write(turns(said, "b", ONE.with_for_update()))
    assert said == ["a has [1]", *([] if ends else ["a ends"]), "b has [1]", "b ends"]


async def test_nobody_waits_for_ever(store: EventStore) -> None:
    said: list[str] = []
    machine = elsewhere(store, turns(said, "a", ONE.with_for_update()))
    await begun(store)
    machine.paused_until = asyncio.get_running_loop().time() + 60
    with pytest.raises(StoreUnavailable, match="did not answer"):
        await store.sql.write(turns(said, "b", ONE.with_for_update()))


async def test_a_failover_ends_all_that_is_open(store: EventStore) -> None:
    stream = Stream(store)
    database(store).copy()
    appending = asyncio.create_task(stream.append(1))
    await begun(store)
    database(store).fail_over()
    with pytest.raises(StoreUnavailable):
        await appending
    assert (database(store).locks, await store.head(stream.id)) == ({}, None)
