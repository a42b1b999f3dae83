"""Read models contain each event exactly once, whatever is interrupted or runs at once; on every store."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import aclosing, closing, suppress
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, Table, Text, select
from sqlalchemy.exc import DBAPIError

from eventstore.envelope import Logged, LogPage, Types
from eventstore.open import open_store
from eventstore.read_models import projections
from eventstore.read_models.checkpoints import LogPlaces, Moved, resolved_position
from eventstore.read_models.past import Past
from eventstore.read_models.projections import Projection
from eventstore.revisions import EVENT_STORE
from eventstore.shards import ALL, BEGINNING, Places, beside, least_stamp, resolved, shard_of, within
from eventstore.store import EventStore
from eventstore.tables import read_models
from tests.eventstore.given import Stream, sequence_all, whole_log
from tests.kit.embedded import migrated
from tests.kit.waiting import PATIENT

pytestmark = pytest.mark.anyio

metadata = MetaData()
seen = Table(
    "seen",
    metadata,
    # not the position: an event applied twice must show
    Column("nth", Integer(), primary_key=True),
    Column("position", BigInteger(), nullable=False),
    Column("event", Text(), nullable=False),
)


class Seen:
    """A read model that lists what it was given; it can be told to fail in the middle of a batch."""

    name = "seen"
    follows: Types = None
    tables: Sequence[Table] = (seen,)

    def __init__(self) -> None:
        self.fail_at: int | None = None

    def apply(self, connection: Connection, events: Sequence[Logged], past: Past) -> None:
        for entry in events:
            if entry.event.version == self.fail_at:
                raise RuntimeError("killed")
            name = f"{entry.event.stream_id}/{entry.event.version}"
            connection.execute(seen.insert().values(position=entry.position, event=name))


@pytest.fixture
async def store(store: EventStore) -> EventStore:
    await store.sql.write(metadata.create_all)
    return store


async def fill(store: EventStore, streams: int, events: int = 3) -> None:
    for _ in range(streams):
        await Stream(store).append(events)
    await sequence_all(store)


async def contents(store: EventStore, by: Column[int] = seen.c.position) -> list[tuple[int, str]]:
    def read(connection: Connection) -> list[tuple[int, str]]:
        return [(row.position, row.event) for row in connection.execute(select(seen).order_by(by))]

    return await store.sql.read(read)


async def expected(store: EventStore) -> list[tuple[int, str]]:
    """All that is in the logs."""
    return [(one.position, f"{one.event.stream_id}/{one.event.version}") for one in await whole_log(store)]


async def begun(store: EventStore, *models: Projection) -> LogPlaces:
    return await projections.begun(store, models, await projections.places(store))


async def step(store: EventStore, *models: Projection, limit: int) -> Sequence[Projection]:
    """A page for those in step."""
    before = (await projections.places(store)).in_step
    return await projections.advance(store, models, before, await store.read_log(before, limit=limit))


async def test_a_page_moves_the_read_model_and_its_checkpoints(store: EventStore) -> None:
    await fill(store, streams=3)
    await begun(store, Seen())
    assert [each.name for each in await step(store, Seen(), limit=4)] == ["seen"]
    there = await contents(store)
    assert (len(there), await projections.contained(store, Seen())) == (6, 6)
    assert there == (await expected(store))[:6]
    await step(store, Seen(), limit=100)
    assert await contents(store) == await expected(store)
    assert await projections.catch_up(store, Seen()) == 9
    assert await contents(store) == await expected(store)


@pytest.mark.parametrize("anew", [None, 0, 1])
async def test_a_page_of_what_a_failover_has_lost_is_not_applied(
    anew: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where as much comes anew, in the same shard or the next one, and the clock gives it the same stamps."""
    monkeypatch.setattr("eventstore.sqlite.sequencer.now_ms", lambda: 1 << 41)
    store, model = await open_store(migrated(tmp_path / "store.db", EVENT_STORE), PATIENT), Seen()
    await store.sql.write(metadata.create_all)
    await fill(store, streams=1)
    await begun(store, model)
    await step(store, model, limit=10)
    lost = Stream(store)
    with closing(sqlite3.connect(tmp_path / "store.db")) as live, closing(sqlite3.connect(":memory:")) as standby:
        live.backup(standby)
        await lost.append(3)
        await sequence_all(store)
        before = (await projections.places(store)).in_step
        others = within(before, {*ALL} - {shard_of(lost.id)})
        pages = [(places, await store.read_log(places)) for places in (before, others)]
        standby.backup(live)
    if anew is not None:
        await Stream(store, beside(uuid4(), UUID(int=lost.id.int + anew))).append(3)
        await sequence_all(store)
    for places, page in pages if anew != 0 else pages[:1]:
        with pytest.raises(Moved):
            await projections.advance(store, [model], places, page)
    await fill(store, streams=2)
    await projections.catch_up(store, model)
    assert await contents(store) == await expected(store)
    await store.close()


async def test_a_crash_inside_a_page_leaves_nothing_of_it(store: EventStore) -> None:
    await fill(store, streams=1)
    await fill(store, streams=2, events=4)
    model = Seen()
    await begun(store, model)
    await step(store, model, limit=3)
    model.fail_at = 4
    with pytest.raises(RuntimeError, match="killed"):
        await step(store, model, limit=5)
    assert (len(await contents(store)), await projections.contained(store, model)) == (3, 3)
    model.fail_at = None
    assert await projections.catch_up(store, model) == 11
    assert await contents(store) == await expected(store)


async def test_one_whose_row_is_gone_begins_anew(store: EventStore) -> None:
    """As a revision leaves it that wants it made anew: nobody moves it where it was, and the others go on."""
    await fill(store, streams=3)
    other = Other()
    await begun(store, Seen(), other)
    await step(store, Seen(), other, limit=100)
    gone = read_models.delete().where(read_models.c.name == "seen")
    await store.sql.write(lambda connection: connection.execute(gone))
    await fill(store, streams=1)
    assert await step(store, Seen(), other, limit=100) == [other]
    assert len(await contents(store)) == 9
    places = await begun(store, Seen(), other)
    assert (places.number("seen"), places.number("other"), await contents(store)) == (0, 12, [])
    assert await projections.catch_up(store, Seen()) == 12
    assert await contents(store) == await expected(store)
    assert (await projections.places(store)).apart == {}


async def test_runners_at_once_apply_each_event_once(store: EventStore) -> None:
    """Whoever comes second to a page is told so, and has applied nothing."""
    await fill(store, streams=10)
    await begun(store, Seen())

    async def runner() -> int:
        moved = 0
        while await projections.contained(store, Seen()) < 30:
            try:
                await step(store, Seen(), limit=4)
            except Moved:
                moved += 1
        return moved

    assert sum(await asyncio.gather(*(runner() for _ in range(4)))) > 0
    assert await contents(store) == await expected(store)


class Other(Seen):
    """Another read model, with no table."""

    name = "other"
    tables = ()

    def __init__(self) -> None:
        super().__init__()
        self.applied: list[int] = []

    def apply(self, connection: Connection, events: Sequence[Logged], past: Past) -> None:
        if self.fail_at is not None:
            raise RuntimeError("killed")
        self.applied += [entry.position for entry in events]


async def test_read_models_in_step_move_on_in_one_transaction(store: EventStore) -> None:
    await fill(store, streams=1)
    await fill(store, streams=2, events=4)
    one, other = Seen(), Other()
    await begun(store, one, other)
    await step(store, one, other, limit=3)
    assert [place for place, _ in await contents(store)] == other.applied
    one.fail_at = 4
    with pytest.raises(RuntimeError, match="killed"):
        await step(store, other, one, limit=4)
    assert [await projections.contained(store, each) for each in (one, other)] == [3, 3]


async def test_one_that_fails_is_set_apart_and_joins_where_it_has_caught_up(store: EventStore) -> None:
    await fill(store, streams=3)
    one, other = Seen(), Other()
    await begun(store, one, other)
    other.fail_at = 1
    before = (await projections.places(store)).in_step
    page = await store.read_log(before)
    assert list(await projections.advance_each(store, [one, other], before, page)) == ["other"]
    places = await projections.places(store)
    assert (places.number("seen"), places.number("other"), list(places.apart)) == (9, 0, ["other"])
    with pytest.raises(RuntimeError, match="killed"):
        await projections.catch_up(store, other)
    other.fail_at = None
    assert await projections.catch_up(store, other) == 9
    places = await projections.places(store)
    assert (places.number("other"), places.apart) == (9, {})
    assert other.applied == [place for place, _ in await expected(store)]


async def test_where_all_fail_none_moves(store: EventStore) -> None:
    await fill(store, streams=1)
    one, other = Seen(), Other()
    await begun(store, one, other)
    one.fail_at = other.fail_at = 1
    before = (await projections.places(store)).in_step
    with pytest.raises(RuntimeError, match="killed"):
        await projections.advance_each(store, [one, other], before, await store.read_log(before))
    assert (await projections.places(store)).apart == {}


async def test_one_that_is_apart_is_left_out_by_the_others(store: EventStore) -> None:
    await fill(store, streams=3)
    ahead, behind = Seen(), Other()
    await begun(store, ahead, behind)
    await projections.catch_up(store, ahead)
    assert [each.name for each in await step(store, ahead, behind, limit=100)] == ["other"]
    assert await contents(store) == await expected(store)
    assert len(behind.applied) == 9
    await projections.join(store, ahead)
    assert (await projections.places(store)).apart == {}


EVEN = ALL[::2]
ODD = ALL[1::2]


def some(places: Places, shards: Collection[int]) -> Places:
    return {shard: places[shard] for shard in shards}


async def part(store: EventStore, shards: Collection[int], *models: Projection, limit: int = 1_000) -> None:
    """A page of these shards for those in step there."""
    before = some((await projections.places(store)).in_step, shards)
    await projections.advance(store, models, before, await store.read_log(before, limit=limit))


async def reached(store: EventStore, name: str) -> int:
    """Where the database says that a read model lacks nothing; a process that has read the places says the same."""
    asked = select(resolved_position(name))
    found: int = await store.sql.read(lambda connection: connection.execute(asked).scalar_one())
    assert found == (await projections.places(store)).resolved(name)
    return found


async def test_runners_of_different_shards_apply_each_event_once(store: EventStore) -> None:
    """Shards go from one to another meanwhile; the events of a stream come in their order nevertheless."""
    await fill(store, streams=30)
    await begun(store, Seen())
    random = Random(24)

    async def runner() -> None:
        while await projections.contained(store, Seen()) < 90:
            with suppress(Moved):
                await part(store, sorted(random.sample(ALL, 20)), Seen(), limit=3)

    await asyncio.gather(*(runner() for _ in range(4)))
    assert await contents(store) == await expected(store)
    order = [event for _, event in await contents(store, by=seen.c.nth)]
    for stream in {event.split("/")[0] for event in order}:
        assert [event for event in order if event.startswith(stream)] == [f"{stream}/{nth}" for nth in (1, 2, 3)]


async def test_a_read_model_lacks_nothing_up_to_where_its_slowest_shard_is(store: EventStore) -> None:
    await fill(store, streams=20)
    await begun(store, Seen())
    assert await reached(store, "seen") == resolved(0)
    await part(store, EVEN, Seen())
    assert await reached(store, "seen") == resolved(0)
    await part(store, ODD, Seen())
    end = least_stamp((await projections.places(store)).ends)
    assert await reached(store, "seen") == resolved(end)
    await fill(store, streams=20)
    await projections.set_apart(store, Seen(), ODD)
    await part(store, ALL, Other())
    assert await reached(store, "seen") == resolved(end)
    assert await projections.catch_up(store, Seen()) == 120
    assert await reached(store, "seen") > resolved(end)
    assert await contents(store) == await expected(store)


async def test_one_that_is_apart_in_some_shards_of_a_page_is_apart_in_all(store: EventStore) -> None:
    """Or what comes in the others would be lost to it: a replica failed with these, another one has more of them."""
    await fill(store, streams=40, events=1)
    one, other = Seen(), Other()
    await begun(store, one, other)
    await projections.set_apart(store, other, ALL[:9])
    await part(store, ALL[6:40], one, other)
    assert other.applied == []
    assert set((await projections.places(store)).apart["other"]) == set(ALL[:40])
    await part(store, ALL[40:], one, other)
    assert set((await projections.places(store)).apart["other"]) == set(ALL[:40])
    await projections.catch_up(store, other)
    assert sorted(other.applied) == [place for place, _ in await expected(store)]


async def test_one_that_a_runner_does_not_know_is_left_behind(store: EventStore) -> None:
    """The runner is of a release that has not got it yet; one that has goes on with it, and lacks nothing."""
    await fill(store, streams=3)
    one, newer = Seen(), Other()
    await begun(store, one, newer)
    await part(store, ALL, one)
    places = await projections.places(store)
    assert (places.number("seen"), places.number("other")) == (9, 0)
    assert await projections.catch_up(store, newer) == 9
    assert newer.applied == [place for place, _ in await expected(store)]


async def test_pages_come_to_what_was_aimed_at_and_no_further(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(store, streams=4)
    aim = (await store.read_log()).until
    await fill(store, streams=1)
    monkeypatch.setattr(projections, "BATCH", 3)
    async with aclosing(projections.pages(store, [Seen()], BEGINNING, aim)) as pages:
        found = [page async for page in pages]
    entries = [entry for _, page in found for entry in page.events]
    assert entries == list(await whole_log(store))[:12]
    assert [page.places for _, page in found[:-1]] == [before for before, _ in found[1:]]
    assert found[-1][1].until == aim


async def test_a_rebuild_equals_what_was_there_and_shows_its_progress(store: EventStore) -> None:
    await fill(store, streams=4)
    await projections.catch_up(store, Seen())
    before = await contents(store)
    await store.sql.write(lambda connection: connection.execute(seen.insert().values(position=99, event="stray")))
    progress: list[tuple[int, int]] = []
    assert await projections.rebuild(store, [Seen()], lambda at, aim: progress.append((at, aim))) == 12
    assert await contents(store) == before
    assert progress == [(12, 12)]


class Beside(Seen):
    """Another read model with the same rows."""

    name = "beside"


async def test_read_models_that_are_rebuilt_together_read_the_logs_once(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(store, streams=4)
    models, pages, read_log = [Seen(), Beside()], 0, store.read_log

    async def counted(*given: Any, **named: Any) -> LogPage:
        nonlocal pages
        pages += 1
        return await read_log(*given, **named)

    monkeypatch.setattr(store, "read_log", counted)
    assert await projections.rebuild(store, models) == 12
    assert (pages, len(await contents(store))) == (1, 24)
    known = await projections.places(store)
    assert {known.number(each.name) for each in models} == {12}


async def test_a_rebuild_beside_a_runner_applies_each_event_once(store: EventStore) -> None:
    await fill(store, streams=6)
    running = True

    async def runner() -> None:
        while running:
            with suppress(Moved):
                await step(store, Seen(), limit=2)

    beside = asyncio.create_task(runner())
    await asyncio.gather(*(projections.rebuild(store, [Seen()]) for _ in range(3)))
    running = False
    await beside
    await projections.catch_up(store, Seen())
    assert await contents(store) == await expected(store)


async def test_catching_up_with_an_empty_log_does_nothing(store: EventStore) -> None:
    assert await projections.catch_up(store, Seen()) == 0
    assert await contents(store) == []


async def test_a_query_cannot_write(store: EventStore) -> None:
    with pytest.raises(DBAPIError, match=r"read-?only"):
        await store.sql.read(lambda connection: connection.execute(seen.delete()))


async def test_a_failed_write_is_rolled_back(store: EventStore) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(seen.insert().values(position=1, event="x"))
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        await store.sql.write(fail)
    assert await contents(store) == []
