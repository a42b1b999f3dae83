"""Every card of the core set has a scenario."""

from __future__ import annotations

from pathlib import Path

from scripts.new_game.game import GAME
from service.catalogue import scenario_index


def test_every_card_has_scenarios() -> None:
    assert set(scenario_index.scenarios(Path(__file__).parent)) == {card.id for card in GAME.cards()}
