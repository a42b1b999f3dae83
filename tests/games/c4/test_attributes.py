"""Declared attributes and factions (C4-541 to C4-543)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import GAME
from tests.games.c4.custom import add_card
from tests.games.c4.table import FILLER, P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-541", "C4-R40")
def test_not_declared_is_no(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Pants Tax"], wears=["wears_hat"]).player(P2, wears=["wears_pants"]).start()
    game.play(P1, "Pants Tax")
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [10, 9, 10]


@pytest.mark.rule("C4-542")
def test_none_is_no_faction(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Crew Share"], faction="maker").player(P2, faction="maker")
    game.player(P3, faction="airship").pot(9).start()
    game.play(P1, "Crew Share")
    assert [game.tokens(seat) for seat in (P1, P2, P3, P4)] == [12, 12, 10, 10]


@pytest.mark.rule("C4-542")
def test_two_players_without_faction_are_not_of_the_same(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Crew Share"]).player(P3, faction="airship").pot(9).start()
    game.play(P1, "Crew Share")
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [12, 10, 10]


@pytest.mark.rule("C4-543", "C4-R40")
def test_a_card_gives_an_attribute_while_it_is_in_play(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Hat Trick", "Cold Storage", "Hat Trick"], in_play=["Borrowed Hat"]).pot(9)
    game.turn(P1, free_actions=3).start()
    game.play(P1, "Hat Trick")
    assert game.tokens(P1) == 13
    assert game.board.players[P1].attributes == (), "what was declared stays as it was"
    game.play(P1, "Cold Storage", target="Borrowed Hat")
    game.play(P1, "Hat Trick")
    assert game.tokens(P1) == 14


@pytest.mark.rule("C4-543", "C4-R40")
def test_a_card_gives_it_to_its_controller_alone(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Spectacle"]).player(P2, in_play=["Spare Goggles"], wears=["wears_glasses"])
    game.player(P3, wears=["wears_glasses"]).pot(9).start()
    game.play(P1, "Spectacle")
    assert game.tokens(P1) == 12, "P2 counts once, P1 not at all"


@pytest.mark.rule("C4-543", "C4-R40")
def test_nobody_can_change_what_was_declared() -> None:
    fields = {name for action in GAME.actions for name in action.__struct_fields__}
    assert fields.isdisjoint({"attributes", "faction", "wears"})


@pytest.mark.rule("C4-543", "C4-501", "C4-R82")
def test_an_attribute_given_by_an_attribute(table: MakeTable) -> None:
    game = table(3)
    mascots = add_card(
        game,
        "Mascots",
        "stay_in_play",
        continuous='["attr(all[wears_hat], in_costume)", "attr(all[in_costume], wears_hat)"]',
    )
    count = add_card(game, "Count", play="gain(all[in_costume], 1)")
    game.player(P1, hand=[count], in_play=[mascots, "Borrowed Hat"]).player(P2, wears=["wears_hat"]).pot(9).start()
    game.play(P1, count)
    assert game.everyone() == (10, 11, 10), "the hat that a card gives P1 is not asked about"


@pytest.mark.rule("C4-541", "C4-R90")
def test_a_condition_about_nobody_is_false(table: MakeTable) -> None:
    game = table(2)
    glance = add_card(game, "Glance", play="when(wears_hat(others[long_hair]), gain(you, 2), draw(you, 1))")
    kin = add_card(game, "Kin", play="when(same_faction(others[long_hair]), gain(you, 2), draw(you, 1))")
    game.player(P1, hand=[glance, kin], faction="maker").player(P2, wears=["wears_hat"], faction="maker")
    game.pot(9).turn(P1, free_actions=2).start()
    game.play(P1, glance)
    game.play(P1, kin)
    assert (game.tokens(P1), game.hand(P1)) == (10, [FILLER, FILLER])
