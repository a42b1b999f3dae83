"""The stats and the ability of every character of the core set in play."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.match import ClockPolicy, MatchCreated
from tests.games.capcom_crossovers.cards.rows import (
    BOSSES,
    Duel,
    StatsRow,
    TagHpRow,
    other_than,
    rung,
)
from tests.games.capcom_crossovers.table import P1, P2, MakeTable
from tests.kit.play import MATCH, NOW, accepted, pins, server_seed
from tests.kit.rows import cases
from tests.kit.scenario import cards_of

STATS = [
    StatsRow(card="ryu", hp=104, strength=7, speed=3, agility=4, endurance=7, combo=5, bap=4, defense_bonus=2),
    StatsRow(card="gambit", hp=104, strength=7, speed=3, agility=4, endurance=7, combo=5, bap=4, defense_bonus=2),
    StatsRow(card="spider_man", hp=64, strength=7, speed=3, agility=4, endurance=10, combo=6, bap=4, defense_bonus=1),
    StatsRow(card="morrigan", hp=82, strength=6, speed=3, agility=4, endurance=7, combo=5, bap=4, defense_bonus=2),
    StatsRow(card="kestrel_volt", hp=88, strength=5, speed=4, agility=3, endurance=6, combo=6, bap=4, defense_bonus=1),
    StatsRow(
        card="brakk_ironjaw", hp=112, strength=8, speed=3, agility=2, endurance=6, combo=4, bap=4, defense_bonus=4
    ),
    StatsRow(card="ise_kagami", hp=56, strength=6, speed=3, agility=4, endurance=6, combo=5, bap=4, defense_bonus=2),
    StatsRow(
        card="captain_halberd", hp=94, strength=7, speed=3, agility=2, endurance=7, combo=4, bap=4, defense_bonus=4
    ),
    StatsRow(card="doc_tremor", hp=94, strength=6, speed=3, agility=3, endurance=7, combo=5, bap=4, defense_bonus=3),
    StatsRow(card="sable_kite", hp=58, strength=6, speed=3, agility=5, endurance=6, combo=5, bap=5, defense_bonus=1),
    StatsRow(card="ember_rook", hp=86, strength=6, speed=3, agility=4, endurance=7, combo=5, bap=4, defense_bonus=2),
    StatsRow(card="granny_gale", hp=40, strength=4, speed=3, agility=5, endurance=8, combo=5, bap=5, defense_bonus=1),
    StatsRow(card="unit_09", hp=104, strength=9, speed=3, agility=2, endurance=6, combo=4, bap=4, defense_bonus=3),
    StatsRow(card="luma_prism", hp=82, strength=5, speed=4, agility=3, endurance=8, combo=5, bap=4, defense_bonus=2),
    StatsRow(card="hollow_titan", hp=72, strength=9, speed=3, agility=2, endurance=6, combo=5, bap=4, defense_bonus=4),
    StatsRow(card="empress_vanta", hp=64, strength=7, speed=3, agility=2, endurance=6, combo=5, bap=5, defense_bonus=2),
]
TAG_HP = [
    TagHpRow(card="ryu", tag_hp=52),
    TagHpRow(card="gambit", tag_hp=52),
    TagHpRow(card="spider_man", tag_hp=32),
    TagHpRow(card="morrigan", tag_hp=41),
    TagHpRow(card="kestrel_volt", tag_hp=44),
    TagHpRow(card="brakk_ironjaw", tag_hp=54),
    TagHpRow(card="ise_kagami", tag_hp=28),
    TagHpRow(card="captain_halberd", tag_hp=47),
    TagHpRow(card="doc_tremor", tag_hp=49),
    TagHpRow(card="sable_kite", tag_hp=30),
    TagHpRow(card="ember_rook", tag_hp=41),
    TagHpRow(card="granny_gale", tag_hp=24),
    TagHpRow(card="unit_09", tag_hp=54),
    TagHpRow(card="luma_prism", tag_hp=41),
]


# Stats


def entered(mode: Mode, *brought: tuple[str, ...]) -> dict[str, int]:
    """The HP of each character at the start of a match of this mode, by card id."""
    event = MatchCreated(
        match=MATCH,
        game=GAME.slug,
        seats=len(brought),
        options=Options(mode=mode),
        clock=ClockPolicy(),
        pins=pins(GAME, 1),
    )
    step = accepted(decide.create(GAME, event, NOW))
    step.state.play_with(cards_of(GAME))
    for seat, cids in enumerate(brought):
        loadout = Loadout(cids)
        joined = decide.join(GAME, step.state, seat, f"player-{seat}", NOW, loadout=loadout, server_seed=server_seed(1))
        step = accepted(joined)
    there = [fact.event for fact in step.facts if isinstance(fact.event, e.CharacterEntered)]
    assert len(there) == sum(len(cids) for cids in brought)
    return {one.cid: one.hp for one in there}


@cases(STATS)
def test_it_enters_with_all_its_hp(row: StatsRow) -> None:
    """Bosses where bosses are, all others where they are not."""
    if row.card in BOSSES:
        there = entered("boss", ("ryu",), ("gambit",), (row.card,))
    else:
        there = entered("one_on_one", (row.card,), (other_than(row.card, "gambit", "ryu"),))
    assert there[row.card] == row.hp


@pytest.mark.rule("CAP-104", "CAP-R106")
@cases(TAG_HP)
def test_it_enters_with_its_tag_hp_beside_a_partner(row: TagHpRow) -> None:
    partner, *others = [cid for cid in ("ryu", "gambit", "morrigan", "luma_prism") if cid != row.card][:3]
    assert entered("tag", (row.card, partner), (others[0], others[1]))[row.card] == row.tag_hp


@cases(STATS)
def test_its_strength(table: MakeTable, row: StatsRow) -> None:
    """Number cards up to it are basic attacks and blocks, those above it throw and fill the meter."""
    weak, strong = str(row.strength), str(row.strength + 1)
    duel = Duel(table, row.card).given(own=f"{weak}C {weak}D {strong}C {strong}D")
    game = duel.starts()
    assert duel.refused(a.DeclareAttack("basic", (f"{strong}C",))) == "CAP-303"
    assert duel.refused(a.DeclareAttack("throw", (f"{weak}C", f"{weak}D"))) == "CAP-307"
    assert duel.refused(a.SetBlock(f"{strong}C")) == "CAP-433"
    assert game.moves(duel.own, "declare_attack") == ["basic", "throw"]
    game.attack(duel.own, "basic", f"{weak}C")
    game.take_hit(duel.other)
    assert game.lost(duel.other) == row.strength
    game.end_combo(duel.own)
    game.do(duel.own, a.PlaceInMeter(f"{strong}C"))
    assert game.meter(duel.own) == [f"{strong}C"]


@cases(STATS)
def test_its_speed(table: MakeTable, row: StatsRow) -> None:
    """One to so many cards are drawn."""
    duel = Duel(table, row.card)
    game = duel.table.turn(duel.own).start("draw")
    assert [one["n"] for one in game.offered(duel.own, "draw_cards")] == list(range(1, row.speed + 1))


@cases(STATS)
def test_its_agility(table: MakeTable, row: StatsRow) -> None:
    """A card up to it makes a dodge succeed, one above it doesn't."""
    for turned, success in ((row.agility, True), (row.agility + 1, False)):
        duel = Duel(table, row.card).given(other="2C", own_draw=f"{turned}C").opened("basic", "2C")
        duel.table.dodge(duel.own)
        assert [event.success for event in duel.table.happened(e.DodgeAttempted)] == [success]


@cases(STATS)
def test_its_endurance(table: MakeTable, row: StatsRow) -> None:
    """With one card more, one is discarded at the end of the turn."""
    cards = [f"{rank}{suit}" for rank in range(2, 6) for suit in "CDHS"][: row.endurance + 1]
    duel = Duel(table, row.card).given(own=" ".join(cards))
    game = duel.table.turn(duel.own).start("cleanup")
    game.end_turn(duel.own)
    assert game.waits(duel.own) == "discard_to_endurance"
    game.do(duel.own, a.Discard("2C"))
    assert game.waits(duel.other) == "draw"


@cases(STATS)
def test_its_combo(table: MakeTable, row: StatsRow) -> None:
    """With one point left, one basic attack is made; with none, none."""
    duel = Duel(table, row.card).given(own="2C")
    duel.table.character(duel.own, cp_used=row.combo)
    duel.starts()
    assert duel.refused(a.DeclareAttack("basic", ("2C",))) == "CAP-302"
    duel = Duel(table, row.card).given(own="2C")
    duel.table.character(duel.own, cp_used=row.combo - 1)
    assert not duel.hits("basic", "2C").goes_on()


@cases(STATS)
def test_its_basic_attack_priority(table: MakeTable, row: StatsRow) -> None:
    """A special of the same priority negates its basic attacks, one of a higher priority counters them."""
    for above, outcome in ((0, "negated"), (1, "countered")):
        known = rung(row.card, row.bap + above)
        duel = Duel(table, row.card, known.cid).given("4C", known.cards).opens("basic", "4C")
        assert duel.answered(duel.other, known) == outcome


@cases(STATS)
def test_its_defense_bonus(table: MakeTable, row: StatsRow) -> None:
    """A 2 stops 2 and so much more of Hadouken's 8, or of Soul Fist's 7."""
    attacker = other_than(row.card, "ryu", "morrigan")
    move, damage = {"ryu": ("hadouken", 8), "morrigan": ("soul_fist", 7)}[attacker]
    duel = Duel(table, row.card, attacker).given(other="JC", own_block="2C").opened(move, "JC")
    (blocked,) = duel.table.happened(e.AttackBlocked)
    assert blocked.damage_through == damage - 2 - row.defense_bonus


# Abilities: one part after another, under their ids; of several parts under their numbers


@pytest.mark.card("ryu")
@pytest.mark.parametrize(
    ("move", "cards", "priority"), [("hadouken", "JC", 4), ("basic", "4C", 4), ("shinkuu_hadouken", "AC AD", 6)]
)
def test_iron_focus_raises_specials(table: MakeTable, move: str, cards: str, priority: int) -> None:
    game = table("ryu", "gambit").player(P1, hand=f"2C {cards}").start()
    game.ability(P1, "2C")
    game.attack(P1, move, cards)
    assert [event.priority for event in game.happened(e.AttackDeclared)] == [priority]
    assert game.discard(P1) == ["2C"]


@pytest.mark.card("ryu")
def test_iron_focus_ends_with_the_turn_and_is_there_once_in_each(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="2C 3C JC 4C").player(P2, hand="KC").start()
    game.ability(P1, "2C")
    assert (P1, "ability") not in game.asked()
    game.pass_turn(P1)
    assert (P1, "ability") in game.asked()
    game.draw(P2, 1)
    game.attack(P2, "web_swing", "KC")
    game.counter(P1, "hadouken", "JC")
    (negated,) = game.happened(e.AttackNegated)
    assert (negated.by_priority, negated.priority) == (3, 3)
    game.ability(P1, "3C")
    assert game.discard(P1) == ["2C", "JC", "3C"]


@pytest.mark.card("gambit")
def test_sleight_of_hand_discards_one_and_draws_one(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="2C 3C", draw="AS AH").player(P2, hand="4C").start()
    game.ability(P1, "2C")
    assert (game.hand(P1), game.discard(P1)[-1], game.hand(P2)) == (["3C", "AS"], "2C", ["4C"])


@pytest.mark.card("gambit")
def test_sleight_of_hand_needs_a_card_in_the_draw_pile(table: MakeTable) -> None:
    for pile in (0, 1):
        game = table("gambit", "ryu").player(P1, hand="2C", pile=pile).start()
        assert ((P1, "ability") in game.asked()) == bool(pile)


@pytest.mark.card("gambit")
def test_sleight_of_hand_once_in_each_turn(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="2C 3C").start()
    game.ability(P1, "2C")
    assert (P1, "ability") not in game.asked()
    game.pass_turn(P1)
    assert (P1, "ability") in game.asked()


@pytest.mark.card("spider_man")
@pytest.mark.parametrize(("turned", "asked"), [("4C", "ranged_reply"), ("5C", "combo")])
def test_spider_sense_turns_up_one_more(table: MakeTable, turned: str, asked: str) -> None:
    game = table("ryu", "spider_man").player(P1, hand="4H").player(P2, draw=f"QH {turned}").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.do(P2, a.Use())
    assert (game.discard(P2), game.who(P2).used_turn) == (["QH", turned], (1,))
    assert asked in {kind for _, kind in game.asked()}


@pytest.mark.card("spider_man")
def test_spider_sense_may_be_declined(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="4H").player(P2, draw="QH AC").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.decline(P2)
    assert (game.lost(P2), game.discard(P2), game.who(P2).used_turn) == (4, ["QH"], ())


@pytest.mark.card("morrigan")
@pytest.mark.parametrize(
    ("move", "cards", "block", "hp"),
    [
        ("soul_fist", "JC", None, 52),
        ("soul_fist", "JC", "6C", 50),
        ("basic", "4C", None, 50),
        ("vector_drain", "KC", None, 50),
    ],
)
def test_soul_drain_heals_by_damage_of_ranged_attacks(
    table: MakeTable, move: str, cards: str, block: str | None, hp: int
) -> None:
    game = table("morrigan", "ryu").character(P1, hp=50).character(P2, hp=50)
    game.player(P1, hand=cards).player(P2, block=block).start()
    game.attack(P1, move, cards)
    if block is None:
        game.take_hit(P2)
    assert (game.hp(P1), game.hp(P2) <= 50) == (hp, True)
    assert not [event for event in game.ever(e.HpRecovered) if event.cid == "ryu"]


@pytest.mark.card("kestrel_volt")
def test_overclock_gives_two_more_points(table: MakeTable) -> None:
    game = table("kestrel_volt", "ryu").character(P1, cp_used=6).player(P1, hand="2C 3C").start()
    game.ability(P1)
    game.hit(P1, "basic", "2C")
    assert game.waits(P1) == "combo"
    game.follow(P1, "basic", "3C")
    assert (game.cp(P1), game.waits(P1)) == (8, "cleanup")


@pytest.mark.card("kestrel_volt")
def test_overclock_ends_with_the_turn_and_never_comes_back(table: MakeTable) -> None:
    game = table("kestrel_volt", "ryu").player(P1, hand="2C").start()
    assert (P1, "ability") in game.asked()
    game.ability(P1)
    assert (P1, "ability") not in game.asked()
    game.pass_turn(P1)
    assert (game.stat(P1, "combo"), (P1, "ability") in game.asked()) == (6, False)


@pytest.mark.card("brakk_ironjaw")
@pytest.mark.parametrize(
    ("move", "cards", "lost"),
    [("basic", "5C", 4), ("hadouken", "JC", 8), ("shinkuu_hadouken", "AC AD", 28), ("throw", "9C 9D", 8)],
)
def test_thick_hide_against_basic_attacks(table: MakeTable, move: str, cards: str, lost: int) -> None:
    game = table("ryu", "brakk_ironjaw").player(P1, hand=cards).start()
    game.hit(P1, move, cards)
    assert game.lost(P2) == lost


@pytest.mark.card("ise_kagami")
def test_riposte_only_when_she_answers(table: MakeTable) -> None:
    game = table("ise_kagami", "ryu").player(P1, hand="QC").start()
    game.attack(P1, "moon_cutter", "QC")
    assert [event.priority for event in game.happened(e.AttackDeclared)] == [2]
    game = table("brakk_ironjaw", "ise_kagami").player(P1, hand="QC").player(P2, hand="QC").start()
    game.attack(P1, "anvil_palm", "QC")
    game.counter(P2, "moon_cutter", "QC")
    (countered,) = game.happened(e.AttackCountered)
    assert (countered.by_priority, countered.priority, game.lost(P1)) == (3, 2, 6)


@pytest.mark.card("captain_halberd")
@pytest.mark.parametrize(("card", "lost"), [("10C", 20), ("2C", 28)])
def test_bulwark_prevents_up_to_the_value_of_a_number_card(table: MakeTable, card: str, lost: int) -> None:
    game = table("gambit", "captain_halberd").player(P1, hand="AC AD").player(P2, hand=f"QC {card}").start()
    game.hit(P1, "royal_flush", "AC AD")
    assert game.refused(P2, a.Absorb("QC")).rule == "CAP-509"
    game.do(P2, a.Absorb(card))
    assert (game.lost(P2), game.discard(P2), game.hand(P2)) == (lost, [card], ["QC"])


@pytest.mark.card("captain_halberd")
def test_bulwark_once_in_each_turn_or_not_at_all(table: MakeTable) -> None:
    game = table("gambit", "captain_halberd").player(P1, hand="4C 5C 6C").player(P2, hand="2C 2D 2H").start()
    game.hit(P1, "basic", "4C")
    game.decline(P2)
    game.follow(P1, "basic", "5C")
    game.do(P2, a.Absorb("2C"))
    game.follow(P1, "basic", "6C")
    assert (game.lost(P2), game.waits(P1)) == (4 + 3 + 6, "combo")
    game.end_combo(P1)
    game.end_turn(P1)
    game.pass_turn(P2)
    game.draw(P1, 1)
    game.hit(P1, "basic", game.hand(P1)[-1])
    assert game.waits(P2) == "damage_response"


@pytest.mark.card("doc_tremor")
@pytest.mark.parametrize(("turned", "success"), [("4C", False), ("3C", True)])
def test_unstable_ground_takes_one_agility(table: MakeTable, turned: str, success: bool) -> None:
    game = table("doc_tremor", "ryu").player(P1, hand="2C").player(P2, draw=turned).start()
    game.attack(P1, "basic", "2C")
    game.dodge(P2)
    assert [event.success for event in game.happened(e.DodgeAttempted)] == [success]


@pytest.mark.card("sable_kite")
@pytest.mark.parametrize(("turned", "drawn"), [("5C", ["AS"]), ("6C", [])])
def test_vanish_draws_after_a_dodge(table: MakeTable, turned: str, drawn: list[str]) -> None:
    game = table("ryu", "sable_kite").player(P1, hand="2C").player(P2, draw=f"{turned} AS AH").start()
    game.attack(P1, "basic", "2C")
    game.dodge(P2)
    assert (game.hand(P2), game.hand(P1)) == (drawn, [])


@pytest.mark.card("ember_rook")
@pytest.mark.parametrize(
    ("hp", "move", "card", "lost"),
    [
        (24, "flare_wall", "QC", 8),
        (25, "flare_wall", "QC", 6),
        (24, "smelter_kick", "KC", 9),
        (24, "cinder_bolt", "JC", 7),
    ],
)
def test_kindle_at_24_hp_or_less(table: MakeTable, hp: int, move: str, card: str, lost: int) -> None:
    game = table("ember_rook", "ryu").character(P1, hp=hp).player(P1, hand=card).start()
    game.hit(P1, move, card)
    assert game.lost(P2) == lost


@pytest.mark.card("granny_gale")
@pytest.mark.parametrize(("turned", "hp"), [("5C", 32), ("6C", 28)])
def test_tea_time_heals_after_a_dodge(table: MakeTable, turned: str, hp: int) -> None:
    game = table("ryu", "granny_gale").character(P1, hp=40).character(P2, hp=30)
    game.player(P1, hand="2C").player(P2, draw=turned).start()
    game.attack(P1, "basic", "2C")
    game.dodge(P2)
    assert (game.hp(P2), game.hp(P1)) == (hp, 40)


@pytest.mark.card("unit_09")
def test_auto_repair_at_the_start_of_the_own_turn(table: MakeTable) -> None:
    game = table("unit_09", "ryu").character(P1, hp=50).character(P2, hp=50).start("start")
    assert (game.hp(P1), game.hp(P2)) == (51, 50)
    game.pass_turn(P1)
    assert (game.hp(P1), game.hp(P2)) == (51, 50)


@pytest.mark.card("luma_prism")
@pytest.mark.parametrize(
    ("move", "cards", "lost"),
    [("siege_line", "AC AD", 13), ("tag_super", "JK1 JK2", 27), ("bastion_bash", "QC", 7), ("basic", "5C", 5)],
)
def test_prism_shell_halves_supers(table: MakeTable, move: str, cards: str, lost: int) -> None:
    game = table(("captain_halberd", "ryu"), ("luma_prism", "gambit"), mode="tag").player(P1, hand=cards).start()
    game.ability(P2)
    game.hit(P1, move, cards)
    assert game.lost(P2) == lost


@pytest.mark.card("luma_prism")
def test_prism_shell_for_one_turn_of_the_match(table: MakeTable) -> None:
    game = table("captain_halberd", "luma_prism").player(P1, hand="AC AD").start()
    game.ability(P2)
    game.pass_turn(P1)
    assert (P2, "ability") not in game.asked()
    game.pass_turn(P2)
    game.draw(P1, 1)
    game.hit(P1, "siege_line", "AC AD")
    assert game.lost(P2) == 27


@pytest.mark.card("hollow_titan")
@pytest.mark.parametrize(
    ("move", "cards", "lost"),
    [("basic", "5C", 4), ("tatsumaki", "KC", 6), ("shinkuu_hadouken", "AC AD", 27), ("throw", "10C 10D", 7)],
)
def test_titan_frame_1_takes_one_off_every_damage(table: MakeTable, move: str, cards: str, lost: int) -> None:
    duel = Duel(table, "hollow_titan", "ryu").given(other=cards).opened(move, cards)
    duel.table.take_hit(duel.own)
    assert duel.table.lost(duel.own) == lost


@pytest.mark.card("hollow_titan")
def test_titan_frame_1_effects_too(table: MakeTable) -> None:
    duel = Duel(table, "hollow_titan", "gambit").given("QC", "KC KD").opens("hollow_roar", "QC")
    duel.table.avoid(duel.other, "cajun_escape", "KC", "KD")
    assert duel.table.lost(duel.own) == 7


@pytest.mark.card("hollow_titan")
def test_titan_frame_2_heals_at_the_start_of_the_own_turn(table: MakeTable) -> None:
    duel = Duel(table, "hollow_titan")
    game = duel.table.character(duel.own, hp=50).character(duel.other, hp=50).turn(duel.own).start("start")
    assert (game.hp(duel.own), game.hp(duel.other)) == (52, 50)
    game.pass_turn(duel.own)
    assert (game.hp(duel.own), game.hp(duel.other)) == (52, 50)


@pytest.mark.card("empress_vanta")
@pytest.mark.parametrize(("turned", "asked"), [("2C", "ranged_reply"), ("3C", "combo")])
def test_second_eclipse_1_turns_up_one_more(table: MakeTable, turned: str, asked: str) -> None:
    duel = Duel(table, "empress_vanta").given(other="4H", own_draw=f"QH {turned}").opened("basic", "4H")
    game = duel.table
    game.dodge(duel.own)
    game.do(duel.own, a.Use())
    assert (game.discard(duel.own), game.who(duel.own).used_turn) == (["QH", turned], (1,))
    assert asked in {kind for _, kind in game.asked()}


@pytest.mark.card("empress_vanta")
@pytest.mark.parametrize(("hp", "combo"), [(24, 7), (25, 5)])
def test_second_eclipse_2_gives_points_at_24_hp_or_less(table: MakeTable, hp: int, combo: int) -> None:
    duel = Duel(table, "empress_vanta").given(own="2C")
    duel.table.character(duel.own, hp=hp, cp_used=combo - 1)
    assert not duel.hits("basic", "2C").goes_on()
    assert (duel.table.stat(duel.own, "combo"), duel.table.stat(duel.other, "combo")) == (combo, 5)


@pytest.mark.card("empress_vanta")
@pytest.mark.parametrize(
    ("hp", "move", "card", "lost"),
    [(24, "ink_lash", "JC", 9), (25, "ink_lash", "JC", 7), (24, "eclipse_kick", "QC", 10)],
)
def test_second_eclipse_3_raises_ranged_attacks_at_24_hp_or_less(
    table: MakeTable, hp: int, move: str, card: str, lost: int
) -> None:
    duel = Duel(table, "empress_vanta").given(own=card)
    duel.table.character(duel.own, hp=hp)
    duel.hits(move, card)
    assert duel.table.lost(duel.other) == lost
