"""The stores that one specification is held against."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from eventstore.open import open_store
from eventstore.revisions import EVENT_STORE
from eventstore.store import EventStore
from tests.kit.citus_nodes import PROGRAMS
from tests.kit.embedded import migrated
from tests.kit.waiting import PATIENT

KINDS = ["memory", "sqlite", "postgres", *(["citus"] if PROGRAMS else [])]
"""A store on several nodes is among them where the programs of Citus are given."""


@pytest.fixture(params=KINDS)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A URL of each kind of store."""
    match request.param:
        case "memory":
            return "sqlite:///:memory:"
        case "sqlite":
            return migrated(tmp_path / "store.db", EVENT_STORE)
        case kind:
            fixture = "citus_url" if kind == "citus" else "database_url"
            url: str = request.getfixturevalue(fixture)
            return url


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[EventStore]:
    opened = await open_store(store_url, PATIENT)
    yield opened
    await opened.close()
