"""A database whose encoding lacks letters is refused before anybody has a name in it."""

from __future__ import annotations

from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from eventstore import migrate
from eventstore.postgres.store import PostgresStore
from eventstore.store import StoreUnsuited
from tests import services
from tests.kit.waiting import PATIENT


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_that_is_not_utf_8_is_refused_by_name(postgres_server: str, encoding: str) -> None:
    name = f"playledger_test_{uuid4().hex[:12]}"
    made = f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    services.run(services.execute(postgres_server, made))
    url = urlsplit(postgres_server)._replace(path=f"/{name}").geturl()
    said = f"the database has the encoding {encoding}; Playledger needs UTF8"
    try:
        with pytest.raises(StoreUnsuited, match=said):
            migrate.upgrade(url)
        assert services.run(services.ask(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")) == 0
        with pytest.raises(StoreUnsuited, match=said):
            services.run(PostgresStore.open(url, PATIENT))
    finally:
        services.run(services.execute(postgres_server, f"DROP DATABASE {name} WITH (FORCE)"))
