"""A running service for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.demo.data import make_demo
from tests import services
from tests.kit import stores
from tests.kit.archived import Services
from tests.kit.served import Served, serve, sqlite_url


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.parametrize(metafunc, "url")


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind, another one than that of `served`."""
    if request.param == "sqlite":
        (tmp_path / "own").mkdir()
        return sqlite_url(tmp_path / "own")
    found: str = request.getfixturevalue("service_database_url")
    return found


@dataclass(frozen=True)
class Furnished:
    """A store with demo data of every game, closed: the file, the time of its clock, what a newcomer is shown."""

    file: Path
    now: int
    places: list[tuple[str, str]]

    async def copied(self, folder: Path) -> Served:
        """A service on a copy of it."""
        (folder / "test.db").write_bytes(self.file.read_bytes())
        service = await serve(sqlite_url(folder))
        service.clock.now = self.now
        return service


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Furnished:
    return services.run(_furnished(tmp_path_factory.mktemp("furnished")))


async def _furnished(folder: Path) -> Furnished:
    service = await serve(sqlite_url(folder))
    async with service.app:
        async with await make_demo(service.app) as demo:
            places = demo.places
        await service.app.projector.catch_up()
    return Furnished(folder / "test.db", service.clock.now, places)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    service = await serve(sqlite_url(tmp_path))
    async with service.app:
        yield service


@pytest.fixture
async def archived(url: str, tmp_path: Path) -> AsyncIterator[Services]:
    """Services over one store and one archive."""
    services_over_it = Services(url, tmp_path / "archive")
    yield services_over_it
    await services_over_it.stop()
