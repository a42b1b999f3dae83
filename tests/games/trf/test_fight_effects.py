"""What cards do to fights and attacks: win texts, save, leave, join, cancel (TRF-630 to TRF-634, TRF-642)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.rules import continuous
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-630", "TRF-R61")
def test_a_fight_won_by_dice_triggers_for_the_winners_alone(table: MakeTable) -> None:
    game = table().player(P1, characters=["D01"]).player(P2, hand=["C14"], characters=["U04"])
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "D01")
    game.all_pass()
    game.block(P2, ("U04", "D01"))
    game.all_pass()
    (promised,) = game.ever(e.IncomePromised)
    assert (promised.seat, promised.meters) == (P1, 50)
    assert game.hand(P2) == ["C14"]


@pytest.mark.rule("TRF-630", "TRF-428")
def test_a_late_win_triggers_for_the_player_of_the_side(table: MakeTable) -> None:
    game = table().player(P1, characters=["U04"]).player(P2, hand=["C14"], characters=["R02"])
    game.fight([game.seen(P1, "U04")], [game.seen(P2, "R02")])
    fight_dice(game, 3, 6, 1)
    game.turn(P2).start()
    game.decline(P2)
    game.all_pass()
    assert (game.hand(P2), game.discard(P2)) == ([], ["R02", "C14"])


@pytest.mark.rule("TRF-631", "TRF-647", "TRF-521", "TRF-435")
def test_a_saved_card_stays_free_of_the_fight_and_was_not_defeated(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15"]).player(P2, hand=["O23"], characters=["R10"])
    game.unit(P2, "R02", "R11")
    accord = game.persistent(P2, "O42", chosen="umbral_circle", until="unique_defeated")
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C15")
    game.let_pass(P2)
    game.block(P2, ("R02", "C15"), ("R10", "C15"))
    game.play(P2, "O23", "R11")
    (done,) = game.ever(e.FightResolved)
    assert (len(done.defeated), len(done.saved)) == (2, 1)
    saved = game.card(P2, "R11")
    assert (saved.fight, saved.partner, saved.battle_turn) == (None, None, 5)
    assert game.discard(P2) == ["O23", "R02", "R10"]
    assert game.board.players[P2].defeated == 2
    assert game.board.persistent(accord) is not None
    game.next_turn(P1, "pre_combat")
    assert game.refused(P2, a.AddAttacker(saved.iid)).rule == "TRF-437"


@pytest.mark.rule("TRF-631", "TRF-525")
def test_being_saved_lasts_this_turn_only(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15"]).player(P2, hand=["O23"], characters=["R11"])
    dice(game, "bicker", P1, 1, 3)
    dice(game, "combat", P1, 6)
    dice(game, "combat", P2, 1)
    game.start()
    game.attack(P1, "C15")
    game.let_pass(P2)
    game.block(P2, ("R11", "C15"))
    game.play(P2, "O23", "R11")
    assert len(game.board.fights) == 1
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    assert (game.characters(P2), game.discard(P2)) == ([], ["O23", "R11"])


@pytest.mark.rule("TRF-632", "TRF-413")
def test_who_leaves_a_fight_keeps_the_mark_and_goes_nowhere(table: MakeTable) -> None:
    game = table().player(P1, hand=["O27", "O28"], characters=["C03"]).player(P2, characters=["R02", "R13"])
    game.unit(P1, "C15", "C14")
    dice(game, "bicker", P1, 1)
    game.start()
    game.attack(P1, "C15", "C03")
    game.let_pass(P1)
    game.block(P2, ("R02", "C15"), ("R13", "C03"))
    game.play(P1, "O27", "C15")
    assert [game.card(P1, cid).fight for cid in ("C15", "C14", "C03")] == [None, None, "f2"]
    # it could not attack any more, so it cannot come back either
    assert game.legal(P1, "play_ooc") == []
    game.all_pass()
    assert [(one.fight, one.winner) for one in game.ever(e.FightWonUnopposed)] == [("f1", P2)]
    assert game.asked() == [(P1, "prompt_post")]
    assert [game.card(P1, cid).battle_turn for cid in ("C15", "C14")] == [5, 5]
    game.next_turn(P1, "pre_combat")
    game.next_turn(P2, "pre_combat")
    assert game.seen(P1, "C15") in [one["unit"] for one in game.legal(P1, "add_attacker")]


@pytest.mark.rule("TRF-632", "TRF-428", "TRF-633")
def test_leaving_an_old_fight_gives_no_new_mark_but_no_attack_either(table: MakeTable) -> None:
    game = table()
    exit_ = card(game, "ooc", 'windows = ["pre"], do = "leave_fight(pick(my_unit[fighting]))"')
    game.player(P1, hand=[exit_, "O28"], characters=["C15", "C03"]).player(P2, characters=["R02"])
    game.fight([game.seen(P1, "C15")], [game.seen(P2, "R02")])
    game.start()
    game.play(P1, exit_, "C15")
    assert game.card(P1, "C15").fight is None
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C15"))).rule == "TRF-402"
    game.decline(P1)
    # nor can it join a fight again; C03 can
    assert [one["targets"] for one in game.legal(P1, "play_ooc")] == [[game.seen(P1, "C03"), "f1"]]
    game.all_pass()
    assert [one.winner for one in game.ever(e.FightWonUnopposed)] == [P2]
    assert (game.card(P1, "C15").battle_turn, game.card(P2, "R02").battle_turn) == (0, 5)
    game.next_turn(P1, "pre_combat")
    assert game.refused(P2, a.AddAttacker(game.seen(P2, "R02"))).rule == "TRF-437"


@pytest.mark.rule("TRF-632", "TRF-407", "TRF-525")
def test_who_left_a_fight_blocks_no_more_this_turn(table: MakeTable) -> None:
    game = table()
    exit_ = card(game, "ooc", 'windows = ["attack"], do = "leave_fight(pick(my_unit[fighting]))"')
    game.player(P1, characters=["C15", "C03"]).player(P2, hand=[exit_], characters=["R01", "R02"])
    game.fight([game.seen(P1, "C15")], [game.seen(P2, "R01")])
    game.start()
    game.attack(P1, "C03")
    game.play(P2, exit_, "R01")
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "R01"), game.seen(P1, "C03"))).rule == "TRF-407"
    game.block(P2)
    game.assault(P1)
    assert game.card(P1, "C15").fight is None
    game.next_turn(P1, "pre_combat")
    assert game.seen(P2, "R01") in [one["unit"] for one in game.legal(P2, "add_attacker")]


@pytest.mark.rule("TRF-633", "TRF-416", "TRF-435", "TRF-649", "TRF-437")
def test_a_unit_joins_a_new_fight_of_the_attacker_side(table: MakeTable) -> None:
    game = table().player(P1, account="A10", hand=["O28", "O18"], characters=["R02", "R10", "R08"])
    game.player(P2, characters=["C15"])
    game.unit(P1, "R13", "R11")
    game.character(P1, "R04", bought=5)
    game.character(P1, "R01", battle_turn=4)
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "R02", "R10", "R08")
    game.let_pass(P1)
    game.block(P2, ("C15", "R02"))
    # neither attackers, nor what was bought today, nor what is spent
    assert [one["targets"] for one in game.legal(P1, "play_ooc")] == [[game.seen(P1, "R13"), "f1"]]
    game.play(P1, "O28", "R13", "f1")
    # marked when it joins, not only when the fight is rolled
    assert (game.window(), [game.card(P1, cid).battle_turn for cid in ("R13", "R11")]) == ("block", [5, 5])
    game.all_pass()
    (done,) = game.ever(e.FightResolved)
    # the three that attack have one more; the unit that joined has not
    assert done.totals == (4 + 5 + 3 + 6, 7 + 1)
    assert [game.card(P1, cid).battle_turn for cid in ("R13", "R11")] == [5, 5]
    assert game.refused(P1, a.AssignAssault(game.seen(P1, "R13"), game.seen(P2, "P02"))).rule == "TRF-450"
    game.assault(P1)


@pytest.mark.rule("TRF-633")
@pytest.mark.parametrize("how", ["pick", "each"])
def test_who_is_not_free_joins_no_fight(table: MakeTable, how: str) -> None:
    """Whatever the text asks for: one in another fight, one that attacks, a fresh one on the own turn."""
    game = table()
    call = card(game, "ooc", f'windows = ["block"], do = "join_fight({how}(my_unit), pick(fights))"')
    game.player(P1, hand=[call] * 2, characters=["C01", "C15"]).player(P2, characters=["R02", "R13"])
    first = game.fight([game.seen(P1, "C01")], [game.seen(P2, "R02")])
    game.character(P1, "C05")
    fresh = game.character(P1, "C03", bought=5)
    free = game.seen(P1, "C15")
    dice(game, "bicker", P1, 1)
    game.start()
    game.attack(P1, "C05")
    game.let_pass(P1)
    game.block(P2)
    if how == "pick":
        for unit in ("C01", "C05", fresh):
            assert game.refused(P1, game.playing(P1, call, unit, first)).rule == "TRF-633"
        assert {tuple(one["targets"]) for one in game.legal(P1, "play_ooc")} == {(free, first)}
        game.play(P1, call, free, first)
        assert game.legal(P1, "play_ooc") == []
    else:
        game.play(P1, call, first)
    assert [one.cards for one in game.ever(e.UnitJoinedFight)] == [(free,)]


@pytest.mark.rule("TRF-633", "TRF-429", "TRF-539", "TRF-430")
def test_a_unit_joins_a_stuck_fight_and_cloaked_does_not_hinder(table: MakeTable) -> None:
    game = table().player(P1, characters=["U01"]).player(P2, hand=["O28"], characters=["R02", "R13"])
    game.character(P2, "R01", battle_turn=4)
    fresh = game.character(P2, "R04", bought=4)
    game.fight([game.seen(P1, "U01")], [game.seen(P2, "R02")])
    fight_dice(game, 3, 1, 6)
    game.start()
    game.decline(P1)
    units = [one["targets"][0] for one in game.legal(P2, "play_ooc")]
    assert units == [game.seen(P2, "R13"), fresh]
    game.play(P2, "O28", "R13", "f1")
    (done,) = game.ever(e.FightResolved)
    assert (done.totals, done.side) == ((4 + 1, 3 + 5 + 6), "defender")
    assert game.card(P2, "R13").battle_turn == 5


@pytest.mark.rule("TRF-634", "TRF-436", "TRF-415")
def test_a_cancelled_attack_leaves_marks_and_old_fights(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C15", "C03"])
    game.player(P2, hand=["O37"], planets=["P26"], characters=["R02", "R13"])
    game.fight([game.seen(P1, "C15")], [game.seen(P2, "R13")])
    dice(game, "bicker", P1, 1)
    game.start()
    game.attack(P1, "C01", "C03")
    game.let_pass(P2)
    game.block(P2, ("R02", "C01"))
    assert game.window() == "block"
    game.play(P2, "O37")
    assert [fight.id for fight in game.board.fights] == ["f1"]
    assert [one.fight for one in game.ever(e.FightStuck)] == ["f1"]
    assert game.asked() == [(P1, "prompt_post")]
    assert game.planets(P2) == ["P26"]
    assert [game.card(P1, cid).battle_turn for cid in ("C01", "C03", "C15")] == [5, 5, 5]
    assert (game.card(P2, "R02").battle_turn, game.card(P2, "R02").fight) == (5, None)
    game.next_turn(P1, "pre_combat")
    assert game.refused(P2, a.AddAttacker(game.seen(P2, "R02"))).rule == "TRF-437"


@pytest.mark.rule("TRF-634", "TRF-218")
def test_an_attack_cancelled_in_its_window_has_no_blocks(table: MakeTable) -> None:
    game = table().player(P1, hand=["O18"], characters=["C01"]).player(P2, account="A06", hand=["O56", "O18"])
    game.character(P2, "R02")
    game.start()
    game.attack(P1, "C01")
    game.let_pass(P1)
    game.play(P2, "O56")
    game.let_pass(P1)
    assert game.asked() == [(P1, "prompt_post")]
    assert game.ever(e.BlocksConfirmed) == []
    assert (game.card(P1, "C01").battle_turn, game.card(P2, "R02").battle_turn) == (5, 0)


@pytest.mark.rule("TRF-642", "TRF-512", "TRF-538", "TRF-R29")
def test_a_refreshed_unit_is_not_spent_until_its_next_mark(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C06"]).player(P2, characters=["R02"])
    game.unit(P1, "C15", "C08", battle_turn=4)
    dice(game, "bicker", P1, 3)
    dice(game, "combat", P1, 6)
    dice(game, "combat", P2, 1)
    game.start()
    game.use(P1, "C06", "C15")
    game.attack(P1, "C15")
    game.block(P2, ("R02", "C15"))
    game.next_turn(P1, "pre_combat")
    game.next_turn(P2, "pre_combat")
    assert game.card(P1, "C15").battle_turn == 5
    assert game.seen(P1, "C15") in [one["unit"] for one in game.legal(P1, "add_attacker")]


@pytest.mark.rule("TRF-642", "TRF-436")
def test_a_later_mark_makes_a_refreshed_unit_spent_again(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["O03"])
    game.character(P1, "C06", battle_turn=4)
    game.character(P1, "C15", battle_turn=4)
    game.start()
    # a spent unit may use its ability, on itself too
    game.use(P1, "C06", "C15")
    game.attack(P1, "C15")
    game.assault(P1)
    assert not game.card(P1, "C15").refreshed
    game.to("post_combat")
    game.play(P1, "O03", "C15")
    game.end_turn(P1)
    game.to("pre_combat")
    assert [unit.can_block for unit in game.game.view(game.state, "spectator").players[P1].units] == [True, True]


@pytest.mark.rule("TRF-642", "TRF-435", "TRF-R91")
@pytest.mark.parametrize(("bicker", "spent"), [((6,), False), ((1, 6), True)])
def test_a_second_mark_of_the_same_turn_changes_nothing_for_a_refreshed_unit(
    table: MakeTable, bicker: tuple[int, ...], spent: bool
) -> None:
    """Refreshed in the block window, then rolled; if it got stuck, the next turn's roll makes it spent again."""
    game = table()
    rest = card(game, "ooc", 'windows = ["block"], do = "refresh_unit(pick(my_unit[battled]))"')
    game.player(P1, characters=["R02"]).player(P2, hand=[rest], characters=["C15"])
    dice(game, "bicker", P1, *bicker)
    dice(game, "combat", P1, 1)
    dice(game, "combat", P2, 6)
    game.start()
    game.attack(P1, "R02")
    game.let_pass(P2)
    game.block(P2, ("C15", "R02"))
    game.play(P2, rest, "C15")
    assert game.card(P2, "C15").refreshed
    game.next_turn(P1, "pre_combat")
    assert (game.card(P2, "C15").battle_turn, game.card(P2, "C15").refreshed) == (5, True)
    assert (game.seen(P2, "C15") in [one["unit"] for one in game.legal(P2, "add_attacker")]) is not spent
    game.next_turn(P2, "pre_combat")
    assert continuous.spent(game.board, game.card(P2, "C15")) is spent


@pytest.mark.rule("TRF-642", "TRF-427")
def test_refreshing_ends_no_commitment(table: MakeTable) -> None:
    game = table().player(P1, hand=["O03"], characters=["C15"]).player(P2, characters=["R02"])
    dice(game, "bicker", P1, 1, 1)
    game.start()
    game.attack(P1, "C15")
    game.let_pass(P1)
    game.block(P2, ("R02", "C15"))
    game.all_pass()
    game.play(P1, "O03", "C15")
    assert game.card(P1, "C15").refreshed
    assert game.card(P1, "C15").fight == "f1"
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    # the fight marked it again
    assert not game.card(P1, "C15").refreshed
