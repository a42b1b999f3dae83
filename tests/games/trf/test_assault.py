"""The assault on planets, and captures (TRF-450 to TRF-462, TRF-635, TRF-651)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from tests.games.trf.custom import card, fight_dice
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-450", "TRF-R24", "TRF-413")
def test_unblocked_units_with_a_fleeter_are_sent_after_all_fights(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C15", "C14", "C03"])
    game.player(P2, planets=["P20"], characters=["R02"])
    game.unit(P1, "C04", "C11")
    fight_dice(game, 3, 6, 1)
    game.start()
    game.attack(P1, "C01", "C15", "C14", "C04")
    game.block(P2, ("R02", "C15"))
    assert game.discard(P2) == ["R02"]
    # not the one that was blocked and won, nor the Individual, nor who stayed at home
    sent = [game.board.character(one["unit"]).cid for one in game.legal(P1, "assign_assault")]
    assert sent == ["C01", "C04"]
    for cid in ("C15", "C03", "C11"):
        refused = game.refused(P1, a.AssignAssault(game.seen(P1, cid), game.seen(P2, "P20")))
        assert refused.rule == "TRF-450"
    for planet in (game.seen(P1, "P02"), "nowhere"):
        assert game.refused(P1, a.AssignAssault(game.seen(P1, "C01"), planet)).rule == "TRF-450"


@pytest.mark.rule("TRF-451", "TRF-455", "TRF-R60")
def test_a_unit_goes_to_one_planet_several_may_share_one_and_some_stay(table: MakeTable) -> None:
    game = table().player(P1, characters=["C03", "C04", "C01"]).player(P2, planets=["P16", "P20"]).start()
    game.attack(P1, "C03", "C04", "C01")
    game.do(P1, a.AssignAssault(game.seen(P1, "C03"), game.seen(P2, "P16")))
    again = a.AssignAssault(game.seen(P1, "C03"), game.seen(P2, "P20"))
    assert game.refused(P1, again).rule == "TRF-455"
    (fact,) = [fact for fact in game.facts if isinstance(fact.event, e.AssaultAssigned)]
    assert fact.secret == {"seat:0": ("unit", "planet")}
    game.do(P1, a.AssignAssault(game.seen(P1, "C04"), game.seen(P2, "P16")))
    game.do(P1, a.ConfirmAssault())
    (checked,) = game.happened(e.PlanetCaptureChecked)
    assert (checked.card, checked.sum, checked.needed, checked.captured) == ("P16", 5, 5, True)
    assert game.planets(P2) == ["P20"]
    late = a.AssignAssault(game.seen(P1, "C01"), game.seen(P2, "P20"))
    assert game.refused(P1, late).rule == "TRF-450"


@pytest.mark.rule("TRF-451", "TRF-455", "TRF-218")
def test_who_sends_nobody_opens_no_window(table: MakeTable) -> None:
    game = table().player(P1, hand=["O30"], characters=["C01"]).player(P2, hand=["O29"], planets=["P20"]).start()
    game.attack(P1, "C01")
    game.all_pass()
    game.assault(P1)
    assert game.asked() == [(P1, "prompt_post")]
    assert game.ever(e.PlanetCaptureChecked) == []


@pytest.mark.rule("TRF-452", "TRF-453", "TRF-R30")
def test_other_planets_shield_the_homeworld_for_the_whole_assault(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07", "C01"]).player(P2, planets=["P20"]).start()
    game.attack(P1, "C07", "C01")
    home = game.board.home(P2).iid
    assert game.refused(P1, a.AssignAssault(game.seen(P1, "C07"), home)).rule == "TRF-452"
    game.assault(P1, ("C01", "P20"), ("C07", "P20"))
    # the last shield has fallen, the homeworld stands until a later turn
    assert (game.planets(P2), game.state.result) == ([], None)
    assert game.board.home(P2) is not None


@pytest.mark.rule("TRF-453", "TRF-452")
def test_without_shields_only_the_homeworld_is_a_target(table: MakeTable) -> None:
    game = table().player(P1, planets=["P20"], characters=["C01"]).start()
    game.attack(P1, "C01")
    assert [one["planet"] for one in game.legal(P1, "assign_assault")] == [game.board.home(P2).iid]
    game.assault(P1, ("C01", "P02"))


@pytest.mark.rule("TRF-454", "TRF-439", "TRF-612", "TRF-R55")
def test_an_unblocked_individual_does_nothing_but_is_marked(table: MakeTable) -> None:
    game = table().player(P1, characters=["C14", "C01"]).start()
    game.attack(P1, "C14", "C01")
    refused = game.refused(P1, a.AssignAssault(game.seen(P1, "C14"), game.seen(P2, "P02")))
    assert refused.rule == "TRF-454"
    game.assault(P1)
    assert game.card(P1, "C14").battle_turn == 5
    alone = table().player(P1, characters=["C14"]).start()
    alone.attack(P1, "C14")
    assert alone.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-455", "TRF-223")
def test_the_assault_window_opens_once_somebody_was_sent(table: MakeTable) -> None:
    game = table().player(P1, hand=["O30"], characters=["C01"]).player(P2, hand=["O29"], planets=["P20"]).start()
    game.attack(P1, "C01")
    game.all_pass()
    game.assault(P1, ("C01", "P20"))
    assert (game.asked(), game.window()) == ([(P1, "prompt_window")], "assault")
    game.let_pass(P1)
    game.play(P2, "O29", "P20")
    game.all_pass()
    (checked,) = game.ever(e.PlanetCaptureChecked)
    assert (checked.sum, checked.needed, checked.captured) == (4, 7, False)


@pytest.mark.rule("TRF-456", "TRF-458", "TRF-603")
@pytest.mark.parametrize(("capture", "taken"), [(-1, False), (0, True), (1, True)])
def test_a_planet_falls_to_its_value_or_more(table: MakeTable, capture: int, taken: bool) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, planets=["P20"])
    game.modified(game.seen(P1, "C01"), Modifier("capture", "X", capture))
    game.start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P20"))
    assert (game.planets(P2) == []) == taken
    assert game.ever(e.DieRolled) == []


@pytest.mark.rule("TRF-456", "TRF-603", "TRF-701", "TRF-702")
@pytest.mark.parametrize(("more", "taken"), [(0, False), (1, True)])
def test_a_homeworld_falls_to_its_homeworld_value(table: MakeTable, more: int, taken: bool) -> None:
    # capture value 4, homeworld value 9
    game = table().player(P1, characters=["C01", "C04"])
    game.modified(game.seen(P1, "C01"), Modifier("capture", "X", 1 + more))
    game.start()
    game.attack(P1, "C01", "C04")
    game.assault(P1, ("C01", "P02"), ("C04", "P02"))
    assert (game.state.result is not None) == taken


@pytest.mark.rule("TRF-457", "TRF-533", "TRF-516")
def test_an_individual_adds_what_its_text_says_and_nothing_else(table: MakeTable) -> None:
    game = table().player(P2, planets=["P05"])
    game.unit(P1, "C01", "C11")
    game.unit(P1, "C04", "C14")
    game.start()
    game.attack(P1, "C01", "C04")
    game.assault(P1, ("C01", "P05"), ("C04", "P05"))
    (checked,) = game.happened(e.PlanetCaptureChecked)
    assert checked.sum == 4 + 1 + 3
    assert game.capture(P1, "C11") == 5


@pytest.mark.rule("TRF-458")
def test_too_little_leaves_no_damage_and_too_much_goes_nowhere_else(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07", "C04"]).player(P2, planets=["P26", "P16"]).start()
    game.attack(P1, "C07", "C04")
    game.assault(P1, ("C07", "P26"), ("C04", "P16"))
    assert [(one.sum, one.needed) for one in game.happened(e.PlanetCaptureChecked)] == [(6, 2), (3, 5)]
    assert game.planets(P2) == ["P16"]
    assert game.value(P2, "P16") == 5


@pytest.mark.rule("TRF-459", "TRF-R31")
def test_planets_of_one_assault_are_compared_before_any_leaves(table: MakeTable) -> None:
    # P18 gives P20 one more, also while it falls itself
    game = table().player(P1, characters=["C07", "C01"]).player(P2, planets=["P18", "P20"]).start()
    game.attack(P1, "C07", "C01")
    game.assault(P1, ("C07", "P18"), ("C01", "P20"))
    checked = game.happened(e.PlanetCaptureChecked)
    assert [(one.card, one.needed, one.captured) for one in checked] == [("P18", 6, True), ("P20", 5, False)]
    assert game.planets(P2) == ["P20"]
    assert game.value(P2, "P20") == 4


@pytest.mark.rule("TRF-460", "TRF-461", "TRF-626", "TRF-R32")
def test_a_captured_planet_goes_to_its_owners_pile_and_gives_nobody_anything(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, planets=["P20"])
    game.pools(P2, 700, 60, caps=(800, 120))
    game.start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P20"))
    assert (game.discard(P2), game.discard(P1), game.hand(P1)) == (["P20"], [], [])
    mine, theirs = game.board.players
    assert (mine.pool_m, mine.max_m, mine.captured) == (2000, 2000, 1)
    # 300/80 less: the words fit under the new cap no more
    assert (theirs.pool_m, theirs.max_m, theirs.pool_w, theirs.max_w) == (500, 500, 40, 40)


@pytest.mark.rule("TRF-461", "TRF-636", "TRF-305")
def test_a_planet_that_gave_nothing_cuts_nothing(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"])
    game.planet(P2, "P20", exhausted=True)
    game.start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P20"))
    assert game.planets(P2) == []
    assert game.ever(e.PoolCut) == []


@pytest.mark.rule("TRF-462", "TRF-701", "TRF-702")
def test_nothing_further_resolves_when_the_homeworld_has_fallen(table: MakeTable) -> None:
    game = table().player(P1, characters=["D04", "C07", "F08"]).start()
    game.attack(P1, "D04", "C07")
    game.assault(P1, ("D04", "P02"), ("C07", "P02"))
    assert game.state.result is not None
    assert game.state.result.placings == ((P1,), (P2,))
    # D04 and F08 say: when you capture a planet, draw a card
    assert game.hand(P1) == []
    assert game.asked() == []


@pytest.mark.rule("TRF-635", "TRF-651", "TRF-521")
def test_a_planet_that_goes_to_the_hand_was_captured(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "F08"]).player(P2, planets=["P26"])
    game.persistent(P2, "O43", until="planet_captured")
    game.start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P26"))
    assert (game.planets(P2), game.hand(P2), game.persistents(P2)) == ([], ["P26"], [])
    assert game.discard(P2) == ["O43"]
    assert len(game.hand(P1)) == 1
    assert game.board.players[P1].captured == 1


@pytest.mark.rule("TRF-635")
def test_of_a_homeworld_it_does_nothing(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07", "C15"]).player(P2, home="P26").start()
    game.attack(P1, "C07", "C15")
    game.assault(P1, ("C07", "P26"), ("C15", "P26"))
    assert game.state.result is not None
    assert game.state.result.rule == "TRF-701"


@pytest.mark.rule("TRF-635", "TRF-525")
def test_an_evacuation_is_for_this_turn(table: MakeTable) -> None:
    game = table().player(P1, characters=["C03"]).player(P2, hand=["O31"], planets=["P20"])
    taker = game.character(P1, "C01")
    game.start()
    game.attack(P1, "C03")
    game.let_pass(P2)
    game.assault(P1, ("C03", "P20"))
    game.play(P2, "O31", "P20")
    assert game.planets(P2) == ["P20"]
    game.next_turn(P1)
    game.next_turn(P2, "pre_combat")
    game.attack(P1, taker)
    game.all_pass()
    game.assault(P1, (taker, "P20"))
    game.all_pass()
    assert game.discard(P2) == ["O31", "P20"]


@pytest.mark.rule("TRF-651", "TRF-R66", "TRF-524")
def test_capturing_triggers_for_each_planet_whoever_took_part(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07", "C01", "F08"]).player(P2, planets=["P20", "P14"], characters=["F08"])
    game.start()
    game.attack(P1, "C07", "C01")
    game.block(P2)
    game.assault(P1, ("C07", "P20"), ("C01", "P14"))
    assert (len(game.hand(P1)), game.hand(P2)) == (2, [])


@pytest.mark.rule("TRF-524", "TRF-651", "TRF-639")
def test_captured_planets_speak_after_the_captor_in_the_order_they_came_into_play(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07", "C15", "F08"]).player(P2, planets=["P21", "P15"], deck=["C14", "X03"])
    game.start()
    game.attack(P1, "C15", "C07")
    # the younger planet is named first
    game.assault(P1, ("C07", "P15"), ("C15", "P21"))
    told = [fact.event for fact in game.facts if isinstance(fact.event, e.CardDrawn | e.TokensPlaced)]
    assert [(type(one), one.seat) for one in told] == [
        (e.CardDrawn, P1),
        (e.CardDrawn, P1),
        (e.CardDrawn, P2),
        (e.CardDrawn, P2),
        (e.TokensPlaced, P1),
    ]
    # those that were sent to P15, and not the others
    assert [game.card(P1, cid).damage for cid in ("C07", "C15", "F08")] == [1, 0, 0]


@pytest.mark.rule("TRF-506", "TRF-511", "TRF-457", "TRF-R53")
def test_an_assigned_unit_that_loses_its_fleeter_captures_nothing(table: MakeTable) -> None:
    game = table()
    shot = card(game, "ooc", 'windows = ["assault"], do = "destroy(pick(their_char))"')
    game.player(P2, hand=[shot], planets=["P20"])
    game.unit(P1, "C01", "C11")
    game.start()
    game.attack(P1, "C01")
    game.let_pass(P2)
    game.assault(P1, ("C01", "P20"))
    game.play(P2, shot, "C01")
    (checked,) = game.ever(e.PlanetCaptureChecked)
    assert (checked.sum, checked.captured) == (0, False)
    assert (game.characters(P1), game.card(P1, "C11").partner) == (["C11"], None)
