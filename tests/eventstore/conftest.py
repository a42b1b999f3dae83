"""The stores that one specification is held against."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from eventstore.open import open_store
from eventstore.revisions import EVENT_STORE
from eventstore.store import EventStore
from eventstore.urls import sqlite_path
from tests.kit.citus_nodes import PROGRAMS
from tests.kit.embedded import migrated
from tests.kit.waiting import PATIENT

KINDS = ["memory", "sqlite", "overlapping", "postgres", *(["citus"] if PROGRAMS else [])]
"""`overlapping` is that of `tests/simulation`, in simulated time. One on several nodes is here where the programs of
Citus are given.
"""


@pytest.fixture(params=KINDS)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A URL of each kind of store."""
    match request.param:
        case "memory":
            return "sqlite:///:memory:"
        case "sqlite" | "overlapping":
            return migrated(tmp_path / "store.db", EVENT_STORE)
        case kind:
            fixture = "citus_url" if kind == "citus" else "database_url"
            url: str = request.getfixturevalue(fixture)
            return url


@pytest.fixture
def anyio_backend(request: pytest.FixtureRequest) -> Any:
    """A simulated loop for the store that needs one."""
    if _kind(request) != "overlapping":
        return "asyncio"
    from tests.eventstore import simulated  # here, because it takes hold of clocks

    return "asyncio", {"loop_factory": simulated.any_loop}


def _kind(request: pytest.FixtureRequest) -> Any:
    callspec = getattr(request.node, "callspec", None)
    return callspec and callspec.params.get("store_url")


@pytest.fixture
async def store(request: pytest.FixtureRequest, store_url: str) -> AsyncIterator[EventStore]:
    if _kind(request) == "overlapping":
        from tests.eventstore import simulated

        opened = await simulated.opened(sqlite_path(store_url))
    else:
        opened = await open_store(store_url, PATIENT)
    yield opened
    await opened.close()
