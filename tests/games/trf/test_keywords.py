"""Common abilities (TRF-530 to TRF-542)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from tests.games.trf.custom import card, dice, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-530", "TRF-R47", "TRF-317")
def test_affinity_opens_a_faction_at_its_price_but_no_deviants(table: MakeTable) -> None:
    # A09: dark, Affinity (Iron Regency); R12 is a lightside card of it
    game = table().player(P1, account="A09").start()
    assert [game.price(P1, cid) for cid in ("R02", "U02", "C03", "R12")] == [150, 200, None, None]
    other = table()
    neutral = card(other, "account", 'when = "passive", do = "opens(neutral)"')
    other.player(P1, account=neutral).start()
    assert [other.price(P1, cid) for cid in ("F02", "D02", "C03", "R02")] == [250, 350, 300, None]


@pytest.mark.rule("TRF-531", "TRF-203")
@pytest.mark.parametrize(("account", "pools"), [("A04", (550, 40)), ("A11", (500, 70)), ("A01", (500, 40))])
def test_wealthy_and_prolific_add_to_the_refill(table: MakeTable, account: str, pools: tuple[int, int]) -> None:
    game = table().player(P1, account=account, hand=["C14"] * 3).start("refill")
    assert (game.meters(P1), game.words(P1)) == pools


@pytest.mark.rule("TRF-532", "TRF-533")
def test_commander_and_conqueror_work_while_combined(table: MakeTable) -> None:
    game = table().player(P1, characters=["C15"])
    game.unit(P1, "C01", "C08")
    game.unit(P1, "C04", "C11")
    game.start()
    assert [game.combat(P1, cid) for cid in ("C01", "C08", "C04", "C15")] == [6 + 3, 3, 4, 7]
    assert [game.capture(P1, cid) for cid in ("C01", "C04", "C15")] == [4, 3 + 1, 5]
    game.leave(P1, "C08")
    game.leave(P1, "C11")
    assert (game.combat(P1, "C01"), game.capture(P1, "C04")) == (6, 3)


@pytest.mark.rule("TRF-534")
def test_raider_and_interceptor_go_by_the_side_of_the_fight(table: MakeTable) -> None:
    game = table().player(P1, characters=["D01", "C05"]).player(P2, characters=["F10", "R04", "R02"])
    dice(game, "bicker", P1, 1, 1)
    game.start()
    assert [game.combat(P1, cid) for cid in ("D01", "C05")] == [3, 4]
    game.attack(P1, "D01", "C05")
    assert game.combat(P1, "D01") == 3
    game.block(P2, ("R04", "D01"), ("F10", "C05"))
    assert [game.combat(P1, cid) for cid in ("D01", "C05")] == [3 + 1, 4]
    assert [game.combat(P2, cid) for cid in ("R04", "F10", "R02")] == [5 + 1, 4, 3]


@pytest.mark.rule("TRF-535")
@pytest.mark.parametrize("others", [("R02",), ("R08",), ("unit",), ("R08", "R09")])
def test_a_duelist_needs_an_individual_on_the_other_side(table: MakeTable, others: tuple[str, ...]) -> None:
    game = table().player(P1, characters=["C10"])
    names = {cid: game.character(P2, cid) for cid in others if cid != "unit"}
    if "unit" in others:
        names["unit"] = game.unit(P2, "R13", "R08")
    dice(game, "bicker", P1, 1)
    game.start()
    assert game.combat(P1, "C10") == 4
    game.attack(P1, "C10")
    game.block(P2, *((iid, "C10") for iid in names.values()))
    assert game.combat(P1, "C10") == (4 if others == ("R02",) else 5)


@pytest.mark.rule("TRF-536")
def test_siege_counts_against_a_homeworld_only(table: MakeTable) -> None:
    game = table().player(P1, characters=["R03"])
    shield = game.planet(P2, "P20")
    game.start()
    home = game.board.home(P2).iid
    assert [game.capture(P1, "R03", planet) for planet in (None, shield, home)] == [4, 4, 6]
    other = table().player(P1, characters=["R03", "C04"]).start()
    other.attack(P1, "R03", "C04")
    other.assault(P1, ("R03", "P02"), ("C04", "P02"))
    assert [one.sum for one in other.happened(e.PlanetCaptureChecked)] == [4 + 2 + 3]


@pytest.mark.rule("TRF-537", "TRF-402")
def test_swift_attacks_on_the_turn_it_was_bought(table: MakeTable) -> None:
    game = table().player(P1, account="A06", hand=["D03", "F02"]).start("deployment")
    for cid in ("D03", "F02"):
        game.buy(P1, cid)
    game.to("pre_combat")
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "F02"))).rule == "TRF-402"
    game.attack(P1, "D03")
    game.assault(P1)


@pytest.mark.rule("TRF-538", "TRF-436")
def test_vigilant_blocks_on_the_turn_after_its_battle(table: MakeTable) -> None:
    game = table().player(P1, characters=["J12", "J13"]).player(P2, characters=["R02"])
    game.unit(P1, "C01", "J06")
    dice(game, "bicker", P2, 1)
    game.start()
    game.attack(P1, "J12", "J13", "C01")
    game.block(P2)
    game.assault(P1)
    assert game.card(P1, "J12").battle_turn == 5
    game.next_turn(P1, "pre_combat")
    game.attack(P2, "R02")
    game.all_pass()
    # J13 is spent; so is the unit, whose Fleeter isn't Vigilant
    assert [one["blocker"] for one in game.legal(P1, "assign_block")] == [game.seen(P1, "J12")]
    game.block(P1, ("J12", "R02"))
    game.all_pass()


@pytest.mark.rule("TRF-538")
def test_a_unit_is_vigilant_with_both_cards(table: MakeTable) -> None:
    game = table()
    game.unit(P1, "J12", "J06", battle_turn=4)
    game.start()
    game.attack(P1, "J12")
    game.assault(P1)


@pytest.mark.rule("TRF-538", "TRF-436")
def test_vigilant_does_nothing_more_on_the_turn_of_its_battle(table: MakeTable) -> None:
    game = table()
    game.character(P1, "J12", battle_turn=5)
    game.start()
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "J12"))).rule == "TRF-436"


@pytest.mark.rule("TRF-540", "TRF-424", "TRF-542")
@pytest.mark.parametrize(
    ("cards", "die", "stuck"),
    [
        (["F11"], 2, False),
        (["F11"], 1, True),
        (["F11", "C09"], 1, True),
        (["F07"], 3, True),
        (["F07", "D08"], 4, False),
        (["F07", "F11"], 2, True),
        (["F07", "F11"], 3, False),
    ],
)
def test_diplomats_and_the_quarrelsome_count_once_in_a_fight(
    table: MakeTable, cards: list[str], die: int, stuck: bool
) -> None:
    game = table().player(P1, characters=["C07"]).player(P2, characters=[*cards, "C09"])
    fight_dice(game, die, 6, 1)
    game.start()
    game.attack(P1, "C07")
    game.block(P2, *((cid, "C07") for cid in cards))
    assert bool(game.board.fights) == stuck


@pytest.mark.rule("TRF-541")
def test_thick_skin_is_no_target_of_the_others(table: MakeTable) -> None:
    game = table().player(P1, account="A07", hand=["O08", "O09"], planets=["P07"])
    game.player(P2, characters=["X04", "R08"]).start()
    hidden = game.seen(P2, "X04")
    for cid in ("O08", "O09"):
        assert game.refused(P1, game.playing(P1, cid, "X04")).rule == "TRF-541"
        assert hidden not in {target for one in game.legal(P1, "play_ooc") for target in one["targets"]}
    assert game.refused(P1, game.using(P1, "P07", "X04")).rule == "TRF-541"
    game.use(P1, "P07", "R08")


@pytest.mark.rule("TRF-541", "TRF-519")
def test_thick_skin_helps_not_against_the_own_player_nor_against_all(table: MakeTable) -> None:
    game = table()
    storm = card(game, "ooc", 'windows = ["pre"], do = "damage(each(any_char), 1)"')
    game.player(P1, planets=["P07"], hand=[storm], characters=["J13"]).player(P2, characters=["X04"])
    mine = game.character(P1, "X04")
    game.start()
    game.play(P1, storm)
    assert [game.card(P1, mine).damage, game.card(P2, "X04").damage, game.card(P1, "J13").damage] == [1, 1, 1]
    game.use(P1, "P07", mine)
    assert game.discard(P1) == [storm, "X04"]


@pytest.mark.rule("TRF-542", "TRF-R64", "TRF-534")
def test_numbers_of_a_keyword_from_several_sources_add_up(table: MakeTable) -> None:
    game = table().player(P1, characters=["D01", "X05"]).player(P2, characters=["R02"])
    dice(game, "bicker", P1, 1)
    game.start()
    game.use(P1, "X05", "D01")
    game.attack(P1, "D01")
    game.block(P2, ("R02", "D01"))
    assert game.combat(P1, "D01") == 3 + 1 + 2


@pytest.mark.rule("TRF-542", "TRF-R64", "TRF-540")
def test_a_keyword_without_a_number_counts_once(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07"]).player(P2, characters=["F11"])
    game.modified(game.seen(P2, "F11"), Modifier("keyword", "X", name="diplomat"))
    dice(game, "bicker", P1, 1)
    game.start()
    game.attack(P1, "C07")
    game.block(P2, ("F11", "C07"))
    assert [one.die for one in game.happened(e.FightStuck)] == [1]


@pytest.mark.rule("TRF-542", "TRF-525", "TRF-534")
@pytest.mark.parametrize("held", [0, 2])
def test_a_number_that_is_counted_can_be_0(table: MakeTable, held: int) -> None:
    game = table()
    rush = card(game, "ooc", 'windows = ["pre"], do = "keyword(pick(my_char), raider, hand(me))"')
    game.player(P1, hand=[rush, *["C14"] * held], characters=["C01"]).player(P2, characters=["R02"])
    dice(game, "bicker", P1, 1)
    game.start()
    game.play(P1, rush, "C01")
    game.attack(P1, "C01")
    game.all_pass()
    game.block(P2, ("R02", "C01"))
    assert game.combat(P1, "C01") == 6 + held
    game.all_pass()
