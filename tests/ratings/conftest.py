"""A running service whose rater works only when it is told to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

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
