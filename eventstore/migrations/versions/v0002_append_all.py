"""Create the function that appends to several streams at once on Postgres; SQLite needs none."""

from __future__ import annotations

from alembic import op

from eventstore.migrations.script import run_script

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        run_script("0002_append_all_events.sql")
