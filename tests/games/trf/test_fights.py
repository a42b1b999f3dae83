"""Fights: order, bickering, dice, outcome, being spent (TRF-420 to TRF-440, TRF-640, TRF-647, TRF-648)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from domain.games.trf.rules import continuous
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


def fought(game: Table, mine: str = "C01", theirs: str = "R02") -> Table:
    """A fight of these two is under way, as far as it goes by itself."""
    game.start()
    game.attack(P1, mine)
    game.all_pass()
    game.block(P2, (theirs, mine))
    return game


def rolled(game: Table) -> list[tuple[str, int, str | None]]:
    """(purpose, player, fight) of every die."""
    return [(one.purpose, one.seat, one.fight) for one in game.ever(e.DieRolled)]


@pytest.mark.rule("TRF-420", "TRF-428", "TRF-435", "TRF-R26")
def test_stuck_fights_are_rolled_first_then_new_ones_as_named(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C03", "C15", "C04"]).player(P2, characters=["R02", "R13", "R10"])
    game.character(P2, "R04")
    old = game.fight([game.seen(P1, "C01")], [game.seen(P2, "R02")], turn=2)
    older = game.fight([game.seen(P2, "R13")], [game.seen(P1, "C03")], attacker=P2, defender=P1, turn=3)
    dice(game, "bicker", P1, 1, 1, 1)
    dice(game, "bicker", P2, 1)
    game.start()
    game.attack(P1, "C04", "C15")
    game.block(P2, ("R10", "C15"), ("R04", "C04"))
    # f3 is the first that was named, though its blocker was named last
    assert [one.fight for one in game.happened(e.DieRolled)] == [old, older, "f3", "f4"]
    assert game.board.fight("f3").attackers == (game.seen(P1, "C04"),)
    marks = {card.cid: card.battle_turn for seat in (P1, P2) for card in game.board.players[seat].characters}
    assert marks == dict.fromkeys(("C01", "C03", "C15", "C04", "R02", "R13", "R10", "R04"), 5)


@pytest.mark.rule("TRF-421", "TRF-435", "TRF-630", "TRF-648")
def test_a_side_without_cards_loses_without_a_die(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "D01"]).player(P2, characters=["R02"])
    game.character(P1, "C14", battle_turn=4)
    empty = game.fight([game.seen(P1, "D01")], [])
    game.start()
    game.decline(P1)
    (won,) = game.happened(e.FightWonUnopposed)
    assert (won.fight, won.winner) == (empty, P1)
    assert rolled(game) == []
    assert game.board.fights == []
    # it was in a battle today, but won nothing that a text speaks of
    assert game.card(P1, "D01").battle_turn == 5
    assert game.ever(e.IncomePromised) == []


@pytest.mark.rule("TRF-422", "TRF-431", "TRF-114", "TRF-430", "TRF-R62")
def test_the_attacker_side_rolls_for_bickering_then_both_sides_roll(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    name = game.fight([game.seen(P2, "R02")], [game.seen(P1, "C01")], attacker=P2, defender=P1)
    fight_dice(game, 3, 1, 2, sides=(P2, P1))
    game.start()
    game.decline(P1)
    assert rolled(game) == [("bicker", P2, name), ("combat", P2, name), ("combat", P1, name)]
    assert [one.side for one in game.happened(e.DieRolled)] == [None, "attacker", "defender"]
    (done,) = game.happened(e.FightResolved)
    assert (done.totals, done.winner, done.side) == ((4, 8), P1, "defender")


@pytest.mark.rule("TRF-423", "TRF-426", "TRF-463")
@pytest.mark.parametrize(("die", "stuck"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_fight_is_stuck_on_one_or_two(table: MakeTable, die: int, stuck: bool) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    fight_dice(game, die, 3, 1)
    fought(game)
    assert len(game.happened(e.DieRolled)) == (1 if stuck else 3)
    assert [one.reason for one in game.happened(e.FightStuck)] == (["bicker"] if stuck else [])
    assert bool(game.board.fights) == stuck
    if stuck:
        assert game.board.fights[0].stuck
        assert game.card(P1, "C01").fight == game.card(P2, "R02").fight == "f1"
        assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-424", "TRF-R48")
@pytest.mark.parametrize(
    ("change", "die", "stuck"),
    [(9, 5, True), (9, 6, False), (1, 3, True), (-1, 1, True), (-1, 2, False), (-9, 1, False)],
)
def test_the_threshold_is_held_between_0_and_5(table: MakeTable, change: int, die: int, stuck: bool) -> None:
    game = table()
    cold = card(game, "planet", f'when = "passive", do = "threshold({change})"')
    game.player(P1, characters=["C01"]).player(P2, planets=[cold], characters=["R02"])
    fight_dice(game, die, 3, 1)
    fought(game)
    assert bool(game.board.fights) == stuck


@pytest.mark.rule("TRF-425", "TRF-640", "TRF-223")
def test_the_bicker_window_sets_the_final_value(table: MakeTable) -> None:
    game = table().player(P1, hand=["O21"], characters=["C01"])
    game.player(P2, account="A05", hand=["O20", "O19"], characters=["R02"])
    fight_dice(game, 4, 3, 1)
    dice(game, "bicker", P1, 4, 2)
    fought(game)
    game.let_pass(P1)
    game.let_pass(P2)
    assert (game.window(), game.board.fights[0].bicker) == ("bicker", 4)
    game.let_pass(P1)
    game.play(P2, "O20")
    game.let_pass(P1)
    assert game.board.fights[0].bicker == 1
    game.play(P1, "O21")
    game.let_pass(P2)
    assert game.board.fights[0].bicker == 6
    # a re-roll replaces what a card has set; the dice are thrown only once the window is closed
    game.play(P2, "O19")
    game.all_pass()
    assert [one.value for one in game.ever(e.DieRolled) if one.purpose == "bicker"] == [4, 2]
    assert [one.reason for one in game.ever(e.FightStuck)] == ["bicker"]
    assert not [one for one in game.ever(e.DieRolled) if one.purpose == "combat"]


@pytest.mark.rule("TRF-425", "TRF-640")
def test_a_set_die_is_of_its_own_fight_only(table: MakeTable) -> None:
    game = table().player(P1, hand=["O21"], characters=["C01", "C15"]).player(P2, characters=["R02", "R13"])
    dice(game, "bicker", P1, 1, 1)
    game.start()
    game.attack(P1, "C01", "C15")
    game.let_pass(P1)
    game.block(P2, ("R02", "C01"), ("R13", "C15"))
    game.let_pass(P1)
    game.play(P1, "O21")
    game.all_pass()
    (stuck,) = game.ever(e.FightStuck)
    assert (stuck.fight, stuck.die) == ("f2", 1)
    assert [one.fight for one in game.ever(e.FightResolved) + game.ever(e.FightStuck)][-1] == "f2"


@pytest.mark.rule("TRF-427")
def test_committed_units_do_nothing_but_their_texts_work(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C01", "C03", "C14", "C10"])
    game.player(P2, characters=["R02"])
    visionary = game.unit(P1, "C15", "C02")
    elder = game.character(P1, "C13")
    game.fight(
        [visionary, game.seen(P1, "C02"), elder, game.seen(P1, "C14"), game.seen(P1, "C03")], [game.seen(P2, "R02")]
    )
    dice(game, "bicker", P1, 1)
    game.start()
    seen = game.seen
    assert game.combat(P1, "C10") == 4 + 1
    assert game.refused(P1, a.AddAttacker(visionary)).rule == "TRF-427"
    assert game.refused(P1, a.JoinFleet(seen(P1, "C14"), seen(P1, "C01"))).rule == "TRF-427"
    assert game.refused(P1, a.JoinFleet(seen(P1, "C10"), seen(P1, "C03"))).rule == "TRF-427"
    assert game.refused(P1, a.LeaveFleet(seen(P1, "C02"))).rule == "TRF-427"
    assert game.refused(P1, game.using(P1, "C02")).rule == "TRF-427"
    kinds = {one["type"] for one in game.legal(P1)}
    assert kinds == {"join_fleet", "add_attacker", "decline_attack", "activate_account", "set_standing_pass"}


@pytest.mark.rule("TRF-426", "TRF-428", "TRF-435", "TRF-437", "TRF-219")
def test_a_stuck_fight_is_rolled_on_every_turn_and_marks_on_each(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    dice(game, "bicker", P1, 1, 2, 3)
    dice(game, "combat", P1, 6)
    dice(game, "combat", P2, 1)
    fought(game)
    assert game.board.fights[0].bicker is None
    for turn in (6, 7):
        game.next_turn(game.board.active, "pre_combat")
        mine = game.board.active
        iid = game.seen(mine, "C01" if mine == P1 else "R02")
        assert game.refused(mine, a.AddAttacker(iid)).rule == "TRF-427"
        assert game.card(P1, "C01").battle_turn == turn - 1
        game.decline(mine)
        assert game.happened(e.DieRolled)[0].purpose == "bicker"
        assert game.card(P1, "C01").battle_turn == turn
    assert game.discard(P2) == ["R02"]
    # resolved on turn 7, so it is spent on turn 8 and free on turn 9
    game.next_turn(P1, "pre_combat")
    assert not game.board.fights
    game.next_turn(P2, "pre_combat")
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, "C01")]


@pytest.mark.rule("TRF-430", "TRF-534", "TRF-428")
def test_sides_never_swap(table: MakeTable) -> None:
    game = table().player(P1, characters=["D01"]).player(P2, characters=["R04"])
    dice(game, "bicker", P1, 1, 3)
    dice(game, "combat", P1, 6)
    dice(game, "combat", P2, 1)
    fought(game, "D01", "R04")
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    (done,) = game.happened(e.FightResolved)
    # Raider 1 of P1's, Interceptor 1 of P2's, on P2's turn
    assert (done.totals, done.winner) == ((3 + 1 + 6, 5 + 1 + 1), P1)


@pytest.mark.rule("TRF-431", "TRF-223", "TRF-640")
def test_the_dice_window_comes_after_both_dice(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O25", "O25", "O24"], characters=["D02"])
    game.player(P2, hand=["O24"], characters=["R02"])
    fight_dice(game, 3, 5, 6)
    dice(game, "combat", P1, 5, 2)
    dice(game, "combat", P2, 6, 4)
    fought(game, "D02")
    game.let_pass(P1)
    game.let_pass(P2)
    game.let_pass(P1)
    game.let_pass(P2)
    assert (game.window(), game.board.fights[0].dice) == ("dice", (5, 6))
    game.play(P1, "O25")
    game.let_pass(P2)
    game.play(P1, "O25")
    game.let_pass(P2)
    # what is added stays after a re-roll, and brings a die above 6
    game.play(P1, "O24")
    game.let_pass(P2)
    game.play(P2, "O24")
    assert game.board.fights == []
    (done,) = game.ever(e.FightResolved)
    assert done.totals == (6 + 2 + 4, 3 + 4)


@pytest.mark.rule("TRF-640", "TRF-432")
def test_an_added_die_can_be_more_than_six(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O25"], characters=["D02"]).player(P2, characters=["R02"])
    fight_dice(game, 3, 6, 6)
    fought(game, "D02")
    game.let_pass(P1)
    game.let_pass(P1)
    game.play(P1, "O25")
    (done,) = game.ever(e.FightResolved)
    assert done.totals == (6 + 6 + 2, 3 + 6)


@pytest.mark.rule("TRF-640", "TRF-426", "TRF-434")
def test_what_was_added_to_a_die_is_gone_when_the_fight_is_stuck(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O25"], characters=["D02"]).player(P2, characters=["R02"])
    fight_dice(game, 3, 1, 6)
    fought(game, "D02")
    game.let_pass(P1)
    game.let_pass(P1)
    game.play(P1, "O25")
    assert [one.reason for one in game.ever(e.FightStuck)] == ["tie"]
    fight = game.board.fights[0]
    assert (fight.bicker, fight.dice, fight.added) == (None, None, (0, 0))


@pytest.mark.rule("TRF-640", "TRF-425")
def test_both_dice_are_rolled_again(table: MakeTable) -> None:
    game = table().player(P1, account="A04", hand=["O46"], characters=["C01"]).player(P2, characters=["R02"])
    dice(game, "bicker", P1, 3)
    dice(game, "combat", P1, 1, 4)
    dice(game, "combat", P2, 6, 2)
    fought(game)
    game.let_pass(P1)
    game.let_pass(P1)
    game.play(P1, "O46")
    (done,) = game.ever(e.FightResolved)
    assert done.totals == (6 + 4, 3 + 2)


@pytest.mark.rule("TRF-432", "TRF-525")
def test_a_total_is_cards_modifiers_of_the_side_and_its_die(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, hand=["O22"], characters=["R02", "R08"])
    game.modified(game.seen(P1, "C01"), Modifier("combat", "X", 2))
    fight_dice(game, 3, 1, 1)
    game.start()
    game.attack(P1, "C01")
    game.let_pass(P2)
    game.block(P2, ("R02", "C01"), ("R08", "C01"))
    game.play(P2, "O22", "f1")
    (done,) = game.ever(e.FightResolved)
    assert done.totals == (6 + 2 + 1, 3 + 3 + 3 + 1)
    assert (game.discard(P1), done.winner) == (["C01"], P2)


@pytest.mark.rule("TRF-433", "TRF-517", "TRF-335", "TRF-626", "TRF-647", "TRF-R58")
def test_all_losers_are_discarded_together_unique_or_not(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07"]).player(P2, characters=["R10"])
    game.combined(game.character(P2, "R02", damage=1, paid=300), game.character(P2, "R11"))
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C07")
    game.block(P2, ("R02", "C07"), ("R10", "C07"))
    (done,) = game.happened(e.FightResolved)
    assert len(done.defeated) == 3
    assert game.discard(P2) == ["R02", "R11", "R10"]
    assert game.characters(P2) == []
    assert game.asked() == [(P1, "prompt_post")]
    pile = {card.cid: card for card in game.board.players[P2].discard}
    assert [game.revivable(pile[cid]) for cid in ("R02", "R11", "R10")] == [False, True, False]
    assert pile["R02"].meters_paid == 300
    assert game.board.players[P2].defeated == 3
    assert (game.characters(P1), game.card(P1, "C07").fight) == (["C07"], None)


@pytest.mark.rule("TRF-434", "TRF-R27", "TRF-435", "TRF-428")
def test_equal_totals_make_a_stuck_fight(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    dice(game, "bicker", P1, 3, 6)
    dice(game, "combat", P1, 1, 2)
    dice(game, "combat", P2, 4, 2)
    fought(game)
    assert [one.reason for one in game.happened(e.FightStuck)] == ["tie"]
    assert (game.discard(P1), game.discard(P2)) == ([], [])
    fight = game.board.fights[0]
    assert (fight.stuck, fight.bicker, fight.dice) == (True, None, None)
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    assert game.happened(e.FightResolved)[0].totals == (8, 5)


@pytest.mark.rule("TRF-436", "TRF-333")
def test_on_the_turn_of_its_battle_a_unit_does_nothing_more(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C14", "C03"])
    game.character(P1, "C02", battle_turn=5)
    game.unit(P1, "C01", "C08", battle_turn=5)
    game.character(P1, "C15", battle_turn=5)
    game.start()
    seen = game.seen
    assert game.refused(P1, a.AddAttacker(seen(P1, "C15"))).rule == "TRF-436"
    assert game.refused(P1, game.using(P1, "C02")).rule == "TRF-436"
    assert game.refused(P1, a.JoinFleet(seen(P1, "C02"), seen(P1, "C03"))).rule == "TRF-436"
    assert game.refused(P1, a.JoinFleet(seen(P1, "C14"), seen(P1, "C15"))).rule == "TRF-436"
    assert game.refused(P1, a.LeaveFleet(seen(P1, "C08"))).rule == "TRF-436"


@pytest.mark.rule("TRF-437", "TRF-438", "TRF-439", "TRF-R28", "TRF-R55", "TRF-454")
def test_all_who_were_in_the_battle_are_spent_for_one_turn(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C15", "C14", "C03"]).player(P2, characters=["R02", "R13", "R01"])
    fight_dice(game, 3, 6, 1)
    dice(game, "bicker", P1, 3, 3)
    dice(game, "combat", P1, 6, 1)
    dice(game, "combat", P2, 1, 6)
    game.start()
    game.attack(P1, "C01", "C15", "C14", "C03")
    game.block(P2, ("R02", "C01"), ("R01", "C15"))
    assert (game.discard(P1), game.discard(P2)) == (["C15"], ["R02"])
    game.assault(P1, ("C03", "P02"))
    game.next_turn(P1, "pre_combat")
    # the winning blocker cannot attack
    assert game.refused(P2, a.AddAttacker(game.seen(P2, "R01"))).rule == "TRF-437"
    game.attack(P2, "R13")
    # the winner, the lone Individual that did nothing and the one that went to a planet cannot block: nobody is asked
    assert game.asked() == [(P2, "prompt_assault")]
    game.assault(P2)
    game.next_turn(P2, "pre_combat")
    assert len(game.legal(P1, "add_attacker")) == 3


@pytest.mark.rule("TRF-440", "TRF-R29")
def test_a_spent_unit_may_use_abilities_join_leave_and_be_a_target(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C03"])
    game.character(P1, "C02", battle_turn=4)
    game.unit(P1, "C15", "C08", battle_turn=4)
    game.character(P1, "C14", battle_turn=4)
    game.start()
    game.leave(P1, "C08")
    game.join(P1, "C14", "C15")
    game.use(P1, "A01", "C15")
    assert game.combat(P1, "C15") == 9
    game.use(P1, "C02")
    game.choose(P1, "1")
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, "C03")]


@pytest.mark.rule("TRF-440", "TRF-437")
def test_a_unit_with_one_spent_card_neither_attacks_nor_blocks_but_parts(table: MakeTable) -> None:
    game = table().player(P1, account="A01")
    game.combined(game.character(P1, "C01"), game.character(P1, "C08", battle_turn=4))
    game.start()
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-437"
    game.leave(P1, "C08")
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, "C01")]


@pytest.mark.rule("TRF-647")
def test_destroying_is_no_defeat(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O08", "O09"]).player(P2, characters=["F09", "X02", "R02"]).start()
    game.play(P1, "O08", "F09")
    game.play(P1, "O09", "R02")
    assert game.discard(P2) == ["F09"]
    assert game.board.players[P2].defeated == 0
    assert game.ever(e.IncomePromised) == []


@pytest.mark.rule("TRF-647", "TRF-630")
def test_who_is_defeated_says_so(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15"]).player(P2, characters=["F09"])
    fight_dice(game, 3, 6, 1)
    fought(game, "C15", "F09")
    (promised,) = game.happened(e.IncomePromised)
    assert (promised.seat, promised.meters, promised.cause) == (P2, 200, "F09")
    assert game.board.players[P2].defeated == 1


@pytest.mark.rule("TRF-648", "TRF-421", "TRF-428", "TRF-R25")
def test_a_side_that_becomes_empty_before_combat_waits_for_the_fights_step(table: MakeTable) -> None:
    game = table()
    shot = card(game, "ooc", 'windows = ["pre", "post"], do = "destroy(pick(their_char))"')
    game.player(P1, hand=[shot, shot], characters=["C01", "C15"]).player(P2, characters=["R02", "R13"])
    game.fight([game.seen(P1, "C01")], [game.seen(P2, "R02")])
    game.fight([game.seen(P1, "C15")], [game.seen(P2, "R13")])
    dice(game, "bicker", P1, 1)
    game.start()
    game.play(P1, shot, "R02")
    assert [fight.id for fight in game.board.fights] == ["f1", "f2"]
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-427"
    game.decline(P1)
    game.all_pass()
    assert [one.fight for one in game.ever(e.FightWonUnopposed)] == ["f1"]
    # after the fights step: the other fight waits for the next turn
    game.play(P1, shot, "R13")
    assert game.card(P1, "C15").fight == "f2"
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    (won,) = game.happened(e.FightWonUnopposed)
    assert (won.fight, won.winner) == ("f2", P1)
    assert game.card(P1, "C15").battle_turn == 6


@pytest.mark.rule("TRF-421", "TRF-520")
@pytest.mark.parametrize("window", ["bicker", "dice"])
def test_a_side_that_becomes_empty_in_a_window_of_the_fight_has_lost(table: MakeTable, window: str) -> None:
    game = table()
    shot = card(game, "ooc", f'windows = ["{window}"], do = "destroy(pick(their_char))"')
    game.player(P1, hand=[shot], characters=["D01"]).player(P2, characters=["R01"])
    fight_dice(game, 1 if window == "bicker" else 3, 1, 6)
    fought(game, "D01", "R01")
    while game.window() != window:
        game.let_pass(P1)
    game.play(P1, shot, "R01")
    (won,) = game.ever(e.FightWonUnopposed)
    assert won.winner == P1
    assert len(game.ever(e.DieRolled)) == (1 if window == "bicker" else 3)
    assert game.ever(e.IncomePromised) == []
    assert game.card(P1, "D01").fight is None
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-421", "TRF-520")
def test_a_fight_without_cards_is_removed(table: MakeTable) -> None:
    game = table()
    storm = card(game, "ooc", 'windows = ["pre"], do = "destroy(each(any_char[fighting]))"')
    game.player(P1, hand=[storm], characters=["C01"]).player(P2, characters=["R02"])
    game.fight([game.seen(P1, "C01")], [game.seen(P2, "R02")])
    game.start()
    game.play(P1, storm)
    assert [one.fight for one in game.happened(e.FightRemoved)] == ["f1"]
    game.decline(P1)
    assert game.ever(e.FightWonUnopposed) == []


@pytest.mark.rule("TRF-463", "TRF-325")
def test_after_combat_what_was_played_is_discarded_and_stuck_fights_stay(table: MakeTable) -> None:
    game = table().player(P1, hand=["O22", "O30"], characters=["C01", "C15"]).player(P2, characters=["R02"])
    dice(game, "bicker", P1, 1)
    fought(game)
    game.play(P1, "O22", "f1")
    game.all_pass()
    game.to("post_combat")
    assert game.discard(P1) == ["O22"]
    assert game.board.fights[0].stuck
    game.end_turn(P1)
    game.to("pre_combat")
    assert (game.board.fights[0].stuck, game.board.fights[0].mods) == (True, ())


@pytest.mark.rule("TRF-424", "TRF-R48")
@pytest.mark.parametrize(("change", "threshold"), [(-9, 0), (-1, 1), (0, 2), (2, 4), (9, 5)])
def test_a_threshold_is_shown_within_its_bounds(table: MakeTable, change: int, threshold: int) -> None:
    game = table()
    cold = card(game, "planet", f'when = "passive", do = "threshold({change})"')
    game.player(P1, planets=[cold], characters=["C01"]).player(P2, characters=["R02"])
    game.fight([game.seen(P1, "C01")], [game.seen(P2, "R02")])
    game.start()
    assert continuous.threshold(game.board, game.board.fights[0]) == threshold
