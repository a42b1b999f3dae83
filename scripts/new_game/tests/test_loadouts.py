"""Decks and options (7xx)."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.game import LoadoutContext
from scripts.new_game.game import GAME
from scripts.new_game.game.loadouts import Loadout, Options

DECK = ("dry_twig",) * 5 + ("pine_log",) * 5 + ("oak_log",) * 5 + ("resin",) * 5


def rules(*deck: str) -> list[str]:
    """The rules that a deck breaks."""
    context = LoadoutContext(Options(), 2, GAME.core().cards)
    return [fault.rule for fault in GAME.check_loadout(context, Loadout(deck))]


@pytest.mark.rule("BON-701", "BON-702", "BON-703")
def test_a_deck_has_20_known_cards_and_no_card_more_than_five_times() -> None:
    assert rules(*DECK) == []
    assert rules(*DECK[1:]) == ["BON-701"]
    assert rules(*DECK, "rain") == ["BON-701"]
    assert rules(*DECK[1:], "petrol") == ["BON-702"]
    assert rules(*DECK[:-1], "dry_twig") == ["BON-703"]


@pytest.mark.rule("BON-704")
@pytest.mark.parametrize(
    ("option", "legal", "illegal"), [("goal", (1, 99), (0, 100)), ("turn_cap", (1, 1_000), (0, 1_001))]
)
def test_options_have_bounds(option: str, legal: tuple[int, ...], illegal: tuple[int, ...]) -> None:
    assert [GAME.check_options(msgspec.convert({option: value}, Options), 2) for value in legal] == [[], []]
    for value in illegal:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({option: value}, Options)


@pytest.mark.rule("BON-704")
def test_an_answer_has_no_limit_or_enough_time() -> None:
    assert [GAME.decision_time(Options(prompt_seconds=seconds)) for seconds in (0, 5)] == [None, 5_000]
    assert [fault.rule for fault in GAME.check_options(Options(prompt_seconds=4), 2)] == ["BON-704"]
