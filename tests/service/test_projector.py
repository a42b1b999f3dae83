"""The runner of the read models stops when it is told to."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from eventstore.open import open_store
from service.projections.runner import Projector
from service.streams.memory import MemoryBroker

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("steps", range(6))
async def test_it_stops_although_news_come_at_the_same_moment(tmp_path: Path, steps: int) -> None:
    """`steps` turns of the event loop lie between the news and the order to stop."""
    store = await open_store(f"sqlite:///{tmp_path / 'store.db'}")
    projector = Projector(store, MemoryBroker(), [])
    await projector.start()
    await asyncio.sleep(0.1)
    projector.missed()
    for _ in range(steps):
        await asyncio.sleep(0)
    stopping = asyncio.create_task(projector.stop())
    done, _ = await asyncio.wait({stopping}, timeout=5)
    stopping.cancel()
    await store.close()
    assert done
