"""Fixtures that every test may ask for."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
import structlog
from hypothesis import HealthCheck, settings

from eventstore import migrate
from eventstore.revisions import EVENT_STORE, Revisions
from service.tables import REVISIONS
from tests import services
from tests.kit.budgets import Budgets
from tests.kit.chance import CHANCE, foreseeable
from tests.kit.citus_nodes import Cluster, cluster
from tests.kit.databases import Databases
from tests.kit.lanes import FUZZ_SEED, forbid_programs, fuzz_seed, is_done_without, lane, left_out
from tests.kit.sharing import import_share
from tests.kit.waiting import PATIENT_SETTINGS

USUAL = gc.get_threshold()
MANY = 150_000
"""Objects: to look at them takes a tenth of a second."""


def pytest_configure(config: pytest.Config) -> None:
    """Every run tells what it cost, and no check of it has a time to be done in."""
    config.pluginmanager.register(Budgets(config))
    os.environ.update(PATIENT_SETTINGS)
    # before there are workers, which draw from the same one
    fuzz_seed()
    # what an example takes is a matter of the machine; by day the same examples are tried in every run
    by_day = lane() != "nightly"
    settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=by_day)
    settings.load_profile("ours")
    # looking more often takes a third of the time of the collection, for garbage of which there is little
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A nightly run tells how its requests are drawn again."""
    for seed in fuzz_seed().values():
        terminalreporter.write_line(f"{FUZZ_SEED}={seed} draws the same requests")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A file of which nothing is run is not even imported: a worker is smaller by all that it would take along."""
    return True if is_done_without(collection_path, lane()) else None


def pytest_collection(session: pytest.Session) -> None:
    """A worker imports its share of the modules first, then what the others have compiled."""
    import_share(session.config)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not look at it again and again.

    It looks at everything else when that has grown by a quarter, so it has to count from nothing.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
    young, middle, _ = USUAL
    gc.set_threshold(young, middle, 40)
    gc.callbacks.append(_keep)
    if lane() == "fast":
        forbid_programs()


def _keep(phase: str, info: Mapping[str, int]) -> None:
    """So many survivors are what tests share: the types of a schema, the statements that were compiled."""
    if phase == "stop" and info["generation"] == 2 and len(gc.get_objects(2)) > MANY:
        gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Iterator[None]:
    """The seeds and tokens that this process makes are the same in every run."""
    with foreseeable():
        return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the lane does without."""
    chosen = lane()
    kept: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        (others if left_out(item, chosen) else kept).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
    items[:] = sorted(kept, key=_turn)


def _turn(item: pytest.Item) -> int:
    """Each worker takes a quarter of the tests, and one with all of the API would keep the types of all its schemas:
    half of them come after the games.
    """
    if item.nodeid.startswith(("tests/api/rest/", "tests/api/test_")):
        return 1
    return 2 if item.nodeid > "tests/games~" else 0


@pytest.fixture(scope="session")
def programs() -> None:
    """A fixture that starts a program asks for this one: the fast lane leaves out the tests that ask for it."""


@pytest.fixture(autouse=True)
def as_if_alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test draws the same whatever ran before it, and the next one has the logs as they were.

    A command sends the logs of its process to stderr; other tests of this process want all of them back.
    """
    CHANCE.seed(request.node.nodeid)
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**config)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a Postgres on which databases can be created; found or started once per process."""
    assert lane() != "fast", "the fast lane does without Postgres: ask for it by a fixture or a parameter `postgres`"
    with services.postgres() as url:
        yield url


def _upgraded(url: str, revisions: Revisions = EVENT_STORE) -> None:
    """Migrate, also where a browser that the tests share keeps an event loop in this thread."""
    services.run(asyncio.to_thread(migrate.upgrade, url, revisions))


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of a migrated database; copying it is cheaper than migrating another."""
    with services.database(postgres_server) as url:
        _upgraded(url)
        yield services.database_name(url)


@pytest.fixture(scope="session")
def service_template(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """The name of a database that has the tables of the service as well."""
    with services.database(postgres_server, postgres_template) as url:
        _upgraded(url, REVISIONS)
        yield services.database_name(url)


@pytest.fixture(scope="session")
def databases(postgres_server: str, postgres_template: str) -> Iterator[Databases]:
    """Migrated Postgres databases that tests use in turn."""
    with closing(Databases(postgres_server, postgres_template)) as found:
        yield found


@pytest.fixture(scope="session")
def service_databases(postgres_server: str, service_template: str) -> Iterator[Databases]:
    """Those that have the tables of the service as well."""
    with closing(Databases(postgres_server, service_template)) as found:
        yield found


@pytest.fixture
def database_url(databases: Databases) -> Iterator[str]:
    """A migrated, empty Postgres database, the test's own until it ends."""
    with databases.lent() as url:
        yield url


@pytest.fixture
def service_database_url(service_databases: Databases) -> Iterator[str]:
    """An empty Postgres database with all tables, the test's own until it ends."""
    with service_databases.lent() as url:
        yield url


@pytest.fixture(scope="session")
def citus_cluster(programs: None) -> Iterator[Cluster]:
    """A Citus cluster whose store is migrated and spread; ask for `citus_url` to have it empty."""
    with cluster() as found:
        yield found


@pytest.fixture
def citus_url(citus_cluster: Cluster) -> Iterator[str]:
    """The URL of an empty store on several nodes, the test's own until it ends."""
    yield citus_cluster.url
    citus_cluster.empty()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis; found or started once per process."""
    assert lane() != "fast", "the fast lane does without Redis: ask for it by a fixture or a parameter `redis`"
    with services.redis() as url:
        yield url


@pytest.fixture
def redis_prefix() -> str:
    """What the test's channels and keys begin with, so that runs that share a Redis don't meet."""
    return f"playledger-test-{uuid4().hex[:12]}:"
