"""Every card of the core set stands in the tables of scenarios, under the names by which pytest runs them."""

from __future__ import annotations

from pathlib import Path

from domain.games.trf import GAME
from service.catalogue import scenario_index
from tests.kit.rows import running

HERE = Path(__file__).parent


def test_every_card_has_scenarios_in_the_tables() -> None:
    assert set(scenario_index.scenarios(HERE)) == {card.id for card in GAME.cards()}


def test_the_rows_that_are_listed_are_those_that_run() -> None:
    listed = {(card, test) for card, tests in scenario_index.scenarios(HERE).items() for test in tests if "[" in test}
    assert listed == set(running(HERE, str(__package__)))
