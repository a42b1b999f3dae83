"""Dodges: the card turned up, what can be dodged, the ranged reply and what follows it (CAP-440 to CAP-448)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from tests.games.capcom_crossovers import custom
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, faces

TAG = {"mode": "tag"}


# The card turned up


@pytest.mark.rule("CAP-440")
def test_the_top_card_is_shown_and_discarded(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H").player(P2, draw="2C 3C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.happened(e.DodgeAttempted) == [e.DodgeAttempted(seat=P2, card="2C", success=True)]
    assert (game.discard(P2), game.pile(P2)[0]) == (["2C"], "3C")


@pytest.mark.rule("CAP-441", "CAP-R28")
@pytest.mark.parametrize(
    ("card", "success"),
    [
        ("AC", True),
        ("2C", True),
        ("4C", True),
        ("5C", False),
        ("10C", False),
        ("JC", False),
        ("QC", False),
        ("KC", False),
        ("JK1", False),
    ],
)
def test_the_card_is_held_against_agility(table: MakeTable, card: str, success: bool) -> None:
    game = table(("ryu", "unit_09"), ("gambit", "morrigan"), **TAG).player(P1, hand="4H").player(P2, draw=card).start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.happened(e.DodgeAttempted) == [e.DodgeAttempted(seat=P2, card=card, success=success)]
    assert (game.lost(P2), game.outcomes()) == (0 if success else 4, ["dodged" if success else "hit"])


@pytest.mark.rule("CAP-441", "CAP-508")
@pytest.mark.parametrize(("card", "lost"), [("3C", 0), ("4C", 4)])
def test_agility_is_that_of_now(table: MakeTable, card: str, lost: int) -> None:
    """Unstable Ground: 4 - 1."""
    game = table("doc_tremor", "gambit").player(P1, hand="4H").player(P2, draw=card).start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.lost(P2) == lost


# What a dodge does


@pytest.mark.rule("CAP-442", "CAP-318", "CAP-208")
def test_a_dodged_attack_comes_to_nothing(table: MakeTable) -> None:
    """Shadow Relay resets no points, for it didn't hit."""
    game = table("sable_kite", "gambit").player(P1, hand="QS 2C").player(P2, draw="2C").start()
    game.attack(P1, "shadow_relay", "QS")
    game.dodge(P2)
    assert (game.lost(P2), game.cp(P1), game.discard(P1), game.waits(P2)) == (0, 2, ["QS"], "ranged_reply")
    game.decline(P2)
    assert game.happened(e.RangedReplyDeclined) == [e.RangedReplyDeclined(seat=P2)]
    assert (game.waits(P1), game.board.combat) == ("cleanup", None)


@pytest.mark.rule("CAP-443", "CAP-522")
@pytest.mark.parametrize(
    ("cid", "move", "cards"),
    [
        ("kestrel_volt", "skyfall_kick", "KS"),
        ("spider_man", "maximum_spider", "AC AS"),
        ("luma_prism", "white_light", "AC AS"),
    ],
)
def test_a_homing_move_is_not_dodged(table: MakeTable, cid: str, move: str, cards: str) -> None:
    game = table(cid, "gambit").player(P1, hand=cards).start()
    game.attack(P1, move, cards)
    assert game.refused(P2, a.Dodge()).rule == "CAP-443"
    assert game.legal(P2, "dodge") == []


@pytest.mark.rule("CAP-443", "CAP-R28")
def test_without_a_draw_pile_nobody_dodges(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H").player(P2, pile=0).start()
    game.attack(P1, "basic", "4H")
    assert game.refused(P2, a.Dodge()).rule == "CAP-443"
    assert game.legal(P2, "dodge") == []


@pytest.mark.rule("CAP-444")
@pytest.mark.parametrize(
    ("move", "cards"),
    [
        ("basic", "4H"),
        ("throw", "8C 8D"),
        ("kinetic_card", "JS"),
        ("cajun_slash", "QS"),
        ("royal_flush", "AC AD"),
        ("tag_super", "JK1 JK2"),
    ],
)
def test_any_other_attack_is_dodged(table: MakeTable, move: str, cards: str) -> None:
    game = table(("gambit", "ryu"), ("morrigan", "unit_09"), **TAG).player(P1, hand=cards).player(P2, draw="2C").start()
    game.attack(P1, move, cards)
    game.dodge(P2)
    assert (game.lost(P2), game.outcomes(), game.waits(P2)) == (0, ["dodged"], "ranged_reply")


# The ranged reply


@pytest.mark.rule("CAP-445", "CAP-R30", "CAP-520")
def test_a_reply_is_a_ranged_special_or_super(table: MakeTable) -> None:
    game = table(("ryu", "unit_09"), ("gambit", "ember_rook"), **TAG).player(P1, hand="4H")
    game.player(P2, hand="3C 8C 8D JS QS KS AC AD JK1 JK2", draw="2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.moves(P2, "reply") == ["kinetic_card", "royal_flush"]
    for move, cards in (
        ("basic", "3C"),
        ("throw", "8C 8D"),
        ("cajun_slash", "QS"),
        ("cajun_escape", "KS"),
        ("tag_super", "JK1 JK2"),
    ):
        assert game.refused(P2, a.Reply(move, faces(cards))).rule == "CAP-445"
    game.reply(P2, "kinetic_card", "JS")
    assert (game.lost(P1), game.cp(P2), game.waits(P1)) == (8, 2, "cleanup")


@pytest.mark.rule("CAP-445", "CAP-R13", "CAP-R14", "CAP-R30")
@pytest.mark.parametrize(("type_", "replies"), [("A", True), ("B", True), ("C", True), ("D", True), ("E", False)])
def test_types_a_to_d_reply(table: MakeTable, type_: str, replies: bool) -> None:
    cid = custom.fighter(table, moves_=(custom.move("J", type_, 9, 3, attrs="R"),))
    game = table("ryu", cid).player(P1, hand="4H").player(P2, hand="JS 2D", draw="2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    if replies:
        game.reply(P2, f"{cid}m1", "JS")
        assert (game.lost(P1), game.waits(P1)) == (9, "cleanup")
    else:
        assert game.refused(P2, a.Reply(f"{cid}m1", ("JS",))).rule == "CAP-445"
        assert game.moves(P2, "reply") == []


@pytest.mark.rule("CAP-445", "CAP-308", "CAP-302")
def test_a_reply_is_paid_as_usual(table: MakeTable) -> None:
    game = table("ryu", "ember_rook").player(P1, hand="4H").player(P2, hand="JS JC JD QC", draw="2C")
    game.character(P2, cp_used=4).start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.refused(P2, a.Reply("flare_wall", ("QC",))).rule == "CAP-302"
    game.reply(P2, "cinder_bolt", "JS", "JC JD")
    assert (game.lost(P1), game.cp(P2), game.waits(P1)) == (11, 5, "cleanup")


@pytest.mark.rule("CAP-445", "CAP-482")
def test_a_reply_hits(table: MakeTable) -> None:
    """Soul Fist: Soul Drain heals; Fault Line: a card is drawn."""
    game = table("ryu", "morrigan").player(P1, hand="4H").player(P2, hand="JS", draw="2C").character(P2, hp=50).start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.reply(P2, "soul_fist", "JS")
    assert (game.lost(P1), game.hp(P2), game.waits(P1)) == (7, 52, "cleanup")
    game = table("ryu", "doc_tremor").player(P1, hand="4H").player(P2, hand="QS", draw="2C 9H").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.reply(P2, "fault_line", "QS")
    assert (game.lost(P1), game.hand(P2)) == (6, ["9H"])


@pytest.mark.rule("CAP-446", "CAP-603", "CAP-605")
@pytest.mark.parametrize(("cid", "move", "card"), [("gambit", "kinetic_card", "JS"), ("morrigan", "soul_fist", "JS")])
def test_nothing_follows_a_reply(table: MakeTable, cid: str, move: str, card: str) -> None:
    """Neither type A nor type C, with points left."""
    game = table("ryu", cid).player(P1, hand="4H").player(P2, hand=f"{card} 2D", draw="2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.reply(P2, move, card)
    assert game.refused(P2, a.FollowUp("basic", ("2D",))).rule == "CAP-446"
    assert (game.waits(P1), game.cp(P2) < 5) == ("cleanup", True)


@pytest.mark.rule("CAP-447", "CAP-523")
def test_after_a_stunning_reply_the_combo_goes_on(table: MakeTable) -> None:
    game = table("ryu", "kestrel_volt").player(P1, hand="4H").player(P2, hand="QS JC KC 3C", draw="2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.reply(P2, "static_net", "QS")
    assert game.waits(P2) == "combo"
    game.follow(P2, "arc_dash", "JC")
    game.follow(P2, "skyfall_kick", "KC")
    assert (game.lost(P1), game.cp(P2), game.waits(P1)) == (18, 4, "cleanup")


@pytest.mark.rule("CAP-447", "CAP-412", "CAP-413", "CAP-414")
@pytest.mark.parametrize(
    ("type_", "cp", "asked"),
    [("A", 4, "combo"), ("C", 4, "combo"), ("A", 5, "cleanup"), ("B", 1, "cleanup"), ("D", 1, "cleanup")],
)
def test_a_stunning_reply_is_like_any_hit(table: MakeTable, type_: str, cp: int, asked: str) -> None:
    cid = custom.fighter(table, moves_=(custom.move("J", type_, 9, 3, cp, attrs="RS"),))
    game = table("ryu", cid).player(P1, hand="4H").player(P2, hand="JS 2D", draw="2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.reply(P2, f"{cid}m1", "JS")
    assert game.waits(P2 if asked == "combo" else P1) == asked


@pytest.mark.rule("CAP-523")
def test_stun_does_nothing_elsewhere(table: MakeTable) -> None:
    game = table("spider_man", "ryu").player(P1, hand="JS").player(P2, hand="QS").start()
    game.attack(P1, "web_ball", "JS")
    game.counter(P2, "shoryuken", "QS")
    assert (game.lost(P1), game.waits(P1)) == (10, "cleanup")


@pytest.mark.rule("CAP-447", "CAP-474", "CAP-R37")
def test_a_throw_after_a_stunning_reply_is_not_tech_hit(table: MakeTable) -> None:
    throw = custom.THROW.replace('"A"', '"C"')
    cid = custom.fighter(table, moves_=(custom.move("J", "A", 9, 3, attrs="RS"),), throw=throw)
    game = table("ryu", cid).player(P1, hand="4H 10H 10S").player(P2, hand="JS 8C 8D", draw="2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.reply(P2, f"{cid}m1", "JS")
    game.follow(P2, "throw", "8C 8D")
    assert (game.lost(P1), game.waits(P2)) == (15, "combo")
