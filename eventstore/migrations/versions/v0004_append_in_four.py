"""Let the append on Postgres change the stream at once; SQLite has one writer anyway."""

from __future__ import annotations

from alembic import op

from eventstore.migrations.script import run_script

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        run_script("0004_append_events.sql")
