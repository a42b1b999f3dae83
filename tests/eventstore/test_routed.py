"""Several databases of one store: where streams lie, who has which shards, and what is left when one is away."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa

from eventstore import projections
from eventstore.claims import claim
from eventstore.databases import Named, left, named, spelled
from eventstore.open import open_store
from eventstore.shards import HYBRID, beside, least_stamp, within
from eventstore.store import EventStore, StoreUnavailable, StoreUnsuited
from eventstore.tables import shard_claims, shard_heads, streams
from tests.eventstore.given import Stream, creation, sequence_all, whole_log
from tests.kit.link import Link
from tests.kit.shard_databases import second
from tests.kit.waiting import PATIENT

pytestmark = pytest.mark.anyio

HERE, THERE = UUID(int=3), UUID(int=40)
"""Streams of the first database and of the second, for `beside`."""


def test_databases_are_named_with_their_shards() -> None:
    found = named(" 32-47=postgresql://b  48=postgresql://c,d/e ")
    assert [(one.shards, one.url) for one in found] == [
        (tuple(range(32, 48)), "postgresql://b"),
        ((48,), "postgresql://c,d/e"),
    ]
    assert spelled(left(found)) == "0-31 49-63"
    assert (named(""), spelled(left(()))) == ([], "0-63")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("postgresql://b", "given to databases as"),
        ("32-=postgresql://secret@b", "given to databases as"),
        ("32-64=postgresql://secret@b", "there are no shards 32-64"),
        ("40-32=postgresql://secret@b", "there are no shards 40-32"),
        ("0-3=postgresql://secret@b 3=postgresql://c", "shard 3 is given to two databases"),
        ("0-63=postgresql://secret@b", "no shard is left"),
        ("1=sqlite:///secret@b", "only Postgres"),
        ("1=mysql://secret@b", "a store URL is"),
    ],
)
def test_what_names_no_databases_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        named(text)
    assert "secret" not in str(refused.value)


@pytest.fixture
def others(shard_databases: str) -> Sequence[Named]:
    return named(shard_databases)


@pytest.fixture
async def store(database_url: str, others: Sequence[Named]) -> AsyncIterator[EventStore]:
    opened = await open_store(database_url, PATIENT, others=others)
    yield opened
    await opened.close()


def stream(store: EventStore, where: UUID) -> Stream:
    return Stream(store, beside(uuid4(), where))


async def heads(store: EventStore) -> list[int]:
    """The highest stamp of each database."""
    query = sa.select(sa.func.max(shard_heads.c.stamp))
    return [await one.sql.read(lambda connection: connection.execute(query).scalar_one()) for one in store.databases]


async def test_a_stream_lies_in_the_database_of_its_shard(store: EventStore) -> None:
    here, there = stream(store, HERE), stream(store, THERE)
    for one in (here, there):
        await one.append(2)
        assert (await store.read(one.id))[-1].hash == one.head_hash
    for database, own in zip(store.databases, (here, there), strict=True):
        found = await database.sql.read(
            lambda connection: connection.execute(sa.select(streams.c.stream_id)).scalars().all()
        )
        assert found == [own.id]


async def test_no_transaction_spans_two_databases(store: EventStore) -> None:
    with pytest.raises(ValueError, match="several databases"):
        await store.append_all([creation(beside(uuid4(), HERE)), creation(beside(uuid4(), THERE))])
    assert await sequence_all(store) == 0


async def test_logs_are_complete_up_to_one_stamp_also_where_nothing_happened(store: EventStore) -> None:
    """An idle database keeps nobody back, and a store in which nothing happens writes nothing."""
    assert (await sequence_all(store), await heads(store)) == (0, [0, 0])
    await stream(store, THERE).append(3)
    assert await store.sequence() == 3
    first, second = await heads(store)
    assert first == second > HYBRID
    assert (await store.read_log()).until == second
    assert (await store.sequence(), await heads(store)) == (0, [first, second])


async def test_what_follows_gets_a_later_stamp_whatever_the_clocks_say(store: EventStore) -> None:
    """The clock of the first database is ahead; what comes next in the second one comes behind nevertheless."""
    far = 1 << 60
    await store.sql.write(lambda connection: connection.execute(shard_heads.update().values(stamp=far)))
    early, late = stream(store, HERE), stream(store, THERE)
    await early.append(2)
    await sequence_all(store)
    await late.append(1)
    await sequence_all(store)
    log = await whole_log(store)
    assert [entry.event.stream_id for entry in log] == [early.id, early.id, late.id]
    assert log[0].position > far


async def test_a_database_keeps_its_shards(store: EventStore, database_url: str, others: Sequence[Named]) -> None:
    """Whoever comes with other settings is refused, also without any, and so is another store."""
    await claim(store)
    await claim(store)
    (second,) = others
    for shards in ((), (40, 41), tuple(range(31, 64))):
        other = await open_store(database_url, PATIENT, others=[Named(shards, second.url)] if shards else ())
        with pytest.raises(StoreUnsuited, match=r"has the shards (0-31|32-63)"):
            await claim(other)
        await other.close()
    await store.sql.write(lambda connection: connection.execute(shard_claims.update().values(store=uuid4())))
    with pytest.raises(StoreUnsuited, match="belongs to another store"):
        await claim(store)


async def test_streams_stay_where_they_are(store: EventStore, database_url: str) -> None:
    """A store of one database is not made one of two by a setting, and nothing is kept of the try."""
    alone = await open_store(database_url, PATIENT)
    await stream(alone, THERE).append(1)
    with pytest.raises(StoreUnsuited, match="streams of shard 40"):
        await claim(store)
    await claim(alone)
    await alone.close()


async def test_without_a_database_its_streams_alone_are_away(database_url: str, shard_databases: str) -> None:
    with second(shard_databases) as away:
        store = await open_store(database_url, PATIENT, others=named(away.setting))
        try:
            await _without_the_second(store, away.link)
        finally:
            await store.close()


async def _without_the_second(store: EventStore, link: Link) -> None:
    here, there = stream(store, HERE), stream(store, THERE)
    await here.append(1)
    await there.append(1)
    await sequence_all(store)
    link.cut()
    with pytest.raises(StoreUnavailable):
        await there.append(1)
    await here.append(2)
    assert await store.sequence() == 2
    await store.ping()
    with pytest.raises(StoreUnavailable):
        await projections.places(store)
    known = await projections.places_now(store)
    assert known.lost == set(range(32, 64))
    page = await store.read_log(within(known.in_step, store.databases[0].shards))
    assert [entry.event.stream_id for entry in page.events] == [here.id] * 3
    link.flow()
    await there.append(1)
    await sequence_all(store)
    assert [entry.event.stream_id for entry in await whole_log(store)].count(there.id) == 2
    known = await projections.places(store)
    assert (known.lost, len({place.stamp for place in known.ends.values()})) == (set(), 1)
    assert least_stamp(known.ends) == max(await heads(store))
