"""Runs the SQL files beside the revisions, as they stand."""

from __future__ import annotations

from pathlib import Path

from alembic import op

FOLDER = Path(__file__).parent / "sql"
SEPARATOR = "\n\n-- next\n"


def run_script(name: str) -> None:
    """Run each statement of a file in `sql/`; statements are parted by a line `-- next`, drivers take one at a time."""
    for statement in (FOLDER / name).read_text("utf-8").split(SEPARATOR):
        # past SQLAlchemy's own parsing: a colon in a function body is no bind parameter
        op.get_bind().exec_driver_sql(statement)
