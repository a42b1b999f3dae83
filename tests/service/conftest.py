"""A running service for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from eventstore import migrate
from service.tables import HISTORY
from tests.kit.served import Served, serve, sqlite_url


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    service = await serve(sqlite_url(tmp_path))
    async with service.app:
        yield service


@pytest.fixture
def service_database_url(database_url: str) -> str:
    """An empty Postgres database with all tables of the service."""
    migrate.upgrade(database_url, HISTORY)
    return database_url
