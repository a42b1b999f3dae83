"""Damage: the order of its steps, what follows it, healing (CAP-480 to CAP-483)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.kernel.audience import SPECTATOR
from domain.kernel.audience import seat as seat_audience
from domain.kernel.facts import as_seen
from tests.games.capcom_crossovers import custom
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, Table

TAG = {"mode": "tag"}
TOUGH = "prevent_damage(half, any_damage), reduce_damage_taken(any_damage, 3)"
ABSORBS = custom.part("would_be_damaged", "prevent_damage(value)", "1, number_card", "turn", may=True)


def steps(game: Table) -> list[tuple[int, ...]]:
    """Base, added, halved, blocked, reduced, absorbed, and what was left, of the damage since the last action."""
    return [
        (one.base, one.added, one.halved, one.blocked, one.reduced, one.absorbed, one.n)
        for one in game.happened(e.DamageDealt)
    ]


# The order of the steps


@pytest.mark.rule("CAP-480", "CAP-R43")
@pytest.mark.parametrize(
    ("block", "absorbs", "expected"),
    [
        (None, "", (12, 2, 7, 0, 3, 0, 4)),
        (None, "3C", (12, 2, 7, 0, 3, 3, 1)),
        (None, "9C", (12, 2, 7, 0, 3, 4, 0)),
        ("2S", "", (12, 2, 5, 4, 3, 0, 2)),
        ("2S", "2C", (12, 2, 5, 4, 3, 2, 0)),
    ],
)
def test_the_steps_of_damage(
    table: MakeTable,
    block: str | None,
    absorbs: str,
    expected: tuple[int, ...],
) -> None:
    """6 + 2 * 3 for Jacks + 2; less the block; half; less 3; less the card's value."""
    cinders = (
        '{ id = "test_j", name = "J", cards = "J + 0-2 J", type = "A", damage = 6, priority = 3, cp = 1, '
        'effects = [{ when = "per_extra", do = "add_damage(3)" }] }'
    )
    attacker = custom.fighter(table, custom.part("passive", "modify_damage(any_damage, 2)"), moves_=(cinders,))
    target = custom.fighter(table, custom.part("passive", TOUGH), ABSORBS)
    game = table(attacker, target).player(P1, hand="JS JC JD").player(P2, hand="2C 3C 9C", block=block).start()
    game.attack(P1, f"{attacker}m1", "JS", "JC JD")
    if block is None:
        game.take_hit(P2)
    assert game.waits(P2) == "damage_response"
    game.do(P2, a.Absorb(absorbs) if absorbs else a.Decline())
    assert (steps(game), game.lost(P2)) == ([expected], expected[-1])


@pytest.mark.rule("CAP-480", "CAP-465")
def test_both_halves_of_a_negation(table: MakeTable) -> None:
    """11 + 2 = 13, half 6 by the negation, half 3 by the target, less 3."""
    ranged = custom.move("J", "A", 11, 3, attrs="R")
    answerer = custom.fighter(table, custom.part("passive", "modify_damage(any_damage, 2)"), moves_=(ranged,))
    attacker = custom.fighter(
        table,
        custom.part("passive", "prevent_damage(half, any_damage), reduce_damage_taken(any_damage, 1)"),
        moves_=(custom.move("Q", "C", 4, 3),),
    )
    game = table(attacker, answerer).player(P1, hand="QS").player(P2, hand="JS").start()
    game.attack(P1, f"{attacker}m1", "QS")
    game.counter(P2, f"{answerer}m1", "JS")
    assert steps(game) == [(11, 2, 7 + 3, 0, 1, 0, 2)]


@pytest.mark.rule("CAP-480", "CAP-456", "CAP-509")
def test_the_damage_of_an_effect_takes_the_last_steps_alone(table: MakeTable) -> None:
    """8 by Cajun Escape; half 4, less 3; the owner's modifiers of damage don't count."""
    escape = (
        '{ id = "test_e", name = "E", cards = "K + 0-1 K", type = "E", avoid = ["special"], cp = 1, '
        'effects = [{ when = "per_extra", do = "deal_damage(attacker, 8)" }] }'
    )
    answerer = custom.fighter(table, custom.part("passive", "modify_damage(any_damage, 9)"), moves_=(escape,))
    attacker = custom.fighter(table, custom.part("passive", TOUGH), ABSORBS, moves_=(custom.move("Q", "C", 4, 3),))
    game = table(attacker, answerer).player(P1, hand="QS 2C").player(P2, hand="KC KD").start()
    game.attack(P1, f"{attacker}m1", "QS")
    game.avoid(P2, f"{answerer}m1", "KC", "KD")
    assert game.waits(P1) == "damage_response"
    game.decline(P1)
    assert steps(game) == [(8, 0, 4, 0, 3, 0, 1)]


@pytest.mark.rule("CAP-480", "CAP-508")
@pytest.mark.parametrize(("block", "lost"), [(None, 15), ("5C", 8)])
def test_prism_shell_halves_what_passes_a_block(table: MakeTable, block: str | None, lost: int) -> None:
    """30; or 30 - 14, halved after the block."""
    game = table("gambit", "luma_prism").player(P1, hand="AC AD").player(P2, block=block).start()
    game.ability(P2)
    game.attack(P1, "royal_flush", "AC AD")
    if block is None:
        game.take_hit(P2)
    assert game.lost(P2) == lost


@pytest.mark.rule("CAP-480")
@pytest.mark.parametrize(("opens", "lost"), [("basic 7C", 6), ("hadouken JS", 8), ("throw 8C 8D", 8)])
def test_reductions_look_at_the_kind_of_attack(table: MakeTable, opens: str, lost: int) -> None:
    """Thick Hide: basic attacks deal 1 less."""
    move, cards = opens.split(" ", 1)
    game = table("ryu", "brakk_ironjaw").player(P1, hand=cards).start()
    game.hit(P1, move, cards)
    assert game.lost(P2) == lost


@pytest.mark.rule("CAP-480", "CAP-509")
@pytest.mark.parametrize("change", [-2, -20])
def test_damage_is_never_below_0(table: MakeTable, change: int) -> None:
    """Then it is a hit all the same, and nothing is there to be prevented."""
    cid = custom.fighter(table, custom.part("passive", f"modify_damage(any_damage, {change})"))
    game = table(cid, "captain_halberd").player(P1, hand="2H").player(P2, hand="9C").start()
    game.hit(P1, "basic", "2H")
    assert (game.lost(P2), steps(game), game.outcomes()) == (0, [(2, -2, 0, 0, 0, 0, 0)], ["hit"])


# HP


@pytest.mark.rule("CAP-481", "CAP-R43", "CAP-701")
def test_hp_never_fall_below_0(table: MakeTable) -> None:
    game = table(("ryu", "unit_09"), ("gambit", "morrigan"), **TAG).player(P1, hand="QS").character(P2, hp=3).start()
    game.hit(P1, "shoryuken", "QS")
    (dealt,) = game.happened(e.DamageDealt)
    assert (dealt.n, dealt.hp_after, game.hp(P2, "gambit"), game.active(P2)) == (10, 0, 0, "morrigan")


@pytest.mark.rule("CAP-483")
@pytest.mark.parametrize(("hp", "after"), [(50, 52), (81, 82), (82, 82)])
def test_hp_never_rise_above_those_at_the_start(table: MakeTable, hp: int, after: int) -> None:
    game = table("morrigan", "gambit").player(P1, hand="JS").character(P1, hp=hp).start()
    game.hit(P1, "soul_fist", "JS")
    assert game.hp(P1) == after
    assert [event.n for event in game.happened(e.HpRecovered)] == ([after - hp] if after > hp else [])


# What follows


@pytest.mark.rule("CAP-482", "CAP-R42")
def test_effects_then_triggers_then_ko(table: MakeTable) -> None:
    """Who is at 0 HP is KOed after both; the KO ends the combo."""
    move = custom.move("J", "C", 9, 3, hit="draw(self, 1)")
    cid = custom.fighter(table, custom.part("damage_dealt", "heal(self, 2)"), moves_=(move,))
    game = table((cid, "ryu"), ("gambit", "morrigan"), **TAG).player(P1, hand="JS 2C").character(P2, hp=5)
    game.character(P1, hp=20).start()
    game.hit(P1, f"{cid}m1", "JS")
    kinds = (e.AttackHit, e.DamageDealt, e.CardsDrawn, e.HpRecovered, e.CharacterKoed, e.ComboEnded)
    assert [fact.event.type for fact in game.facts if isinstance(fact.event, kinds)] == [
        "attack_hit",
        "damage_dealt",
        "cards_drawn",
        "hp_recovered",
        "character_koed",
        "combo_ended",
    ]
    assert game.waits(P1) == "cleanup"


@pytest.mark.rule("CAP-482", "CAP-R42", "CAP-704")
def test_the_last_hit_has_its_effects_before_the_match_ends(table: MakeTable) -> None:
    game = table("doc_tremor", "gambit").player(P1, hand="JS").player(P2, hand="2C").character(P2, hp=7).start()
    game.hit(P1, "tremor_charge", "JS")
    assert [event.card for event in game.happened(e.CardDiscardedAtRandom)] == ["2C"]
    assert game.state.result is not None


@pytest.mark.rule("CAP-482", "CAP-R44")
def test_triggers_look_at_the_attack(table: MakeTable) -> None:
    """Soul Drain: R attacks only."""
    game = table("morrigan", "gambit").player(P1, hand="QS").character(P1, hp=50).start()
    game.hit(P1, "shadow_blade", "QS")
    assert (game.lost(P2), game.hp(P1)) == (9, 50)


@pytest.mark.rule("CAP-482", "CAP-509", "CAP-R44")
@pytest.mark.parametrize(("card", "lost", "hp"), [("7C", 0, 50), ("6C", 1, 52)])
def test_damage_triggers_need_damage(table: MakeTable, card: str, lost: int, hp: int) -> None:
    game = table("morrigan", "captain_halberd").player(P1, hand="JS").player(P2, hand=card).character(P1, hp=50).start()
    game.hit(P1, "soul_fist", "JS")
    game.do(P2, a.Absorb(card))
    assert (game.lost(P2), game.hp(P1)) == (lost, hp)


@pytest.mark.rule("CAP-482", "CAP-R44")
def test_effects_of_a_hit_need_no_damage(table: MakeTable) -> None:
    game = table("kestrel_volt", "captain_halberd").player(P1, hand="AS").player(P2, hand="9C").start()
    game.hit(P1, "blackout", "AS")
    game.do(P2, a.Absorb("9C"))
    assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (0, 0, "combo")


@pytest.mark.rule("CAP-480", "CAP-R99")
def test_damage_is_halved_once_by_its_target(table: MakeTable) -> None:
    twice = "prevent_damage(half, any_damage), prevent_damage(half, attack_value(special))"
    tough = custom.fighter(table, custom.part("passive", twice))
    game = table("ryu", tough).player(P1, hand="JS").start()
    game.hit(P1, "hadouken", "JS")
    assert game.lost(P2) == 4


# Who can prevent it


@pytest.mark.rule("CAP-509", "CAP-R45")
def test_the_question_tells_nothing_of_the_hand(table: MakeTable) -> None:
    seen = []
    for hand in ("9C", "KC"):
        game = table("ryu", "captain_halberd").player(P1, hand="JS").player(P2, hand=hand).start()
        game.hit(P1, "hadouken", "JS")
        assert game.waits(P2) == "damage_response"
        assert [one["type"] for one in game.legal(P2)] == (["absorb", "decline"] if hand == "9C" else ["decline"])
        seen.append([[as_seen(fact, viewer) for fact in game.history] for viewer in (seat_audience(P1), SPECTATOR)])
    assert seen[0] == seen[1]
    assert game.refused(P2, a.Absorb("KC")).rule == "CAP-509"


@pytest.mark.rule("CAP-509", "CAP-R45", "CAP-505")
def test_when_nobody_is_asked(table: MakeTable) -> None:
    """Without cards, and when the limit is used up; a question that was declined uses nothing."""
    game = table("ryu", "captain_halberd").player(P1, hand="JS").start()
    game.hit(P1, "hadouken", "JS")
    assert game.lost(P2) == 8
    game = table("ryu", "captain_halberd").player(P1, hand="2C 3C 4C").player(P2, hand="2D 9D").start()
    game.hit(P1, "basic", "2C")
    game.decline(P2)
    game.follow(P1, "basic", "3C")
    assert game.waits(P2) == "damage_response"
    game.do(P2, a.Absorb("2D"))
    game.follow(P1, "basic", "4C")
    assert (game.lost(P2), game.hand(P2), game.discard(P2)) == (2 + 1 + 4, ["9D"], ["2D"])


@pytest.mark.rule("CAP-509", "CAP-423")
def test_what_passes_a_block_can_be_prevented(table: MakeTable) -> None:
    game = table("gambit", "captain_halberd").player(P1, hand="AC AD").player(P2, hand="10C", block="3C").start()
    game.attack(P1, "royal_flush", "AC AD")
    assert (game.waits(P2), game.discard(P2)) == ("damage_response", ["3C"])
    game.do(P2, a.Absorb("10C"))
    assert (game.lost(P2), steps(game)) == (30 - 14 - 10, [(30, 0, 0, 14, 0, 10, 6)])


@pytest.mark.rule("CAP-R104", "CAP-482", "CAP-483", "CAP-701")
@pytest.mark.parametrize(("do", "left"), [("deal_damage(self, 50), heal(self, 10)", 0), ("heal(self, 10)", 50)])
def test_no_healing_after_0_hp(table: MakeTable, do: str, left: int) -> None:
    cid = custom.fighter(table, moves_=(custom.move("J", "C", 1, 3, hit=do),))
    game = table((cid, "ryu"), ("gambit", "morrigan"), **TAG).player(P1, hand="JS").character(P1, hp=40).start()
    game.hit(P1, f"{cid}m1", "JS")
    assert (game.hp(P1, cid), game.active(P1)) == (left, cid if left else "ryu")
    assert len(game.happened(e.CharacterKoed)) == (0 if left else 1)
