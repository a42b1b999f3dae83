"""Empty stores of each kind, and services on them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest

from tests.kit import stores
from tests.kit.databases import Databases
from tests.kit.served import Served, serve, sqlite_url

NewService = Callable[[], Awaitable[Served]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.parametrize(metafunc, "store_urls")


@pytest.fixture
def store_urls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """Two empty stores of each kind in turn."""
    with ExitStack() as lent:
        if request.param == "postgres":
            databases: Databases = request.getfixturevalue("service_databases")
            yield [lent.enter_context(databases.lent()) for _ in range(2)]
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
