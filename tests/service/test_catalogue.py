"""What the service says of its games and of itself, whoever asks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.loadouts import loadout_report
from api_schema.operations.service import GET_ABOUT
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.catalogue import LoadoutInput
from domain.games import discover
from tests.kit.refusals import refused
from tests.kit.served import Served, serve, sqlite_url
from tests.toy_game import GAME as TOY

pytestmark = pytest.mark.anyio
GAMES = discover()


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    held = await serve(sqlite_url(tmp_path), {**GAMES, TOY.slug: TOY})
    async with held.app:
        yield held


@pytest.mark.answers("listGames", "getGame", "getLook")
async def test_games_are_listed_and_found_by_their_slug(served: Served) -> None:
    use = served.app.use_cases.catalogue
    assert [game.slug for game in use.games()] == sorted({*GAMES, TOY.slug})
    assert {slug: use.game(slug) for slug in GAMES} == dict(GAMES)
    with pytest.raises(ApiError, match="whist"):
        use.game("whist")


@pytest.mark.answers("getIntroduction")
async def test_a_game_is_introduced_in_the_language_that_it_has(served: Served) -> None:
    use = served.app.use_cases.catalogue
    assert use.introduction(TOY.slug).goal == "You want your envoys to be the highest in most rounds."
    assert use.introduction(TOY.slug, "tlh") == use.introduction(TOY.slug) == use.introduction(TOY.slug, "en")
    with pytest.raises(ApiError, match="whist"):
        use.introduction("whist")


@pytest.mark.parametrize("slug", ["c4", "capcom_crossovers", "cape_and_cowl", "scp", "trf"])
async def test_an_introduction_is_whole_in_both_languages(slug: str) -> None:
    game = GAMES[slug]
    assert game.introductions.keys() == {"en", "de"}
    for told in game.introductions.values():
        assert (len(told.turn), len(told.terms)) == (5, 10)
        assert [deck.id for deck in told.decks] == [deck.id for deck in game.decks()]


async def test_a_game_without_an_introduction_says_so(tmp_path: Path) -> None:
    silent = replace(GAMES["c4"])
    object.__setattr__(silent, "introductions", {})
    held = await serve(sqlite_url(tmp_path), {silent.slug: silent})
    async with held.app:
        with pytest.raises(ApiError, match="c4 has no introduction") as caught:
            held.app.use_cases.catalogue.introduction("c4")
    assert caught.value.code is ErrorCode.NOT_FOUND


@pytest.mark.answers("getCards")
async def test_cards_are_those_of_the_sets_that_come_with_the_game(served: Served) -> None:
    use = served.app.use_cases.catalogue
    every = await use.cards("c4")
    assert [(card.id, card.name) for card in every][:2] == [("COR-01", "Early Bird"), ("COR-02", "Badge Check")]
    assert len(every) >= sum(one.cards for one in use.card_sets("c4"))
    (first, *_) = use.card_sets("c4")
    assert {card.set for card in await use.cards("c4", first.id)} == {first.id}


@pytest.mark.answers("getDecks")
async def test_decks_say_what_they_bring(served: Served) -> None:
    use = served.app.use_cases.catalogue
    (deck, *_) = use.decks("c4")
    assert deck.loadout is not None
    assert sum(deck.cards.values()) == len(deck.loadout["deck"])
    assert (await use.validate_loadout("c4", {}, 2, deck.loadout)).legal


@pytest.mark.answers("validateLoadout")
async def test_a_loadout_or_a_deck_is_told_what_is_wrong_with_it(served: Served) -> None:
    use = served.app.use_cases.catalogue
    (deck, *_) = use.decks("c4")
    assert (await loadout_report(use, LoadoutInput("c4", 2, deck=deck.id))).legal
    assert (await loadout_report(use, LoadoutInput("c4", 2, loadout=deck.loadout))).legal
    short = await loadout_report(use, LoadoutInput("c4", 2, loadout={**(deck.loadout or {}), "deck": []}))
    assert not short.legal
    assert {one.rule_id[:3] for one in short.violations} == {"C4-"}
    for wanted in (LoadoutInput("c4", 2), LoadoutInput("c4", 2, deck=deck.id, loadout=deck.loadout)):
        error = await refused(loadout_report(use, wanted))
        assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("loadout",)), "one of the two, not none or both"


@pytest.mark.answers("getAbout")
async def test_a_service_says_what_it_is(served: Served) -> None:
    about = await GET_ABOUT.do(served.app.use_cases, ANONYMOUS, {})
    assert (about, about.name) == (served.app.use_cases.about, "Playledger")
    assert {scope.name for scope in about.scopes} >= {"match:play", "match:create"}
