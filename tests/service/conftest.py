"""A running service for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.served import Served, serve, sqlite_url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind, another one than that of `served`."""
    if request.param == "sqlite":
        (tmp_path / "own").mkdir()
        return sqlite_url(tmp_path / "own")
    found: str = request.getfixturevalue("service_database_url")
    return found


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    service = await serve(sqlite_url(tmp_path))
    async with service.app:
        yield service
