"""Streams are born in epochs. A closed epoch leaves as a whole; what is not in the archive moves on before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.exc import DBAPIError

from eventstore import tables
from eventstore.envelope import Logged, LogPage, Snapshot, Types, is_gone
from eventstore.read_models import projections
from eventstore.read_models.checkpoints import Moved
from eventstore.read_models.past import Past
from eventstore.read_models.projections import Projection
from eventstore.retention import epochs
from eventstore.retention.epochs import Epoch, Retired
from eventstore.store import Archived, EventStore, KeyReused, StoreUnsuited, StreamClosed, WrongExpectedVersion
from eventstore.tables import archived_streams, commands, events, snapshots, streams
from tests.eventstore.given import Stream, command, sequence_all, whole_log

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.parametrize("store_url", ["memory", "sqlite", "overlapping", "postgres"], indirect=True),
]
"""A store on several nodes keeps to one epoch: tests/citus."""
Apply = Callable[[EventStore, Sequence[Projection]], Awaitable[object]]
DAY = 24 * 60 * 60 * 1000


async def closed(store: EventStore) -> Stream:
    """A stream that has ended."""
    stream = Stream(store)
    await stream.append(3)
    await stream.append(1, close=True)
    return stream


async def filed(stream: Stream, head_hash: bytes | None = None) -> None:
    """Say that the archive has a stream."""
    row = {"object": "o", "version": stream.version, "head_hash": head_hash or stream.head_hash}
    note = archived_streams.insert().values(stream_id=stream.id, archived_at=1, bytes=1, **row)
    await stream.store.sql.write(lambda connection: connection.execute(note))


async def born(stream: Stream) -> int | None:
    """The epoch of a stream as its row says."""
    query = select(streams.c.epoch).where(streams.c.stream_id == stream.id)
    return await stream.store.sql.read(lambda connection: connection.execute(query).scalar())


async def rows_by_epoch(stream: Stream) -> Counter[int]:
    """How many events and commands of a stream lie in which epoch."""

    def work(connection: Connection) -> Counter[int]:
        own = (select(table.c.epoch).where(table.c.stream_id == stream.id) for table in (events, commands))
        return Counter(epoch for query in own for epoch in connection.execute(query).scalars())

    return await stream.store.sql.read(work)


async def test_a_stream_is_born_in_the_open_epoch_and_stays_there(store: EventStore) -> None:
    old = Stream(store)
    await old.append(2)
    assert await epochs.open_next(store) == 1
    new = Stream(store)
    await new.append(2)
    await old.append(1)
    await store.append_all([(third := Stream(store)).following()])
    assert [await born(stream) for stream in (old, new, third)] == [0, 1, 1]
    assert [await rows_by_epoch(stream) for stream in (old, new)] == [{0: 5}, {1: 3}]
    assert [len(await store.read(stream.id)) for stream in (old, new)] == [3, 2]


async def test_an_epoch_is_opened_when_the_open_one_is_old_enough(store: EventStore) -> None:
    assert await epochs.open_next(store, DAY) is None
    assert await epochs.open_next(store) == 1
    assert await epochs.open_next(store, DAY) is None
    first, second = await epochs.listed(store)
    assert (first.number, first.open, second.number, second.open) == (0, False, 1, True)
    assert first.opened_at <= second.opened_at


async def test_epochs_tell_how_many_of_their_streams_may_leave(store: EventStore) -> None:
    await Stream(store).append(1)
    await filed(await closed(store))
    (only,) = await epochs.listed(store)
    assert only == Epoch(0, only.opened_at, None, True, 2, 1)
    assert only.left == 1


async def test_what_is_not_archived_moves_whole_and_goes_on(store: EventStore) -> None:
    living, over = Stream(store), await closed(store)
    await living.append(4)
    before = await store.read(living.id)
    await epochs.open_next(store)
    assert await epochs.retire(store, 0) == Retired(2, 0)
    assert [await born(stream) for stream in (living, over)] == [1, 1]
    assert await rows_by_epoch(living) == {1: 5}
    assert await store.read(living.id) == before
    assert (await store.append(living.id, "match", 0, before, command("c1"))).replayed  # type: ignore[arg-type]
    await living.append(2)
    assert len(await store.read(living.id)) == 6
    assert len(await store.read(over.id)) == 4


async def test_what_is_archived_leaves_and_says_so(store: EventStore) -> None:
    stream, first = await closed(store), command("c1")
    await store.save_snapshot(Snapshot(stream.id, 2, (await store.read(stream.id))[1].hash, "rules", "schema", b"s"))
    await sequence_all(store)
    await filed(stream)
    await epochs.open_next(store)
    told: list[tuple[int, int]] = []
    assert await epochs.retire(store, 0, lambda moved, left: told.append((moved, left))) == Retired(0, 1)
    assert told == [(0, 1)]
    for asked in (
        store.read(stream.id),
        store.read(stream.id, 2),
        store.read(stream.id, 4, head=stream.head_hash),
        store.read(stream.id, 2, 1, head=stream.head_hash),
        store.load(stream.id, "rules", "schema"),
        store.find_command(stream.id, first),
        store.find_command(stream.id, command("never sent")),
        stream.append(1),
    ):
        with pytest.raises(Archived):
            await asked
    head = await store.head(stream.id)
    assert head is not None
    assert (head.version, head.head_hash, head.closed) == (4, stream.head_hash, True)
    counted = select(func.count()).select_from(snapshots)
    assert await store.sql.read(lambda connection: connection.execute(counted).scalar()) == 0
    assert await rows_by_epoch(stream) == {}
    assert (await epochs.listed(store))[0].dropped_at is not None


async def test_a_stream_that_does_not_exist_is_not_archived(store: EventStore) -> None:
    stream = Stream(store)
    assert await store.read(stream.id) == []
    assert await store.load(stream.id, "rules", "schema") == (None, [])
    assert await store.find_command(stream.id, command()) is None


async def test_what_the_archive_has_otherwise_stays(store: EventStore) -> None:
    """Another end than that of the stream, or a stream that goes on: its rows are needed."""
    other, going_on = await closed(store), Stream(store)
    await going_on.append(1)
    await filed(other, b"other")
    await filed(going_on)
    await epochs.open_next(store)
    assert await epochs.retire(store, 0) == Retired(2, 0)
    assert [len(await store.read(stream.id)) for stream in (other, going_on)] == [4, 1]


async def test_refusals_are_as_before_after_a_move(store: EventStore) -> None:
    stream, over = Stream(store), await closed(store)
    await stream.append(2)
    await epochs.open_next(store)
    await epochs.retire(store, 0)
    with pytest.raises(WrongExpectedVersion):
        await store.append(stream.id, "match", 1, stream.next(), command("new"))
    with pytest.raises(KeyReused):
        await store.append(stream.id, "match", 2, stream.next(), command("c1", "other"))
    with pytest.raises(KeyReused):
        await store.find_command(stream.id, command("c1", "other"))
    with pytest.raises(StreamClosed):
        await over.append(1)


async def test_an_open_epoch_is_not_retired_and_a_dropped_one_not_again(store: EventStore) -> None:
    with pytest.raises(ValueError, match="epoch 0 is open"):
        await epochs.retire(store, 0)
    await epochs.open_next(store)
    await epochs.retire(store, 0)
    for number in (0, 7):
        with pytest.raises(ValueError, match=f"no epoch {number}"):
            await epochs.retire(store, number)


async def test_a_retirement_ends_when_a_failover_has_opened_its_epoch_again(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took away that the next one had been opened: nobody can move there."""
    stream, look = Stream(store), epochs._let_leave
    await stream.append(2)
    await epochs.open_next(store)
    newest = tables.epochs.delete().where(tables.epochs.c.epoch == 1)

    async def fail_over(store: EventStore, number: int) -> Retired | None:
        await store.sql.write(lambda connection: connection.execute(newest))
        return await look(store, number)

    monkeypatch.setattr(epochs, "_let_leave", fail_over)
    with pytest.raises(ValueError, match="epoch 0 is open"):
        await epochs.retire(store, 0)
    assert len(await store.read(stream.id)) == 2


async def test_what_a_failover_has_brought_back_is_not_dropped(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took away that streams had moved."""
    stream, whole, asked = Stream(store), epochs._let_leave, [True, True, False]
    await stream.append(2)
    await epochs.open_next(store)

    async def look(store: EventStore, number: int) -> Retired | None:
        return await whole(store, number) if asked.pop() else None

    monkeypatch.setattr(epochs, "_let_leave", look)
    with suppress(StoreUnsuited):
        assert await epochs.retire(store, 0) == Retired(1, 0)
    assert len(await store.read(stream.id)) == 2


async def test_rows_of_a_later_epoch_leave_as_those_of_the_first(store: EventStore) -> None:
    await epochs.open_next(store)
    stream = await closed(store)
    await filed(stream)
    await epochs.open_next(store)
    assert await epochs.retire(store, 1) == Retired(0, 1)
    with pytest.raises(Archived):
        await store.read(stream.id)
    assert [epoch.dropped_at is None for epoch in await epochs.listed(store)] == [True, False, True]


async def test_the_log_keeps_the_places_of_what_has_left(store: EventStore) -> None:
    """Nobody who reads on passes over a position; a look back says that nothing is there any more."""
    stream, other = await closed(store), Stream(store)
    await other.append(2)
    await sequence_all(store)
    whole = await whole_log(store)
    await filed(stream)
    await epochs.open_next(store)
    await epochs.retire(store, 0)
    page = await whole_log(store)
    assert [(entry.position, entry.event.stream_id, entry.event.version) for entry in page] == [
        (entry.position, entry.event.stream_id, entry.event.version) for entry in whole
    ]
    left = [entry.event.stream_id for entry in page if is_gone(entry.event)]
    assert left == [stream.id] * 4
    assert [entry for entry in page if not is_gone(entry.event)] == [
        entry for entry in whole if entry.event.stream_id == other.id
    ]
    with pytest.raises(Archived):
        await store.sql.read(lambda connection: Past(connection).first([stream.id, other.id]))
    history = {stream.id: [entry.event for entry in whole if entry.event.stream_id == stream.id]}
    both = await store.sql.read(lambda connection: Past(connection, history).first([stream.id, other.id]))
    assert {(event.stream_id, event.version) for event in both} == {(stream.id, 1), (other.id, 1)}
    at = await store.sql.read(lambda connection: Past(connection, history).at([(stream.id, 3), (other.id, 2)]))
    assert {(event.stream_id, event.version) for event in at} == {(stream.id, 3), (other.id, 2)}


async def test_what_leaves_is_gone_before_its_rows_are_dropped(store: EventStore) -> None:
    """However long that takes: an archive that is killed between leaves them there."""
    stream = await closed(store)
    await sequence_all(store)
    await filed(stream)
    await epochs.open_next(store)
    with pytest.raises(InterruptedError):
        await epochs.retire(store, 0, stopped)
    assert [is_gone(entry.event) for entry in await whole_log(store)] == [True] * 4
    assert await epochs.retire(store, 0) == Retired(0, 0)


def stopped(moved: int, left: int) -> None:
    """No step more, after the first."""
    raise InterruptedError


class LooksBack:
    """A read model that needs the beginning of each stream that is there."""

    name = "looks_back"
    follows: Types = None
    tables: Sequence[Table] = ()

    def __init__(self) -> None:
        self.applied: list[bool] = []

    def apply(self, connection: Connection, events: Sequence[Logged], past: Past) -> None:
        past.first({entry.event.stream_id for entry in events if not is_gone(entry.event)})
        self.applied += [is_gone(entry.event) for entry in events]


async def catch_up(store: EventStore, models: Sequence[Projection]) -> None:
    for each in models:
        await projections.catch_up(store, each)


async def one_by_one(store: EventStore, models: Sequence[Projection]) -> None:
    """As the projector does where one of them fails."""
    known = await projections.begun(store, models, await projections.places(store))
    page = await store.read_log(known.in_step)
    with pytest.raises(Moved):
        await projections.advance_each(store, models, known.in_step, page)
    assert not await projections.advance_each(store, models, known.in_step, await store.read_log(known.in_step))


@pytest.mark.parametrize("apply", [projections.rebuild, catch_up, one_by_one])
async def test_a_page_of_which_streams_have_left_is_read_anew(
    store: EventStore, apply: Apply, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, read_log = LooksBack(), store.read_log
    stream = await closed(store)
    await sequence_all(store)
    await filed(stream)
    await epochs.open_next(store)

    async def leaving(*given: Any, **named: Any) -> LogPage:
        """Streams leave after a page was read, and before it is applied."""
        page = await read_log(*given, **named)
        if not all(is_gone(entry.event) for entry in page.events):
            await epochs.retire(store, 0)
        return page

    monkeypatch.setattr(store, "read_log", leaving)
    await apply(store, [model])
    assert model.applied == [True] * 4


@pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET stream_id = stream_id"])
@pytest.mark.parametrize("table", ["events", "commands"])
async def test_the_tables_of_a_later_epoch_are_append_only(store: EventStore, table: str, change: str) -> None:
    await epochs.open_next(store)
    await Stream(store).append(1)
    statement = text(change.format(table))
    with pytest.raises(DBAPIError, match="append-only"):
        await store.sql.write(lambda connection: connection.execute(statement))
