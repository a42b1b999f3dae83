"""Take over the dense log into the logs of shards, and close it.

On Postgres most of it is copied part by part while the release before goes on, each part in a transaction of its own: a
killed migration goes on where it was. The rest is copied when nobody can add to the dense log any more.
"""

from __future__ import annotations

from alembic import op

from eventstore.migrations import parts
from eventstore.migrations.script import run_script

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        _copy_on_postgres()
    else:
        run_script("0008_sqlite.sql")
    run_script("0008_places.sql")


def _copy_on_postgres() -> None:
    with op.get_context().autocommit_block():
        op.execute("DROP FUNCTION IF EXISTS copy_log(integer)")
        run_script("0008_copy_log.sql")
        # the last part is a short one, and small enough to be left for later
        while _copied() >= parts.EVENTS:
            pass
    # whoever numbers is waited for, and the next one of the release before finds the lock taken: it numbers nothing
    op.execute("SELECT pg_advisory_xact_lock(hashtext('playledger'), hashtext('sequencer'))")
    run_script("0008_close_log.sql")
    while _copied():
        pass
    op.execute("DROP FUNCTION copy_log(integer)")


def _copied() -> int:
    copied: int = op.get_bind().exec_driver_sql(f"SELECT copy_log({parts.EVENTS})").scalar_one()
    return copied
