"""Empty stores of each kind, and services on them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest

from tests import services
from tests.kit.served import Served, serve, sqlite_url

NewService = Callable[[], Awaitable[Served]]


def _postgres(request: pytest.FixtureRequest, databases: ExitStack) -> str:
    server, template = request.getfixturevalue("postgres_server"), request.getfixturevalue("service_template")
    return databases.enter_context(services.database(server, template))


@pytest.fixture(params=["sqlite", "postgres"])
def store_urls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """Two empty stores of each kind in turn."""
    with ExitStack() as databases:
        if request.param == "postgres":
            yield [_postgres(request, databases) for _ in range(2)]
        else:
            folders = [tmp_path / name for name in ("one", "other")]
            for folder in folders:
                folder.mkdir()
            yield [sqlite_url(folder) for folder in folders]


@pytest.fixture
async def new_service(store_urls: list[str]) -> AsyncIterator[NewService]:
    """Starts services, each on the next empty store."""
    left = iter(store_urls)
    async with AsyncExitStack() as running:

        async def start() -> Served:
            service = await serve(next(left))
            await running.enter_async_context(service.app)
            return service

        yield start
