"""Turning a top card up by an effect (C4-R55, C4-R66)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
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


@pytest.mark.rule("C4-R66", "C4-R83", "C4-525")
def test_a_condition_about_no_revealed_card_is_never_met(table: MakeTable) -> None:
    game = table(2)
    oracle = add_card(
        game,
        "Oracle",
        "reaction",
        reaction="any_time",
        reaction_if="it_is(rock) or not it_is(rock)",
        play="gain(you, 1)",
    )
    keys = {
        "on": '[{ when = "gained(any)", if = "not it_is(rock)", do = "draw(you, 1)" }]',
        "act": '[{ if = "it_is(rock)", do = "gain(you, 3)" }]',
        "continuous": '["mod_gain(all[not it_is(rock)], 1)"]',
    }
    mirror = add_card(game, "Mirror", "stay_in_play", **keys)
    point = add_card(game, "Point", play="gain(opp[not it_is(rock)], 3)")
    dear = add_card(game, "Dear", play="gain(you, 3)", cost="pay(count(all[it_is(rock)]))")
    game.player(P1, hand=["Early Bird", point, dear, oracle], in_play=[mirror])
    game.player(P2, hand=[oracle]).pot(9).turn(P1, free_actions=2).start()
    played = [action["card"] for action in game.legal(P1, "play_card")]
    assert played == [game.held(P1, "Early Bird"), game.held(P1, dear)]
    assert game.refused(P1, game.playing(P1, oracle)).rule == "C4-450"
    assert game.refused(P1, a.UseAbility(game.seen(mirror), 1)).rule == "C4-333"
    game.play(P1, "Early Bird")
    game.play(P1, dear)
    assert (game.tokens(P1), len(game.hand(P1))) == (15, 2)
