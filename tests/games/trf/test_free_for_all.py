"""Three and four players: who attacks whom, windows, elimination (TRF-901 to TRF-910)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from domain.games.trf.rules import continuous
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-901", "TRF-202", "TRF-R52")
@pytest.mark.parametrize("seats", [3, 4])
def test_every_player_is_for_themself(table: MakeTable, seats: int) -> None:
    game = table(seats).start()
    assert [set(side) for side in game.game.sides(game.state.options, seats)] == [{seat} for seat in range(seats)]
    # a turn has the same steps
    kinds = []
    game.decline(P1)
    game.end_turn(P1)
    for kind in ("prompt_draw", "prompt_planet", "prompt_deployment", "prompt_roleplay", "prompt_post"):
        kinds.append(game.asked())
        assert game.asked() == [(P2, kind)]
        game.do(P2, game.game.default(game.state, game.prompt(P2)))


@pytest.mark.rule("TRF-902", "TRF-201", "TRF-R52")
def test_turns_go_round_and_skip_who_has_lost(table: MakeTable) -> None:
    game = table(4).start("post_combat")
    game.concede(P3)
    order = []
    for _ in range(4):
        game.to("post_combat")
        game.end_turn(game.board.active)
        order.append((game.board.active, game.board.turn))
    assert order == [(P2, 6), (P4, 7), (P1, 8), (P2, 9)]


@pytest.mark.rule("TRF-903", "TRF-405", "TRF-R52")
def test_one_opponent_is_attacked_in_a_turn(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["C01", "C03"]).player(P3, characters=["R02"]).start()
    first = game.seen(P1, "C01")
    assert game.refused(P1, a.AddAttacker(first)).rule == "TRF-903"
    assert game.refused(P1, a.AddAttacker(first, P1)).rule == "TRF-903"
    assert {one["defender"] for one in game.legal(P1, "add_attacker")} == {P2, P3}
    game.name(P1, first, defender=P3)
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C03"), P2)).rule == "TRF-405"
    game.name(P1, "C03")
    assert game.asked() == [(P3, "prompt_blocks")]
    game.block(P3)
    planets = {one["planet"] for one in game.legal(P1, "assign_assault")}
    assert planets == {game.board.home(P3).iid}
    refused = game.refused(P1, a.AssignAssault(first, game.board.home(P2).iid))
    assert refused.rule == "TRF-450"
    game.assault(P1)


@pytest.mark.rule("TRF-903", "TRF-902")
def test_who_has_lost_is_not_attacked(table: MakeTable) -> None:
    game = table(4).player(P1, characters=["C01"]).start()
    game.concede(P2)
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"), P2)).rule == "TRF-903"
    game.concede(P3)
    # with one opponent left nobody needs to be named
    game.name(P1, "C01")
    assert game.board.attack.defender == P4


@pytest.mark.rule("TRF-903", "TRF-R97")
@pytest.mark.parametrize("seats", [3, 4])
def test_those_who_have_begun_a_turn_are_attacked(table: MakeTable, seats: int) -> None:
    """P3 goes first."""
    game = table(seats)
    for seat in range(seats):
        game.character(seat, "C01", bought=0)
    game.board.first = P3
    game.turn(P3, number=1).start()
    begun: list[int] = []
    for _ in range(2 * seats):
        active = game.board.active
        could = {one.get("defender") for one in game.legal(active, "add_attacker")}
        others = {seat for seat in begun if seat != active}
        assert could == (others if len(others) > 1 else {None} if others else set())
        for seat in set(range(seats)) - {active, *begun}:
            assert game.refused(active, a.AddAttacker(game.seen(active, "C01"), seat)).rule == "TRF-R97"
        begun.append(active)
        game.next_turn(active, "pre_combat")


@pytest.mark.rule("TRF-903", "TRF-R97", "TRF-902")
def test_who_has_begun_is_attacked_though_others_left_before_their_turn(table: MakeTable) -> None:
    game = table(4)
    for seat in (P1, P3, P4):
        game.character(seat, "C01", bought=0)
    game.turn(P1, number=1).start()
    game.concede(P2)
    game.next_turn(P1, "pre_combat")
    assert (game.board.turn, game.board.active) == (2, P3)
    assert game.refused(P3, a.AddAttacker(game.seen(P3, "C01"), P4)).rule == "TRF-R97"
    # one is left who may be attacked, so nobody needs to be named
    game.name(P3, "C01")
    assert game.board.attack.defender == P1
    game.concede(P3)
    game.to("post_combat")
    game.next_turn(P4, "pre_combat")
    assert (game.board.turn, game.board.active) == (4, P1)
    game.name(P1, "C01")
    assert game.board.attack.defender == P4
    game.to("post_combat")


@pytest.mark.rule("TRF-904", "TRF-223", "TRF-R52")
def test_windows_of_an_attack_are_for_the_two_who_fight(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["O22"], characters=["C01", "C03"]).player(P2, hand=["O22"], characters=["R02"])
    game.player(P3, hand=["O22"])
    fight_dice(game, 3, 6, 1)
    game.start()
    asked = []
    game.attack(P1, "C01", "C03", defender=P2)
    while game.asked() != [(P1, "prompt_post")]:
        (seat, kind) = game.asked()[0]
        if kind == "prompt_window":
            asked.append((game.window(), seat))
            game.let_pass(seat)
        elif kind == "prompt_blocks":
            game.block(P2, ("R02", "C01"))
        else:
            game.assault(P1, ("C03", "P02"))
    assert asked == [(window, seat) for window in ("attack", "block", "bicker", "dice", "assault") for seat in (P1, P2)]


@pytest.mark.rule("TRF-904", "TRF-415")
def test_the_block_window_is_for_those_with_units_in_stuck_fights_too(table: MakeTable) -> None:
    game = table(4).player(P1, characters=["C01"])
    for seat in (P1, P2, P3, P4):
        game.player(seat, hand=["O22"])
    game.fight([game.character(P4, "R02")], [game.character(P2, "R13")], attacker=P4, defender=P2)
    # P3 has a side that has become empty
    game.fight([game.character(P4, "R04")], [], attacker=P4, defender=P3)
    dice(game, "bicker", P4, 1)
    game.turn(P1).start()
    game.decline(P1)
    asked = []
    while game.asked() != [(P1, "prompt_post")]:
        (seat, _) = game.asked()[0]
        asked.append((game.window(), seat))
        game.let_pass(seat)
    # the fight of the two: the active player is not among them, so the attacker side's player comes first
    assert asked == [("block", P1), ("block", P2), ("block", P4), ("bicker", P4), ("bicker", P2)]


@pytest.mark.rule("TRF-904", "TRF-430", "TRF-422")
def test_the_active_player_comes_first_in_the_windows_of_their_fight(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["O22"]).player(P2, hand=["O22"])
    game.fight([game.character(P2, "R02")], [game.character(P1, "C01")], attacker=P2, defender=P1)
    dice(game, "bicker", P2, 1)
    game.start()
    game.decline(P1)
    game.let_pass(P1)
    game.let_pass(P2)
    assert (game.asked(), game.window()) == ([(P1, "prompt_window")], "bicker")
    game.all_pass()


@pytest.mark.rule("TRF-905", "TRF-340", "TRF-341", "TRF-R52")
def test_all_others_may_respond_in_turn_order_from_the_player_of_the_card(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["O18"]).player(P2, hand=["O01"]).player(P3, hand=["O39", "O02"])
    game.turn(P2).start()
    game.play(P2, "O01")
    assert game.asked() == [(P3, "prompt_response")]
    game.play(P3, "O02", game.board.stack[-1].iid)
    # on the response: from P3 on, P1 and then P2, who holds no card
    assert game.asked() == [(P1, "prompt_response")]
    game.let_pass(P1)
    assert game.board.stack == ()
    assert game.discard(P2) == ["O01"]


@pytest.mark.rule("TRF-906", "TRF-328", "TRF-R52")
def test_an_opponent_is_named_with_the_card(table: MakeTable) -> None:
    game = table(3).player(P1, account="A05", hand=["O52"]).player(P2, hand=["C14"]).player(P3, hand=["C15"]).start()
    for other in (None, P1):
        assert game.refused(P1, game.playing(P1, "O52", opponent=other)).rule == "TRF-906"
    game.play(P1, "O52", opponent=P3)
    game.all_pass()
    assert (game.hand(P2), game.hand(P3), game.discard(P3)) == (["C14"], [], ["C15"])


@pytest.mark.rule("TRF-906", "TRF-328")
def test_a_play_condition_is_about_the_opponent_who_is_named(table: MakeTable) -> None:
    text = 'windows = ["pre"], only_if = "hand(opp) >= 1", do = "discard_random(opp, 1)"'
    game = table(4)
    rich = card(game, "ooc", text)
    game.player(P1, hand=[rich, rich]).player(P2, hand=["C14"]).player(P4, hand=["C15"]).start()
    assert {one["opponent"] for one in game.legal(P1, "play_ooc")} == {P2, P4}
    assert game.refused(P1, game.playing(P1, rich, opponent=P3)).rule == "TRF-906"
    game.play(P1, rich, opponent=P4)
    game.all_pass()
    assert {one["opponent"] for one in game.legal(P1, "play_ooc")} == {P2}
    game.play(P1, rich, opponent=P2)
    game.all_pass()
    assert (game.hand(P2), game.hand(P4)) == ([], [])


@pytest.mark.rule("TRF-906", "TRF-328")
def test_no_opponent_meets_the_play_condition(table: MakeTable) -> None:
    game = table(3)
    rich = card(game, "ooc", 'windows = ["pre"], only_if = "hand(opp) >= 1", do = "discard_random(opp, 1)"')
    game.player(P1, hand=[rich]).start()
    assert game.legal(P1, "play_ooc") == []
    assert game.refused(P1, game.playing(P1, rich, opponent=P2)).rule == "TRF-328"


@pytest.mark.rule("TRF-906", "TRF-328")
def test_targets_are_those_of_the_opponent_who_is_named(table: MakeTable) -> None:
    """A target whose combat value is the number of cards that the opponent holds."""
    text = 'windows = ["pre"], do = "damage(pick(my_char[combat == hand(opp)]), 1)"'
    game = table(4)
    shame = card(game, "ooc", text)
    game.player(P1, hand=[shame], characters=["X03", "X03", "X04"])
    game.player(P2, hand=["C14"]).player(P3, hand=["C15", "C14"]).player(P4, hand=["O01"]).start()
    x03s, (x04,) = ([one.iid for one in game.board.players[P1].characters if one.cid == cid] for cid in ("X03", "X04"))
    values = [continuous.combat(game.board, one) for one in game.board.players[P1].characters]
    assert values == [1, 1, 2]
    found = {(one["opponent"], *one["targets"]) for one in game.legal(P1, "play_ooc")}
    assert found == {(P2, x03s[0]), (P2, x03s[1]), (P3, x04), (P4, x03s[0]), (P4, x03s[1])}
    for opponent, target, rule in ((P2, x04, "TRF-328"), (P3, x03s[0], "TRF-328"), (None, x04, "TRF-906")):
        assert game.refused(P1, game.playing(P1, shame, target, opponent=opponent)).rule == rule
    game.play(P1, shame, x04, opponent=P3)
    game.all_pass()
    assert [(one.iid, one.n) for one in game.ever(e.TokensPlaced)] == [(x04, 1)]


@pytest.mark.rule("TRF-906", "TRF-328")
def test_a_target_for_one_opponent_is_enough(table: MakeTable) -> None:
    text = 'when = "act", do = "damage(pick(my_char[combat == hand(opp)]), 1)"'
    game = table(3)
    shamed = card(game, "character", text, combat=2)
    game.player(P1, characters=[shamed]).player(P2, hand=["C14"]).player(P3, hand=["C15", "C14"]).start()
    iid = game.board.players[P1].characters[0].iid
    assert [(one["opponent"], one["targets"]) for one in game.legal(P1, "activate_character")] == [(P3, [iid])]
    assert game.refused(P1, game.using(P1, shamed, iid, opponent=P2)).rule == "TRF-906"
    game.use(P1, shamed, iid, opponent=P3)
    assert game.board.players[P1].characters[0].damage == 1


@pytest.mark.rule("TRF-906")
def test_with_one_opponent_nobody_is_named(table: MakeTable) -> None:
    game = table().player(P1, account="A05", hand=["O52"]).player(P2, hand=["C14"]).start()
    assert game.refused(P1, game.playing(P1, "O52", opponent=P2)).rule == "TRF-906"
    game.play(P1, "O52")
    game.all_pass()
    assert game.discard(P2) == ["C14"]


@pytest.mark.rule("TRF-906", "TRF-526")
def test_the_opponent_of_a_trigger_is_chosen_when_it_resolves(table: MakeTable) -> None:
    game = table(3).player(P1, account="A05", hand=["U05"]).player(P2, hand=["C14"]).player(P3, hand=["C15"])
    game.start("deployment")
    game.buy(P1, "U05")
    assert game.asked() == [(P1, "choose_option")]
    game.option(P1, str(P2))
    assert (game.hand(P2), game.hand(P3)) == ([], ["C15"])


@pytest.mark.rule("TRF-906", "TRF-519")
def test_each_opponent_is_all_of_them(table: MakeTable) -> None:
    game = table(3)
    gale = card(game, "ooc", 'windows = ["pre"], do = "discard_random(each_opp, 1)"')
    game.player(P1, hand=[gale, "C01"]).player(P2, hand=["C14"]).player(P3, hand=["C15"]).start()
    game.play(P1, gale)
    game.all_pass()
    assert (game.hand(P1), game.hand(P2), game.hand(P3)) == (["C01"], [], [])


@pytest.mark.rule("TRF-907", "TRF-437", "TRF-428", "TRF-R52")
def test_spent_and_stuck_go_by_the_next_turn_whoever_takes_it(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["C01", "C15"]).player(P2, characters=["R02"]).player(P3, characters=["R13"])
    dice(game, "bicker", P1, 1, 2, 1)
    game.start()
    game.attack(P1, "C01", "C15", defender=P2)
    game.block(P2, ("R02", "C15"))
    game.assault(P1)
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    # rolled on P2's turn; on P3's turn, where neither has a part in the attack, again
    assert [one.fight for one in game.happened(e.FightStuck)] == ["f1"]
    game.next_turn(P2, "pre_combat")
    game.attack(P3, "R13", defender=P1)
    assert {one["blocker"] for one in game.legal(P1, "assign_block")} == {game.seen(P1, "C01")}
    game.all_pass()
    game.block(P1)
    game.all_pass()
    assert len(game.ever(e.FightStuck)) == 3
    game.to("post_combat")


@pytest.mark.rule("TRF-908", "TRF-910", "TRF-462", "TRF-421", "TRF-521", "TRF-R52")
def test_who_loses_the_homeworld_leaves_with_all_cards(table: MakeTable) -> None:
    game = table(3).player(P1, account="A07", characters=["C07", "C15", "F08"])
    game.player(P2, hand=["C14"], home="P21", characters=["R10"], discard=["O01"])
    game.player(P3, characters=["R13"])
    stuck = game.character(P2, "F09")
    game.fight([game.seen(P3, "R13")], [stuck], attacker=P3, defender=P2)
    game.persistent(P2, "O44", until="stuck_turn")
    game.persistent(P1, "O40", host=game.seen(P2, "R10"))
    kept = game.persistent(P1, "O40", host=game.seen(P3, "R13"))
    game.persistent(P3, "O41", host=game.account(P2), tokens=3, counted=P2)
    dice(game, "bicker", P3, 1)
    game.start()
    game.attack(P1, "C07", "C15", defender=P2)
    game.all_pass()
    game.block(P2)
    game.all_pass()
    assert [fight.defenders for fight in game.board.fights] == [(stuck,)]
    game.assault(P1, ("C07", "P21"), ("C15", "P21"))
    game.all_pass()
    lost = game.board.players[P2]
    assert lost.lost
    assert (lost.in_play(), lost.hand.size, lost.deck.size, lost.discard) == ((), 0, 0, [])
    # no triggers of theirs: neither P21 (captured) nor F09 and R10 (defeated)
    assert [one.seat for one in game.ever(e.CardDrawn)] == [P1]
    assert game.ever(e.IncomePromised) == []
    assert [one.iid for one in game.board.players[P1].persistents] == [kept]
    assert game.discard(P1) == ["O40"]
    assert (game.persistents(P3), game.discard(P3)) == ([], ["O41"])
    assert game.state.result is None
    assert game.asked() == [(P1, "prompt_post")]
    # the other side of the stuck fight stays committed until the next fights step
    assert game.card(P3, "R13").fight == "f1"
    game.end_turn(P1)
    game.to("pre_combat")
    assert game.refused(P3, a.AddAttacker(game.seen(P3, "R13"))).rule == "TRF-427"
    game.decline(P3)
    assert [one.winner for one in game.happened(e.FightWonUnopposed)] == [P3]


@pytest.mark.rule("TRF-908", "TRF-704", "TRF-520", "TRF-521")
def test_what_hung_on_the_cards_of_who_concedes_goes_at_once(table: MakeTable) -> None:
    game = table(3).player(P3, characters=["R13"])
    game.persistent(P2, "O40", host=game.seen(P3, "R13"))
    game.persistent(P1, "O41", host=game.account(P3), tokens=3, counted=P3)
    game.start()
    game.concede(P3)
    assert (game.persistents(P1), game.persistents(P2)) == ([], [])
    assert (game.discard(P1), game.discard(P2)) == (["O41"], ["O40"])
    assert game.asked() == [(P1, "prompt_roleplay")]


@pytest.mark.rule("TRF-908", "TRF-421", "TRF-413")
def test_the_defender_concedes_and_the_attackers_win_without_a_die(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["O22"], characters=["C01", "C03"]).player(P2, hand=["O22"], characters=["R02"])
    game.start()
    game.attack(P1, "C01", "C03", defender=P2)
    game.all_pass()
    game.block(P2, ("R02", "C01"))
    assert game.window() == "block"
    game.concede(P2)
    assert game.asked() == [(P1, "prompt_window")]
    game.let_pass(P1)
    assert [(one.fight, one.winner) for one in game.ever(e.FightWonUnopposed)] == [("f1", P1)]
    assert game.ever(e.DieRolled) == []
    # there is nothing to send C03 to
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-908", "TRF-410", "TRF-409")
def test_blocks_of_a_defender_who_concedes_are_void(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["C01"]).player(P2, characters=["R02", "R13"]).start()
    game.attack(P1, "C01", defender=P2)
    game.do(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C01")))
    game.concede(P2)
    (confirmed,) = game.happened(e.BlocksConfirmed)
    assert (confirmed.blocks, confirmed.unblocked) == ((), (game.seen(P1, "C01"),))
    assert not game.board.attack.attackers[0].blocked
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-908", "TRF-405", "TRF-403", "TRF-R83")
def test_an_attack_on_who_concedes_goes_on_against_nobody(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["O18"], characters=["C01", "C03"]).player(P3, hand=["O18"], characters=["R02"])
    game.start()
    game.name(P1, "C01", defender=P2)
    game.concede(P2)
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C03"), P3)).rule == "TRF-405"
    game.do(P1, a.ConfirmAttack())
    assert game.asked() == [(P1, "prompt_window")]
    game.let_pass(P1)
    assert game.asked() == [(P1, "prompt_post")]
    assert [game.card(P1, cid).battle_turn for cid in ("C01", "C03")] == [5, 0]


@pytest.mark.rule("TRF-908", "TRF-421")
def test_a_third_player_concedes_in_the_middle_of_their_fight(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["O24"]).player(P3, hand=["O24"])
    game.fight([game.character(P2, "D01")], [game.character(P3, "R13")], attacker=P2, defender=P3)
    fight_dice(game, 3, 1, 6, sides=(P2, P3))
    game.start()
    game.decline(P1)
    while game.window() != "dice":
        game.let_pass(game.asked()[0][0])
    game.concede(P3)
    assert game.asked() == [(P2, "prompt_window")]
    game.let_pass(P2)
    (won,) = game.ever(e.FightWonUnopposed)
    assert won.winner == P2
    # won without dice that count: no text of a win
    assert game.ever(e.IncomePromised) == []
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-908", "TRF-340", "TRF-343")
def test_a_card_on_the_stack_goes_with_its_player(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["O01", "C14"]).player(P2, hand=["O02", "C14"]).player(P3, hand=["C14"]).start()
    game.play(P1, "O01")
    game.play(P2, "O02", game.board.stack[-1].iid)
    assert game.asked() == [(P3, "prompt_response")]
    game.concede(P2)
    game.all_pass()
    assert game.discard(P1) == ["O01"]
    assert len(game.hand(P1)) == 3


@pytest.mark.rule("TRF-909", "TRF-908", "TRF-634", "TRF-R52")
def test_the_turn_of_an_active_player_who_concedes_is_over(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["C01", "C15"]).player(P2, hand=["O22"], characters=["R02"])
    game.player(P3, characters=["R13"])
    game.start()
    game.attack(P1, "C01", "C15", defender=P2)
    game.let_pass(P2)
    game.block(P2, ("R02", "C01"))
    assert game.window() == "block"
    game.concede(P1)
    assert (game.board.active, game.board.turn) == (P2, 6)
    assert game.asked() == [(P2, "prompt_draw")]
    assert (game.board.fights, game.board.attack) == ([], None)
    assert game.ever(e.FightWonUnopposed) == []
    assert (game.card(P2, "R02").fight, game.card(P2, "R02").battle_turn) == (None, 5)


@pytest.mark.rule("TRF-909", "TRF-525", "TRF-R44")
def test_what_lasted_for_the_turn_of_who_conceded_stops(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["X05", "C01"]).player(P2, account="A01", characters=["C15"])
    game.modified(game.seen(P2, "C15"), Modifier("combat", "X", 2))
    game.start()
    game.name(P1, "C01", defender=P2)
    game.concede(P1)
    assert game.combat(P2, "C15") == 7
    assert game.asked() == [(P2, "prompt_draw")]


@pytest.mark.rule("TRF-909", "TRF-634", "TRF-R81")
def test_a_fight_of_today_ends_with_the_active_player_an_old_one_of_theirs_is_won(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["C01", "C15"]).player(P2, characters=["R02"]).player(P3, characters=["R13"])
    game.fight([game.seen(P3, "R13")], [game.seen(P1, "C15")], attacker=P3, defender=P1)
    dice(game, "bicker", P1, 1)
    dice(game, "bicker", P3, 1)
    game.start()
    game.attack(P1, "C01", defender=P2)
    game.block(P2, ("R02", "C01"))
    assert [fight.id for fight in game.board.fights if fight.stuck] == ["f1", "f2"]
    game.concede(P1)
    assert [fight.id for fight in game.board.fights] == ["f1"]
    assert (game.card(P2, "R02").fight, game.card(P2, "R02").battle_turn) == (None, 5)
    game.to("pre_combat")
    game.decline(P2)
    assert [(one.fight, one.winner) for one in game.happened(e.FightWonUnopposed)] == [("f1", P3)]


@pytest.mark.rule("TRF-909", "TRF-640", "TRF-428", "TRF-R82")
def test_a_fight_of_others_begins_anew_after_the_turn_was_cut_short(table: MakeTable) -> None:
    game = table(3).player(P2, account="A07", hand=["O25", "C14"])
    game.fight([game.character(P2, "D01")], [game.character(P3, "R13")], attacker=P2, defender=P3)
    dice(game, "bicker", P2, 3, 3)
    dice(game, "combat", P2, 1, 1)
    dice(game, "combat", P3, 2, 1)
    game.start()
    game.decline(P1)
    while game.window() != "dice":
        game.let_pass(P2)
    game.play(P2, "O25")
    assert game.board.fights[0].added == (2, 0)
    game.concede(P1)
    (fight,) = game.board.fights
    assert (fight.stuck, fight.bicker, fight.dice, fight.added) == (True, None, None, (0, 0))
    game.to("pre_combat")
    game.decline(P2)
    game.all_pass()
    assert [one.totals for one in game.ever(e.FightResolved)] == [(3 + 1 + 1, 5 + 1)]


@pytest.mark.rule("TRF-909", "TRF-526", "TRF-R82")
def test_a_choice_that_is_open_when_the_turn_is_cut_short_is_not_made(table: MakeTable) -> None:
    game = table(3)
    seer = card(game, "character", 'when = "defeated", do = "look_top(3, 1)"')
    game.player(P1, characters=["C15"]).player(P2, characters=[seer], deck=["C14", "X01", "X02", "X03"])
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C15", defender=P2)
    game.block(P2, (seer, "C15"))
    assert game.asked() == [(P2, "choose_cards")]
    game.concede(P1)
    assert game.asked() == [(P2, "prompt_draw")]
    player = game.board.players[P2]
    assert (player.looking, player.deck.cards) == ((), ["C14", "X01", "X02", "X03"])
    game.do(P2, a.DrawCard())
    assert game.hand(P2) == ["C14"]


@pytest.mark.rule("TRF-909", "TRF-342")
def test_cards_of_others_on_the_stack_are_discarded_when_the_turn_is_over(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["O01", "C14"]).player(P2, hand=["O02", "C14"]).player(P3, hand=["C14"]).start()
    game.play(P1, "O01")
    game.play(P2, "O02", game.board.stack[-1].iid)
    game.concede(P1)
    assert game.board.stack == ()
    assert game.discard(P2) == ["O02"]
    assert game.asked() == [(P2, "prompt_draw")]


@pytest.mark.rule("TRF-702", "TRF-908", "TRF-705")
def test_the_last_one_left_has_won_and_the_order_of_losing_is_the_result(table: MakeTable) -> None:
    game = table(4).start()
    for seat in (P3, P1, P4):
        game.concede(seat)
    assert game.state.result is not None
    assert game.state.result.placings == ((P2,), (P4,), (P1,), (P3,))


@pytest.mark.rule("TRF-707", "TRF-908", "TRF-R99")
def test_at_the_cap_planets_order_those_who_are_left(table: MakeTable) -> None:
    game = table(4).player(P1, planets=["P14"]).player(P2, planets=["P14", "P02"]).player(P4, planets=["P14"])
    game.turn(P1, number=200).start("post_combat")
    game.concede(P3)
    game.end_turn(P1)
    assert game.state.result is not None
    assert (game.state.result.kind, game.state.result.placings) == ("win", ((P2,), (P1, P4), (P3,)))


@pytest.mark.rule("TRF-707", "TRF-908")
def test_at_the_cap_those_who_are_equal_share_the_draw(table: MakeTable) -> None:
    game = table(3).turn(P1, number=150).start("post_combat")
    game.concede(P2)
    game.end_turn(P1)
    assert game.state.result is not None
    assert (game.state.result.kind, game.state.result.placings) == ("draw", ((P1, P3), (P2,)))


@pytest.mark.rule("TRF-908", "TRF-340")
def test_nobody_is_asked_about_a_card_that_has_left(table: MakeTable) -> None:
    """P3 was asked about the response of P2, who concedes; then about the card beneath."""
    game = table(3).player(P1, hand=["O01"])
    for seat in (P2, P3):
        game.player(seat, account="A02", hand=["O02", "X03"])
    game.start()
    game.play(P1, "O01")
    game.play(P2, "O02", "O01")
    assert game.asked() == [(P3, "prompt_response")]
    before = game.prompt(P3)
    game.concede(P2)
    assert game.asked() == [(P3, "prompt_response")]
    assert game.prompt(P3).id != before.id
    (first, *_) = game.legal(P3, "play_ooc")
    assert first["targets"] == [game.board.stack[0].iid]
    game.let_pass(P3)
    assert len(game.hand(P1)) == 2


@pytest.mark.rule("TRF-908", "TRF-526")
def test_a_target_is_chosen_among_those_that_are_left(table: MakeTable) -> None:
    game = table(4)
    comes = card(game, "character", 'when = "enters", do = "damage(pick(their_char), 1)"')
    game.player(P1, hand=[comes])
    for seat in (P2, P3, P4):
        game.player(seat, characters=["C01"])
    game.start("deployment")
    game.buy(P1, comes)
    game.concede(P2)
    assert [one["cards"] for one in game.legal(P1, "choose_cards")] == [[game.seen(seat, "C01")] for seat in (P3, P4)]
    game.concede(P3)
    assert game.asked() == [(P1, "prompt_deployment")]
    assert game.card(P4, "C01").damage == 1


@pytest.mark.rule("TRF-908", "TRF-218")
def test_a_window_without_a_fight_closes(table: MakeTable) -> None:
    """P2 and P3 fight on the turn of P1; both concede in the block window."""
    game = table(4).player(P1, hand=["X03"]).player(P2, characters=["C01"]).player(P3, characters=["R02"])
    game.fight([game.seen(P2, "C01")], [game.seen(P3, "R02")], attacker=P2, defender=P3)
    game.start()
    game.decline(P1)
    before = game.prompt(P1)
    game.concede(P2)
    assert game.prompt(P1).id == before.id
    game.concede(P3)
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-908", "TRF-706")
def test_the_question_stays_with_its_time_where_nothing_changed(table: MakeTable) -> None:
    game = table(3).player(P2, characters=["C01"]).start("deployment")
    before = game.prompt(P1)
    game.concede(P2)
    now = game.prompt(P1)
    assert (now.id, now.deadline) == (before.id, before.deadline)
