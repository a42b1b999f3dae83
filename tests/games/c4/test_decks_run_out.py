"""Decks that run out: the Visa Rule (C4-216 to C4-220)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("EX-15", "C4-216", "C4-217", "C4-219", "C4-220")
def test_visa_rule(table: MakeTable) -> None:
    old = ["Early Bird", "Nap Time", "Fire Drill", "Long Line"]
    game = table(2).player(P1, hand=["Snack Break"], deck=["Encore"], discard=old).start()
    game.play(P1, "Snack Break")
    assert game.hand(P1)[0] == "Encore"
    assert sorted([*game.hand(P1)[1:], *game.deck(P1)]) == sorted(old)
    assert len(game.deck(P1)) == 2
    assert game.discard(P1) == ["Snack Break"]
    moves = [type(fact.event) for fact in game.facts if isinstance(fact.event, e.CardDrawn | e.DeckShuffled)]
    assert moves == [e.CardDrawn, e.DeckShuffled, e.CardDrawn, e.CardDrawn]


@pytest.mark.rule("C4-217", "C4-R13")
def test_an_empty_deck_is_not_renewed_before_a_card_is_needed(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Double Shift"], deck=["Encore"], discard=["Nap Time"]).start()
    game.play(P1, "Double Shift")
    assert game.deck(P1) == []
    assert game.happened(e.DeckShuffled) == []
    assert game.discard(P1) == ["Nap Time", "Double Shift"]


@pytest.mark.rule("C4-218", "C4-220", "C4-R13")
def test_without_any_card_a_draw_does_nothing(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Snack Break"], deck=["Encore"]).start()
    game.play(P1, "Snack Break")
    assert game.hand(P1) == ["Encore"]
    assert [(event.seat, event.wanted) for event in game.happened(e.DrawFailed)] == [(P1, "draw")]
    assert game.tokens(P1) == 10
    assert game.discard(P1) == ["Snack Break"]


@pytest.mark.rule("C4-216", "C4-218")
@pytest.mark.parametrize(
    ("name", "wanted"), [("Potion Tasting", "reveal"), ("Crystal Ball App", "look"), ("Badge Check", "flip")]
)
def test_reveals_looks_and_flips_of_an_empty_deck(table: MakeTable, name: str, wanted: str) -> None:
    game = table(2).player(P1, hand=[name], deck=[]).start()
    game.play(P1, name, on=P2 if name == "Badge Check" else None)
    assert game.happened(e.DrawFailed)[0].wanted == wanted
    assert game.discard(P1) == [name]


@pytest.mark.rule("C4-216")
@pytest.mark.parametrize("name", ["Potion Tasting", "Crystal Ball App", "Badge Check"])
def test_reveals_looks_and_flips_renew_the_deck(table: MakeTable, name: str) -> None:
    game = table(2).player(P1, hand=[name], deck=[], discard=["Nap Time"] * 5).start()
    game.play(P1, name, on=P2 if name == "Badge Check" else None)
    if name == "Crystal Ball App":
        game.option(P1, "no")
    assert [(event.seat, event.cause) for event in game.ever(e.DeckShuffled)] == [(P1, "visa")]
    assert game.ever(e.DrawFailed) == []


@pytest.mark.rule("C4-219", "C4-R13")
def test_cards_in_play_flipped_or_being_played_are_not_shuffled_in(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Salvage Rights"], in_play=["Rain Poncho"])
    game.player(P2, deck=["Light Fingers"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert [event.wanted for event in game.happened(e.DrawFailed)] == ["draw"], "When Flipped finds nothing to draw"
    assert game.happened(e.DeckShuffled) == []
    assert (game.hand(P1), game.controlled(P1)) == (["Salvage Rights"], ["Rain Poncho"])
