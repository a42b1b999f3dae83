"""The rights of the service's role, as SQL."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).with_name("grants.sql")


def grants(role: str) -> str:
    """The statements of `grants.sql` for a role, for operators without psql. The role must exist."""
    return FILE.read_text("utf-8").replace(':"role"', '"' + role.replace('"', '""') + '"')
