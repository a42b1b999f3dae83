"""Take the events of an append as lines, on Postgres; SQLite has no arrays anyway."""

from __future__ import annotations

from alembic import op

from eventstore.migrations.script import run_script

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        run_script("0005_append_lines.sql")
