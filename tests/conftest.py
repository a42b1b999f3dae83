"""Fixtures that every test may ask for."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from uuid import uuid4

import pytest
import structlog

from eventstore import migrate
from service.tables import HISTORY
from tests import services
from tests.kit.chance import CHANCE, foreseeable


@pytest.fixture(scope="session", autouse=True)
def foreseeable_chance() -> Iterator[None]:
    """The seeds and tokens that this process makes are the same in every run."""
    with foreseeable():
        yield


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, foreseeable_chance: None) -> None:
    """A test draws the same whatever ran before it."""
    CHANCE.seed(request.node.nodeid)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a Postgres on which databases can be created; found or started once per process."""
    with services.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of a migrated database; copying it is cheaper than migrating another."""
    with services.database(postgres_server) as url:
        migrate.upgrade(url)
        yield services.database_name(url)


@pytest.fixture(scope="session")
def service_template(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """The name of a database that has the tables of the service as well."""
    with services.database(postgres_server, postgres_template) as url:
        migrate.upgrade(url, HISTORY)
        yield services.database_name(url)


@pytest.fixture
def database_url(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """A migrated, empty Postgres database of the test's own."""
    with services.database(postgres_server, postgres_template) as url:
        yield url


@pytest.fixture
def service_database_url(postgres_server: str, service_template: str) -> Iterator[str]:
    """An empty Postgres database of the test's own with all tables."""
    with services.database(postgres_server, service_template) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis; found or started once per process."""
    with services.redis() as url:
        yield url


@pytest.fixture
def redis_prefix() -> str:
    """What the test's channels and keys begin with, so that runs that share a Redis don't meet."""
    return f"playledger-test-{uuid4().hex[:12]}:"


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A command sends the logs of its process to stderr; other tests of this process want all of them back."""
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**config)
