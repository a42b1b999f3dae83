"""What benchmarks run on: a database of their own, and servers that measure the same whatever was measured before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.servers import Running, running
from tests import services


@pytest.fixture
def url(postgres_server: str, service_template: str) -> Iterator[str]:
    """A database with all tables, to which the benchmarks add some."""
    with services.database(postgres_server, service_template) as url:
        yield url


@pytest.fixture(scope="package")
def servers(postgres_server: str, service_template: str, redis_url: str) -> Iterator[Running]:
    """A service and the bare routes."""
    with (
        services.database(postgres_server, service_template) as url,
        running(url, redis_url, processes=1) as found,
    ):
        yield found
