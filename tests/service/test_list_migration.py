"""A store whose list of matches is of an earlier release: after the migration it is folded anew from the log."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.ports.matches import GameStatistics, MatchFilter
from eventstore import migrate
from eventstore.tables import checkpoints
from service.matches.list_rows import decode_state, encode_state
from service.tables import (
    REVISIONS,
    activity,
    core_sets,
    counts,
    house_bots,
    house_seats,
    house_turns,
    lease_members,
    leases,
    matches,
    players,
    record_signatures,
    shard_counts,
    tournament_names,
    webhook_traces,
)
from service.times import rfc3339
from tests.kit.served import ALICE, BOB, EVE, Served, serve
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
_NEWER = (
    "created_position",
    "updated_position",
    "joinable",
    "practice",
    "ended_by",
    "finished_at",
    "tournament",
    "round",
)


def go_back(connection: Connection) -> None:
    """Leave the tables as revision s0006 had them, with the rows that there are."""
    kept = [column for column in matches.c if column.name not in _NEWER]
    listed = [dict(row) for row in connection.execute(sa.select(*kept)).mappings()]
    seated = [dict(row) for row in connection.execute(sa.select(players)).mappings()]
    results = ("match_result_cards", "match_result_seats", "match_results")
    played = ("tournament_list", "tournament_people", "tournament_games", "tournament_seats")
    ladders = ("ladders", "leaderboard", "ladder_games", "rating_queue")
    newer = (
        "webhook_traces",
        "webhook_withheld",
        "webhooks",
        "webhook_feed",
        "decks",
        "inbox",
        "inbox_seats",
        "inbox_turns",
    )
    leased = ("leases", "lease_members")
    ranked = ("tournament_rankings", "tournament_standings", "tournament_players")
    houses = ("house_bots", "house_seats", "house_turns")
    lists = ("match_players", "match_list", "match_activity", "core_sets", "tournament_names", "match_shard_counts")
    for name in (*ladders, *results, *played, *ranked, *newer, *houses, *lists, *leased, "record_signatures"):
        connection.execute(sa.text(f"DROP TABLE {name}"))
    connection.execute(checkpoints.delete().where(checkpoints.c.name.in_(("match_activity", "tournament_names"))))
    old = sa.MetaData()
    table = sa.Table("match_list", old, *(column._copy() for column in kept))
    sitting = sa.Table("match_players", old, *(column._copy() for column in players.c))
    old.create_all(connection)
    connection.execute(table.insert(), listed)
    connection.execute(sitting.insert(), seated)
    connection.execute(sa.text(f"UPDATE {REVISIONS.version_table} SET version_num = 's0006'"))


async def test_the_list_is_whole_again_after_the_migration(url: str) -> None:
    served = await serve(url)
    async with served.app:
        over = await served.started()
        await served.play_out(over, ALICE, BOB)
        open_match = await served.open()
        await served.app.projector.catch_up()
        before = await served.app.use_cases.matches.find(EVE, first=9)
        numbers = await served.app.use_cases.matches.statistics()
    older = await serve(url)
    await older.app.store.sql.write(go_back)
    await older.app.stop()
    await asyncio.to_thread(migrate.upgrade, url, REVISIONS)
    again = await serve(url)
    async with again.app:
        await again.app.projector.catch_up()
        found = await again.app.use_cases.matches.find(EVE, first=9)
        assert [match.id for match in found.matches] == [open_match, over]
        assert found == before
        assert await again.app.use_cases.matches.statistics() == numbers
        rows = await again.app.store.sql.read(lambda c: c.execute(sa.select(shard_counts)).all())
        assert sum(row.matches for row in rows) == 2


def before_activity(connection: Connection) -> None:
    """Leave the tables as revision s0017 had them: the list held what every action changes."""
    newest = sa.select(activity.c.version, activity.c.head_hash, activity.c.updated_at, activity.c.updated_position)
    own = newest.where(activity.c.stream_id == matches.c.stream_id)
    names = ("version", "head_hash", "updated_at", "updated_position")
    values = {name: own.with_only_columns(activity.c[name]).scalar_subquery() for name in names}
    connection.execute(matches.update().values(values))
    for row in connection.execute(sa.select(matches)).all():
        state = decode_state(row.state)
        state.version, state.at = row.version, row.updated_at
        one = matches.update().where(matches.c.stream_id == row.stream_id)
        connection.execute(one.values(state=encode_state(state)))
    connection.execute(checkpoints.delete().where(checkpoints.c.name.in_(("match_activity", "tournament_names"))))
    for index in ("match_list_going_on", "match_list_joinable_by_game"):
        connection.execute(sa.text(f"DROP INDEX {index}"))
    activity.drop(connection)
    counted_before(connection)
    newer = (core_sets, tournament_names, house_bots, house_seats, house_turns, leases, lease_members, shard_counts)
    for table in (*newer, webhook_traces, record_signatures):
        table.drop(connection)
    connection.execute(sa.text(f"UPDATE {REVISIONS.version_table} SET version_num = 's0017'"))


async def test_what_every_action_changes_is_taken_over_from_the_list(url: str) -> None:
    """No list is folded anew for it, and nothing that was listed looks different."""
    served = await serve(url)
    async with served.app:
        over = await served.started()
        await served.play_out(over, ALICE, BOB)
        await served.started(spectator_delay_ms=1_000)
        await served.started()
        await served.open()
        await served.app.projector.catch_up()
        asked = [MatchFilter(), MatchFilter(order="RECENTLY_UPDATED")]
        before = [await served.app.use_cases.matches.find(EVE, first=9, wanted=wanted) for wanted in asked]
        held = await served.app.store.sql.read(lambda c: c.execute(ROWS).all())
    older = await serve(url)
    await older.app.store.sql.write(before_activity)
    await older.app.stop()
    await asyncio.to_thread(migrate.upgrade, url, REVISIONS)
    again = await serve(url)
    async with again.app:
        assert await again.app.store.sql.read(lambda c: c.execute(ROWS).all()) == held
        found = [await again.app.use_cases.matches.find(EVE, first=9, wanted=wanted) for wanted in asked]
        assert found == before
        assert len(before[0].matches) == 4


async def test_a_replica_of_the_release_before_may_move_the_list_on(served: Served) -> None:
    """It writes what every action changes into the list: whichever of the two is ahead is shown."""
    match = await served.started()
    await served.app.projector.catch_up()
    (row,) = await served.app.store.sql.read(lambda c: c.execute(ROWS).all())

    def older(connection: Connection) -> None:
        newer = {"version": row.version + 3, "head_hash": b"newer", "updated_at": row.updated_at + 1_000}
        connection.execute(matches.update().values({**newer, "updated_position": row.updated_position + 3}))

    await served.app.store.sql.write(older)
    (shown,) = (await served.app.use_cases.matches.find(EVE, first=9)).matches
    assert (shown.id, shown.version, shown.head_hash) == (match, row.version + 3, b"newer".hex())
    assert shown.updated_at == rfc3339(row.updated_at + 1_000)


def counted_before(connection: Connection) -> None:
    """Count the matches as an earlier release did, in one row for all shards."""
    by_kind = shard_counts.c.game, shard_counts.c.status
    summed = sa.select(*by_kind, sa.func.sum(shard_counts.c.matches)).group_by(*by_kind)
    connection.execute(counts.insert().from_select(["game", "status", "matches"], summed))
    connection.execute(shard_counts.delete())


async def test_what_an_earlier_release_has_counted_is_added(served: Served) -> None:
    """Its rows stay as they are: it may still count while this release does."""
    over, again = await served.started(), await served.started()
    await served.app.projector.catch_up()
    await served.app.store.sql.write(counted_before)
    for match in (over, again):
        await served.play_out(match, ALICE, BOB)
    await served.started()
    await served.app.projector.catch_up()
    found = await numbers(served)
    assert (found.matches.open, found.matches.running, found.matches.finished) == (0, 1, 2)
    rows = await served.app.store.sql.read(lambda c: c.execute(sa.select(counts)).all())
    assert [(row.status, row.matches) for row in rows] == [("running", 2)]
    [lobby] = [each for each in served.app.projector.projections if each.name == "match_list"]
    await served.app.projector.rebuild(lobby)
    assert await numbers(served) == found


async def numbers(served: Served) -> GameStatistics:
    statistics = await served.app.use_cases.matches.statistics()
    return next(one for one in statistics.games if one.game == GAME.slug)


ROWS = sa.select(activity).order_by(activity.c.stream_id)
