"""Meters and words: what they pay, one pool each, planets that are lost or exhausted (301 to 305, 329, 330)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.frames import Stage
from tests.games.trf import custom
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


def pools(game: Table, seat: int) -> tuple[int, int, int, int]:
    """(pool, cap) in meters, then in words."""
    player = game.board.players[seat]
    return player.pool_m, player.max_m, player.pool_w, player.max_w


# Payments


@pytest.mark.rule("TRF-301")
def test_meters_for_characters_words_for_ooc_cards(table: MakeTable) -> None:
    game = table().player(P1, hand=["C15", "O01"], meters=500, words=60).start("deployment")
    game.buy(P1, "C15")
    assert pools(game, P1) == (0, 500, 60, 60)
    game.to("pre_combat")
    game.play(P1, "O01")
    assert pools(game, P1) == (0, 500, 0, 60)


@pytest.mark.rule("TRF-301", "TRF-302", "TRF-332")
def test_words_of_an_ability_are_paid_too(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C01"], words=20).start()
    game.use(P1, "A01", "C01")
    assert [(event.amount, event.cause) for event in game.happened(e.WordsPaid)] == [(20, "A01")]
    poor = table().player(P1, account="A01", characters=["C01"], words=19).start()
    assert poor.refused(P1, poor.using(P1, "A01", "C01")).rule == "TRF-302"
    assert poor.legal(P1, "activate_account") == []


@pytest.mark.rule("TRF-301", "TRF-329")
def test_an_ability_of_a_planet_that_takes_words_takes_them_beside_its_contribution(table: MakeTable) -> None:
    game, rich = table(), table()
    text = 'when = "act", words = 30, do = "draw(me, 1)"'
    press, same = (custom.card(one, "planet", text, meters=100, words=50) for one in (game, rich))
    game.player(P1, planets=[press], words=79).start()
    assert game.refused(P1, game.using(P1, press)).rule == "TRF-302"
    rich.player(P1, planets=[same], words=80).start()
    rich.use(P1, same)
    assert pools(rich, P1) == (1900, 1900, 0, 30)


@pytest.mark.rule("TRF-302")
@pytest.mark.parametrize(("meters", "legal"), [(499, False), (500, True)])
def test_a_character_above_the_pool_is_not_for_sale(table: MakeTable, meters: int, legal: bool) -> None:
    game = table().player(P1, hand=["C15"], meters=meters).start("deployment")
    assert bool(game.legal(P1, "play_character")) == legal
    if legal:
        game.buy(P1, "C15")
    else:
        assert game.refused(P1, a.PlayCharacter(game.held(P1, "C15"))).rule == "TRF-302"


@pytest.mark.rule("TRF-302", "TRF-325")
@pytest.mark.parametrize(("words", "legal"), [(59, False), (60, True)])
def test_an_ooc_card_above_the_pool_cannot_be_announced(table: MakeTable, words: int, legal: bool) -> None:
    game = table().player(P1, hand=["O01"], words=words).start()
    assert bool(game.legal(P1, "play_ooc")) == legal
    if legal:
        game.play(P1, "O01")
    else:
        assert game.refused(P1, game.playing(P1, "O01")).rule == "TRF-302"


@pytest.mark.rule("TRF-302")
def test_words_are_gone_before_anybody_responds(table: MakeTable) -> None:
    game = table().player(P1, hand=["O01", "O01"], words=60).player(P2, hand=["X03"]).start()
    game.play(P1, "O01")
    assert (game.asked(), game.words(P1)) == ([(P2, "prompt_response")], 0)
    game.all_pass()
    assert game.refused(P1, game.playing(P1, "O01")).rule == "TRF-302"


@pytest.mark.rule("TRF-303", "TRF-304", "TRF-R06")
@pytest.mark.parametrize("bought", [["J02", "J07"], ["X05", "X03"], ["X03"] * 5, ["J13"]])
def test_any_mix_within_one_pool(table: MakeTable, bought: list[str]) -> None:
    """500 meters of two planets pay two cards of 250, though none of the planets gave as much."""
    game = table().player(P1, home="P08", planets=["P17"], hand=[*bought, "X03"], meters=500).start("deployment")
    for cid in bought:
        game.buy(P1, cid)
    assert game.meters(P1) == (50 if bought == ["J13"] else 0)
    assert game.refused(P1, a.PlayCharacter(game.held(P1, "X03"))).rule == "TRF-302"


# Planets that are lost


@pytest.mark.rule("TRF-305", "TRF-R06")
@pytest.mark.parametrize(
    ("meters", "words", "left"),
    [(850, 120, (550, 40)), (600, 40, (550, 40)), (550, 30, (550, 30)), (0, 0, (0, 0))],
)
def test_a_captured_planet_cuts_caps_and_pools_to_them(
    table: MakeTable, meters: int, words: int, left: tuple[int, int]
) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, planets=["P20"])
    game.pools(P2, meters, words, caps=(850, 120)).start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P20"))
    assert pools(game, P2) == (left[0], 550, left[1], 40)


@pytest.mark.rule("TRF-305")
def test_caps_do_not_go_below_0(table: MakeTable) -> None:
    """Its owner's income was lowered below what this planet gave."""
    game = table().player(P1, characters=["C01"]).player(P2, planets=["P20"])
    game.pools(P2, 200, 60, caps=(250, 70)).start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P20"))
    assert pools(game, P2) == (0, 0, 0, 0)


@pytest.mark.rule("TRF-305", "TRF-R06")
def test_two_planets_of_one_assault_cut_both(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C07"]).player(P2, planets=["P20", "P26"])
    game.pools(P2, 950, 160, caps=(950, 160)).start()
    game.attack(P1, "C01", "C07")
    game.assault(P1, ("C01", "P20"), ("C07", "P26"))
    assert pools(game, P2) == (500, 500, 40, 40)


@pytest.mark.rule("TRF-305", "TRF-330", "TRF-R06")
def test_an_exhausted_planet_cuts_nothing_when_it_is_lost(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07"]).player(P2, planets=["P06"])
    game.turn(P2).pools(P2, 700, 160, caps=(700, 160)).start()
    game.use(P2, "P06")
    assert pools(game, P2) == (500, 500, 40, 40)
    game.next_turn(P2, "pre_combat")
    game.attack(P1, "C07")
    game.all_pass()
    game.assault(P1, ("C07", "P06"))
    game.all_pass()
    assert (game.planets(P2), pools(game, P2)) == ([], (500, 500, 40, 40))
    assert game.ever(e.PoolCut) == []


@pytest.mark.rule("TRF-305")
def test_a_planet_that_an_effect_brought_cuts_nothing_either(table: MakeTable) -> None:
    game = table().player(P1, characters=["C07"]).player(P2, hand=["O32"], discard=["P20"], words=100)
    game.turn(P2).start("post_combat")
    game.play(P2, "O32", game.thrown(P2, "P20"))
    assert game.planets(P2) == ["P20"]
    game.next_turn(P2, "pre_combat")
    game.attack(P1, "C07")
    game.assault(P1, ("C07", "P20"))
    assert pools(game, P2) == (2000, 2000, 10, 100)


# Planets that are activated


@pytest.mark.rule("TRF-329", "TRF-330", "TRF-R06")
def test_activating_takes_the_contribution_out_of_pools_and_caps(table: MakeTable) -> None:
    game = table().player(P1, planets=["P06"]).pools(P1, 300, 120, caps=(700, 160)).start("deployment")
    game.use(P1, "P06")
    assert pools(game, P1) == (100, 500, 0, 40)
    planet = game.card(P1, "P06")
    assert (planet.exhausted, planet.gave_m, planet.gave_w) == (True, 0, 0)
    assert len(game.hand(P1)) == 1
    assert game.refused(P1, game.using(P1, "P06")).rule == "TRF-329"


@pytest.mark.rule("TRF-329")
@pytest.mark.parametrize(("meters", "words", "legal"), [(200, 120, True), (199, 120, False), (200, 119, False)])
def test_the_whole_contribution_must_still_be_there(table: MakeTable, meters: int, words: int, legal: bool) -> None:
    game = table().player(P1, planets=["P06"]).pools(P1, meters, words, caps=(700, 160)).start()
    assert bool(game.legal(P1, "activate_planet")) == legal
    if legal:
        game.use(P1, "P06")
    else:
        assert game.refused(P1, game.using(P1, "P06")).rule == "TRF-329"


@pytest.mark.rule("TRF-329", "TRF-R39")
def test_planets_are_activated_on_the_own_turn_only(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, planets=["P06"], hand=["X03"]).start()
    action = game.using(P2, "P06")
    assert game.refused(P2, action).rule == "TRF-329"
    game.attack(P1, "C01")
    assert game.asks(P2, "prompt_window")
    assert game.refused(P2, action).rule == "TRF-329"
    game.to("post_combat")
    assert game.refused(P1, game.using(P2, "P06")).rule == "TRF-329"


@pytest.mark.rule("TRF-329", "TRF-R39")
@pytest.mark.parametrize("stage", ["deployment", "pre_combat", "post_combat"])
def test_in_three_steps_of_it_but_not_while_laying_planets(table: MakeTable, stage: Stage) -> None:
    game = table().player(P1, planets=["P06"]).start("planet")
    assert game.refused(P1, game.using(P1, "P06")).rule == "TRF-329"
    game.to(stage)
    game.use(P1, "P06")
    assert game.card(P1, "P06").exhausted


@pytest.mark.rule("TRF-330")
def test_a_planet_laid_this_turn_can_be_activated(table: MakeTable) -> None:
    game = table().player(P1, hand=["P06"], meters=0, words=0).start("planet")
    game.lay(P1, "P06")
    assert pools(game, P1) == (200, 200, 120, 120)
    game.use(P1, "P06")
    assert pools(game, P1) == (0, 0, 0, 0)


@pytest.mark.rule("TRF-331", "TRF-605", "TRF-607")
def test_homeworld_abilities_are_of_the_homeworld(table: MakeTable) -> None:
    away = table().player(P1, planets=["P10"]).player(P2, hand=["X03"]).start()
    assert away.refused(P1, away.using(P1, "P10")).rule == "TRF-331"
    assert away.legal(P1, "activate_planet") == []
    home = table().player(P1, home="P10").player(P2, hand=["X03"]).start()
    home.use(P1, "P10")
    assert home.hand(P2) == []


@pytest.mark.rule("TRF-331", "TRF-605")
@pytest.mark.parametrize(("home", "combat", "capture"), [("P09", 7, 4), ("P12", 6, 5)])
def test_homeworld_passives_hold_while_it_is_the_homeworld(
    table: MakeTable, home: str, combat: int, capture: int
) -> None:
    """P09: Iron Regency Fleeters attack with one more; P12: Drift Clans Fleeters capture with one more."""
    faction = "iron_regency" if home == "P09" else "drift_clans"
    game, away = table(), table()
    fleet, _ = (custom.card(one, "character", faction=faction, combat=6, capture=4) for one in (game, away))
    game.player(P1, home=home, characters=[fleet]).player(P2, planets=["P20"]).start()
    away.player(P1, planets=[home], characters=[fleet]).player(P2, planets=["P20"]).start()
    for one in (game, away):
        one.name(P1, fleet)
    assert (game.combat(P1, fleet), game.capture(P1, fleet)) == (combat, capture)
    assert (away.combat(P1, fleet), away.capture(P1, fleet)) == (6, 4)
    for one in (game, away):
        one.to("post_combat")
