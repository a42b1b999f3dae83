"""Let the append on Postgres refuse events that follow from another history; SQLite does it in Python."""

from __future__ import annotations

from alembic import op

from eventstore.migrations.script import run_script

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        run_script("0003_append_events.sql")
