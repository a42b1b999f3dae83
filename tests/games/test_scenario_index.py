"""Every card of every game has scenarios, and stands in the table of them under the names by which pytest runs them."""

from __future__ import annotations

import pytest

from domain.games import discover
from service.catalogue import scenario_index
from tests.kit.rows import running

GAMES = discover()


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_has_scenarios(slug: str) -> None:
    found = scenario_index.scenarios(scenario_index.folder_of(GAMES[slug]))
    assert set(found) == {card.id for card in GAMES[slug].cards()}


@pytest.mark.parametrize("slug", GAMES)
def test_the_rows_that_are_listed_are_those_that_run(slug: str) -> None:
    folder = scenario_index.folder_of(GAMES[slug]) / "cards"
    listed = {(card, test) for card, tests in scenario_index.scenarios(folder).items() for test in tests if "[" in test}
    assert listed == set(running(folder, f"tests.games.{slug}.cards"))
