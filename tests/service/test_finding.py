"""The list of matches: filters, orders, cursors; nothing doubled or skipped, and nothing that is not to be known."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Engine

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import CreateMatch, ForkMatch, MatchFilter
from service.projections.match_list.queries import page_query
from service.projections.match_list.table import matches as listed
from service.times import rfc3339
from tests import services
from tests.kit.served import ALICE, BOB, EVE, Served, serve
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind."""
    served = await serve(url)
    async with served.app:
        yield served


async def ids(served: Served, caller: Caller = EVE, **wanted: Any) -> list[str]:
    page = await served.app.use_cases.matches.find(caller, first=100, wanted=MatchFilter(**wanted))
    assert not page.has_next
    return [match.id for match in page.matches]


async def walk(served: Served, caller: Caller = EVE, first: int = 2, **wanted: Any) -> list[str]:
    """All pages, one after another."""
    found: list[str] = []
    after = None
    while True:
        page = await served.app.use_cases.matches.find(caller, first=first, after=after, wanted=MatchFilter(**wanted))
        found += [match.id for match in page.matches]
        if not page.has_next:
            return found
        after = page.end_cursor


async def refused(served: Served, caller: Caller = EVE, after: str | None = None, **wanted: Any) -> ApiError:
    with pytest.raises(ApiError) as caught:
        await served.app.use_cases.matches.find(caller, first=5, after=after, wanted=MatchFilter(**wanted))
    return caught.value


async def given_up(served: Served) -> str:
    match = await served.started()
    await served.act(ALICE, match, action={"type": "concede"})
    return match


async def stop_of(served: Served, match: str) -> int:
    """A version of a match at which it can be forked."""
    events = (await served.app.use_cases.matches.events(EVE, match)).events
    started = next(event.version for event in events if event.type == "match_started")
    return next(event.version for event in events if event.batch_end and event.version > started)


async def test_each_filter_and_all_together(store: Served) -> None:
    use = store.app.use_cases.matches
    over = await given_up(store)
    running = await store.started()
    half = await store.open(seats=3)
    seat = await store.sit(ALICE, half)
    private, _, invite = await use.create(ALICE, "private", CreateMatch(GAME.slug, 2, visibility="INVITE"))
    await store.sit(ALICE, private.id, invite=invite)
    shown = await use.get(EVE, over)
    assert shown.result is not None
    await store.app.projector.catch_up()
    assert await ids(store) == [half, running, over]
    assert await ids(store, status=("OPEN",)) == [half]
    assert await ids(store, status=("OPEN", "FINISHED")) == [half, over]
    assert await ids(store, joinable=True) == [half]
    assert await ids(store, joinable=False) == [running, over]
    assert await ids(store, game="c4") == []
    assert await ids(store, game=GAME.slug, status=("RUNNING",)) == [running]
    assert await ids(store, practice=False) == [half, running, over]
    assert await ids(store, practice=True) == []
    assert await ids(store, ended_by=shown.result.rule_id) == [over]
    assert await ids(store, ended_by="TOY-0") == []
    assert await ids(store, player=seat.match.seats[0].player) == [half]
    assert await ids(store, created_after=shown.created_at) == [half, running]
    assert await ids(store, created_before=shown.created_at) == []
    assert await ids(store, finished_after=rfc3339(store.clock.now + 3_600_000)) == []
    assert await ids(store, finished_before=rfc3339(store.clock.now + 3_600_000)) == [over]
    assert await ids(store, BOB, mine=True) == [running, over]
    assert await ids(store, ALICE, mine=True, status=("OPEN",)) == [private.id, half]
    assert await ids(store, ALICE, mine=True, joinable=True, visibility="INVITE") == [private.id]
    fork, _ = await use.fork(BOB, over, "fork", ForkMatch(at_version=await stop_of(store, over)))
    await store.app.projector.catch_up()
    assert await ids(store, BOB, practice=True) == [fork.id]


async def test_orders(store: Served) -> None:
    first, second, third = [await store.open() for _ in range(3)]
    await store.sit(ALICE, second)
    await store.app.projector.catch_up()
    assert await ids(store) == [third, second, first]
    assert await ids(store, order="OLDEST") == [first, second, third]
    assert await ids(store, order="RECENTLY_UPDATED") == [second, third, first]
    await store.sit(ALICE, first)
    await store.app.projector.catch_up()
    assert await ids(store, order="RECENTLY_UPDATED") == [first, second, third]


@pytest.mark.parametrize("order", ["NEWEST", "OLDEST", "RECENTLY_UPDATED"])
async def test_pages_that_are_read_while_matches_are_made(store: Served, order: str) -> None:
    """Every match of the beginning comes once; in the order of their making the new ones come too, all of them."""
    there = [await store.open() for _ in range(5)]
    await store.app.projector.catch_up()
    made: list[str] = []

    async def make() -> None:
        for _ in range(12):
            made.append(await store.open())
            await store.app.projector.catch_up()

    making = asyncio.create_task(make())
    found: list[str] = []
    after = None
    wanted = MatchFilter(order=order)  # type: ignore[arg-type]
    while True:
        page = await store.app.use_cases.matches.find(EVE, first=1, after=after, wanted=wanted)
        found += [match.id for match in page.matches]
        if page.end_cursor is not None:
            after = page.end_cursor
        if not page.has_next and (order != "OLDEST" or making.done()):
            break
    await making
    assert len(found) == len(set(found))
    assert set(there) <= set(found)
    if order == "OLDEST":
        rest = await store.app.use_cases.matches.find(EVE, first=100, after=after, wanted=wanted)
        assert found + [match.id for match in rest.matches] == there + made
    else:
        assert [match for match in found if match in there] == list(reversed(there))


async def test_a_cursor_is_good_for_its_filter_and_order_alone(served: Served) -> None:
    for _ in range(3):
        await served.open()
    await served.app.projector.catch_up()
    page = await served.app.use_cases.matches.find(EVE, first=1, wanted=MatchFilter(game=GAME.slug))
    assert len(await walk(served, first=1, game=GAME.slug)) == 3
    for other in ({}, {"game": GAME.slug, "order": "OLDEST"}, {"game": GAME.slug, "joinable": True}, {"game": "c4"}):
        error = await refused(served, after=page.end_cursor, **other)
        assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("after",))


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ({"player": "account:ac_alice"}, ("player",)),
        ({"player": "pl:%"}, ("player",)),
        ({"game": "c4\x00"}, ("game",)),
        ({"ended_by": "\ud800"}, ("endedBy",)),
        ({"created_after": "yesterday"}, ("createdAfter",)),
        ({"created_after": "2026-01-01T00:00:00"}, ("createdAfter",)),
        ({"finished_before": "9" * 60}, ("finishedBefore",)),
    ],
)
async def test_filters_that_make_no_sense(store: Served, wanted: dict[str, Any], path: tuple[str, ...]) -> None:
    error = await refused(store, **wanted)
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, path)


async def test_guests_have_no_matches_of_their_own(served: Served) -> None:
    assert (await refused(served, ANONYMOUS, mine=True)).code == ErrorCode.UNAUTHENTICATED


async def test_no_filter_finds_what_the_caller_may_not_know(store: Served) -> None:
    """A private match is in nobody's list but its players', however it is asked for."""
    use = store.app.use_cases.matches
    private, _, invite = await use.create(ALICE, "private", CreateMatch(GAME.slug, 2, visibility="INVITE"))
    await store.sit(ALICE, private.id, invite=invite)
    joined = await store.sit(BOB, private.id, invite=invite)
    await store.act(ALICE, private.id, action={"type": "concede"})
    await store.app.projector.catch_up()
    over = await use.get(BOB, private.id)
    assert over.result is not None
    asked: list[dict[str, Any]] = [
        {},
        {"visibility": "INVITE"},
        {"status": ("FINISHED",)},
        {"player": joined.match.seats[0].player},
        {"player": joined.match.seats[1].player},
        {"ended_by": over.result.rule_id},
        {"game": GAME.slug, "joinable": False},
        {"created_before": rfc3339(store.clock.now + 3_600_000)},
        {"finished_before": rfc3339(store.clock.now + 3_600_000)},
        {"order": "RECENTLY_UPDATED"},
    ]
    for wanted in asked:
        assert await ids(store, **wanted) == []
        assert await ids(store, ANONYMOUS, **wanted) == []
        assert await ids(store, BOB, **wanted) == [private.id]
    assert await ids(store, mine=True) == []


@asynccontextmanager
async def counted(served: Served) -> AsyncIterator[list[str]]:
    """The statements that run inside."""
    ran: list[str] = []

    def note(connection: Connection, cursor: Any, statement: str, *rest: Any) -> None:
        ran.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield ran
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_a_page_costs_two_queries_however_long_it_is(store: Served) -> None:
    """One for the rows, one for the names of all players."""
    for _ in range(6):
        match = await store.open()
        for name in ("Ada", None):
            caller, _ = await store.account(name)
            await store.sit(caller, match)
    await store.app.projector.catch_up()
    await store.app.projector.stop()
    sizes = set()
    for first in (1, 6):
        store.app.directory._names.clear()
        async with counted(store) as ran:
            page = await store.app.use_cases.matches.find(EVE, first=first)
        asked = [statement for statement in ran if re.match(r"\s*(SELECT|WITH)", statement)]
        assert len(page.matches) == first
        assert page.matches[0].seats[0].name == "Ada"
        sizes.add(len([statement for statement in asked if "match_list" in statement or "accounts" in statement]))
    assert sizes == {2}


FILLED = """
INSERT INTO match_list (stream_id, game, status, visibility, version, head_hash, created_at, updated_at, state,
  created_position, joinable, practice, ended_by, finished_at)
SELECT gen_random_uuid(), CASE WHEN n % 5 = 0 THEN 'c4' ELSE 'envoys' END,
  CASE WHEN n % 100 = 0 THEN 'open' WHEN n % 100 = 1 THEN 'running' ELSE 'finished' END, 'open', 9, ''::bytea,
  n, n, ''::bytea, 100000 + n, n % 200 = 0, false, CASE WHEN n % 1000 = 3 THEN 'C4-1' ELSE 'TOY-1' END, n
FROM generate_series(1, 20000) AS n
"""


SEATED = (
    "INSERT INTO match_activity"
    " SELECT stream_id, game, status, version, head_hash, updated_at, 100000 + created_position FROM match_list",
    "INSERT INTO match_players SELECT stream_id, 0, 'pl:' || created_position FROM match_list",
    "INSERT INTO account_seats SELECT player, 'ac_' || (row_number() OVER ()) / 20 FROM match_players",
    "UPDATE account_seats SET account = 'ac_alice' WHERE account = 'ac_1'",
    "UPDATE match_list SET tournament = 'tn_' || created_position / 100, round = created_position % 5",
    "INSERT INTO match_results (stream_id, game, seats, kind, ended_by, finished_at, known_at, decks_known_at)"
    " SELECT stream_id, game, 2, 'win', 'TOY-1', created_at, -1, -1 FROM match_list",
    "INSERT INTO match_result_seats SELECT stream_id, 0, 'pl:1', 1, 'win', 'own:' || lpad(created_at::text, 12, '0')"
    " FROM match_list",
    "INSERT INTO match_result_cards SELECT stream_id, 0, 'C' || created_at % 5000, 1 FROM match_list",
)
FOLDED = (
    "match_list",
    "match_activity",
    "match_players",
    "account_seats",
    "match_results",
    "match_result_seats",
    "match_result_cards",
)


@pytest.fixture(scope="module")
def filled(postgres_server: str, service_template: str) -> Iterator[str]:
    """A database with a list that is long enough for its indexes to pay."""
    with services.database(postgres_server, service_template) as url:
        services.run(services.execute(url, FILLED, *SEATED, *(f"ANALYZE {table}" for table in FOLDED)))
        yield url


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        ({}, "match_list_created_position_key"),
        ({"order": "OLDEST"}, "match_list_created_position_key"),
        ({"order": "RECENTLY_UPDATED"}, "match_activity_newest"),
        ({"order": "RECENTLY_UPDATED", "game": "c4", "status": ("OPEN",)}, "match_activity_by_game"),
        ({"status": ("OPEN",)}, "match_list_by_status"),
        ({"game": "c4", "status": ("RUNNING",)}, "match_list_by_game"),
        ({"joinable": True}, "match_list_joinable"),
        ({"ended_by": "C4-1"}, "match_list_by_rule"),
        ({"finished_after": rfc3339(19_990)}, "match_list_by_end"),
        ({"created_after": rfc3339(19_990)}, "match_list_by_creation"),
        ({"player": "pl:00"}, "ix_match_players_player"),
        ({"mine": True}, "ix_match_players_player"),
        ({"tournament": "tn_1", "round": 2}, "match_list_by_tournament"),
        ({"deck": "own:000000000077"}, "match_result_seats_by_deck"),
        ({"card": "C77"}, "match_result_cards_by_card"),
    ],
)
async def test_postgres_finds_a_page_by_an_index(filled: str, wanted: dict[str, Any], index: str) -> None:
    compiled = page_query(ALICE if "mine" in wanted else EVE, MatchFilter(**wanted), None, 21, 0).compile(
        dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True}
    )
    connection = await asyncpg.connect(filled)
    try:
        plan = "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN {compiled}"))
    finally:
        await connection.close()
    assert index in plan, plan
    assert f"Seq Scan on {listed.name}" not in plan, plan
