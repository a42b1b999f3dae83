"""What the tests of streams share."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """The service runs on asyncio."""
    return "asyncio"
