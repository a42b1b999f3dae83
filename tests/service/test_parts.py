"""Read models are folded in parts: in whatever order shards come, and whoever folds them, they become the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from random import Random
from uuid import uuid4, uuid5

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.ports.inbox import MatchStartedOut, YourTurnOut
from api_schema.ports.matches import ActInput
from eventstore.read_models import projections
from eventstore.shards import ALL, shard_of, within
from eventstore.store import EventStore
from eventstore.tables import shard_checkpoints
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS
from service.leases import Job
from service.projections.inbox.fold import InboxBook, trim
from service.projections.inbox.table import inbox
from service.projections.leaderboard.table import ladders
from service.projections.tournament_list.table import tournament_games, tournament_seats
from service.streams.broker import account_of
from service.tournaments import commands
from tests.kit.chance import key
from tests.kit.lanes import by_lane
from tests.kit.served import ALICE, BOB, Served, serve
from tests.kit.tournament_desk import hosted
from tests.kit.waiting import until
from tests.service.test_rebuild import by_chance, contents, some_matches, tables, tournaments

pytestmark = pytest.mark.anyio
ORDERS = by_lane(4, 40)


def beside_nothing(tournament: str, number: int, table: int, game: int) -> str:
    """Ids of matches in any shard."""
    return MATCH_IDS.id_of(uuid5(TOURNAMENT_IDS.stream_of(tournament), f"match|{number}|{table}|{game}"))


async def spread_tournament(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """One whose matches lie in other shards than itself. A player has given up in one."""
    cup = await hosted(served, 6)
    with monkeypatch.context() as spread:
        spread.setattr(commands, "game_match", beside_nothing)
        await cup.start()
    table, *_ = await cup.tables()
    gives_up = ActInput(idempotency_key=key(), action={"type": "concede"})
    await served.app.use_cases.matches.act(cup.players[table.seats[0].entrant], table.games[0].match_id, gives_up)
    stream, *others = [MATCH_IDS.stream_of(one.games[0].match_id) for one in await cup.tables()]
    assert {shard_of(each) for each in (stream, *others)} - {shard_of(TOURNAMENT_IDS.stream_of(cup.id))}


async def begin_anew(served: Served) -> None:
    """Empty all read models, and put the checkpoints to the beginning."""

    def empty(connection: Connection) -> None:
        for table in reversed(tables(served)):
            connection.execute(table.delete())
        connection.execute(shard_checkpoints.update().values(stamp=0, number=0))

    await served.app.store.sql.write(empty)


async def fold_in_parts(served: Served, random: Random, most: int, limit: int) -> None:
    """Fold everything, each time a page of some of the shards that are behind."""
    store, models = served.app.store, served.app.projector.projections
    while True:
        places = await projections.places(store)
        behind = [shard for shard in ALL if places.in_step[shard].stamp < places.ends[shard].stamp]
        if not behind:
            return
        some = within(places.in_step, random.sample(behind, min(len(behind), random.randint(1, most))))
        page = await store.read_log(some, limit=limit, types=projections.followed(models))
        await projections.advance(store, models, some, page)


@pytest.mark.each_store
async def test_read_models_are_the_same_in_any_order_within(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    served = await serve(url)
    async with served.app:
        await served.app.projector.stop()
        await served.app.rater.stop()
        await some_matches(served)
        await tournaments(served)
        await spread_tournament(served, monkeypatch)
        await by_chance(served)
        await served.app.projector.catch_up()
        before = await contents(served)
        assert await ahead(served.app.store) == (True, True, True)
        for number in range(ORDERS):
            await begin_anew(served)
            # one shard after the other to its end, or small pages of a few
            await fold_in_parts(served, Random(number), *((1, 10_000) if number % 2 else (20, 60)))
            assert await contents(served) == before, number


async def ahead(store: EventStore) -> tuple[bool, bool, bool]:
    """Whether what other shards bring is there: a match that was revealed, a seat that was given up, a ladder."""

    def read(connection: Connection) -> tuple[bool, bool, bool]:
        revealed = connection.execute(sa.select(tournament_games).where(tournament_games.c.revealed)).first()
        conceded = connection.execute(sa.select(tournament_seats).where(tournament_seats.c.conceded)).first()
        return revealed is not None, conceded is not None, connection.execute(sa.select(ladders)).first() is not None

    return await store.sql.read(read)


@pytest.fixture
async def replicas(service_database_url: str) -> AsyncIterator[list[Served]]:
    """Three on one store, which share the work as they do in a service."""
    three = [await serve(service_database_url) for _ in range(3)]
    async with three[0].app, three[1].app, three[2].app:
        yield three


def shares(replicas: Sequence[Served]) -> list[int]:
    """For how many shards each folds."""
    return sorted(len(served.app.projector._lease.shards) for served in replicas)


async def test_replicas_fold_their_shards_and_those_of_one_that_dies(replicas: list[Served]) -> None:
    """Play and a tournament go on meanwhile."""
    await until(lambda: shares(replicas) == [21, 21, 22])
    cup = await hosted(replicas[0], 6)
    await cup.start(1)
    matches = [await served.started() for served in replicas * 4]
    await asyncio.gather(*(replicas[0].play_out(match, ALICE, BOB, seed=nth) for nth, match in enumerate(matches[:6])))
    await until(lambda: is_settled(replicas))
    dead, *living = sorted(replicas, key=lambda served: not served.app.projector._numbering.held)
    for part in (dead.app.leases, dead.app.projector):
        assert part is not None
        assert part._task is not None
        part._task.cancel()
    playing = [living[0].play_out(match, ALICE, BOB, seed=nth) for nth, match in enumerate(matches[6:])]
    await asyncio.gather(cup.play_round(), *playing)
    await until(lambda: shares(living) == [32, 32])
    await until(lambda: is_settled(living))
    for served in replicas:
        await served.app.projector.stop()
    before = await contents(living[0])
    for projection in living[0].app.projector.projections:
        await living[0].app.projector.rebuild(projection)
    assert await contents(living[0]) == before


async def is_settled(replicas: Sequence[Served]) -> bool:
    """Whether all events are in all read models, and everybody knows."""
    lag, places = await replicas[0].app.store.lag(), await projections.places(replicas[0].app.store)
    reached = all(places.in_step[shard].stamp == places.ends[shard].stamp for shard in ALL) and not places.apart
    return not lag.events and reached and all(not served.app.projector.behind().events for served in replicas)


async def test_numbering_and_folding_have_leases_of_their_own(replicas: list[Served]) -> None:
    await until(lambda: shares(replicas) == [21, 21, 22])
    numbering = [served for served in replicas if served.app.projector._numbering.held]
    assert len(numbering) == 1
    leases = replicas[0].app.leases
    assert leases is not None
    assert {Job.NUMBERING, Job.READ_MODELS} <= set(leases._leases)


async def test_inboxes_show_nothing_before_what_may_come_earlier(served: Served) -> None:
    """Two matches of one account lie in two shards; that of the later items is folded first."""
    app = served.app
    await app.projector.stop()
    caller, _ = await served.account()
    told: list[tuple[str, int]] = []
    [book] = [each for each in app.projector.projections if isinstance(each, InboxBook)]
    earlier, later = await served.open(), await served.open()
    while shard_of(MATCH_IDS.stream_of(later)) == shard_of(MATCH_IDS.stream_of(earlier)):
        later = await served.open()
    await app.projector.catch_up()
    for match in (earlier, later):
        for who in (caller, BOB):
            await served.sit(who, match)
        while await app.store.sequence():
            pass

    async def fold(shards: Sequence[int]) -> list[str]:
        before = within((await projections.places(app.store)).in_step, shards)
        await projections.advance(app.store, app.projector.projections, before, await app.store.read_log(before))
        reached = (await projections.places(app.store)).resolved("inbox")
        book.tell(lambda inbox_key, position: told.append((inbox_key, position)), reached)
        found = await app.use_cases.inbox.page(caller)
        return [item.match_id for item in found.items if isinstance(item, (MatchStartedOut, YourTurnOut))]

    first = shard_of(MATCH_IDS.stream_of(later))
    assert (await fold([first]), told) == ([], [])
    found = await fold([shard for shard in ALL if shard != first])
    assert found == sorted(found, key=[earlier, later].index)
    assert set(found) == {earlier, later}
    assert {account_of(told_of) for told_of, _ in told} == {caller.account, BOB.account}


@pytest.mark.parametrize("rows", [3, 4])
async def test_who_fills_one_inbox_from_two_shards_takes_turns(
    service_database_url: str, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.projections.inbox.fold.KEPT", 4)
    served = await serve(service_database_url)
    async with served.app:

        def fill(connection: Connection, begin: int) -> None:
            item = {"account": "ac_full", "part": 0, "kind": "YourTurn", "stream_id": uuid4(), "at": 0, "data": "{}"}
            connection.execute(inbox.insert(), [{**item, "position": begin + nth} for nth in range(rows)])
            # both have filled it, and neither sees what the other one has
            connection.execute(sa.text("SELECT pg_sleep(0.2)"))
            trim(connection, {"ac_full"})

        write = served.app.store.sql.write
        await asyncio.gather(write(lambda one: fill(one, 10)), write(lambda one: fill(one, 20)))
        kept = await served.app.store.sql.read(lambda one: one.execute(sa.select(inbox.c.position)).scalars().all())
    both = [*range(10, 10 + rows), *range(20, 20 + rows)]
    assert sorted(kept) == both[-4:]
