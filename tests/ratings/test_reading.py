"""What is read of ratings: pages, ranks, names, histories; and a read model that comes out the same when rebuilt."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.ratings import LeaderboardRow, RatingChange
from domain.tournament.policy import Policy
from service.application.pseudonyms import ladder_player
from service.projections.leaderboard.fold import Leaderboards
from service.projections.leaderboard.table import rating_queue
from service.ratings.usecases import exact, shown
from tests.kit.rated import Tournament
from tests.kit.served import Served, sqlite_url
from tests.ratings.given import board, dump, file_of, games, rate, rater_of
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
SIX = ("ana", "ben", "cem", "dea", "eli", "fay")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    found: str = request.getfixturevalue("service_database_url")
    return found


async def code_of(asked: object) -> tuple[ErrorCode, tuple[str, ...]]:
    with pytest.raises(ApiError) as refused:
        await asked  # type: ignore[misc]
    return refused.value.code, tuple(refused.value.path)


@pytest.mark.answers("getLeaderboard")
async def test_pages_hold_everybody_once_with_the_same_ranks_as_one_page(served: Served) -> None:
    """Of a first round of three duels: three winners share the first rank, three losers the fourth."""
    await Tournament(served.app.store, "one", policy=Policy("swiss", rounds=1), random=_Straight()).held(*SIX)
    await rate(served)
    whole = await board(served.app)
    assert [row.rank for row in whole.rows] == [1, 1, 1, 4, 4, 4]
    for size in (1, 2, 4, 5):
        rows: list[LeaderboardRow] = []
        after = None
        while True:
            page = await served.app.use_cases.ratings.leaderboard(GAME.slug, first=size, after=after)
            rows += page.rows
            after = page.end_cursor
            if not page.has_next:
                break
        assert tuple(rows) == whole.rows


class _Straight:
    """Not by chance: the first seat wins."""

    def sample(self, population: range, k: int) -> list[int]:
        return list(population)

    def random(self) -> float:
        return 0.9


async def test_numbers_are_exact_decimals_that_agree_with_each_other(served: Served) -> None:
    await Tournament(served.app.store, "one").held(*SIX)
    await rate(served)
    for row in (await board(served.app)).rows:
        assert Decimal(row.ordinal) == Decimal(row.mu) - 3 * Decimal(row.sigma)
        assert abs(Decimal(row.rating) - Decimal(row.ordinal)) <= Decimal("0.005")


@pytest.mark.parametrize(
    ("millionths", "decimal", "digits"),
    [
        (25_000_000, "25.000000", "25.00"),
        (-1, "-0.000001", "0.00"),
        (-1_234_567, "-1.234567", "-1.23"),
        (1_995_000, "1.995000", "2.00"),
        (1_985_000, "1.985000", "1.98"),
        (0, "0.000000", "0.00"),
    ],
)
def test_millionths_as_decimals(millionths: int, decimal: str, digits: str) -> None:
    assert (exact(millionths), shown(millionths)) == (decimal, digits)


@pytest.mark.answers("getRatedPlayer")
async def test_a_history_holds_every_change_of_a_player_newest_first(served: Served) -> None:
    await Tournament(served.app.store, "one").held(*SIX)
    await Tournament(served.app.store, "two").held(*SIX)
    await rate(served)
    told = [one for one in games(await file_of(served.app)) if "ld_ana" in str(one["places"])]
    changes: list[RatingChange] = []
    after = None
    while True:
        page = await served.app.use_cases.ratings.player(GAME.slug, "ld_ana", first=3, after=after)
        changes += page.changes
        after = page.end_cursor
        if not page.has_next:
            break
    said = [(one.tournament_id, one.round, one.table, one.game, one.match_id) for one in reversed(changes)]
    assert said == [(one["tournament"], one["round"], one["table"], one["game"], one["match"]) for one in told]
    assert all(newer.before == older.after for newer, older in pairwise(changes))
    row = page.player
    assert (changes[0].after.mu, changes[0].after.ordinal, len(changes)) == (row.mu, row.ordinal, row.games)
    assert row in (await board(served.app)).rows
    assert sum(change.place == 1 for change in changes) >= row.wins
    assert {change.of for change in changes} == {2}


async def test_names_come_from_accounts_and_go_with_them_while_the_rating_stays(served: Served) -> None:
    caller, _ = await served.account("Ada")
    assert caller.account is not None
    player = ladder_player(caller, GAME.slug)
    await served.app.directory.remember(caller.account, player)
    await Tournament(served.app.store, "one").held(player.removeprefix("ld_"), *SIX)
    await rate(served)
    before = await board(served.app)
    assert {row.name for row in before.rows} == {"Ada", None}
    text = await file_of(served.app)
    assert b"Ada" not in text
    await served.app.directory.erase(caller.account)
    after = await board(served.app)
    assert {row.name for row in after.rows} == {None}
    assert [(row.player, row.mu) for row in after.rows] == [(row.player, row.mu) for row in before.rows]
    assert player in {row.player for row in after.rows}
    assert await file_of(served.app) == text


async def test_a_rebuilt_read_model_is_the_same_byte_by_byte(served: Served) -> None:
    await Tournament(served.app.store, "one").held(*SIX)
    await Tournament(served.app.store, "two", season="2025").held(*SIX)
    await rate(served)
    await Tournament(served.app.store, "three").held(*SIX[:4])
    await Tournament(served.app.store, "waits").held(*SIX[:4])
    await served.app.projector.catch_up()
    before = await dump(served.app)
    assert before.count(b"'tn_") == 2
    await served.app.projector.rebuild(Leaderboards())
    assert await dump(served.app) == before
    await rate(served)
    await served.app.projector.rebuild(Leaderboards())
    assert b"'tn_" not in await dump(served.app)


async def test_a_rater_that_meets_a_rebuild_rates_nothing_twice(served: Served) -> None:
    """While the read model grows anew, tournaments that were rated long ago wait in the queue again for a moment."""
    played = await Tournament(served.app.store, "one").held(*SIX)
    await rate(served)
    text = await file_of(served.app)
    place = {"stream_id": played.stream, "tournament": played.id, "position": 1}
    again = rating_queue.insert().values(game=GAME.slug, season="2026", **place)
    await served.app.store.sql.write(lambda connection: connection.execute(again))
    await rater_of(served).tick()
    await served.app.projector.catch_up()
    assert await file_of(served.app) == text


async def test_what_there_is_not(served: Served) -> None:
    ratings = served.app.use_cases.ratings
    empty = await board(served.app)
    assert (empty.ladder, empty.rows, empty.end_cursor, empty.has_next) == (None, (), None, False)
    assert (await ratings.seasons(GAME.slug)).seasons == ()
    not_found = ErrorCode.NOT_FOUND
    assert await code_of(ratings.leaderboard("nothing", first=1)) == (not_found, ("game",))
    assert await code_of(ratings.ratings_file(GAME.slug)) == (not_found, ("season",))
    assert await code_of(ratings.player(GAME.slug, "ld_ana", first=1)) == (not_found, ("player",))
    await Tournament(served.app.store, "one").held(*SIX)
    await rate(served)
    assert await code_of(ratings.leaderboard(GAME.slug, season="1999", first=1)) == (not_found, ("season",))
    assert await code_of(ratings.player(GAME.slug, "ld_zoe", first=1)) == (not_found, ("player",))
    wrong = ErrorCode.INVALID_INPUT
    assert await code_of(ratings.leaderboard(GAME.slug, first=0)) == (wrong, ("first",))
    assert await code_of(ratings.leaderboard(GAME.slug, season="\x00", first=1)) == (wrong, ("season",))
    assert await code_of(ratings.player(GAME.slug, "\x00", first=1)) == (wrong, ("player",))
    page = await board(served.app, first=2)
    other = ratings.player(GAME.slug, "ld_ana", first=1, after=page.end_cursor)
    assert await code_of(other) == (wrong, ("after",))


async def test_an_audit_of_all_passes_over_what_is_no_match(served: Served) -> None:
    match = await served.started()
    await Tournament(served.app.store, "one").held(*SIX)
    await rate(served)
    assert [one async for one in served.app.history.auditor.matches()] == [match]
