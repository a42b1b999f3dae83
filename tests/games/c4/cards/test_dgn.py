"""Dungeon Delivery Co.: every card's printed text, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, P4, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.card("DGN-01")
@pytest.mark.parametrize(("flipped", "symbol"), [(PAPER, "scissors"), (ROCK, "paper"), (SCISSORS, "rock")])
def test_mimic_crate_flipped_beats_the_rivals_symbol(table: MakeTable, flipped: str, symbol: str) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Mimic Crate"]).player(P2, deck=[flipped]).start()
    game.play(P1, "Badge Check", on=P2)
    assert [(event.seat, event.symbol) for event in game.happened(e.SymbolChanged)] == [(P1, symbol)]
    assert game.everyone() == (10, 6)


@pytest.mark.card("DGN-01")
def test_mimic_crate_enters_with_two_tokens_and_bites_when_it_leaves(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Mimic Crate"]).player(P2, hand=["Cold Storage"]).pot(5).start()
    game.play(P1, "Mimic Crate")
    assert (game.on_card("Mimic Crate"), game.in_pot()) == (2, 3)
    assert game.everyone() == (10, 10, 10)
    game.end_turn(P1)
    game.play(P2, "Cold Storage", target="Mimic Crate")
    assert game.everyone() == (10, 9, 9)
    assert (game.in_pot(), game.discard(P1)) == (7, ["Mimic Crate"])


@pytest.mark.card("DGN-02")
@pytest.mark.parametrize(("card", "after"), [("Lights Out", (13, 11, 10)), ("Early Bird", (12, 10, 10))])
def test_goblin_accountant_gains_one_when_another_gains_three(
    table: MakeTable, card: str, after: tuple[int, ...]
) -> None:
    game = table(3).player(P1, hand=[card]).player(P2, in_play=["Goblin Accountant"]).pot(6).start()
    game.play(P1, card)
    assert game.everyone() == after


@pytest.mark.card("DGN-02")
def test_goblin_accountant_ignores_its_controllers_gains(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Goblin Accountant", "Nap Time"]).pot(6).turn(P1, free_actions=2).start()
    game.play(P1, "Goblin Accountant")
    game.play(P1, "Nap Time")
    assert game.everyone() == (14, 10)


@pytest.mark.card("DGN-03")
def test_cursed_invoice_costs_another_player_one_each_turn(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Cursed Invoice"]).start()
    game.play(P1, "Cursed Invoice", on=P2)
    assert game.controlled(P2) == ["Cursed Invoice"]
    game.end_turn(P1)
    assert game.everyone() == (10, 9, 10)
    game.end_turn(P2)
    assert game.everyone() == (10, 9, 10)
    game.end_turn(P3)
    assert game.refused(P1, a.UseAbility(game.seen("Cursed Invoice"), 1)).rule == "C4-330"


@pytest.mark.card("DGN-03")
@pytest.mark.parametrize("tokens", [1, 2])
def test_cursed_invoice_is_removed_for_two(table: MakeTable, tokens: int) -> None:
    game = table(2).player(P1, tokens=tokens).in_play("Cursed Invoice", P1, owner=P2).start()
    if tokens < 2:
        assert game.refused(P1, a.UseAbility(game.seen("Cursed Invoice"), 1)).rule == "C4-331"
    else:
        game.use(P1, "Cursed Invoice")
        assert game.everyone() == (0, 10)
        assert (game.controlled(P1), game.discard(P2)) == ([], ["Cursed Invoice"])


@pytest.mark.card("DGN-04")
def test_return_to_sender_prevents_a_take_and_takes_one_back(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Boarding Party", "Return to Sender"], deck=[ROCK])
    game.player(P2, hand=["Return to Sender"], deck=[SCISSORS]).player(P3, hand=["Return to Sender"]).start()
    game.play(P1, "Boarding Party", on=P2)
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Return to Sender")
    assert game.asked() == [(P1, "react")], "the taker may answer in kind"
    game.pass_(P1)
    assert game.everyone() == (9, 11, 10)
    assert game.untouched(P3)


@pytest.mark.card("DGN-04")
def test_return_to_sender_answers_another_one(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Boarding Party", "Return to Sender"], deck=[ROCK])
    game.player(P2, hand=["Return to Sender"], deck=[SCISSORS]).start()
    game.play(P1, "Boarding Party", on=P2)
    game.play(P2, "Return to Sender")
    game.play(P1, "Return to Sender")
    assert [(event.seat, event.amount) for event in game.happened(e.EventPrevented)] == [(P2, 1)]
    assert game.everyone() == (11, 9)


@pytest.mark.card("DGN-04")
def test_return_to_sender_does_not_answer_a_loss(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fire Drill"]).player(P2, hand=["Return to Sender"]).start()
    game.play(P1, "Fire Drill")
    assert game.everyone() == (8, 8)


@pytest.mark.card("DGN-05")
@pytest.mark.parametrize(("on", "after"), [(P2, (9, 10, 10)), (P3, (10, 10, 10))])
def test_troll_toll_makes_an_attacker_pay_one(table: MakeTable, on: int, after: tuple[int, ...]) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK]).player(on, deck=[ROCK])
    game.in_play("Troll Toll", P2).start()
    game.play(P1, "Badge Check", on=on)
    assert game.everyone() == after
    assert len(game.happened(e.TokensPaid)) == 10 - after[P1]
    assert game.happened(e.TokensLost) == []


@pytest.mark.card("DGN-05")
def test_troll_toll_asks_nothing_of_who_has_nothing_nor_for_own_attacks(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Badge Check"], in_play=["Troll Toll"], deck=[ROCK])
    game.player(P2, in_play=["Troll Toll"], deck=[SCISSORS]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (0, 6), "the attack goes on"
    assert game.happened(e.TokensPaid) == []


@pytest.mark.card("DGN-06")
@pytest.mark.parametrize(
    ("top", "after", "drawn"),
    [(ROCK, (13, 10, 10), 0), (PAPER, (10, 10, 10), 2), (SCISSORS, (10, 9, 9), 0), ("Thick Skin", (10, 10, 10), 2)],
)
def test_potion_tasting_depends_on_the_revealed_symbol(
    table: MakeTable, top: str, after: tuple[int, ...], drawn: int
) -> None:
    game = table(3).player(P1, hand=["Potion Tasting"], deck=[top, ROCK, ROCK]).pot(6).start()
    game.play(P1, "Potion Tasting")
    assert game.everyone() == after
    assert len(game.hand(P1)) == drawn
    assert game.discard(P1) == [top, "Potion Tasting"]


@pytest.mark.card("DGN-06")
def test_potion_tasting_is_no_flip_and_needs_a_card(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Potion Tasting", "Potion Tasting"], deck=["Stage Fright"])
    game.turn(P1, free_actions=2).start()
    game.play(P1, "Potion Tasting")
    assert game.everyone() == (10, 10), "When Flipped of Stage Fright did not happen"
    assert len(game.hand(P1)) == 2, "paper: drew the renewed deck, which was one card"


@pytest.mark.card("DGN-07")
def test_hireling_makes_the_defender_discard_two_at_random(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Hireling"], deck=[ROCK]).player(P3, hand=[ROCK, ROCK])
    game.player(P2, hand=[PAPER, PAPER, PAPER], deck=[SCISSORS]).start()
    game.play(P1, "Hireling", on=P2)
    assert (game.hand(P2), game.discard(P2)) == ([PAPER, SCISSORS], [PAPER, PAPER])
    assert game.everyone() == (10, 10, 10)
    assert game.untouched(P3)


@pytest.mark.card("DGN-07")
@pytest.mark.parametrize(("flipped", "hand", "left"), [(PAPER, [ROCK, ROCK], 3), (SCISSORS, [ROCK], 1)])
def test_hireling_lost_or_against_a_small_hand(table: MakeTable, flipped: str, hand: list[str], left: int) -> None:
    game = table(2).player(P1, hand=["Hireling"], deck=[ROCK]).player(P2, hand=hand, deck=[flipped]).start()
    game.play(P1, "Hireling", on=P2)
    assert len(game.hand(P2)) == left, "the flipped card comes to the hand at the end"


@pytest.mark.card("DGN-08")
def test_treasure_map_fills_at_the_own_turn_end(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Treasure Map"]).pot(4).start()
    game.play(P1, "Treasure Map")
    game.end_turn(P1)
    assert (game.on_card("Treasure Map"), game.in_pot()) == (1, 3)
    game.end_turn(P2)
    assert game.on_card("Treasure Map") == 1


@pytest.mark.card("DGN-08")
@pytest.mark.parametrize(("there", "tokens", "left"), [(2, 10, ["Treasure Map"]), (3, 14, []), (4, 15, [])])
def test_treasure_map_pays_out_with_four_on_it(table: MakeTable, there: int, tokens: int, left: list[str]) -> None:
    game = table(2).player(P1, in_play=[("Treasure Map", {"coin": there})]).pot(4).start()
    game.end_turn(P1)
    assert game.everyone() == (tokens, 10)
    assert game.controlled(P1) == left
    assert game.discard(P1) == ([] if left else ["Treasure Map"])


@pytest.mark.card("DGN-09")
def test_trap_door_costs_another_winner_of_an_attack_one(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check", "Trap Door"], deck=[ROCK]).player(P2, deck=[SCISSORS])
    game.player(P3, hand=["Trap Door"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P3, "react")], "not for one's own attack"
    game.play(P3, "Trap Door")
    assert game.everyone() == (9, 6, 10)


@pytest.mark.card("DGN-09")
def test_trap_door_does_not_answer_a_failed_attack(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, hand=["Trap Door"], deck=[PAPER]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.hand(P2) == ["Trap Door", PAPER]
    assert game.everyone() == (10, 10)


@pytest.mark.card("DGN-10")
def test_union_rules_allow_nobody_more_than_two_actions(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Union Rules", "Rain Poncho", "Iron Grip"])
    game.player(P2, hand=["Second Wind", "Rain Poncho", "Iron Grip"]).start()
    game.play(P1, "Union Rules")
    game.play(P1, "Rain Poncho")
    assert game.refused(P1, game.playing(P1, "Iron Grip")).rule == "C4-502"
    game.end_turn(P1)
    game.play(P2, "Second Wind")
    game.play(P2, "Rain Poncho")
    assert game.board.free_actions == 1
    assert game.refused(P2, game.playing(P2, "Iron Grip")).rule == "C4-502"


@pytest.mark.card("DGN-11")
def test_double_shift_gives_one_free_action_and_a_card(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Double Shift", "Rain Poncho"], deck=[PAPER, ROCK]).start()
    game.play(P1, "Double Shift")
    assert game.board.free_actions == 1
    assert game.hand(P1) == ["Rain Poncho", PAPER]
    game.play(P1, "Rain Poncho")
    assert game.everyone() == (10, 10)
    assert game.untouched(P2)


@pytest.mark.card("DGN-12")
def test_hot_potato_burns_and_moves_to_the_left(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Hot Potato"]).turn(P1, direction=-1).start()
    assert game.refused(P1, game.playing(P1, "Hot Potato", on=P1)).rule == "C4-441"
    game.play(P1, "Hot Potato", on=P3)
    game.end_turn(P1)
    assert game.everyone() == (10, 10, 9)
    assert game.controlled(P3) == ["Hot Potato"]
    game.end_turn(P3)
    assert game.controlled(P1) == ["Hot Potato"], "left, though play passes to the right"
    assert game.everyone() == (10, 10, 9), "P2's turn"


@pytest.mark.card("DGN-13")
def test_antidote_gains_two_after_an_own_loss(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Stage Fright"], deck=[ROCK]).player(P2, hand=["Antidote"], deck=[SCISSORS])
    game.player(P3, hand=["Antidote"]).pot({"bead": 2}).start()
    game.play(P1, "Stage Fright", on=P2)
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Antidote")
    assert game.everyone() == (10, 5, 10)


@pytest.mark.card("DGN-13")
def test_antidote_does_not_answer_a_payment_or_a_loss_of_nothing(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=2, hand=["Long Line", "Fire Drill", "Antidote"]).turn(P1, free_actions=2).start()
    game.play(P1, "Long Line", on=P2)
    game.play(P1, "Fire Drill")
    assert game.is_idle()
    assert game.everyone() == (0, 8)


@pytest.mark.card("DGN-14")
def test_gelatinous_guard_stops_own_gains_and_losses_but_no_payment(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Gelatinous Guard", "Door Prize", "Fire Drill", "Long Line"])
    game.player(P2, kind="coin").pot(4).turn(P1, free_actions=4).start()
    game.play(P1, "Gelatinous Guard")
    game.play(P1, "Door Prize")
    assert game.everyone() == (10, 12)
    game.play(P1, "Fire Drill")
    assert game.everyone() == (10, 10)
    game.play(P1, "Long Line", on=P2)
    assert game.everyone() == (8, 10)


@pytest.mark.card("DGN-14")
def test_gelatinous_guard_is_removed_on_the_own_turn_at_will(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Gelatinous Guard"]).player(P2, in_play=["Gelatinous Guard"]).start()
    game.do(P1, a.UseAbility(next(card.iid for card in game.board.in_play if card.controller == P1), 1))
    assert (game.controlled(P1), game.discard(P1)) == ([], ["Gelatinous Guard"])
    assert game.refused(P1, a.UseAbility(game.seen("Gelatinous Guard"), 1)).rule == "C4-330"
    assert game.untouched(P2)


@pytest.mark.card("DGN-15")
@pytest.mark.parametrize(("tokens", "gained"), [(9, 3), (11, 2), (12, 1), (13, 0)])
def test_kobold_collection_gains_one_for_each_richer_player_up_to_three(
    table: MakeTable, tokens: int, gained: int
) -> None:
    game = table(5).player(P1, tokens=tokens, hand=["Kobold Collection"]).player(P2, tokens=12).player(P3, tokens=13)
    game.pot(10).start()
    game.play(P1, "Kobold Collection")
    assert game.everyone() == (tokens + gained, 12, 13, 10, 10)


@pytest.mark.card("DGN-16")
@pytest.mark.parametrize(("cards", "lost"), [(3, 4), (4, 4), (5, 5), (7, 7), (9, 7)])
def test_final_notice_costs_one_for_each_card_in_play(table: MakeTable, cards: int, lost: int) -> None:
    game = table(3).player(P1, hand=["Final Notice"], deck=[ROCK], in_play=["Tip Jar", "Tip Jar"])
    game.player(P2, deck=[SCISSORS], in_play=["Night Owl"] * cards).start()
    game.play(P1, "Final Notice", on=P2)
    assert game.everyone() == (10, 10 - lost, 10)


@pytest.mark.card("DGN-16")
def test_final_notice_does_nothing_if_not_won(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Final Notice"], deck=[ROCK]).player(P2, deck=[PAPER]).start()
    game.play(P1, "Final Notice", on=P2)
    assert game.everyone() == (10, 10)


@pytest.mark.card("DGN-17")
def test_food_fight_makes_each_beaten_player_discard_one(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Food Fight", ROCK], deck=[ROCK, ROCK, ROCK])
    game.player(P2, hand=[PAPER, PAPER], deck=[SCISSORS]).player(P3, hand=[PAPER, PAPER], deck=[PAPER])
    game.player(P4, hand=[], deck=[SCISSORS]).start()
    game.play(P1, "Food Fight")
    assert [len(game.discard(seat)) for seat in (P1, P2, P3, P4)] == [1, 1, 0, 0]
    assert [game.hand(seat) for seat in (P2, P3, P4)] == [[PAPER, SCISSORS], [PAPER] * 3, [SCISSORS]]
    assert game.everyone() == (10, 10, 10, 10)


@pytest.mark.card("DGN-18")
def test_budget_cut_takes_one_off_others_gains(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Budget Cut", "Door Prize"]).pot(6).turn(P1, free_actions=2).start()
    game.play(P1, "Budget Cut")
    game.play(P1, "Door Prize")
    assert game.everyone() == (12, 11, 11)


@pytest.mark.card("DGN-18")
def test_budget_cut_makes_a_gain_of_one_nothing_but_changes_no_take(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Loose Change", "Light Fingers"], deck=[PAPER, ROCK]).pot(4)
    game.player(P2, in_play=["Budget Cut"], deck=[SCISSORS]).turn(P1, free_actions=2).start()
    game.play(P1, "Loose Change")
    assert game.happened(e.TokensGained) == []
    game.play(P1, "Light Fingers", on=P2)
    assert game.everyone() == (12, 8)
