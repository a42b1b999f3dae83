"""A running service for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.served import Served, serve, sqlite_url


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    service = await serve(sqlite_url(tmp_path))
    async with service.app:
        yield service
