"""Blocks: setting one, what it meets, what it stops, what becomes of the card (CAP-420 to CAP-434)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.kernel.actions import Action
from domain.kernel.audience import SPECTATOR
from domain.kernel.audience import seat as seat_audience
from domain.kernel.facts import as_seen
from tests.games.capcom_crossovers.table import P1, P2, P3, MakeTable, Table

TAG = {"mode": "tag"}


def block_seen(game: Table, viewer: str, owner: int) -> tuple[bool, str | None]:
    """Whether a viewer sees a block card of this player, and which."""
    block = GAME.view(game.state, viewer).players[owner].block
    return block is not None, None if block is None or block.card is None else block.card.card


# Setting a block


@pytest.mark.rule("CAP-420", "CAP-208")
def test_a_block_is_set_instead_of_attacking(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="6S 5C").start()
    game.block(P1, "6S")
    assert (game.blocking(P1), game.hand(P1), game.waits(P1)) == ("6S", ["5C"], "cleanup")
    assert game.refused(P1, a.SetBlock("5C")).rule == "CAP-420"
    assert game.refused(P1, a.DeclareAttack("basic", ("5C",))).rule == "CAP-206"
    game = table("ryu", "gambit").player(P1, hand="6S 5C").start()
    game.hit(P1, "basic", "5C")
    assert game.refused(P1, a.SetBlock("6S")).rule == "CAP-420"


@pytest.mark.rule("CAP-420", "CAP-R78")
def test_the_block_card_lies_face_down(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="6S").start()
    game.block(P1, "6S")
    assert block_seen(game, seat_audience(P1), P1) == (True, "6S")
    for viewer in (seat_audience(P2), SPECTATOR):
        assert block_seen(game, viewer, P1) == (True, None)
        assert "6S" not in repr([as_seen(fact, viewer) for fact in game.facts])


@pytest.mark.rule("CAP-420", "CAP-433", "CAP-R26", "CAP-319")
def test_number_cards_up_to_strength_block(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "unit_09"), **TAG)
    game.player(P1, hand="2C 7C 8C 10C JC QC KC AC JK1").start()
    assert [one["card"] for one in game.legal(P1, "set_block")] == ["2C", "7C"]
    for card in ("8C", "10C", "JC", "QC", "KC", "AC", "JK1"):
        assert game.refused(P1, a.SetBlock(card)).rule == "CAP-433"
    assert game.refused(P1, a.SetBlock("3C")).rule == "CAP-420"
    game.block(P1, "7C")


# What a block meets, and for how long


@pytest.mark.rule("CAP-421", "CAP-R27")
@pytest.mark.parametrize(("card", "returned"), [("2C", True), ("6C", False)])
def test_a_block_meets_one_attack(table: MakeTable, card: str, returned: bool) -> None:
    """The second player of the team attacks the boss in the same round: no block is left."""
    game = table("ryu", "gambit", "hollow_titan", mode="boss").player(P1, hand=f"{card} 3C 3D")
    game.player(P3, block="2S").player(P2, hand="4C").start()
    game.attack(P1, "basic", card)
    assert game.blocking(P3) is None
    assert (game.hand(P3), game.discard(P3)) == ((["2S"], []) if returned else ([], ["2S"]))
    game.do(P1, a.Tag("3C", "3D"))
    game.end_turn(P1)
    game.draw(P2, 1)
    game.attack(P2, "basic", "4C")
    assert game.waits(P3) == "defend"


@pytest.mark.rule("CAP-421", "CAP-430", "CAP-202", "CAP-R78")
def test_a_block_that_met_nothing_comes_back_unseen_before_the_draw(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="3C").player(P2, block="6S").start()
    game.pass_combat(P1)
    game.end_turn(P1)
    assert (game.blocking(P2), game.hand(P2), game.waits(P2)) == (None, ["6S"], "draw")
    (returned,) = game.happened(e.BlockReturned)
    assert (returned.card, returned.seen) == ("6S", False)
    for viewer in (seat_audience(P1), SPECTATOR):
        assert "6S" not in repr([as_seen(fact, viewer) for fact in game.facts])


# Defense total, damage, and the fate of the card


@pytest.mark.rule("CAP-422", "CAP-423", "CAP-424", "CAP-R24")
@pytest.mark.parametrize(
    ("attacker", "move", "cards", "defender", "block", "total", "lost", "kept"),
    [
        ("ryu", "hadouken", "JS", "gambit", "5S", 7, 1, False),
        ("ryu", "hadouken", "JS", "gambit", "6S", 8, 0, False),
        ("ryu", "hadouken", "JS", "gambit", "7S", 9, 0, True),
        ("ryu", "hadouken", "JS", "brakk_ironjaw", "4S", 8, 0, False),
        ("ryu", "shoryuken", "QS", "spider_man", "2S", 3, 7, False),
        ("morrigan", "soul_eraser", "AS", "gambit", "5S", 14, 0, True),
        ("morrigan", "soul_eraser", "AS", "gambit", "4S", 12, 1, False),
        ("gambit", "royal_flush", "AC AD", "brakk_ironjaw", "8S", 24, 6, False),
        ("spider_man", "crawler_assault", "AS", "gambit", "5S", 14, 0, False),
        ("spider_man", "maximum_spider", "AC AS", "gambit", "7S", 18, 8, False),
    ],
)
def test_blocked_damage(
    table: MakeTable,
    attacker: str,
    move: str,
    cards: str,
    defender: str,
    block: str,
    total: int,
    lost: int,
    kept: bool,
) -> None:
    """(Value + Defense Bonus), doubled against a super, is taken off the damage; only a greater one keeps the card."""
    game = table(attacker, defender).player(P1, hand=cards).player(P2, block=block).start()
    game.attack(P1, move, cards)
    assert [(event.card, event.defense_total) for event in game.happened(e.BlockRevealed)] == [(block, total)]
    assert [event.damage_through for event in game.happened(e.AttackBlocked)] == [lost]
    assert (game.lost(P2), game.hand(P2), game.discard(P2)) == (lost, [block] if kept else [], [] if kept else [block])


@pytest.mark.rule("CAP-424", "CAP-R78")
def test_a_card_that_was_turned_up_was_seen(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="JS").player(P2, block="7S").start()
    game.attack(P1, "hadouken", "JS")
    (returned,) = [as_seen(fact, seat_audience(P1)) for fact in game.facts if isinstance(fact.event, e.BlockReturned)]
    assert returned == e.BlockReturned(seat=P2, seen=True, card="7S")
    assert GAME.view(game.state, seat_audience(P1)).players[P2].hand == ()


@pytest.mark.rule("CAP-424", "CAP-423", "CAP-480")
@pytest.mark.parametrize(("hp", "lost", "kept"), [(25, 0, True), (24, 1, False)])
def test_the_attackers_modifiers_count(table: MakeTable, hp: int, lost: int, kept: bool) -> None:
    """Kindle: 5 + 2; an additional Jack: 3 more."""
    game = table("ember_rook", "gambit").player(P1, hand="JS JC").player(P2, block="7S").character(P1, hp=hp).start()
    game.attack(P1, "cinder_bolt", "JS", "JC")
    assert (game.lost(P2), game.hand(P2)) == (lost, ["7S"] if kept else [])


@pytest.mark.rule("CAP-425", "CAP-424", "CAP-R23")
@pytest.mark.parametrize(("card", "kept"), [("3H", True), ("4H", False), ("7H", False)])
def test_a_blocked_basic_attack_does_nothing_but_wear_out_the_card(table: MakeTable, card: str, kept: bool) -> None:
    game = table("ryu", "gambit").player(P1, hand=card).player(P2, block="2S").start()
    game.attack(P1, "basic", card)
    assert (game.lost(P2), game.hand(P2), game.discard(P2)) == (0, ["2S"] if kept else [], [] if kept else ["2S"])


@pytest.mark.rule("CAP-426", "CAP-318", "CAP-208")
@pytest.mark.parametrize("block", ["2S", "7S"])
def test_a_blocked_attack_ends_the_combat_phase(table: MakeTable, block: str) -> None:
    """Also when damage passes and the type and the points would allow more."""
    game = table("ryu", "gambit").player(P1, hand="KS 2C").player(P2, block=block).start()
    game.attack(P1, "tatsumaki", "KS")
    assert (game.lost(P2), game.waits(P1)) == (3 if block == "2S" else 0, "cleanup")
    assert (game.zone(P1), game.discard(P1)) == ([], ["KS"])
    assert game.refused(P1, a.FollowUp("basic", ("2C",))).rule == "CAP-426"


# Through the block


@pytest.mark.rule("CAP-427", "CAP-470", "CAP-R22")
@pytest.mark.parametrize("techs", [False, True])
def test_a_throw_goes_through_a_block_unless_it_is_tech_hit(table: MakeTable, techs: bool) -> None:
    game = table("gambit", "ryu").player(P1, hand="8C 8D 2C").player(P2, hand="9C 9D", block="5C").start()
    game.attack(P1, "throw", "8C 8D")
    assert (game.blocking(P2), game.discard(P2), game.waits(P2)) == (None, ["5C"], "tech_hit")
    if techs:
        game.tech(P2, "9C 9D")
        assert (game.lost(P2), game.waits(P1)) == (0, "cleanup")
    else:
        game.decline(P2)
        game.follow(P1, "basic", "2C")
        assert game.lost(P2) == 8


@pytest.mark.rule("CAP-428", "CAP-521")
@pytest.mark.parametrize(
    ("attacker", "move", "cards", "lost", "asked"),
    [
        ("unit_09", "magnet_clamp", "KS", 6, "combo"),
        ("captain_halberd", "lance_break", "KS", 9, "cleanup"),
        ("brakk_ironjaw", "bone_lock", "JS", 11, "cleanup"),
        ("brakk_ironjaw", "landslide_driver", "AC AD", 34, "cleanup"),
    ],
)
@pytest.mark.parametrize("blocks", [False, True])
def test_an_unblockable_move_takes_the_block_and_hits(
    table: MakeTable, attacker: str, move: str, cards: str, lost: int, asked: str, blocks: bool
) -> None:
    """Without a block it is like any other."""
    game = table(attacker, "gambit").player(P1, hand=cards).player(P2, block="7C" if blocks else None).start()
    game.attack(P1, move, cards)
    if not blocks:
        game.take_hit(P2)
    assert (game.lost(P2), game.discard(P2), game.waits(P1)) == (lost, ["7C"] if blocks else [], asked)
    assert game.ever(e.BlockRevealed) == []


@pytest.mark.rule("CAP-432", "CAP-R78")
@pytest.mark.parametrize(("move", "cards"), [("throw", "10C 10D"), ("magnet_clamp", "KS")])
def test_a_block_that_was_broken_is_seen_in_the_discard_pile(table: MakeTable, move: str, cards: str) -> None:
    game = table("unit_09", "gambit").player(P1, hand=cards).player(P2, block="7C").start()
    assert block_seen(game, seat_audience(P1), P2) == (True, None)
    game.attack(P1, move, cards)
    assert game.ever(e.BlockRevealed) == []
    for viewer in (seat_audience(P1), SPECTATOR):
        shown = [as_seen(fact, viewer) for fact in game.facts]
        assert e.BlockDiscarded(seat=P2, card="7C") in shown
        assert [card.card for card in GAME.view(game.state, viewer).players[P2].discard_pile] == ["7C"]


# What a blocker can't do


@pytest.mark.rule("CAP-429", "CAP-404", "CAP-917", "CAP-R21")
def test_a_blocker_gives_no_other_answer(table: MakeTable) -> None:
    game = table(("gambit", "ryu"), ("ise_kagami", "unit_09"), **TAG).player(P1, hand="2C 8C 8D")
    game.player(P2, hand="QC JC KC JK1 9C 9D", draw="2D", block="5C").start()
    game.attack(P1, "basic", "2C")
    assert (game.waits(P1), game.lost(P2), game.hand(P2)) == ("cleanup", 0, ["QC", "JC", "KC", "JK1", "9C", "9D", "5C"])
    game = table(("gambit", "ryu"), ("ise_kagami", "unit_09"), **TAG).player(P1, hand="2C 8C 8D")
    game.player(P2, hand="QC JC KC JK1 9C 9D", draw="2D", block="5C").start()
    game.attack(P1, "throw", "8C 8D")
    answers: list[tuple[Action, str]] = [
        (a.Dodge(), "CAP-429"),
        (a.TakeHit(), "CAP-404"),
        (a.Counter("moon_cutter", ("QC",)), "CAP-429"),
        (a.Counter("glass_reversal", ("JC",)), "CAP-429"),
        (a.Avoid("still_water", ("KC",)), "CAP-429"),
        (a.VariableCounter("JK1"), "CAP-429"),
    ]
    for answer, rule in answers:
        assert game.refused(P2, answer).rule == rule
    assert {one["type"] for one in game.legal(P2)} == {"tech_hit", "decline"}


@pytest.mark.rule("CAP-510", "CAP-R39")
def test_an_ability_is_used_while_blocking(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="8C 8D").player(P2, hand="9C", block="5C").start()
    game.ability(P2, "9C")
    game.attack(P1, "throw", "8C 8D")
    assert (game.blocking(P2), game.discard(P2)) == (None, ["9C", "5C"])


# Triggered effects and hits


@pytest.mark.rule("CAP-431", "CAP-524", "CAP-R25")
@pytest.mark.parametrize(
    ("move", "cards", "block", "kept"),
    [
        ("tremor_charge", "JS", "6S", True),
        ("tremor_charge", "JS", "5S", False),
        ("tremor_charge", "JS", "2S", False),
        ("fault_line", "QS", "5S", True),
        ("magnitude_nine", "AC AD", "7S", False),
    ],
)
def test_a_blocked_move_with_a_triggered_effect_does_nothing(
    table: MakeTable, move: str, cards: str, block: str, kept: bool
) -> None:
    game = table("doc_tremor", "gambit").player(P1, hand=cards).player(P2, hand="2C 3C", block=block).start()
    game.attack(P1, move, cards)
    assert (game.lost(P2), game.happened(e.CardDiscardedAtRandom), game.hand(P1)) == (0, [], [])
    assert (game.hand(P2), game.waits(P1)) == (["2C", "3C", *([block] if kept else [])], "cleanup")


@pytest.mark.rule("CAP-434", "CAP-R44")
def test_a_blocked_attack_is_no_hit_though_damage_passes(table: MakeTable) -> None:
    game = table("kestrel_volt", "spider_man").player(P1, hand="AS 2C").player(P2, block="2S").start()
    game.attack(P1, "blackout", "AS")
    assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (2, 3, "cleanup")
    assert (game.ever(e.AttackHit), game.ever(e.CpReset), game.ever(e.ComboEnded)) == ([], [], [])


@pytest.mark.rule("CAP-434", "CAP-482", "CAP-R44")
@pytest.mark.parametrize(("block", "lost", "healed"), [("2S", 7, 2), ("6S", 0, 0)])
def test_damage_that_passes_a_block_is_dealt_by_the_attack(
    table: MakeTable, block: str, lost: int, healed: int
) -> None:
    game = table("morrigan", "spider_man").player(P1, hand="AS").player(P2, block=block).character(P1, hp=50).start()
    game.attack(P1, "soul_eraser", "AS")
    assert (game.lost(P2), game.hp(P1)) == (lost, 50 + healed)


@pytest.mark.rule("CAP-434", "CAP-701", "CAP-702")
def test_damage_that_passes_a_block_knocks_out(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="QS").player(P2, block="2S").character(P2, hp=6).start()
    game.attack(P1, "shoryuken", "QS")
    result = game.state.result
    assert result is not None
    assert (game.hp(P2), result.placings) == (0, ((P1,), (P2,)))
