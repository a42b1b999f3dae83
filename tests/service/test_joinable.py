"""A page of the matches of a game that one can join looks at those alone, however many other games have."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import postgresql

from api_schema.ports.matches import MatchFilter
from eventstore import migrate
from service.projections.match_list.queries import page_query
from tests import services
from tests.kit.served import EVE

pytestmark = pytest.mark.anyio
BUSY, RARE = 3_000, 5
FILLED = (
    "INSERT INTO match_list (stream_id, game, status, visibility, version, head_hash, created_at, updated_at, state,"
    " created_position, joinable, practice)"
    " SELECT lpad(n::text, 32, '0')::uuid, CASE WHEN n <= 5 THEN 'rare' ELSE 'c4' END, 'open', 'open', 1, '', n, n, '',"
    f" n, true, false FROM generate_series(1, {BUSY + RARE}) AS n",
    "ANALYZE match_list",
)


@pytest.mark.parametrize("order", ["NEWEST", "OLDEST"])
def test_the_joinable_matches_of_a_game_are_found_by_an_index(
    service_database_url: str, order: Literal["NEWEST", "OLDEST"]
) -> None:
    services.run(services.execute(service_database_url, *FILLED))
    wanted = MatchFilter(game="rare", joinable=True, order=order)
    query = page_query(EVE, wanted, None, 21, 0)
    asked = str(query.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True}))
    explain = text("EXPLAIN (ANALYZE, TIMING off) " + asked.replace(":", "\\:"))
    plan = migrate.with_connection(service_database_url, lambda connection: connection.execute(explain).scalars().all())
    lines = "\n".join(plan)
    assert "match_list_joinable_by_game" in lines, lines
    assert [int(number) for number in re.findall(r"Rows Removed by Filter: (\d+)", lines)] == [], lines
