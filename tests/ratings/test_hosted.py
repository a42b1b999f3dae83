"""From a tournament of accounts that is played over the use cases to their places on the leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import DeckOrder, RegisterEntrant, TournamentPolicy
from service.application.pseudonyms import ladder_player
from service.history.verify.ratings import verify_ratings
from tests.kit.chance import key
from tests.kit.served import Served
from tests.kit.tournament_desk import Hosted, hosted
from tests.ratings.given import board, events, file_of, games, rate, written
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio


async def played(served: Served, **order: Any) -> Hosted:
    """A tournament of four in two rounds, finished."""
    held = await hosted(served, 4, policy=TournamentPolicy("SWISS", rounds=2), **order)
    for number in (1, 2):
        await held.start(number)
        await held.play_round()
    await held.use.finish(held.organiser, held.id, key())
    return held


async def test_accounts_stand_on_the_leaderboard_by_their_names(served: Served, tmp_path: Path) -> None:
    held = await played(served, season="spring cup")
    entrant, caller = next(iter(held.players.items()))
    assert caller.account is not None
    await served.app.directory.rename(caller.account, "Ada")
    await rate(served)
    page = await board(served.app)
    assert page.ladder is not None
    assert (page.ladder.season, page.ladder.games) == ("spring cup", 4)
    ladder = {ladder_player(one, GAME.slug): who for who, one in held.players.items()}
    assert {row.player for row in page.rows} == ladder.keys()
    assert [ladder[row.player] for row in page.rows if row.name == "Ada"] == [entrant]
    standings = (await held.use.standings(ANONYMOUS, held.id, first=9)).standings
    assert ladder[page.rows[0].player] == standings[0].entrant
    text = await file_of(served.app)
    matches = [game.match_id for number in (1, 2) for table in await held.tables(number) for game in table.games]
    assert [game["match"] for game in games(text)] == matches
    done = await held.shown()
    assert events(text)[-1]["pub"]["version"] <= done.version
    report = verify_ratings(written(tmp_path / "file", text))
    assert report is not None
    assert report.ok


async def test_an_account_has_the_same_reference_in_all_tournaments_of_a_game(served: Served) -> None:
    first = await played(served)
    second = await hosted(served, 0, policy=TournamentPolicy("SWISS", rounds=1))
    first_players = list(first.players.values())
    for caller in first_players:
        await second.use.register(caller, second.id, key(), RegisterEntrant(DeckOrder("fox")))
        entrant = (await second.shown(caller)).you
        assert entrant is not None
        second.players[entrant] = caller
    await second.start()
    await second.play_round()
    await second.use.finish(second.organiser, second.id, key())
    await rate(served)
    page = await board(served.app)
    assert page.ladder is not None
    assert (page.ladder.tournaments, page.ladder.players, page.ladder.games) == (2, 4, 6)
    assert {row.games for row in page.rows} == {3}


async def test_a_tournament_that_is_not_rated_names_no_player_of_a_leaderboard(served: Served) -> None:
    held = await played(served, rated=False)
    await rate(served)
    assert (await board(served.app)).ladder is None
    said = await held.use.events(ANONYMOUS, held.id, first=256)
    assert "ld_" not in str(said)
