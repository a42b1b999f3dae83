"""Tables as an older revision had them, with the rows that there are: what a migration is tried on."""

from __future__ import annotations

import sqlalchemy as sa

from eventstore.tables import checkpoints
from service.tables import REVISIONS


def _before_s0022(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP INDEX match_list_joinable_by_game"))


def _before_s0020(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP TABLE tournament_names"))
    connection.execute(checkpoints.delete().where(checkpoints.c.name == "tournament_names"))


def _before_s0019(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP TABLE core_sets"))


def _before_s0018(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP TABLE match_activity"))
    connection.execute(sa.text("DROP INDEX match_list_going_on"))
    connection.execute(checkpoints.delete().where(checkpoints.c.name == "match_activity"))


def _before_s0016(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP TABLE tournament_players"))
    connection.execute(sa.text("DROP INDEX tournament_seats_out"))
    connection.execute(sa.text("ALTER TABLE tournament_seats DROP COLUMN out"))
    connection.execute(sa.text("ALTER TABLE tournament_seats DROP COLUMN conceded"))


def _before_s0015(connection: sa.Connection) -> None:
    connection.execute(sa.text("DELETE FROM webhook_feed WHERE data IS NOT NULL"))
    connection.execute(sa.text("ALTER TABLE webhook_feed DROP COLUMN data"))
    connection.execute(sa.text("ALTER TABLE webhooks DROP COLUMN tournament"))


def _before_s0021(connection: sa.Connection) -> None:
    for table in ("house_bots", "house_seats", "house_turns"):
        connection.execute(sa.text(f"DROP TABLE {table}"))
    connection.execute(checkpoints.delete().where(checkpoints.c.name == "house_turns"))


def _before_s0024(connection: sa.Connection) -> None:
    connection.execute(sa.text("DELETE FROM match_counts"))
    summed = "SELECT game, status, sum(matches) FROM match_shard_counts GROUP BY game, status"
    connection.execute(sa.text(f"INSERT INTO match_counts {summed}"))
    connection.execute(sa.text("DROP TABLE match_shard_counts"))


def _before_s0023(connection: sa.Connection) -> None:
    for table in ("leases", "lease_members"):
        connection.execute(sa.text(f"DROP TABLE {table}"))


def _before_s0025(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP TABLE webhook_traces"))


def _before_s0026(connection: sa.Connection) -> None:
    connection.execute(sa.text("DROP TABLE record_signatures"))


UNDONE = {
    "s0026": _before_s0026,
    "s0025": _before_s0025,
    "s0024": _before_s0024,
    "s0023": _before_s0023,
    "s0022": _before_s0022,
    "s0021": _before_s0021,
    "s0020": _before_s0020,
    "s0019": _before_s0019,
    "s0018": _before_s0018,
    "s0016": _before_s0016,
    "s0015": _before_s0015,
}
"""What each revision did, undone; the newest first. What is not named here is harmless when it is done again."""


def go_back(connection: sa.Connection, revision: str) -> None:
    """Undo what came after a revision."""
    for later, undo in UNDONE.items():
        if later > revision:
            undo(connection)
    connection.execute(sa.text(f"UPDATE {REVISIONS.version_table} SET version_num = :revision"), {"revision": revision})
