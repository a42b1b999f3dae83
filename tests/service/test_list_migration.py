"""A store whose list of matches is of an earlier release: after the migration it is folded anew from the log."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import migrate
from service.tables import REVISIONS, counts, matches, players
from tests.kit.served import ALICE, BOB, EVE, serve

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
    newer = ("webhook_withheld", "webhooks", "webhook_feed", "decks", "inbox", "inbox_seats", "inbox_turns")
    ranked = ("tournament_rankings", "tournament_standings", "tournament_players")
    for name in (*ladders, *results, *played, *ranked, *newer, "match_players", "match_list"):
        connection.execute(sa.text(f"DROP TABLE {name}"))
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
        rows = await again.app.store.sql.read(lambda c: c.execute(sa.select(counts)).all())
        assert sum(row.matches for row in rows) == 2
