"""Naming attackers (TRF-401 to TRF-406, TRF-416, TRF-641, TRF-649)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from tests.games.trf.custom import card, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-401", "TRF-404", "TRF-R60")
def test_the_active_player_attacks_once_with_those_they_name(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C03", "C15"]).player(P2, characters=["R02"]).start()
    refused = game.refused(P2, a.AddAttacker(game.seen(P2, "R02")))
    assert refused.rule == "TRF-401"
    assert game.refused(P1, a.ConfirmAttack()).rule == "TRF-401"
    game.attack(P1, "C01", "C03")
    assert [unit.cards for unit in game.board.attack.attackers] == [(game.seen(P1, "C01"),), (game.seen(P1, "C03"),)]
    game.block(P2)
    game.assault(P1)
    assert game.asked() == [(P1, "prompt_post")]
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C15"))).rule == "TRF-401"
    assert game.card(P1, "C15").battle_turn == 0


@pytest.mark.rule("TRF-401", "TRF-216")
def test_no_unit_has_to_attack(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).start()
    game.decline(P1)
    assert game.board.attack is None
    assert game.asked() == [(P1, "prompt_post")]
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-401"


@pytest.mark.rule("TRF-401", "TRF-404")
def test_a_unit_is_named_once_and_only_an_own_one(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C03"]).player(P2, characters=["R02"]).start()
    game.name(P1, "C01")
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-404"
    assert game.refused(P1, a.AddAttacker(game.seen(P2, "R02"))).rule == "TRF-401"
    assert game.refused(P1, a.AddAttacker("nothing")).rule == "TRF-401"
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, "C03")]


@pytest.mark.rule("TRF-402", "TRF-436", "TRF-437", "TRF-427", "TRF-508")
@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"bought": 5}, "TRF-402"),
        ({"battle_turn": 4}, "TRF-437"),
        ({"battle_turn": 5}, "TRF-436"),
        ({"ability_turn": 5}, "TRF-508"),
        ({"modifiers": (Modifier("cannot", "X", name="attack"),)}, "TRF-402"),
    ],
)
def test_what_keeps_a_unit_from_attacking(table: MakeTable, facts: dict[str, Any], rule: str) -> None:
    game = table().player(P1, characters=["C03"])
    kept = game.character(P1, "C01", **facts)
    game.start()
    assert game.refused(P1, a.AddAttacker(kept)).rule == rule
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, "C03")]


@pytest.mark.rule("TRF-402", "TRF-505", "TRF-437")
@pytest.mark.parametrize(
    ("fleeter", "individual", "attacks"),
    [
        ({}, {}, True),
        ({"bought": 5}, {}, False),
        ({}, {"bought": 5}, False),
        ({"battle_turn": 4}, {}, False),
        ({}, {"battle_turn": 4}, False),
        ({"battle_turn": 3}, {"battle_turn": 3, "ability_turn": 4}, True),
    ],
)
def test_every_card_of_a_unit_must_be_able_to_attack(
    table: MakeTable, fleeter: dict[str, int], individual: dict[str, int], attacks: bool
) -> None:
    game = table()
    game.combined(game.character(P1, "C01", **fleeter), game.character(P1, "C14", **individual))
    game.start()
    assert bool(game.legal(P1, "add_attacker")) == attacks


@pytest.mark.rule("TRF-402", "TRF-427", "TRF-429")
def test_a_unit_in_a_stuck_fight_cannot_attack(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    game.fight([game.seen(P1, "C01")], [game.seen(P2, "R02")])
    game.start()
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-427"


@pytest.mark.rule("TRF-403", "TRF-R60", "TRF-217")
def test_what_is_named_cannot_be_taken_back(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01"], characters=["C01", "C03", "C14"]).start()
    game.name(P1, "C01")
    assert {one["type"] for one in game.legal(P1)} == {"add_attacker", "confirm_attack", "set_standing_pass"}
    assert all(set(one) == {"type", "unit"} for one in game.legal(P1, "add_attacker"))
    for action in (a.DeclineAttack(), game.playing(P1, "O01"), a.JoinFleet(*map(game.id, ("C14", "C03")))):
        assert game.refused(P1, action).rule == "TRF-217"
    game.do(P1, a.ConfirmAttack())
    assert game.board.attack.confirmed
    assert len(game.board.attack.attackers) == 1
    game.all_pass()
    game.assault(P1)


@pytest.mark.rule("TRF-405")
def test_with_two_players_the_other_one_is_attacked(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C03"]).start()
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"), P1)).rule == "TRF-903"
    game.name(P1, "C01")
    assert game.board.attack.defender == P2
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C03"), P1)).rule == "TRF-405"
    game.do(P1, a.AddAttacker(game.seen(P1, "C03"), P2))


@pytest.mark.rule("TRF-406", "TRF-223")
def test_after_the_attack_is_confirmed_the_attack_window_opens(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, hand=["O18"], characters=["R01"]).start()
    game.attack(P1, "C01")
    assert game.asked() == [(P2, "prompt_window")]
    game.play(P2, "O18", "C01")
    assert game.combat(P1, "C01") == 4
    assert game.asked() == [(P2, "prompt_blocks")]
    game.block(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-416", "TRF-435", "TRF-R28")
def test_attackers_and_blockers_are_battle_marked_when_they_are_confirmed(table: MakeTable) -> None:
    game = table().player(P1, hand=["O18"], characters=["C03"]).player(P2, hand=["O18"], characters=["R01", "R02"])
    game.unit(P1, "C01", "C14")
    game.start()
    game.name(P1, "C01")
    assert [game.card(P1, cid).battle_turn for cid in ("C01", "C14", "C03")] == [0, 0, 0]
    game.do(P1, a.ConfirmAttack())
    assert [game.card(P1, cid).battle_turn for cid in ("C01", "C14", "C03")] == [5, 5, 0]
    game.let_pass(P1)
    game.let_pass(P2)
    game.do(P2, a.AssignBlock(game.seen(P2, "R01"), game.seen(P1, "C01")))
    assert [game.card(P2, cid).battle_turn for cid in ("R01", "R02")] == [0, 0]
    game.do(P2, a.ConfirmBlocks())
    assert [game.card(P2, cid).battle_turn for cid in ("R01", "R02")] == [5, 0]
    game.all_pass()


@pytest.mark.rule("TRF-641", "TRF-518")
@pytest.mark.parametrize(("others", "bonus"), [(["R08"], 0), (["R08", "R10"], 1)])
def test_the_size_of_the_attack_is_that_of_its_confirmation(table: MakeTable, others: list[str], bonus: int) -> None:
    game = table().player(P1, account="A10", characters=["R02", *others, "R01"]).player(P2, hand=["O18"]).start()
    game.name(P1, "R02", *others)
    assert game.combat(P1, "R02") == 3
    game.do(P1, a.ConfirmAttack())
    assert [game.combat(P1, cid) for cid in ("R02", "R01")] == [3 + bonus, 7]
    game.let_pass(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-641", "TRF-511", "TRF-R61", "TRF-R53")
def test_who_leaves_play_later_does_not_make_the_attack_smaller(table: MakeTable) -> None:
    game = table()
    shot = card(game, "ooc", 'windows = ["attack"], do = "destroy(pick(their_char))"')
    game.player(P1, account="A10", characters=["R08", "R10"]).player(P2, hand=[shot], characters=["C14"])
    game.unit(P1, "R02", "R11")
    game.start()
    game.attack(P1, "R02", "R08", "R10")
    game.play(P2, shot, "R02")
    assert game.characters(P1) == ["R08", "R10", "R11"]
    assert [game.combat(P1, cid) for cid in ("R08", "R10", "R11")] == [4, 3, 4]
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "C14"), "nobody")).rule == "TRF-412"
    fight_dice(game, 6, 6, 1)
    game.block(P2, ("C14", "R11"))
    assert game.happened(e.FightResolved)[0].totals == (10, 3)
    game.assault(P1)


@pytest.mark.rule("TRF-649", "TRF-R65")
def test_a_unit_of_an_old_fight_is_not_attacking_but_is_on_its_side(table: MakeTable) -> None:
    game = table()
    drum = card(game, "planet", 'when = "passive", do = "combat(my_char[attacking], 1)"')
    game.player(P1, hand=["O22"], planets=[drum], characters=["D01", "D03", "D09"])
    game.player(P2, hand=["O18"], characters=["R01", "R02"])
    game.fight([game.seen(P1, "D01")], [game.seen(P2, "R01")])
    game.start()
    game.attack(P1, "D03", "D09")
    game.let_pass(P1)
    assert [one["targets"] for one in game.legal(P2, "play_ooc")] == [[game.seen(P1, cid)] for cid in ("D03", "D09")]
    game.let_pass(P2)
    game.block(P2, ("R02", "D03"))
    # D01: Raider by its side alone; D03 is blocked and goes on attacking
    assert [game.combat(P1, cid) for cid in ("D01", "D03", "D09")] == [4, 3, 5]
    game.all_pass()
    game.to("post_combat")


SWIFT = ["D09", "D09", "D03", "D03"]
"""Fleeters that A07 makes *Swift*, and that capture 14 together with P12."""


def raided(game: Table) -> Table:
    """P1 has laid P02 on turn 1 and bought them: P2 has not had a turn."""
    game.player(P1, account="A07", home="P12", meters=350, hand=["P02", *SWIFT]).player(P2, home="P01")
    game.turn(P1, number=1).start("planet")
    game.lay(P1, "P02")
    for cid in SWIFT:
        game.buy(P1, cid)
    game.to("pre_combat")
    return game


def won_by(game: Table) -> str | None:
    """The rule by which somebody has won."""
    result = game.state.result
    return None if result is None else result.rule


@pytest.mark.rule("TRF-405", "TRF-R97", "TRF-537")
def test_nobody_is_attacked_before_their_first_turn(table: MakeTable) -> None:
    game = raided(table())
    assert game.legal(P1, "add_attacker") == []
    assert game.prompt(P1).kind == "prompt_roleplay"
    for defender in (None, P2):
        assert game.refused(P1, a.AddAttacker(game.seen(P1, "D09"), defender)).rule == "TRF-R97"
    game.next_turn(P1, "pre_combat")
    game.next_turn(P2, "pre_combat")
    game.attack(P1, *SWIFT)
    game.assault(P1, *((cid, "P01") for cid in SWIFT))
    assert (won_by(game), game.board.turn) == ("TRF-701", 3)


@pytest.mark.rule("TRF-R97")
def test_a_match_of_earlier_rules_could_be_over_on_its_first_turn(table: MakeTable) -> None:
    game = raided(table().goes_by("1.1"))
    game.attack(P1, *SWIFT)
    game.assault(P1, *((cid, "P01") for cid in SWIFT))
    assert (won_by(game), game.board.turn) == ("TRF-701", 1)
