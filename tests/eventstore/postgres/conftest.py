"""A migrated database, and connections to it whose transactions a test steps through by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from eventstore.open import open_store
from eventstore.store import EventStore
from tests.eventstore.postgres.hand import Hand
from tests.kit.waiting import PATIENT


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[EventStore]:
    opened = await open_store(database_url, PATIENT)
    yield opened
    await opened.close()


@pytest.fixture
async def hands(database_url: str) -> AsyncIterator[list[Hand]]:
    """Three transactions to interleave."""
    observer = await asyncpg.connect(database_url)
    opened = [Hand(await asyncpg.connect(database_url), observer) for _ in range(3)]
    yield opened
    await asyncio.gather(observer.close(), *(hand.close() for hand in opened))
