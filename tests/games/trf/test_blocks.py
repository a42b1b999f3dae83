"""Blocks: who can block whom, and what that makes of it (TRF-407 to TRF-415)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


def blockers(game: Table) -> set[str]:
    """Who may block now, by card id."""
    board = game.board
    return {board.character(one["blocker"]).cid for one in game.legal(P2, "assign_block")}


@pytest.mark.rule("TRF-407", "TRF-509", "TRF-427", "TRF-437", "TRF-505")
@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"bought": 4}, None),
        ({"ability_turn": 4}, None),
        ({"battle_turn": 3}, None),
        ({"modifiers": (Modifier("cannot", "X", name="attack"),)}, None),
        ({"battle_turn": 4}, "TRF-437"),
        ({"modifiers": (Modifier("cannot", "X", name="block"),)}, "TRF-407"),
    ],
)
def test_what_keeps_a_unit_from_blocking(table: MakeTable, facts: dict[str, Any], rule: str | None) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    other = game.character(P2, "R13", **facts)
    game.start()
    game.attack(P1, "C01")
    assert blockers(game) == ({"R02", "R13"} if rule is None else {"R02"})
    if rule is not None:
        assert game.refused(P2, a.AssignBlock(other, game.seen(P1, "C01"))).rule == rule
    game.block(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-407", "TRF-506")
@pytest.mark.parametrize("facts", [{"battle_turn": 4}, {"modifiers": (Modifier("cannot", "X", name="block"),)}])
def test_every_card_of_a_unit_must_be_able_to_block(table: MakeTable, facts: dict[str, Any]) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    game.combined(game.character(P2, "R13"), game.character(P2, "R08", **facts))
    game.start()
    game.attack(P1, "C01")
    assert blockers(game) == {"R02"}
    game.block(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-407", "TRF-427", "TRF-429")
def test_a_committed_unit_cannot_block(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C14"]).player(P2, characters=["R02", "R13"])
    game.fight([game.seen(P1, "C14")], [game.seen(P2, "R13")])
    dice(game, "bicker", P1, 1)
    game.start()
    game.attack(P1, "C01")
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "R13"), game.seen(P1, "C01"))).rule == "TRF-427"
    # nor can anybody join the stuck fight by blocking
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C14"))).rule == "TRF-412"
    assert blockers(game) == {"R02"}
    game.block(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-408", "TRF-411", "TRF-R23")
def test_several_gang_up_on_one_but_a_unit_blocks_one_attacker(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C15", "C03"]).player(P2, characters=["R02", "R13", "R08"])
    dice(game, "bicker", P1, 1, 1)
    game.start()
    game.attack(P1, "C01", "C15", "C03")
    block = a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C15"))
    game.do(P2, block)
    for attacker in ("C15", "C01"):
        again = a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, attacker))
        assert game.refused(P2, again).rule == "TRF-408"
    game.block(P2, ("R13", "C15"), ("R08", "C01"))
    fights = [(fight.attackers, fight.defenders) for fight in game.board.fights]
    assert fights == [
        ((game.seen(P1, "C01"),), (game.seen(P2, "R08"),)),
        ((game.seen(P1, "C15"),), (game.seen(P2, "R02"), game.seen(P2, "R13"))),
    ]
    assert [(fight.attacker, fight.defender) for fight in game.board.fights] == [(P1, P2)] * 2
    (confirmed,) = game.happened(e.BlocksConfirmed)
    assert confirmed.unblocked == (game.seen(P1, "C03"),)
    game.assault(P1)


@pytest.mark.rule("TRF-409", "TRF-410", "TRF-R60")
def test_blocks_are_named_one_by_one_and_stay(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02", "R13"])
    dice(game, "bicker", P1, 1)
    game.start()
    game.attack(P1, "C01")
    game.do(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C01")))
    assert game.board.fights == []
    assert {one["type"] for one in game.legal(P2)} == {"assign_block", "confirm_blocks", "set_standing_pass"}
    assert blockers(game) == {"R13"}
    (fact,) = [fact for fact in game.facts if isinstance(fact.event, e.BlockAssigned)]
    assert fact.secret == {"seat:1": ("blocker", "attacker")}
    game.do(P2, a.ConfirmBlocks())
    assert [fight.defenders for fight in game.board.fights] == [(game.seen(P2, "R02"),)]
    late = a.AssignBlock(game.seen(P2, "R13"), game.seen(P1, "C01"))
    assert game.refused(P2, late).rule == "TRF-407"


@pytest.mark.rule("TRF-409", "TRF-415", "TRF-218")
def test_nothing_needs_to_be_blocked(table: MakeTable) -> None:
    game = table().player(P1, hand=["O22"], characters=["C01"]).player(P2, hand=["O22"], characters=["R02"]).start()
    game.attack(P1, "C01")
    game.let_pass(P1)
    game.let_pass(P2)
    game.block(P2)
    assert game.board.fights == []
    # no fight, no block window
    assert game.asked() == [(P1, "prompt_assault")]
    game.assault(P1)
    assert game.card(P2, "R02").battle_turn == 0


@pytest.mark.rule("TRF-410")
@pytest.mark.parametrize("characters", [[], ["R13"]])
def test_without_a_unit_that_can_block_nobody_is_asked(table: MakeTable, characters: list[str]) -> None:
    game = table().player(P1, characters=["C01"])
    for cid in characters:
        game.character(P2, cid, battle_turn=4)
    game.start()
    game.attack(P1, "C01")
    assert len(game.happened(e.BlocksConfirmed)) == 1
    assert game.asked() == [(P1, "prompt_assault")]


@pytest.mark.rule("TRF-412", "TRF-411", "TRF-506", "TRF-507")
def test_who_blocks_a_fleet_fights_its_individual_too(table: MakeTable) -> None:
    game = table().player(P2, characters=["R02", "R13"])
    game.unit(P1, "C01", "C14")
    fight_dice(game, 3, 2, 1)
    game.start()
    game.attack(P1, "C01")
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C14"))).rule == "TRF-412"
    game.block(P2, ("R02", "C01"), ("R13", "C01"))
    (done,) = game.happened(e.FightResolved)
    assert done.totals == (6 + 2 + 2, 3 + 5 + 1)
    assert len(game.happened(e.FightStarted)) == 1


@pytest.mark.rule("TRF-407", "TRF-412")
def test_a_blocking_unit_is_named_by_its_fleeter(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"])
    game.unit(P2, "R13", "R08")
    game.start()
    game.attack(P1, "C01")
    for blocker in (game.seen(P2, "R08"), game.seen(P1, "C01"), "nothing"):
        assert game.refused(P2, a.AssignBlock(blocker, game.seen(P1, "C01"))).rule == "TRF-407"
    game.block(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-413", "TRF-421", "TRF-435", "TRF-R25")
def test_who_was_blocked_stays_blocked_when_all_blockers_are_gone(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15", "C03"]).player(P2, hand=["O27"], characters=["R02"]).start()
    game.attack(P1, "C15", "C03")
    game.all_pass()
    game.block(P2, ("R02", "C15"))
    game.play(P2, "O27", "R02")
    assert [one.winner for one in game.ever(e.FightWonUnopposed)] == [P1]
    assert game.ever(e.DieRolled) == []
    assert game.refused(P1, a.AssignAssault(game.seen(P1, "C15"), game.seen(P2, "P02"))).rule == "TRF-450"
    game.assault(P1)
    assert game.card(P1, "C15").fight is None


@pytest.mark.rule("TRF-414")
def test_a_text_that_forbids_blocks_goes_before_the_rule(table: MakeTable) -> None:
    game = table().player(P1, hand=["O26"], characters=["C01", "C15"]).player(P2, characters=["R02"]).start()
    game.attack(P1, "C01", "C15")
    # the printed combat of C15 is more than 6
    assert [one["targets"] for one in game.legal(P1, "play_ooc")] == [[game.seen(P1, "C01")]]
    game.play(P1, "O26", "C01")
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C01"))).rule == "TRF-414"
    assert {one["attacker"] for one in game.legal(P2, "assign_block")} == {game.seen(P1, "C15")}
    game.block(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-414", "TRF-R80")
def test_an_individual_that_cannot_be_blocked_covers_its_unit(table: MakeTable) -> None:
    game = table()
    ghost = card(game, "character", 'when = "passive", do = "cannot(self, be_blocked)"', **{"class": "individual"})
    game.player(P1, characters=["C03"]).player(P2, characters=["R02"])
    game.unit(P1, "C01", ghost)
    game.start()
    game.attack(P1, "C01", "C03")
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C01"))).rule == "TRF-414"
    game.block(P2)
    game.assault(P1)


@pytest.mark.rule("TRF-410", "TRF-414")
def test_if_no_attacker_can_be_blocked_nobody_is_asked(table: MakeTable) -> None:
    game = table().player(P1, hand=["O26"], characters=["C01"]).player(P2, characters=["R02"]).start()
    game.attack(P1, "C01")
    game.play(P1, "O26", "C01")
    assert game.asked() == [(P1, "prompt_assault")]


@pytest.mark.rule("TRF-415", "TRF-223")
def test_the_block_window_opens_for_a_stuck_fight_too(table: MakeTable) -> None:
    game = table().player(P1, hand=["O22"], characters=["C01"]).player(P2, hand=["O22"], characters=["R02"])
    game.fight([game.seen(P1, "C01")], [game.seen(P2, "R02")])
    dice(game, "bicker", P1, 1)
    game.start()
    game.decline(P1)
    assert game.asked() == [(P1, "prompt_window")]
    assert game.window() == "block"
    game.let_pass(P1)
    assert game.asked() == [(P2, "prompt_window")]
    game.let_pass(P2)
    game.all_pass()
    assert game.board.fights[0].stuck


@pytest.mark.rule("TRF-539")
def test_a_cloaked_unit_is_blocked_by_one_at_most(table: MakeTable) -> None:
    game = table().player(P1, characters=["U01", "C15"]).player(P2, characters=["R02", "R13", "R08"])
    dice(game, "bicker", P1, 1, 1)
    game.start()
    game.attack(P1, "U01", "C15")
    game.do(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "U01")))
    assert game.refused(P2, a.AssignBlock(game.seen(P2, "R13"), game.seen(P1, "U01"))).rule == "TRF-539"
    assert {one["attacker"] for one in game.legal(P2, "assign_block")} == {game.seen(P1, "C15")}
    game.block(P2, ("R13", "C15"), ("R08", "C15"))
    assert [len(fight.defenders) for fight in game.board.fights] == [1, 2]


@pytest.mark.rule("TRF-539", "TRF-408")
def test_whoever_is_not_cloaked_can_be_blocked_by_all(table: MakeTable) -> None:
    game = table().player(P1, characters=["U02"]).player(P2, characters=["R02", "R13"])
    dice(game, "bicker", P1, 1)
    game.start()
    game.attack(P1, "U02")
    game.block(P2, ("R02", "U02"), ("R13", "U02"))
    assert len(game.board.fights[0].defenders) == 2
