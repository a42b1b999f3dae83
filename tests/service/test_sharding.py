"""Each kind of work in the background is done for the shards of its lease, and for no others."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterable
from random import Random
from uuid import UUID

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import bulk
from eventstore.shards import SHARDS, shard_of
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS, ladder_stream
from service.leases import ALL, NONE, Lease
from service.projections.deadlines.queries import DueSoon
from service.projections.deadlines.table import deadlines
from service.projections.house_turns.queries import OpenHouseTurns
from service.projections.house_turns.table import house_turns
from service.projections.match_list.queries import IdleMatches
from service.ratings.rater import Rater
from service.sharding import of_names, of_streams
from service.streams.memory import MemoryBroker
from service.tables import webhooks
from service.tournaments.process import TournamentProcess
from service.webhooks import rows
from tests.kit.rated import Tournament
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import hosted
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
LONG = 2**52
STREAMS = [UUID(int=Random(number).getrandbits(128), version=4) for number in range(200)]
EVEN = frozenset(range(0, SHARDS, 2))
HALVES = (EVEN, ALL - EVEN)


def lease_of(shards: Iterable[int]) -> Lease:
    """One that never ends."""
    lease = Lease("part")
    lease.renew(dict.fromkeys(shards, 1), math.inf)
    return lease


@pytest.fixture
async def whole(service_database_url: str) -> AsyncIterator[Served]:
    """A service whose background work rests."""
    served = await serve(service_database_url)
    yield served
    await served.app.stop()


async def test_the_database_knows_the_shard_of_a_stream(whole: Served) -> None:
    """As everybody else does, and each name has one too."""
    given = bulk._given(house_turns, ["stream_id"])
    texts = sa.cast(given.c.stream_id, sa.Text())

    def split(connection: Connection) -> None:
        for shard in range(SHARDS):
            own = sa.select(given.c.stream_id).where(of_streams(given.c.stream_id, {shard}))
            found = set(connection.execute(own, {"new_stream_id": STREAMS}).scalars())
            assert found == {stream for stream in STREAMS if shard_of(stream) == shard}
        named = [sa.select(texts).where(of_names(texts, half)) for half in HALVES]
        even, odd = (set(connection.execute(one, {"new_stream_id": STREAMS}).scalars()) for one in named)
        assert even | odd == {str(stream) for stream in STREAMS}
        assert not even & odd
        assert len(even) > 50 < len(odd)

    await whole.app.store.sql.read(split)


async def test_deadlines_and_bots_are_swept_by_shard(whole: Served) -> None:
    def fill(connection: Connection) -> None:
        places = [{"stream_id": stream, "prompt": 1} for stream in STREAMS]
        bulk.insert(connection, deadlines, [{**place, "revision": 0, "due_at": 5} for place in places])
        bulk.insert(connection, house_turns, [{**place, "asked_at": 5} for place in places])

    store = whole.app.store
    await store.sql.write(fill)
    for half in HALVES:
        own = {MATCH_IDS.id_of(stream) for stream in STREAMS if shard_of(stream) in half}
        assert {one.match_id for one in await DueSoon(store, lease_of(half)).overdue(LONG, 500)} == own
        assert set(await OpenHouseTurns(store, lease_of(half)).waiting(LONG, 500)) == own
    for reader in (DueSoon(store, lease_of(NONE)).overdue, OpenHouseTurns(store, lease_of(NONE)).waiting):
        assert await reader(LONG, 500) == []


async def test_abandoned_matches_are_found_by_shard(whole: Served) -> None:
    matches = {await whole.open() for _ in range(8)}
    await whole.app.projector.catch_up()
    for half in HALVES:
        own = {match for match in matches if shard_of(MATCH_IDS.stream_of(match)) in half}
        assert set(await IdleMatches(whole.app.store, lease_of(half)).idle(LONG, 500)) == own


async def test_a_tournament_is_looked_after_by_its_shard(whole: Served) -> None:
    """Wherever its matches lie."""
    cup = await hosted(whole, 4)
    await cup.start(1)
    for table in await cup.tables():
        await whole.app.matches.play.abort(table.games[-1].match_id, "abandoned", LONG)
    await whole.app.projector.catch_up()
    known, own = whole.app.tournaments.process, shard_of(TOURNAMENT_IDS.stream_of(cup.id))

    def process(shards: Iterable[int]) -> TournamentProcess:
        return TournamentProcess(known._commands, known._repository, known._play, MemoryBroker(), lease_of(shards))

    assert await process(ALL - {own}).look() == 0
    assert await process({own}).look() == 2


async def test_a_ladder_is_rated_by_its_shard(whole: Served) -> None:
    await Tournament(whole.app.store, "first").held("ana", "ben", "cem", "dea")
    await whole.app.projector.catch_up()
    ladder = ladder_stream(GAME.slug, "2026")

    def rater(shards: Iterable[int]) -> Rater:
        return Rater(whole.app.store, MemoryBroker(), whole.clock, lease=lease_of(shards))

    await rater(ALL - {shard_of(ladder)}).tick()
    assert await whole.app.store.head(ladder) is None
    await rater({shard_of(ladder)}).tick()
    assert await whole.app.store.head(ladder) is not None


async def test_webhooks_are_divided(whole: Served) -> None:
    """Each is due at one of two that share the shards."""
    await whole.started()
    await whole.app.projector.catch_up()
    names = {f"wh_{number}" for number in range(40)}
    row = {"account": "ac", "url": "", "kinds": "", "own": False, "secret": b"", "lease": "", "leased_until": 0}
    row |= {"created_at": 0, "position": 0, "attempts": 0, "next_attempt_at": 0}
    await whole.app.store.sql.write(lambda c: c.execute(webhooks.insert(), [{"id": name, **row} for name in names]))

    def due(connection: Connection) -> list[list[str]]:
        return [rows.due(connection, 1, 100, shards) for shards in (*HALVES, ALL, NONE)]

    even, odd, every, none = map(set, await whole.app.store.sql.read(due))
    assert even | odd == every == names
    assert not even & odd
    assert even
    assert odd
    assert not none


async def test_what_is_due_is_still_found_by_its_index(whole: Served) -> None:
    """Nothing is due, and no row is read for that, however many there are."""
    store = whole.app.store
    places = [{"stream_id": stream, "prompt": number} for stream in STREAMS for number in range(1, 11)]
    waiting = [{**place, "revision": 0, "due_at": LONG} for place in places]

    def plan(connection: Connection) -> str:
        bulk.insert(connection, deadlines, waiting)
        connection.execute(sa.text("ANALYZE deadlines"))
        query = sa.select(deadlines).where(deadlines.c.due_at <= 5, of_streams(deadlines.c.stream_id, EVEN))
        compiled = query.order_by(deadlines.c.due_at).limit(500).compile(connection)
        text = f"EXPLAIN (ANALYZE, TIMING off) {compiled}"
        values = tuple(compiled.params[name] for name in compiled.positiontup or ())
        return "\n".join(row[0] for row in connection.exec_driver_sql(text, values))

    found = await store.sql.write(plan)
    assert "deadlines_due" in found, found
    assert "Seq Scan" not in found, found
    assert "Rows Removed" not in found, found
