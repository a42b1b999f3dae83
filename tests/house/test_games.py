"""docs/games/README.md says what every game consists of, and the pages name every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from domain.games import discover
from domain.kernel.game import CardGame, takes_sets
from service.catalogue import card_tables, scenario_index, vocabulary
from tests.kit.modes import in_each_mode
from tests.kit.play import whole
from tests.kit.process import ROOT

PAGE = "docs/games/README.md"
GAMES = pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.slug)


CHAPTERS: Mapping[str, Callable[[CardGame], bool]] = {
    "## What a game consists of": lambda game: True,
    "### Cards with texts": lambda game: game.vocabulary is not None,
    "### Cards that players write": takes_sets,
}
"""The chapters with tables, and which games have what stands there."""


def listed(text: str, game: CardGame) -> list[str]:
    """The files and folders that the page wants of a game, with `<slug>` for it."""
    wanted = "".join(text.partition(head)[2].partition("\n##")[0] for head, has in CHAPTERS.items() if has(game))
    return re.findall(r"^\| `([^`]*<slug>[^`]*)` \| \S", wanted, re.MULTILINE)


@GAMES
def test_every_game_has_what_the_page_lists(game: CardGame, committed: Mapping[str, str]) -> None:
    wanted = [name.replace("<slug>", game.slug) for name in listed(committed[PAGE], game)]
    assert len(wanted) > 24
    assert [name for name in wanted if not (ROOT / name).exists()] == []


@GAMES
def test_the_pages_name_the_game(game: CardGame, committed: Mapping[str, str]) -> None:
    for page in ("README.md", PAGE):
        row = rf"^\| .*{re.escape(game.title)}.* \| `{game.slug}` \| "
        assert re.search(row, committed[page], re.MULTILINE), f"{page} has no row of {game.title}"
    assert game.title in committed["CHANGELOG.md"], f"CHANGELOG.md does not name {game.title}"


def test_every_place_that_the_page_names_is_there(committed: Mapping[str, str]) -> None:
    places = re.findall(r"\]\(([^)#]+)", committed[PAGE])
    assert [place for place in places if not (ROOT / "docs/games" / place).exists()] == []


@GAMES
def test_every_draw_of_a_game_has_a_purpose_that_is_explained(game: CardGame, committed: Mapping[str, str]) -> None:
    rows = re.findall(r"^\| (\S+) \| `([^`]+)` \| ", committed["docs/fairness.md"], re.MULTILINE)
    explained = {purpose for name, purpose in rows if name in re.split(r"[ :]+", game.title)}
    matches = [whole(game, seed, options=one.options) for one in in_each_mode([game]) for seed in range(3)]
    facts = [fact for match in matches for step in match for fact in step.facts]
    drawn = {draw.purpose for fact in facts for draw in fact.event.draws}
    purposes = {re.sub(r":\d+$", ":<seat>", purpose) for purpose in drawn}
    assert purposes <= explained, f"docs/fairness.md does not explain {purposes - explained} of {game.title}"
    assert drawn


@GAMES
def test_the_tables_of_cards_and_words_are_current(game: CardGame) -> None:
    found = scenario_index.scenarios(scenario_index.folder_of(game))
    assert scenario_index.file_of(game).read_text(encoding="utf-8") == scenario_index.page(game, found), (
        "run: make rules"
    )
    rules = card_tables.file_of(game).read_text(encoding="utf-8")
    assert rules == card_tables.printed(game, rules), "run: make rules"
    words = game.vocabulary
    if words is not None:
        text = vocabulary.file_of(game).read_text(encoding="utf-8")
        assert text == vocabulary.page(game, words), "run: make rules"
