"""Every character, move and part of an ability of the core set has scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from domain.games.capcom_crossovers import GAME
from service.catalogue import scenario_index
from tests.games.capcom_crossovers.cards.test_characters import STATS
from tests.games.capcom_crossovers.cards.test_moves import AVOIDS, COUNTERS, MOVES, REVERSALS, TAG_SUPERS

CHARACTERS = [card for card_set in GAME.core().sets for card in card_set.cards]
HERE = Path(__file__).parent


@cache
def scenarios() -> Mapping[str, Sequence[str]]:
    """The tests of each card, as a file of them lists them."""
    return scenario_index.scenarios(HERE)


def test_every_character_has_scenarios() -> None:
    assert set(scenarios()) == {row.card for row in STATS} == {card.id for card in GAME.cards()}


def test_every_move_stands_in_one_table() -> None:
    rows = sorted((row.card, row.move) for table in (MOVES, AVOIDS, REVERSALS) for row in table)
    assert rows == sorted((move.cid, move.id) for card in CHARACTERS for move in card.moves)


def test_every_mark_stands_in_its_table() -> None:
    for mark, table in (("VC", COUNTERS), ("TS", TAG_SUPERS)):
        marked = [move.id for card in CHARACTERS for move in card.moves if move.mark == mark]
        assert [row.move for row in table] == marked


def test_every_part_of_an_ability_has_scenarios_of_its_name() -> None:
    for card in CHARACTERS:
        parts = card.ability.parts
        for part in parts:
            name = f"test_{card.ability.id}_" + (f"{part.number}_" if len(parts) > 1 else "")
            assert any(f"::{name}" in scenario for scenario in scenarios()[card.cid]), name
