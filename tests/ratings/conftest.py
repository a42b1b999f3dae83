"""A running service whose rater works only when it is told to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from eventstore import migrate
from service.tables import HISTORY
from tests.kit.served import Served, serve, sqlite_url


@pytest.fixture
def url(tmp_path: Path) -> str:
    """An empty store."""
    return sqlite_url(tmp_path)


@pytest.fixture
async def served(url: str) -> AsyncIterator[Served]:
    service = await serve(url)
    try:
        yield service
    finally:
        await service.app.stop()


@pytest.fixture
def service_database_url(database_url: str) -> str:
    """A Postgres database of the test's own with all tables."""
    migrate.upgrade(database_url, HISTORY)
    return database_url
