"""Turning a top card up by an effect (C4-R55, C4-R66)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-R55", "C4-530")
def test_a_revealed_card_is_not_flipped(table: MakeTable) -> None:
    game = (
        table(2).player(P1, hand=["Potion Tasting"], deck=["Stage Fright", "Early Bird", "Fire Drill"]).pot(4).start()
    )
    game.play(P1, "Potion Tasting")
    assert [event.card for event in game.happened(e.TopCardRevealed)] == ["COR-26"]
    assert (game.tokens(P1), game.in_pot()) == (10, 4)
    assert game.hand(P1) == ["Early Bird", "Fire Drill"]
    assert game.discard(P1) == ["Stage Fright", "Potion Tasting"]


@pytest.mark.rule("C4-R66")
@pytest.mark.parametrize(("deck", "tokens", "drawn"), [(["Early Bird"], 12, 0), (["Thick Skin"], 10, 1), ([], 10, 0)])
def test_nothing_is_asked_about_a_card_that_is_not_there(
    table: MakeTable, deck: list[str], tokens: int, drawn: int
) -> None:
    game = table(2).player(P1, hand=["Card Reader"]).player(P2, deck=deck).pot(4).start()
    game.play(P1, "Card Reader", on=P2)
    assert (game.tokens(P1), len(game.hand(P1))) == (tokens, drawn)
    assert game.discard(P2) == deck
    assert len(game.happened(e.DrawFailed)) == 1 - len(deck)


@pytest.mark.rule("C4-R66")
def test_a_renewed_deck_is_revealed_from(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Card Reader"]).player(P2, deck=[], discard=["Early Bird"]).pot(4).start()
    game.play(P1, "Card Reader", on=P2)
    assert (game.tokens(P1), game.discard(P2), game.deck(P2)) == (12, ["Early Bird"], [])
