"""Every move of the core set in play: its cards, its figures, its type, its attributes, its marks, what it does."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from tests.games.capcom_crossovers.cards.rows import (
    ATTACKS,
    BOSSES,
    EQUAL,
    LADDER,
    AvoidRow,
    Duel,
    Known,
    MarkRow,
    MoveRow,
    other_than,
    rung,
)
from tests.games.capcom_crossovers.table import P1, P2, P3, MakeTable, Table, faces
from tests.kit.rows import cases

MOVES = [
    MoveRow("ryu", "hadouken", "JC", "A", "R", damage=8, priority=3, cp=1),
    MoveRow("ryu", "shoryuken", "QC", "B", damage=10, priority=5, cp=2),
    MoveRow("ryu", "tatsumaki", "KC", "C", damage=7, priority=3, cp=2),
    MoveRow("ryu", "shinkuu_hadouken", "AC AD", "B", "R", damage=28, priority=6, cp=3),
    MoveRow("ryu", "ryu_throw", "10C 10D", "A", damage=8, priority=4, cp=2),
    MoveRow("gambit", "kinetic_card", "JC", "C", "R", damage=8, priority=4, cp=2),
    MoveRow("gambit", "cajun_slash", "QC", "B", damage=6, priority=4, cp=1),
    MoveRow("gambit", "royal_flush", "AC AD", "B", "R", damage=30, priority=6, cp=3),
    MoveRow("gambit", "gambit_throw", "10C 10D", "A", damage=6, priority=4, cp=2),
    MoveRow("spider_man", "web_ball", "JC", "A", "RS", damage=4, priority=4, cp=1),
    MoveRow("spider_man", "spider_sting", "QC", "B", damage=7, priority=4, cp=2),
    MoveRow("spider_man", "web_swing", "KC", "C", damage=6, priority=3, cp=2),
    MoveRow("spider_man", "crawler_assault", "AC", "B", damage=14, priority=5, cp=3),
    MoveRow("spider_man", "maximum_spider", "AC AD", "B", "H", damage=26, priority=6, cp=4),
    MoveRow("spider_man", "spider_throw", "10C 10D", "A", damage=6, priority=4, cp=2),
    MoveRow("morrigan", "soul_fist", "JC", "A", "R", damage=7, priority=4, cp=1),
    MoveRow("morrigan", "shadow_blade", "QC", "B", damage=9, priority=4, cp=2),
    MoveRow("morrigan", "vector_drain", "KC", "D", "U", damage=12, priority=4, cp=3),
    MoveRow("morrigan", "soul_eraser", "AC", "B", "R", damage=13, priority=5, cp=3),
    MoveRow("morrigan", "darkness_illusion", "AC AD", "B", damage=26, priority=7, cp=3),
    MoveRow("morrigan", "morrigan_throw", "10C 10D", "A", damage=8, priority=4, cp=2),
    MoveRow("kestrel_volt", "arc_dash", "JC", "C", damage=4, priority=3, cp=1),
    MoveRow("kestrel_volt", "static_net", "QC", "A", "RS", damage=5, priority=4, cp=1),
    MoveRow("kestrel_volt", "skyfall_kick", "KC", "B", "H", damage=9, priority=3, cp=2),
    MoveRow("kestrel_volt", "live_wire", "KC", "C", damage=3, priority=1, cp=0),
    MoveRow("kestrel_volt", "blackout", "AC", "C", damage=8, priority=5, cp=3),
    MoveRow("kestrel_volt", "thousand_volt_rush", "AC AD", "B", damage=24, priority=6, cp=4),
    MoveRow("kestrel_volt", "kestrel_throw", "10C 10D", "A", damage=7, priority=4, cp=2),
    MoveRow("brakk_ironjaw", "bone_lock", "JC", "D", "U", damage=11, priority=4, cp=3),
    MoveRow("brakk_ironjaw", "anvil_palm", "QC", "C", damage=7, priority=2, cp=2),
    MoveRow("brakk_ironjaw", "iron_maelstrom", "KC", "B", "U", damage=10, priority=3, cp=2),
    MoveRow("brakk_ironjaw", "quake_stomp", "AC", "B", damage=16, priority=5, cp=3),
    MoveRow("brakk_ironjaw", "landslide_driver", "AC AD", "D", "U", damage=34, priority=6, cp=4),
    MoveRow("brakk_ironjaw", "brakk_throw", "10C 10D", "C", damage=11, priority=4, cp=2),
    MoveRow("ise_kagami", "moon_cutter", "QC", "C", damage=6, priority=2, cp=1),
    MoveRow("ise_kagami", "ten_thousand_petals", "AC AD", "B", damage=27, priority=6, cp=3),
    MoveRow("ise_kagami", "ise_throw", "10C 10D", "A", damage=8, priority=4, cp=2),
    MoveRow("captain_halberd", "shield_toss", "JC", "A", "R", damage=7, priority=4, cp=1),
    MoveRow("captain_halberd", "bastion_bash", "QC", "C", damage=7, priority=4, cp=2),
    MoveRow("captain_halberd", "lance_break", "KC", "B", "U", damage=9, priority=3, cp=2),
    MoveRow("captain_halberd", "siege_line", "AC AD", "B", damage=27, priority=6, cp=3),
    MoveRow("captain_halberd", "halberd_throw", "10C 10D", "A", damage=8, priority=4, cp=2),
    MoveRow("doc_tremor", "tremor_charge", "JC", "A", "T", damage=7, priority=4, cp=1),
    MoveRow("doc_tremor", "fault_line", "QC", "C", "RT", damage=6, priority=2, cp=2),
    MoveRow("doc_tremor", "pressure_wave", "KC", "B", "H", damage=9, priority=3, cp=2),
    MoveRow("doc_tremor", "magnitude_nine", "AC AD", "B", "T", damage=32, priority=6, cp=3),
    MoveRow("doc_tremor", "tremor_throw", "10C 10D", "A", damage=8, priority=4, cp=2),
    MoveRow("sable_kite", "kite_needle", "JC", "C", "R", damage=4, priority=2, cp=1),
    MoveRow("sable_kite", "shadow_relay", "QC", "C", damage=4, priority=3, cp=2),
    MoveRow("sable_kite", "falling_star", "KC", "B", "H", damage=9, priority=3, cp=2),
    MoveRow("sable_kite", "night_without_edges", "AC AD", "B", damage=24, priority=7, cp=3),
    MoveRow("sable_kite", "sable_throw", "10C 10D", "A", damage=7, priority=5, cp=2),
    MoveRow("ember_rook", "cinder_bolt", "JC", "A", "RS", damage=5, priority=4, cp=1, extra="JD JH", adds=6),
    MoveRow("ember_rook", "flare_wall", "QC", "C", "R", damage=6, priority=1, cp=2),
    MoveRow("ember_rook", "smelter_kick", "KC", "B", damage=9, priority=4, cp=2),
    MoveRow("ember_rook", "rooks_pyre", "AC", "B", "R", damage=15, priority=5, cp=3),
    MoveRow("ember_rook", "sunfall", "AC AD AH", "D", "RU", damage=42, priority=7, cp=5),
    MoveRow("ember_rook", "ember_throw", "10C 10D", "A", damage=8, priority=4, cp=2),
    MoveRow("granny_gale", "cane_hook", "JC", "C", damage=5, priority=4, cp=1),
    MoveRow("granny_gale", "gust_parasol", "QC", "A", "R", damage=6, priority=5, cp=1),
    MoveRow("granny_gale", "rocking_ambush", "KC", "B", damage=8, priority=4, cp=2),
    MoveRow("granny_gale", "family_reunion", "AC AD", "B", "H", damage=24, priority=6, cp=3),
    MoveRow("granny_gale", "granny_throw", "10C 10D", "A", damage=7, priority=5, cp=2),
    MoveRow("unit_09", "rivet_burst", "JC", "C", "R", damage=6, priority=1, cp=1),
    MoveRow("unit_09", "piston_ram", "QC", "B", damage=9, priority=3, cp=2),
    MoveRow("unit_09", "magnet_clamp", "KC", "A", "U", damage=6, priority=4, cp=2),
    MoveRow("unit_09", "overload_cannon", "AC AD", "B", "R", damage=29, priority=5, cp=3),
    MoveRow("unit_09", "unit_throw", "10C 10D", "A", damage=10, priority=4, cp=2),
    MoveRow("luma_prism", "prism_dart", "JC", "A", "R", damage=6, priority=5, cp=1),
    MoveRow("luma_prism", "spectrum_kick", "KC", "C", damage=7, priority=3, cp=2),
    MoveRow("luma_prism", "white_light", "AC AD", "B", "RH", damage=25, priority=6, cp=3),
    MoveRow("luma_prism", "luma_throw", "10C 10D", "A", damage=7, priority=4, cp=2),
    MoveRow("hollow_titan", "titan_fist", "JC", "C", damage=9, priority=3, cp=2, extra="JD", adds=4),
    MoveRow("hollow_titan", "hollow_roar", "QC", "A", "RS", damage=8, priority=5, cp=1),
    MoveRow("hollow_titan", "world_grip", "KC", "D", "U", damage=18, priority=5, cp=4),
    MoveRow("hollow_titan", "collapse", "AC AD", "B", damage=36, priority=7, cp=4),
    MoveRow("hollow_titan", "titan_throw", "10C 10D", "A", damage=12, priority=4, cp=2),
    MoveRow("empress_vanta", "ink_lash", "JC", "C", "R", damage=7, priority=2, cp=2),
    MoveRow("empress_vanta", "eclipse_kick", "QC", "B", "H", damage=10, priority=3, cp=2),
    MoveRow("empress_vanta", "event_horizon", "AC", "B", "R", damage=16, priority=5, cp=4),
    MoveRow("empress_vanta", "last_dawn", "AC AD AH", "D", "H", damage=44, priority=8, cp=5),
    MoveRow("empress_vanta", "empress_throw", "10C 10D", "A", damage=9, priority=5, cp=2),
]
COUNTERS = [
    MarkRow("ryu", "shoryuken", 10),
    MarkRow("gambit", "kinetic_card", 8),
    MarkRow("spider_man", "spider_sting", 7),
    MarkRow("morrigan", "shadow_blade", 9),
    MarkRow("kestrel_volt", "skyfall_kick", 9),
    MarkRow("brakk_ironjaw", "anvil_palm", 7),
    MarkRow("ise_kagami", "moon_cutter", 6),
    MarkRow("captain_halberd", "bastion_bash", 7),
    MarkRow("doc_tremor", "pressure_wave", 9),
    MarkRow("sable_kite", "falling_star", 9),
    MarkRow("ember_rook", "smelter_kick", 9),
    MarkRow("granny_gale", "rocking_ambush", 8),
    MarkRow("unit_09", "piston_ram", 9),
    MarkRow("luma_prism", "spectrum_kick", 7),
]
TAG_SUPERS = [
    MarkRow("ryu", "shinkuu_hadouken", 28),
    MarkRow("gambit", "royal_flush", 30),
    MarkRow("spider_man", "maximum_spider", 26),
    MarkRow("morrigan", "darkness_illusion", 26),
    MarkRow("kestrel_volt", "thousand_volt_rush", 24),
    MarkRow("brakk_ironjaw", "quake_stomp", 16),
    MarkRow("ise_kagami", "ten_thousand_petals", 27),
    MarkRow("captain_halberd", "siege_line", 27),
    MarkRow("doc_tremor", "magnitude_nine", 32),
    MarkRow("sable_kite", "night_without_edges", 24),
    MarkRow("ember_rook", "rooks_pyre", 15),
    MarkRow("granny_gale", "family_reunion", 24),
    MarkRow("unit_09", "overload_cannon", 29),
    MarkRow("luma_prism", "white_light", 25),
]
AVOIDS = [
    AvoidRow(
        "gambit",
        "cajun_escape",
        "KC",
        cp=5,
        avoids="special ranged_special",
        goes_on=False,
        extra="KD",
        strikes=[8],
    ),
    AvoidRow("ise_kagami", "still_water", "KC", cp=2, avoids="basic throw", extra="KD KH", strikes=[6, 6]),
    AvoidRow("ise_kagami", "hall_of_mirrors", "AC", cp=4, avoids="super ranged_super tag_super ranged_tag_super"),
    AvoidRow("luma_prism", "refraction", "QC", cp=1, avoids="ranged_special ranged_super ranged_tag_super"),
    AvoidRow(
        "hollow_titan",
        "gravity_lens",
        "AC",
        cp=5,
        avoids="basic special ranged_special super ranged_super throw tag_super ranged_tag_super",
        goes_on=False,
    ),
    AvoidRow(
        "empress_vanta",
        "null_mirror",
        "KC",
        cp=3,
        avoids="special ranged_special super ranged_super",
        extra="KD",
        strikes=[9],
    ),
]
REVERSALS = [MoveRow("ise_kagami", "glass_reversal", "JC", "E", damage=7, priority=4, cp=2)]
TYPES = {"A": (False, True), "B": (True, False), "C": (True, True), "D": (False, False)}
"""Of a type that opens: whether it may follow, and whether something may follow it (CAP-603 to 606)."""
STOPPED = {"special": 3, "super": 6}
"""What a 2 with a Defense Bonus of 1 stops (CAP-422)."""


# Attacks


@pytest.mark.rule("CAP-302", "CAP-305", "CAP-306", "CAP-307", "CAP-308")
@cases(MOVES)
def test_it_hits(table: MakeTable, row: MoveRow) -> None:
    """With its cards it costs its points, has its priority and does its damage; so many cards may be added, no more."""
    rank = row.cards.split()[0][:-1]
    more = [rank + suit for suit in "CDHS" if rank + suit not in f"{row.cards} {row.extra}"][:1]
    for extra, damage in {"": row.damage, row.extra: row.damage + row.adds}.items():
        duel = Duel(table, row.card).given(own=" ".join([row.cards, row.extra, *more]))
        game = duel.starts()
        tried = a.DeclareAttack(row.declared, faces(row.cards), (*faces(row.extra), *more))
        assert duel.refused(tried) == ("CAP-307" if row.throws else "CAP-308")
        game.attack(duel.own, row.declared, row.cards, extra)
        (declared,) = game.happened(e.AttackDeclared)
        assert (game.cp(duel.own), declared.priority) == (row.cp, row.priority)
        game.take_hit(duel.other)
        assert (game.lost(duel.other), game.lost(duel.own)) == (damage, 0)


@pytest.mark.rule("CAP-411", "CAP-412", "CAP-413", "CAP-603", "CAP-604", "CAP-605", "CAP-606")
@cases(MOVES)
def test_its_type(table: MakeTable, row: MoveRow) -> None:
    """It opens; what may come after it; whether it may follow a basic attack, and what may come then."""
    follows, goes_on = TYPES[row.type]
    duel = Duel(table, row.card).given(own=row.cards).hits(row.declared, row.cards)
    ended = [event.reason for event in duel.table.happened(e.ComboEnded)]
    assert (duel.goes_on(), ended) == (goes_on, [] if goes_on else ["finisher"])
    duel = Duel(table, row.card).given(own=f"2S {row.cards}").hits("basic", "2S")
    if follows:
        duel.follows(row.declared, row.cards)
        assert (duel.table.lost(duel.other), duel.goes_on()) == (2 + row.damage, goes_on)
    else:
        assert duel.refused(a.FollowUp(row.declared, faces(row.cards))) == "CAP-411"


@pytest.mark.rule("CAP-450", "CAP-453", "CAP-460")
@cases(MOVES)
def test_its_priority(table: MakeTable, row: MoveRow) -> None:
    """A lower answer is none, an equal one doesn't counter, a higher one does; that of 8 is the highest there is."""
    for priority in (row.priority - 1, row.priority, row.priority + 1):
        if priority in LADDER:
            known = rung(row.card, priority)
            duel = Duel(table, row.card, known.cid).given(row.cards, known.cards).opens(row.declared, row.cards)
            became = duel.answered(duel.other, known)
            assert became in {-1: ("CAP-450",), 0: EQUAL, 1: ("countered",)}[priority - row.priority]


@pytest.mark.rule("CAP-422", "CAP-423", "CAP-428", "CAP-431", "CAP-470", "CAP-521", "CAP-524")
@cases(MOVES)
def test_against_a_block(table: MakeTable, row: MoveRow) -> None:
    """U and throws hit in full, a blocked T does nothing, everything else does what the block doesn't stop."""
    blocker = other_than(row.card, "spider_man", "sable_kite")
    duel = Duel(table, row.card, blocker).given(row.cards, "10H 10S", other_block="2C").opens(row.declared, row.cards)
    if row.throws:
        duel.table.decline(duel.other)
    through = row.damage - STOPPED["super" if row.cards.startswith("A") else "special"]
    lost = row.damage if row.throws or "U" in row.attrs else 0 if "T" in row.attrs else through
    assert (duel.table.lost(duel.other), duel.table.blocking(duel.other)) == (lost, None)


@pytest.mark.rule("CAP-443", "CAP-444", "CAP-522")
@cases(MOVES)
def test_against_a_dodge(table: MakeTable, row: MoveRow) -> None:
    """H can't be dodged, everything else can."""
    duel = Duel(table, row.card).given(row.cards, other_draw="AC").opens(row.declared, row.cards)
    if "H" in row.attrs:
        assert duel.table.refused(duel.other, a.Dodge()).rule == "CAP-443"
    else:
        duel.table.dodge(duel.other)
        assert (duel.table.lost(duel.other), duel.table.waits(duel.other)) == (0, "ranged_reply")


@pytest.mark.rule("CAP-445", "CAP-446", "CAP-447", "CAP-520", "CAP-523")
@cases(MOVES)
def test_its_range(table: MakeTable, row: MoveRow) -> None:
    """R is avoided by what avoids ranged attacks and replies to an attack that was dodged; with S a combo follows."""
    duel = Duel(table, row.card, "luma_prism").given(row.cards, "QC").opens(row.declared, row.cards)
    avoid = a.Avoid("refraction", ("QC",))
    reply = a.Reply(row.declared, faces(row.cards))
    dodged = Duel(table, row.card).given(row.cards, "2C", own_draw="2S").opened("basic", "2C")
    dodged.table.dodge(dodged.own)
    if "R" in row.attrs:
        duel.table.do(duel.other, avoid)
        dodged.table.do(dodged.own, reply)
        assert (dodged.table.lost(dodged.other), dodged.goes_on()) == (row.damage, "S" in row.attrs)
    else:
        assert duel.table.refused(duel.other, avoid).rule == "CAP-456"
        assert dodged.refused(reply) == "CAP-445"


# Marks


@pytest.mark.rule("CAP-910", "CAP-912")
@cases(COUNTERS)
def test_it_is_a_variable_counter(table: MakeTable, row: MarkRow) -> None:
    """Live Wire has priority 1, less than any of them."""
    game = table(("kestrel_volt", "gambit"), (other_than(row.card, "spider_man", "ryu"), row.card), mode="tag")
    game.player(P1, hand="KC").player(P2, hand="JK1").start()
    game.attack(P1, "live_wire", "KC")
    game.do(P2, a.VariableCounter("JK1"))
    (used,) = game.happened(e.VariableCounterUsed)
    assert (used.move, game.lost(P1), game.active(P2)) == (row.move, row.damage, row.card)


@pytest.mark.rule("CAP-920")
@cases(TAG_SUPERS)
def test_it_is_half_of_a_tag_super(table: MakeTable, row: MarkRow) -> None:
    """The other half is Royal Flush (30), for Gambit Shinkuu Hadouken (28)."""
    partner, more = ("gambit", 30) if row.card != "gambit" else ("ryu", 28)
    game = table((row.card, partner), ("morrigan", "ryu"), mode="tag").character(P2, hp=99, start_hp=99)
    game.player(P1, hand="JK1 JK2").start()
    game.hit(P1, "tag_super", "JK1 JK2")
    assert (game.lost(P2), game.active(P1)) == (row.damage + more, partner)


# Moves that answer


def attacked(make: MakeTable, row: AvoidRow, kind: str) -> tuple[Table, int]:
    """The character of the row under an attack of this kind by P1, with all its cards in hand; the table, its seat."""
    known = ATTACKS[kind]
    if row.card in BOSSES:
        game, seat = make(known.cid, "spider_man", row.card, mode="boss"), P3
    else:
        game, seat = make((known.cid, "spider_man"), (row.card, "morrigan"), mode="tag"), P2
    rank = row.cards[0]
    game.player(P1, hand=known.cards).player(seat, hand=" ".join(rank + suit for suit in "CDHS")).start()
    game.attack(P1, known.move, known.cards)
    return game, seat


@pytest.mark.rule("CAP-456", "CAP-R38")
@cases(AVOIDS)
def test_it_avoids_what_it_names(table: MakeTable, row: AvoidRow) -> None:
    """Nothing else; it costs its points, and the combo goes on if any are left."""
    for kind in ATTACKS:
        game, seat = attacked(table, row, kind)
        if kind not in row.avoids.split():
            assert game.refused(seat, a.Avoid(row.move, faces(row.cards))).rule == "CAP-456"
            continue
        game.avoid(seat, row.move, row.cards)
        assert (game.lost(seat), game.lost(P1), game.cp(seat)) == (0, 0, row.cp)
        assert ((seat, "combo") in game.asked()) == row.goes_on


@pytest.mark.rule("CAP-308", "CAP-R83")
@cases(AVOIDS)
def test_its_additional_cards_strike_back(table: MakeTable, row: AvoidRow) -> None:
    """Each for itself; so many may be added, no more."""
    game, seat = attacked(table, row, row.avoids.split()[0])
    rank, extra = row.cards[0], faces(row.extra)
    (more, *_) = (rank + suit for suit in "CDHS" if rank + suit not in (row.cards, *extra))
    assert game.refused(seat, a.Avoid(row.move, faces(row.cards), (*extra, more))).rule == "CAP-308"
    game.avoid(seat, row.move, row.cards, row.extra)
    assert [event.n for event in game.ever(e.DamageDealt)] == list(row.strikes)
    assert (game.lost(P1), game.lost(seat), game.cp(seat)) == (sum(row.strikes), 0, row.cp)


@pytest.mark.rule("CAP-402", "CAP-607")
@cases(AVOIDS)
def test_it_does_not_open(table: MakeTable, row: AvoidRow) -> None:
    duel = Duel(table, row.card).given(own=row.cards)
    duel.starts()
    assert duel.refused(a.DeclareAttack(row.move, faces(row.cards))) == "CAP-402"


@pytest.mark.rule("CAP-402", "CAP-411", "CAP-454", "CAP-607")
@cases(REVERSALS)
def test_it_answers_only(table: MakeTable, row: MoveRow) -> None:
    """It neither opens nor follows; by Riposte (+1) it counters what has its own priority, then the combo goes on."""
    duel = Duel(table, row.card).given(own=f"{row.cards} JD")
    duel.starts()
    assert duel.refused(a.DeclareAttack(row.move, faces(row.cards))) == "CAP-402"
    assert duel.refused(a.DeclareAttack(row.move, faces(row.cards), ("JD",))) == "CAP-308"
    duel = Duel(table, row.card).given(own=f"2S {row.cards}").hits("basic", "2S")
    assert duel.refused(a.FollowUp(row.move, faces(row.cards))) == "CAP-411"
    answer = Known(row.card, row.move, row.cards)
    for above, (became, lost) in {0: ("countered", row.damage), 1: ("negated", 0), 2: ("CAP-450", 0)}.items():
        known = rung(row.card, row.priority + above)
        duel = Duel(table, row.card, known.cid).given(row.cards, known.cards).opened(known.move, known.cards)
        assert duel.answered(duel.own, answer) == became
        assert (duel.table.lost(duel.other), duel.table.lost(duel.own)) == (lost, 0)
        assert duel.table.cp(duel.own) == (0 if became == "CAP-450" else row.cp)
        assert ((duel.own, "combo") in duel.table.asked()) == (became == "countered")


# What moves do when they hit


@pytest.mark.card("kestrel_volt", "sable_kite")
@pytest.mark.parametrize(
    ("cid", "move", "card", "used"), [("kestrel_volt", "blackout", "AC", 4), ("sable_kite", "shadow_relay", "QC", 3)]
)
def test_used_points_come_back(table: MakeTable, cid: str, move: str, card: str, used: int) -> None:
    duel = Duel(table, cid).given(own=f"2S {card}").hits("basic", "2S")
    duel.table.follow(duel.own, move, card)
    assert [event.cp_used for event in duel.table.happened(e.AttackDeclared)] == [used]
    assert (duel.table.cp(duel.own), duel.goes_on()) == (0, True)


@pytest.mark.card("kestrel_volt", "sable_kite")
@pytest.mark.parametrize(
    ("cid", "move", "card"), [("kestrel_volt", "blackout", "AC"), ("sable_kite", "shadow_relay", "QC")]
)
def test_only_the_own_points(table: MakeTable, cid: str, move: str, card: str) -> None:
    duel = Duel(table, cid).given(own=card)
    duel.table.character(duel.other, cp_used=1)
    duel.hits(move, card)
    assert (duel.table.cp(duel.own), duel.table.cp(duel.other)) == (0, 1)


@pytest.mark.card("doc_tremor")
@pytest.mark.parametrize(("move", "cards", "n"), [("tremor_charge", "JC", 1), ("magnitude_nine", "AC AD", 2)])
def test_the_opponent_discards_at_random(table: MakeTable, move: str, cards: str, n: int) -> None:
    duel = Duel(table, "doc_tremor").given(f"3S 4S 5S {cards}", "2C 3C 4C 5C").hits(move, cards)
    assert len(duel.table.happened(e.CardDiscardedAtRandom)) == n
    assert (len(duel.table.hand(duel.other)), len(duel.table.hand(duel.own))) == (4 - n, 3)


@pytest.mark.card("doc_tremor")
def test_fault_line_draws_one_card(table: MakeTable) -> None:
    duel = Duel(table, "doc_tremor").given("QC", "2C", own_draw="9H", other_draw="9S").hits("fault_line", "QC")
    assert (duel.table.hand(duel.own), duel.table.hand(duel.other)) == (["9H"], ["2C"])


@pytest.mark.card("doc_tremor")
@pytest.mark.parametrize(
    ("move", "cards"), [("tremor_charge", "JC"), ("fault_line", "QC"), ("magnitude_nine", "AC AD")]
)
def test_nothing_happens_when_they_are_blocked(table: MakeTable, move: str, cards: str) -> None:
    duel = Duel(table, "doc_tremor").given(cards, "2C 3C", other_block="2S").opens(move, cards)
    assert (duel.table.hand(duel.own), duel.table.hand(duel.other)) == ([], ["2C", "3C"])
