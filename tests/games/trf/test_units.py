"""Units: joining, leaving, fighting and acting as one (TRF-501 to TRF-512, TRF-543)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.frames import Stage
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


def joining(game: Table, individual: str, fleeter: str) -> a.JoinFleet:
    return a.JoinFleet(game.id(individual), game.id(fleeter))


@pytest.mark.rule("TRF-501")
def test_an_individual_joins_a_lone_fleeter_of_the_same_player(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C14", "C10"]).player(P2, characters=["R02", "R08"]).start()
    for individual, fleeter in (("C14", "C10"), ("C01", "C01"), ("C14", "R02"), ("R08", "C01"), ("no", "C01")):
        assert game.refused(P1, joining(game, individual, fleeter)).rule == "TRF-501"
    assert game.refused(P1, a.LeaveFleet(game.seen(P1, "C14"))).rule == "TRF-501"
    game.join(P1, "C14", "C01")
    assert game.card(P1, "C14").partner == game.seen(P1, "C01")
    assert game.card(P1, "C01").partner == game.seen(P1, "C14")
    # one that is combined is not a lone one
    assert game.refused(P1, joining(game, "C14", "C01")).rule == "TRF-501"
    assert game.refused(P1, a.LeaveFleet(game.seen(P1, "C01"))).rule == "TRF-501"


@pytest.mark.rule("TRF-501", "TRF-216")
@pytest.mark.parametrize("stage", ["deployment", "post_combat"])
def test_units_change_in_the_own_pre_combat_step_only(table: MakeTable, stage: Stage) -> None:
    game = table().player(P1, characters=["C01", "C14"]).player(P2, characters=["R02", "R08"])
    game.unit(P1, "C15", "C08")
    game.start(stage)
    assert game.refused(P1, joining(game, "C14", "C01")).rule == "TRF-501"
    assert game.refused(P1, a.LeaveFleet(game.seen(P1, "C08"))).rule == "TRF-501"
    game.to("post_combat")
    game.next_turn(P1, "pre_combat")
    assert game.refused(P1, joining(game, "C14", "C01")).rule == "TRF-501"
    game.join(P2, "R08", "R02")


@pytest.mark.rule("TRF-502")
def test_a_fleeter_holds_one_individual(table: MakeTable) -> None:
    game = table().player(P1, characters=["C14"])
    game.unit(P1, "C01", "C10")
    game.start()
    assert game.refused(P1, joining(game, "C14", "C01")).rule == "TRF-502"
    assert game.legal(P1, "join_fleet") == []


@pytest.mark.rule("TRF-503", "TRF-504", "TRF-R33")
def test_an_individual_moves_once_a_turn_a_fleeter_as_often_as_it_is_joined(table: MakeTable) -> None:
    game = table().player(P1, characters=["C14", "C15"])
    game.unit(P1, "C01", "C10")
    game.start()
    game.leave(P1, "C10")
    assert game.refused(P1, joining(game, "C10", "C15")).rule == "TRF-503"
    game.join(P1, "C14", "C01")
    assert game.refused(P1, a.LeaveFleet(game.seen(P1, "C14"))).rule == "TRF-503"
    assert game.legal(P1, "leave_fleet") == []
    game.next_turn(P1)
    game.next_turn(P2, "pre_combat")
    game.leave(P1, "C14")
    game.join(P1, "C10", "C01")


@pytest.mark.rule("TRF-505", "TRF-402", "TRF-537", "TRF-R33")
@pytest.mark.parametrize(
    ("fleeter", "individual", "fresh", "attacks"),
    [
        ("C01", "C14", "C14", False),
        ("C01", "C14", "C01", False),
        ("D03", "C14", "D03", True),
        ("D03", "C14", "both", False),
        ("D03", "D06", "both", True),
    ],
)
def test_who_was_bought_today_may_join_but_keeps_the_unit_from_attacking(
    table: MakeTable, fleeter: str, individual: str, fresh: str, attacks: bool
) -> None:
    game = table()
    for cid in (fleeter, individual):
        game.character(P1, cid, bought=5 if fresh in (cid, "both") else 1)
    game.start()
    game.join(P1, individual, fleeter)
    assert bool(game.legal(P1, "add_attacker")) == attacks


@pytest.mark.rule("TRF-506", "TRF-507", "TRF-R64")
def test_a_unit_attacks_and_is_defeated_as_one(table: MakeTable) -> None:
    game = table().player(P2, characters=["R01", "R13"])
    game.unit(P1, "C01", "C08")
    fight_dice(game, 3, 1, 2)
    game.start()
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, "C01")]
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C08"))).rule == "TRF-401"
    game.attack(P1, "C01")
    game.block(P2, ("R01", "C01"), ("R13", "C01"))
    (done,) = game.happened(e.FightResolved)
    # Commander 3 besides the combat values of both
    assert done.totals == (6 + 3 + 3 + 1, 7 + 5 + 2)
    assert game.discard(P1) == ["C01", "C08"]


@pytest.mark.rule("TRF-506", "TRF-509", "TRF-407")
def test_a_unit_blocks_as_one(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15"])
    game.unit(P2, "R13", "R08", ability_turn=4)
    fight_dice(game, 3, 1, 1)
    game.start()
    game.attack(P1, "C15")
    assert [one["blocker"] for one in game.legal(P2, "assign_block")] == [game.seen(P2, "R13")]
    game.block(P2, ("R13", "C15"))
    assert game.happened(e.FightResolved)[0].totals == (8, 5 + 3 + 1)


@pytest.mark.rule("TRF-508", "TRF-R34", "TRF-333")
@pytest.mark.parametrize(("fleeter", "individual", "acts"), [("C01", "C02", "C02"), ("X05", "C02", "X05")])
def test_an_ability_uses_the_turn_of_the_whole_unit(table: MakeTable, fleeter: str, individual: str, acts: str) -> None:
    game = table().player(P1, characters=["C15", "C14"])
    game.unit(P1, fleeter, individual)
    game.start()
    if acts == "C02":
        game.use(P1, "C02")
        game.choose(P1, "1")
    else:
        game.use(P1, "X05", "C15")
    assert game.refused(P1, a.AddAttacker(game.seen(P1, fleeter))).rule == "TRF-508"
    assert game.refused(P1, a.LeaveFleet(game.seen(P1, individual))).rule == "TRF-508"
    assert game.refused(P1, game.using(P1, "C02")).rule == "TRF-508"
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, cid) for cid in ("C15", "C14")]
    game.decline(P1)
    game.next_turn(P1)
    game.next_turn(P2, "pre_combat")
    game.leave(P1, individual)


@pytest.mark.rule("TRF-508", "TRF-510")
def test_a_lone_individual_that_used_an_ability_joins_nobody_this_turn(table: MakeTable) -> None:
    game = table().player(P1, characters=["C02", "C01"]).start()
    game.use(P1, "C02")
    game.choose(P1, "1")
    assert game.refused(P1, joining(game, "C02", "C01")).rule == "TRF-508"
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C02"))).rule == "TRF-508"
    game.attack(P1, "C01")
    game.assault(P1)


@pytest.mark.rule("TRF-510", "TRF-503")
def test_an_individual_that_left_acts_alone_and_does_not_come_back(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15"])
    game.unit(P1, "C01", "C02")
    game.start()
    game.leave(P1, "C02")
    game.use(P1, "C02")
    game.choose(P1, "1")
    for fleeter in ("C01", "C15"):
        assert game.refused(P1, joining(game, "C02", fleeter)).rule == "TRF-503"
    assert [one["unit"] for one in game.legal(P1, "add_attacker")] == [game.seen(P1, cid) for cid in ("C15", "C01")]


@pytest.mark.rule("TRF-509", "TRF-508")
def test_a_unit_that_used_an_ability_may_block_on_the_next_turn(table: MakeTable) -> None:
    game = table().player(P2, characters=["R02"])
    game.unit(P1, "C01", "C02")
    dice(game, "bicker", P2, 1)
    game.start()
    game.use(P1, "C02")
    game.choose(P1, "1")
    game.decline(P1)
    game.next_turn(P1, "pre_combat")
    game.attack(P2, "R02")
    game.all_pass()
    game.block(P1, ("C01", "R02"))
    game.all_pass()
    assert game.board.fights[0].defenders == (game.seen(P1, "C01"), game.seen(P1, "C02"))


@pytest.mark.rule("TRF-511", "TRF-412", "TRF-R53")
@pytest.mark.parametrize(("gone", "left"), [("C01", "C10"), ("C10", "C01")])
def test_who_is_left_of_a_unit_goes_on_in_its_fight(table: MakeTable, gone: str, left: str) -> None:
    game = table()
    shot = card(game, "ooc", 'windows = ["block"], do = "destroy(pick(their_char))"')
    game.player(P2, hand=[shot], characters=["R02"])
    game.unit(P1, "C01", "C10")
    fight_dice(game, 3, 5, 1)
    game.start()
    game.attack(P1, "C01")
    game.let_pass(P2)
    game.block(P2, ("R02", "C01"))
    game.play(P2, shot, gone)
    (done,) = game.ever(e.FightResolved)
    assert done.totals == ({"C01": 6, "C10": 4}[left] + 5, 3 + 1)
    assert (game.characters(P1), game.card(P1, left).partner) == ([left], None)
    # it was blocked: no assault
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-511", "TRF-409")
def test_a_fleeter_that_lost_its_individual_goes_on_to_a_planet(table: MakeTable) -> None:
    game = table()
    shot = card(game, "ooc", 'windows = ["attack"], do = "destroy(pick(their_char))"')
    game.player(P2, hand=[shot], planets=["P20"])
    game.unit(P1, "C01", "C11")
    game.start()
    game.attack(P1, "C01")
    game.play(P2, shot, "C11")
    game.assault(P1, ("C01", "P20"))
    (checked,) = game.ever(e.PlanetCaptureChecked)
    assert checked.sum == 4


@pytest.mark.rule("TRF-512", "TRF-R59")
def test_an_effect_on_a_unit_is_on_its_anchor_and_stays_with_the_card(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C15"])
    game.unit(P1, "C01", "C10")
    game.start()
    assert game.refused(P1, game.using(P1, "A01", "C10")).rule == "TRF-328"
    game.use(P1, "A01", "C01")
    assert [game.combat(P1, cid) for cid in ("C01", "C10")] == [8, 4]
    game.leave(P1, "C10")
    assert [game.combat(P1, cid) for cid in ("C01", "C10")] == [8, 4]


@pytest.mark.rule("TRF-512", "TRF-525", "TRF-R59")
def test_an_effect_on_an_individual_goes_with_it(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C10", "C01"]).start()
    game.use(P1, "A01", "C10")
    game.join(P1, "C10", "C01")
    assert [game.combat(P1, cid) for cid in ("C01", "C10")] == [6, 6]
    game.attack(P1, "C01")
    game.assault(P1)


@pytest.mark.rule("TRF-543", "TRF-R34")
def test_a_fleeter_that_used_an_ability_is_joined_no_more_this_turn(table: MakeTable) -> None:
    game = table().player(P1, characters=["X05", "C14", "C01"]).start()
    game.use(P1, "X05", "X05")
    assert game.refused(P1, joining(game, "C14", "X05")).rule == "TRF-543"
    game.join(P1, "C14", "C01")
    assert not game.legal(P1, "join_fleet")


@pytest.mark.rule("TRF-508", "TRF-511", "TRF-543")
def test_the_turn_of_a_fleeter_stays_used_when_the_individual_that_acted_is_gone(table: MakeTable) -> None:
    game = table().player(P1, planets=["P07"], characters=["C14"])
    fleeter = game.character(P1, "C01")
    game.combined(fleeter, game.character(P1, "C02", damage=4))
    game.start()
    game.use(P1, "C02")
    game.choose(P1, "1")
    game.use(P1, "P07", "C02")
    assert game.card(P1, "C01").partner is None
    assert game.refused(P1, a.AddAttacker(fleeter)).rule == "TRF-508"
    assert game.refused(P1, joining(game, "C14", "C01")).rule == "TRF-543"
