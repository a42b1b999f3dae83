"""No query of the store, or of what follows it, reads all events, however long its page is."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from anyio.lowlevel import checkpoint
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from eventstore.limits import DEFAULT
from eventstore.postgres import log, reads
from eventstore.postgres.breaker import Breaker
from eventstore.postgres.sql import PostgresSql
from eventstore.read_models.past import Past
from service.projections.match_list.queries import IdleMatches
from tests import services

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]
STREAMS, LONG = 20_000, 10
ALL = STREAMS * LONG
STREAM = "lpad(n::text, 32, '0')::uuid"
FILLED = (
    f"INSERT INTO streams SELECT {STREAM}, 'match', {LONG}, 'head', false FROM generate_series(1, {STREAMS}) AS n",
    f"INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash)"
    f" SELECT {STREAM}, v, 'e', 1, repeat('x', 300), NULL, true, now(), 'hash'"
    f" FROM generate_series(1, {STREAMS}) AS n, generate_series(1, {LONG}) AS v",
    # many streams take turns, as they do where many matches are played
    "INSERT INTO shard_log SELECT shard, stamp, row_number() OVER (PARTITION BY shard ORDER BY stamp), stream, v, v"
    f" FROM (SELECT shard_of({STREAM}) AS shard, (v - 1) * {STREAMS} + n AS stamp, {STREAM} AS stream, v"
    f" FROM generate_series(1, {STREAMS}) AS n, generate_series(1, {LONG}) AS v) AS rows",
    f"UPDATE shard_heads SET stamp = {ALL}, number = coalesce((SELECT max(number) FROM shard_log AS row"
    " WHERE row.shard = shard_heads.shard), 0)",
    f"INSERT INTO commands SELECT {STREAM}, 'caller', v::text, 'print', v, v"
    f" FROM generate_series(1, {STREAMS}) AS n, generate_series(1, {LONG}) AS v",
    "INSERT INTO match_list (stream_id, game, status, visibility, version, head_hash, created_at, updated_at, state,"
    " created_position, joinable, practice)"
    f" SELECT {STREAM}, 'c4', CASE WHEN n % 4 = 0 THEN 'running' ELSE 'finished' END, 'open', 1, '', n, n, '', n,"
    f" false, false FROM generate_series(1, {STREAMS}) AS n",
    "INSERT INTO match_activity SELECT stream_id, game, status, version, head_hash, updated_at, created_position"
    " FROM match_list",
    *(
        f"ANALYZE {table}"
        for table in ("streams", "events", "shard_log", "shard_heads", "commands", "match_list", "match_activity")
    ),
)
PAGE = "smallint[], bigint[], bigint[], bigint, bigint, text[]"
HALF = f"ARRAY{[*range(64)]}::smallint[], ARRAY{[ALL // 2] * 64}::bigint[], ARRAY{[0] * 64}::bigint[], NULL"
"""After the first half of the events."""
FIRST = f"'{1:032}'"
MANY = "ARRAY[{}]::uuid[], ARRAY[{}]".format(
    ", ".join(f"'{number:032}'" for number in range(1, 101)), ", ".join(["3"] * 100)
)


@pytest.fixture(scope="module")
def filled(postgres_server: str, service_template: str) -> Iterator[str]:
    """A database with enough events for a scan of all to look cheap."""
    with services.database(postgres_server, service_template) as url:
        services.run(services.execute(url, *FILLED))
        yield url


@pytest.fixture
async def connection(filled: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(filled)
    yield connection
    await connection.close()


def scanned(plan: Sequence[asyncpg.Record]) -> list[str]:
    """The tables that a plan reads from one end to the other; empty partitions, and small tables, are no matter."""
    lines = "\n".join(row[0] for row in plan)
    return re.findall(r"Seq Scan on (events\w*|shard_log|commands|streams|match_list|match_activity)\b", lines)


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
@pytest.mark.parametrize(
    ("query", "types", "arguments"),
    [
        *((log.READ_LOG, PAGE, f"{HALF}, {limit}, NULL") for limit in (500, 1_000, 5_000, 10_000)),
        (reads.READ, "uuid, integer, integer", f"{FIRST}, 0, NULL"),
        (reads.FOLLOW, "uuid, integer, integer", f"{FIRST}, 3, 10000"),
        (reads.TAILS, "uuid[], integer[]", MANY),
        (reads.LOAD, "uuid, text, text", f"{FIRST}, 'rules', 'schema'"),
        (reads.HEAD, "uuid", FIRST),
        (reads.FIND_COMMAND, "uuid, text, text", f"{FIRST}, 'caller', '3'"),
    ],
)
async def test_a_read_of_the_store_goes_by_indexes(
    connection: asyncpg.Connection, query: str, types: str, arguments: str, mode: str
) -> None:
    await connection.execute(f"SET plan_cache_mode = {mode}")
    await connection.execute(f"PREPARE asked ({types}) AS {query}")
    plan = await connection.fetch(f"EXPLAIN EXECUTE asked ({arguments})")
    assert scanned(plan) == [], "\n".join(row[0] for row in plan)


async def test_a_page_of_the_log_costs_what_it_holds(connection: asyncpg.Connection) -> None:
    """An index entry for each of its events, however many others there are."""
    for limit in (500, 10_000):
        await connection.execute(f"PREPARE page_{limit} ({PAGE}) AS {log.READ_LOG}")
        plan = await connection.fetch(f"EXPLAIN (ANALYZE, TIMING off) EXECUTE page_{limit} ({HALF}, {limit}, NULL)")
        lines = "\n".join(row[0] for row in plan)
        loops = [int(found) for found in re.findall(r"Index Scan using events_\w+ on events_.*loops=(\d+)", lines)]
        # a page ends where the first of its shards has more
        assert limit / 2 < sum(loops) <= limit, lines
        assert f"rows={sum(loops)} " in lines.splitlines()[0]


class Seen:
    """The statements that SQLAlchemy sends meanwhile, with their parameters."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Any]] = []

    def note(self, connection: object, cursor: object, statement: str, parameters: Any, *rest: object) -> None:
        self.found.append((statement, parameters))

    def __enter__(self) -> list[tuple[str, Any]]:
        event.listen(Engine, "before_cursor_execute", self.note)
        return self.found

    def __exit__(self, *error: object) -> None:
        event.remove(Engine, "before_cursor_execute", self.note)


@pytest.mark.parametrize("known", [True, False])
async def test_read_models_look_back_by_indexes(filled: str, known: bool) -> None:
    """Also into a partition of which the server has no statistics: nobody has analyzed a young one.

    Events at places are looked up one by one, without those that are beside them.
    """
    asked = [UUID(f"{number:032}") for number in range(1, 101)]

    def plans(connection: Connection) -> list[str]:
        if not known:
            of = "SELECT oid FROM pg_class WHERE relname LIKE 'events%'"
            connection.exec_driver_sql(f"DELETE FROM pg_statistic WHERE starelid IN ({of})")
        past = Past(connection)
        places = [(stream, 1 + number % LONG) for number, stream in enumerate(asked)]
        with Seen() as seen:
            found = past.events(asked, ["e"]), past.first(asked), past.at(places)
        assert [len(events) for events in found] == [100 * LONG, 100, 100]
        explain = "EXPLAIN (ANALYZE, TIMING off)"
        explained = [connection.exec_driver_sql(f"{explain} {one}", parameters).all() for one, parameters in seen]
        connection.rollback()
        return ["\n".join(row[0] for row in plan) for plan in explained]

    sql = PostgresSql(filled, DEFAULT, Breaker(checkpoint))
    try:
        found = await sql.write(plans)
    finally:
        await sql.close()
    assert len(found) == 3
    assert [plan for plan in found if re.search(r"Seq Scan on (events|streams)", plan)] == []
    assert "Rows Removed" not in found[2], found[2]


async def test_abandoned_matches_are_found_by_those_that_go_on(filled: str) -> None:
    """And of those by the ones that are old enough to be abandoned."""
    sql = PostgresSql(filled, DEFAULT, Breaker(checkpoint))
    store: Any = SimpleNamespace(sql=sql)
    try:
        with Seen() as asked:
            idle = await IdleMatches(store).idle(100, 20)
        assert len(idle) == 20
        (statement,) = [one for one, _ in asked if "match_activity" in one]
        plan = await sql.read(lambda c: c.exec_driver_sql(f"EXPLAIN {statement}", (100, 100, 20)).all())
    finally:
        await sql.close()
    lines = "\n".join(row[0] for row in plan)
    assert "match_list_going_on" in lines, lines
    assert "Seq Scan" not in lines, lines
