"""What attacks cost, the super meter, Aces and Jokers, what cards and types are good for (3xx, 6xx)."""

from __future__ import annotations

from itertools import combinations

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.faces import DECK_54, meter_value
from domain.kernel.actions import Action
from domain.kernel.audience import SPECTATOR
from domain.kernel.facts import as_seen
from tests.games.capcom_crossovers.custom import fighter
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table

TAG = {"mode": "tag"}
TEAM = {"mode": "team"}
SUITS = "CDHS"


def pair(table: MakeTable, first: str = "ryu", second: str = "gambit") -> Table:
    """A tag battle of these two against Doc Tremor and Sable Kite."""
    return table((first, second), ("doc_tremor", "sable_kite"), **TAG)


# Declaring


@pytest.mark.rule("CAP-301", "CAP-318")
def test_the_cards_of_an_attack_are_shown_in_the_action_zone(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="10C 4H 10D").start()
    game.attack(P1, "throw", "10C 10D")
    assert (game.hand(P1), game.zone(P1), game.discard(P1)) == (["4H"], ["10C", "10D"], [])
    for viewer in ("seat:1", SPECTATOR):
        shown = GAME.view(game.state, viewer).players[P1]
        assert [card.card for card in shown.action_zone] == ["10C", "10D"]
    (declared,) = game.happened(e.AttackDeclared)
    assert (declared.cards, declared.extra_cards, declared.cp, declared.cp_used) == (("10C", "10D"), (), 2, 2)


@pytest.mark.rule("CAP-301")
@pytest.mark.parametrize("cards", [("4S",), ("5C",), ("4H", "4H"), ()])
def test_an_attack_is_paid_with_cards_of_the_hand_each_once(table: MakeTable, cards: tuple[str, ...]) -> None:
    game = table("gambit", "ryu").player(P1, hand="4H", discard="4S", meter="5C").start()
    assert game.refused(P1, a.DeclareAttack("basic", cards)).rule == ("CAP-301" if cards else "CAP-303")


@pytest.mark.rule("CAP-302", "CAP-903")
def test_points_are_counted_for_the_character_and_limited_by_combo(table: MakeTable) -> None:
    game = pair(table, "brakk_ironjaw").player(P1, hand="2C QC QD 3C").start()
    game.hit(P1, "basic", "2C")
    assert [game.cp(P1, cid) for cid in ("brakk_ironjaw", "gambit")] == [1, 0]
    game.follow(P1, "anvil_palm", "QC")
    assert game.cp(P1) == 3
    assert game.refused(P1, a.FollowUp("anvil_palm", ("QD",))).rule == "CAP-302"
    assert "anvil_palm" not in game.moves(P1, "follow_up")
    game.follow(P1, "basic", "3C")
    assert (game.cp(P1), game.waits(P1)) == (4, "cleanup")


@pytest.mark.rule("CAP-302")
def test_an_attack_that_would_exceed_combo_is_refused_also_as_opener(table: MakeTable) -> None:
    game = table("unit_09", "ryu").character(P1, cp_used=2).player(P1, hand="AC AD QC").start()
    assert game.refused(P1, a.DeclareAttack("overload_cannon", ("AC", "AD"))).rule == "CAP-302"
    assert game.moves(P1, "declare_attack") == ["piston_ram"]


# What pays for which attack


@pytest.mark.rule("CAP-303", "CAP-R74", "CAP-605")
@pytest.mark.parametrize("number", range(2, 11))
@pytest.mark.parametrize(("character", "strength"), [("granny_gale", 4), ("ryu", 7), ("unit_09", 9)])
def test_a_basic_attack_is_a_number_card_up_to_strength(
    table: MakeTable, number: int, character: str, strength: int
) -> None:
    game = table(character, "gambit").player(P1, hand=f"{number}C").start()
    if number > strength:
        assert game.refused(P1, a.DeclareAttack("basic", (f"{number}C",))).rule == "CAP-303"
        assert game.moves(P1, "declare_attack") == []
        return
    game.hit(P1, "basic", f"{number}C")
    (declared,) = game.ever(e.AttackDeclared)
    assert (game.lost(P2), declared.cp, declared.priority) == (number, 1, game.stat(P1, "bap"))
    combat = GAME.view(game.state, SPECTATOR).combat
    assert combat is not None
    (shown,) = combat.attacks
    assert (shown.kind, shown.type, shown.attrs) == ("basic", "C", "")


@pytest.mark.rule("CAP-R74", "CAP-303")
def test_physical_attacks_are_the_basic_ones(table: MakeTable) -> None:
    game = table("gambit", "brakk_ironjaw").player(P1, hand="10C 10D 4H QC").start()
    game.hit(P1, "throw", "10C 10D")
    game.follow(P1, "basic", "4H")
    game.follow(P1, "cajun_slash", "QC")
    assert [(event.base, event.reduced) for event in game.ever(e.DamageDealt)] == [(6, 0), (4, 1), (6, 0)]


@pytest.mark.rule("CAP-304", "CAP-609", "CAP-R63")
@pytest.mark.parametrize("card", ["AC", "JC", "QC", "KC", "JK1"])
def test_no_other_card_is_a_basic_attack(table: MakeTable, card: str) -> None:
    game = pair(table).player(P1, hand=card).start()
    assert game.refused(P1, a.DeclareAttack("basic", (card,))).rule == "CAP-304"
    assert "basic" not in game.moves(P1, "declare_attack")


@pytest.mark.rule("CAP-305", "CAP-306", "CAP-601", "CAP-602")
@pytest.mark.parametrize(
    ("character", "used", "cards", "damage", "cp", "priority"),
    [
        *(("ryu", "hadouken", f"J{suit}", 8, 1, 3) for suit in SUITS),
        ("ryu", "shoryuken", "QD", 10, 2, 5),
        ("kestrel_volt", "skyfall_kick", "KC", 9, 2, 3),
        ("kestrel_volt", "live_wire", "KC", 3, 0, 1),
        ("spider_man", "crawler_assault", "AC", 14, 3, 5),
        *(("spider_man", "maximum_spider", f"A{one} A{two}", 26, 4, 6) for one, two in combinations(SUITS, 2)),
        ("ember_rook", "sunfall", "AC AH AS", 42, 5, 7),
    ],
)
def test_specials_and_supers_by_their_entry_with_any_suits(
    table: MakeTable, character: str, used: str, cards: str, damage: int, cp: int, priority: int
) -> None:
    game = table(character, "gambit").player(P1, hand=cards).start()
    game.hit(P1, used, cards)
    (declared,) = game.ever(e.AttackDeclared)
    assert (game.lost(P2), declared.cp, declared.priority) == (damage, cp, priority)


@pytest.mark.rule("CAP-305", "CAP-306")
@pytest.mark.parametrize(
    ("used", "cards"),
    [
        ("hadouken", "QC"),
        ("hadouken", "JC JD"),
        ("hadouken", "AC"),
        ("hadouken", "7C"),
        ("hadouken", ""),
        ("shinkuu_hadouken", "AC"),
        ("shinkuu_hadouken", "AC JC"),
        ("shinkuu_hadouken", "AC AD AH"),
        ("royal_flush", "AC AD"),
        ("ryu_throw", "9C 9D"),
        ("hadoken", "JC"),
    ],
)
def test_a_move_takes_the_cards_of_its_entry_and_is_the_characters_own(table: MakeTable, used: str, cards: str) -> None:
    game = table("ryu", "gambit").player(P1, hand="JC JD QC AC AD AH 7C 9C 9D").start()
    assert game.refused(P1, a.DeclareAttack(used, tuple(cards.split()))).rule == "CAP-305"


@pytest.mark.rule("CAP-305", "CAP-306")
@pytest.mark.parametrize(
    ("opener", "answer", "negates"),
    [("basic 7D", "basic 7C", True), ("basic 7D", "kinetic_card JC", True), ("kinetic_card JC", "basic 7D", False)],
)
def test_the_attack_value_of_a_special_is_above_that_of_a_basic(
    table: MakeTable, opener: str, answer: str, negates: bool
) -> None:
    game = table("gambit", "gambit").player(P1, hand="7D JC").player(P2, hand="7C 7D JC").start()
    game.attack(P1, *opener.split())
    used, card = answer.split()
    if negates:
        game.counter(P2, used, card)
        assert game.lost(P2) == 0
    else:
        assert game.refused(P2, a.Counter(used, (card,))).rule == "CAP-461"


@pytest.mark.rule("CAP-306", "CAP-461")
def test_the_attack_value_of_a_super_is_above_that_of_a_special(table: MakeTable) -> None:
    game = table("ryu", "morrigan").player(P1, hand="QC").player(P2, hand="AC QC").start()
    game.attack(P1, "shoryuken", "QC")
    game.counter(P2, "soul_eraser", "AC")
    assert (game.lost(P1), game.lost(P2)) == (13 // 2, 0)
    game = table("morrigan", "ryu").player(P1, hand="AC").player(P2, hand="QC").start()
    game.attack(P1, "soul_eraser", "AC")
    assert game.refused(P2, a.Counter("shoryuken", ("QC",))).rule == "CAP-461"


@pytest.mark.rule("CAP-307", "CAP-319", "CAP-601")
@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        ("8C 8D", True),
        ("8H 8S", True),
        ("10C 10S", True),
        ("7C 7D", False),
        ("8C 9C", False),
        ("8C", False),
        ("8C 8D 8H", False),
        ("JC JD", False),
        ("AC AD", False),
    ],
)
def test_a_throw_is_a_pair_above_strength(table: MakeTable, cards: str, legal: bool) -> None:
    game = table("ryu", "gambit").player(P1, hand="7C 7D 8C 8D 8H 8S 9C 10C 10S JC JD AC AD").start()
    if legal:
        game.hit(P1, "throw", cards)
        assert (game.lost(P2), game.cp(P1)) == (8, 2)
    else:
        assert game.refused(P1, a.DeclareAttack("throw", tuple(cards.split()))).rule == "CAP-307"


# Additional cards


@pytest.mark.rule("CAP-308")
@pytest.mark.parametrize(("extra", "damage"), [("", 5), ("JD", 8), ("JH", 8), ("JD JH", 11), ("JS JH", 11)])
def test_additional_cards_cost_no_points(table: MakeTable, extra: str, damage: int) -> None:
    game = table("ember_rook", "ryu").player(P1, hand="JC JD JH JS").start()
    game.attack(P1, "cinder_bolt", "JC", extra)
    game.take_hit(P2)
    assert (game.lost(P2), game.cp(P1)) == (damage, 1)
    game.end_combo(P1)
    assert sorted(game.discard(P1)) == sorted(["JC", *extra.split()])


@pytest.mark.rule("CAP-308")
@pytest.mark.parametrize("extra", ["JD JH JS", "QC", "JD QC", "JC"])
def test_too_many_or_other_additional_cards(table: MakeTable, extra: str) -> None:
    game = table("ember_rook", "ryu").player(P1, hand="JC JD JH JS QC").start()
    refusal = game.refused(P1, a.DeclareAttack("cinder_bolt", ("JC",), tuple(extra.split())))
    assert refusal.rule == ("CAP-301" if extra == "JC" else "CAP-308")


@pytest.mark.rule("CAP-308")
@pytest.mark.parametrize(
    ("used", "cards", "rule"),
    [("hadouken", "JC", "CAP-308"), ("basic", "4C", "CAP-303"), ("throw", "9C 9D", "CAP-307")],
)
def test_moves_without_additional_cards(table: MakeTable, used: str, cards: str, rule: str) -> None:
    game = table("ryu", "gambit").player(P1, hand="JC JD 4C 4D 9C 9D 9H").start()
    (extra,) = {"hadouken": ("JD",), "basic": ("4D",), "throw": ("9H",)}[used]
    assert game.refused(P1, a.DeclareAttack(used, tuple(cards.split()), (extra,))).rule == rule


@pytest.mark.rule("CAP-R85", "CAP-308")
@pytest.mark.parametrize(("base", "extra"), [("KH", "KS"), ("KS", "KH")])
def test_the_player_says_which_card_is_additional(table: MakeTable, base: str, extra: str) -> None:
    game = table("ryu", "gambit").player(P1, hand="QH").player(P2, hand="KH KS").start()
    game.attack(P1, "shoryuken", "QH")
    told = [(list(one["cards"]), one["extra_cards"]) for one in game.legal(P2, "avoid")]
    assert sorted(told) == [(["KH"], []), (["KH"], ["KS"]), (["KS"], []), (["KS"], ["KH"])]
    game.avoid(P2, "cajun_escape", base, extra)
    declared = game.happened(e.AttackDeclared)[-1]
    assert (declared.cards, declared.extra_cards, game.lost(P1)) == ((base,), (extra,), 8)
    assert game.refused(P2, a.Avoid("cajun_escape", ("KH", "KS"))).code == "ILLEGAL_ACTION"


MORE = (
    '{ id = "test_more", name = "More", cards = "2J + 0-1 J", type = "A", damage = 5, priority = 3, cp = 1, '
    'text = "+4 damage.", effects = [{ when = "per_extra", do = "add_damage(4)" }] }'
)


@pytest.mark.rule("CAP-301", "CAP-308", "CAP-920")
def test_the_cards_of_a_move_are_named_in_any_order(table: MakeTable) -> None:
    cid = fighter(table, moves_=(MORE,))
    game = table(cid, "ryu").player(P1, hand="JC JD JS").start()
    game.attack(P1, f"{cid}m1", "JS JC", "JD")
    (declared,) = game.happened(e.AttackDeclared)
    assert (declared.cards, declared.extra_cards) == (("JS", "JC"), ("JD",))
    game = table(("ryu", "gambit"), ("doc_tremor", "morrigan"), **TAG).player(P1, hand="JK1 JK2").start()
    game.attack(P1, "tag_super", "JK2 JK1")
    (declared,) = game.happened(e.AttackDeclared)
    assert declared.cards == ("JK2", "JK1")


@pytest.mark.rule("CAP-471", "CAP-906")
def test_the_cards_of_a_pair_are_named_in_any_order(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="8C 8D").player(P2, hand="8H 8S").start()
    game.attack(P1, "throw", "8D 8C")
    game.tech(P2, "8S 8H")
    (teched,) = game.happened(e.ThrowTeched)
    assert teched.cards == ("8S", "8H")
    game = pair(table).player(P1, hand="4C 4D").start("cleanup")
    game.do(P1, a.Tag("4D", "4C"))
    assert (game.active(P1), game.discard(P1)) == ("gambit", ["4D", "4C"])


# Super meter


@pytest.mark.rule("CAP-309", "CAP-319", "CAP-112")
@pytest.mark.parametrize(("character", "fits"), [("ryu", ["10C", "8C", "9C"]), ("unit_09", ["10C"])])
def test_one_number_card_above_strength_is_placed_face_up(table: MakeTable, character: str, fits: list[str]) -> None:
    game = table(character, "gambit").player(P1, hand="7C 8C 9C 10C JC AC", meter="10D").start("cleanup")
    assert [one["card"] for one in game.legal(P1, "place_in_meter")] == fits
    for card in ("7C", "JC", "AC", "9D"):
        assert game.refused(P1, a.PlaceInMeter(card)).rule == "CAP-309"
    game.do(P1, a.PlaceInMeter("10C"))
    shown = GAME.view(game.state, SPECTATOR).players[P1]
    assert ([card.card for card in shown.super_meter], shown.meter_total) == (["10D", "10C"], 20)
    assert game.refused(P1, a.PlaceInMeter("9C")).rule == "CAP-309"
    assert game.legal(P1, "place_in_meter") == []


@pytest.mark.rule("CAP-309")
def test_one_card_in_each_own_clean_up(table: MakeTable) -> None:
    game = table("ryu", "doc_tremor").player(P1, hand="8C 9C").player(P2, hand="10C").start("cleanup")
    assert game.refused(P2, a.PlaceInMeter("10C")).rule == "CAP-210"
    game.do(P1, a.PlaceInMeter("8C"))
    game.end_turn(P1)
    game.pass_turn(P2)
    game.draw(P1, 1)
    game.pass_combat(P1)
    game.do(P1, a.PlaceInMeter("9C"))
    assert game.meter(P1) == ["8C", "9C"]


@pytest.mark.rule("CAP-309", "CAP-955", "CAP-508")
def test_the_test_is_made_with_the_own_active_characters_strength(table: MakeTable) -> None:
    game = pair(table, "granny_gale", "unit_09").player(P1, hand="5C").start("cleanup")
    assert game.legal(P1, "place_in_meter") != []
    game = pair(table, "unit_09", "granny_gale").player(P1, hand="5C").start("cleanup")
    assert game.legal(P1, "place_in_meter") == []
    game = table("unit_09", "ryu", "granny_gale", "gambit", **TEAM).turn(P3).player(P3, hand="5C").start("cleanup")
    game.do(P3, a.PlaceInMeter("5C"))
    assert game.meter(P3) == ["5C"]


@pytest.mark.rule("CAP-310")
def test_a_meter_holds_any_number_of_cards(table: MakeTable) -> None:
    full = [f"{number}{suit}" for number in (8, 9, 10) for suit in SUITS]
    game = table("ryu", "gambit").player(P1, hand=full[0], meter=" ".join(full[1:])).start("cleanup")
    game.do(P1, a.PlaceInMeter(full[0]))
    assert (len(game.meter(P1)), game.happened(e.CardPlacedInMeter)[0].total) == (12, 4 * (8 + 9 + 10))


@pytest.mark.rule("CAP-R65", "CAP-908")
def test_what_is_in_the_meter_stays_and_counts_whoever_comes_in(table: MakeTable) -> None:
    game = (
        pair(table, "granny_gale", "unit_09").player(P1, hand="3C 3D 9C", meter="5C 6C 7C 8C 5D 6D 7D").start("cleanup")
    )
    game.do(P1, a.Tag("3C", "3D"))
    assert game.refused(P1, a.PlaceInMeter("9C")).rule == "CAP-309"
    assert game.meter(P1) == ["5C", "6C", "7C", "8C", "5D", "6D", "7D"]
    game.do(P1, a.RecoverAce(tuple(game.meter(P1)), "draw", "AC"))
    assert game.meter(P1) == []


# Aces


METER = "10C 10D 10H 10S 9C 9D 8C 8D"


@pytest.mark.rule("CAP-311", "CAP-313")
@pytest.mark.parametrize("ace", ["AC", "AD", "AH", "AS"])
@pytest.mark.parametrize("pile", ["draw", "discard"])
def test_an_ace_of_a_pile_for_40(table: MakeTable, ace: str, pile: str) -> None:
    game = table("ryu", "gambit").player(
        P1, hand="2C", meter="10C 10D 10H 10S 9C", discard=ace if pile == "discard" else ""
    )
    game.start("cleanup")
    paid = ("10C", "10D", "10H", "10S")
    game.do(P1, a.RecoverAce(paid, "draw" if pile == "draw" else "discard", ace))
    (recovered,) = game.happened(e.AceRecovered)
    assert (recovered.paid, recovered.pile, recovered.ace) == (paid, pile, ace)
    assert (game.hand(P1), game.meter(P1), game.discard(P1)) == (["2C", ace], ["9C"], list(paid))
    assert ace not in game.pile(P1)
    if pile == "draw":
        game.do(P2, a.Cut(0))
    assert game.waits(P1) == "cleanup"


@pytest.mark.rule("CAP-313", "CAP-R09")
def test_everybody_sees_which_ace(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, meter="10C 10D 10H 10S").start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AH"))
    (fact,) = [fact for fact in game.facts if isinstance(fact.event, e.AceRecovered)]
    assert fact.secret == {}
    for viewer in ("seat:1", SPECTATOR):
        shown = as_seen(fact, viewer)
        assert isinstance(shown, e.AceRecovered)
        assert (shown.pile, shown.ace) == ("draw", "AH")


@pytest.mark.rule("CAP-311", "CAP-R08")
@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("10C 10D 10H", "CAP-311"),
        ("10C 10D 10H 9C", "CAP-311"),
        ("10C 10D 10H 10C", "CAP-311"),
        ("10C 10D 10H KC", "CAP-311"),
        ("10C 10D 10H 8H", "CAP-311"),
        ("", "CAP-311"),
        ("10C 10D 10H 10S 8C", "CAP-312"),
        ("10C 10D 10H 10S 9C 9D", "CAP-312"),
        ("10C 10D 10H 10S", None),
        ("10C 10D 10H 9C 9D", None),
        ("10C 10D 9C 9D 8C", None),
        ("10C 9C 9D 8C 8D", None),
    ],
)
def test_at_least_40_and_nothing_superfluous(table: MakeTable, cards: str, rule: str | None) -> None:
    game = table("ryu", "gambit").player(P1, hand="8H KC", meter=METER).start("cleanup")
    action = a.RecoverAce(tuple(cards.split()), "draw", "AC")
    if rule is None:
        game.do(P1, action)
        assert set(game.discard(P1)) == set(cards.split())
        game.do(P2, a.Cut(0))
    else:
        assert game.refused(P1, action).rule == rule


def payments(meter: str, price: int) -> set[frozenset[str]]:
    """CAP-312 Every set of these cards that reaches the price and holds no superfluous one."""
    found = set()
    for n in range(len(meter.split()) + 1):
        for cards in combinations(meter.split(), n):
            total = sum(map(meter_value, cards))
            if total >= price > total - min(map(meter_value, cards), default=0):
                found.add(frozenset(cards))
    return found


@pytest.mark.rule("CAP-312", "CAP-R75", "CAP-R08")
@pytest.mark.parametrize(
    "meter", ["10C 10D 10H 10S", METER, "5C 5D 6C 6D 7C 7D 8C 8D", "10C 10D 10H", "9C 9D 9H 9S 10C"]
)
def test_every_payment_is_listed_each_card_by_its_suit(table: MakeTable, meter: str) -> None:
    game = table("granny_gale", "gambit").player(P1, meter=meter).start("cleanup")
    listed = [one for one in game.legal(P1, "recover_ace") if one["ace"] == "AC"]
    assert {frozenset(one["meter_cards"]) for one in listed} == payments(meter, 40)
    assert len(listed) == len(payments(meter, 40))


@pytest.mark.rule("CAP-R75", "CAP-312")
def test_the_order_in_which_a_payment_is_named_does_not_matter(table: MakeTable) -> None:
    for cards in ("10C 10D 10H 9D 9C", "9C 10H 9D 10D 10C"):
        game = table("ryu", "gambit").player(P1, meter=METER).start("cleanup")
        game.do(P1, a.RecoverAce(tuple(cards.split()), "draw", "AC"))
        assert sorted(game.meter(P1)) == sorted(["10S", "8C", "8D"])


@pytest.mark.rule("CAP-313", "CAP-R09")
def test_the_named_pile_must_hold_the_ace(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="AD", meter=METER, discard="AH 2C").player(P2, discard="AC")
    game.start("cleanup")
    paid = ("10C", "10D", "10H", "10S")
    for action in (
        a.RecoverAce(paid, "discard", "AC"),
        a.RecoverAce(paid, "draw", "AH"),
        a.RecoverAce(paid, "draw", "AD"),
        a.RecoverAce(paid, "discard", "2C"),
        a.RecoverAce(paid, "draw", "KC"),
        a.RecoverAce(paid, "draw", "AX"),
    ):
        assert game.refused(P1, action).rule == "CAP-313"
    told = {(one["pile"], one["ace"]) for one in game.legal(P1, "recover_ace")}
    assert told == {("draw", "AC"), ("draw", "AS"), ("discard", "AH")}


@pytest.mark.rule("CAP-314", "CAP-315", "CAP-R10")
@pytest.mark.parametrize(("k", "top"), [(0, 0), (1, 1), (20, 20), (46, 46)])
def test_a_searched_draw_pile_is_shuffled_and_may_be_cut(table: MakeTable, k: int, top: int) -> None:
    game = table("ryu", "gambit").player(P1, meter="10C 10D 10H 10S").start("cleanup")
    before = game.pile(P1)
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AS"))
    (shuffled,) = game.happened(e.DeckShuffled)
    left = [card for card in before if card != "AS"]
    assert (shuffled.seat, shuffled.cause) == (P1, "ace_recovered")
    pile = game.pile(P1)
    assert pile == [left[place] for place in shuffled.order or ()]
    assert (sorted(pile), pile != left) == (sorted(left), True)
    assert (game.waits(P2), [one["k"] for one in game.legal(P2, "cut")]) == ("cut_deck", list(range(47)))
    for wrong in (-1, 47, 100):
        assert game.refused(P2, a.Cut(wrong)).rule == "CAP-R10"
    assert game.refused(P1, a.Cut(0)).rule == "CAP-R10"
    game.do(P2, a.Cut(k))
    assert game.pile(P1) == pile[top:] + pile[:top]
    assert [(event.seat, event.by, event.k) for event in game.happened(e.DeckCut)] == ([(P1, P2, k)] if k else [])
    assert game.waits(P1) == "cleanup"


@pytest.mark.rule("CAP-314", "CAP-315")
def test_a_search_of_the_discard_pile_shuffles_nothing(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, meter="10C 10D 10H 10S", discard="2C AS 3C").start("cleanup")
    before = game.pile(P1)
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "discard", "AS"))
    assert (game.happened(e.DeckShuffled), game.pile(P1), game.waits(P1)) == ([], before, "cleanup")
    assert game.discard(P1) == ["2C", "3C", "10C", "10D", "10H", "10S"]


@pytest.mark.rule("CAP-R10", "CAP-315")
def test_a_pile_without_cards_is_not_cut(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, meter="10C 10D 10H 10S", draw="AS", pile=1).start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AS"))
    assert (game.pile(P1), game.waits(P1), game.hand(P1)) == ([], "cleanup", ["AS"])


@pytest.mark.rule("CAP-R10", "CAP-315")
@pytest.mark.parametrize(
    ("characters", "mode", "turn", "out", "cuts"),
    [
        (("ryu", "gambit", "morrigan", "unit_09"), "team", P1, None, P2),
        (("ryu", "gambit", "morrigan", "unit_09"), "team", P2, None, P3),
        (("ryu", "gambit", "morrigan", "unit_09"), "team", P3, None, P4),
        (("ryu", "gambit", "morrigan", "unit_09"), "team", P4, None, P1),
        (("ryu", "gambit", "morrigan", "unit_09"), "team", P1, P2, P4),
        (("ryu", "gambit", "hollow_titan"), "boss", P1, None, P3),
        (("ryu", "gambit", "hollow_titan"), "boss", P2, None, P3),
        (("ryu", "gambit", "hollow_titan"), "boss", P3, None, P1),
        (("ryu", "gambit", "hollow_titan"), "boss", P3, P1, P2),
    ],
)
def test_the_opponent_next_in_turn_order_cuts(
    table: MakeTable, characters: tuple[str, ...], mode: str, turn: int, out: int | None, cuts: int
) -> None:
    game = table(*characters, mode=mode).turn(turn).player(turn, meter="10C 10D 10H 10S")
    if out is not None:
        game.character(out, status="koed")
        (partner,) = [seat for seat in game.board.sides[game.board.side_of(out)] if seat != out]
        game.character(partner, status="active")
    game.start("cleanup")
    game.do(turn, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AS"))
    assert [asked for asked in game.asked() if asked[1] == "cut_deck"] == [(cuts, "cut_deck")]
    game.do(cuts, a.Cut(2))


@pytest.mark.rule("CAP-316")
def test_one_ace_in_a_turn(table: MakeTable) -> None:
    game = table("granny_gale", "doc_tremor").player(P1, meter="10C 10D 10H 10S 9C 9D 9H 9S 8C", discard="AC AD")
    game.start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "discard", "AC"))
    rest = ("9C", "9D", "9H", "9S", "8C")
    assert game.refused(P1, a.RecoverAce(rest, "discard", "AD")).rule == "CAP-316"
    assert game.legal(P1, "recover_ace") == []
    game.end_turn(P1)
    game.pass_turn(P2)
    game.draw(P1, 1)
    game.pass_combat(P1)
    game.do(P1, a.RecoverAce(rest, "discard", "AD"))
    assert {"AC", "AD"} <= set(game.hand(P1))


@pytest.mark.rule("CAP-311")
def test_aces_are_recovered_in_the_own_clean_up_only(table: MakeTable) -> None:
    game = table("ryu", "doc_tremor").player(P1, meter="10C 10D 10H 10S").player(P2, meter="10C 10D 10H 10S").start()
    action = a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AS")
    assert game.refused(P1, action).rule == "CAP-311"
    game.pass_combat(P1)
    assert game.refused(P2, action).rule == "CAP-311"


# Where the cards go


@pytest.mark.rule("CAP-318")
@pytest.mark.parametrize("way", ["blocked", "dodged", "avoided", "countered", "negated", "teched"])
def test_the_cards_of_an_attack_that_came_to_nothing_go_at_once(table: MakeTable, way: str) -> None:
    game = table("gambit", "ise_kagami" if way in ("avoided", "countered") else "ryu").player(P1, hand="4C 10C 10D 9H")
    game.player(P2, hand="4D JC KC 10C 10D", draw="2C", block="7C" if way == "blocked" else None).start()
    thrown = way == "teched"
    game.attack(P1, "throw" if thrown else "basic", "10C 10D" if thrown else "4C")
    answers: dict[str, Action] = {
        "dodged": a.Dodge(),
        "avoided": a.Avoid("still_water", ("KC",)),
        "countered": a.Counter("glass_reversal", ("JC",)),
        "negated": a.Counter("basic", ("4D",)),
        "teched": a.TechHit("10C", "10D"),
    }
    if way != "blocked":
        assert game.zone(P1) != []
        game.do(P2, answers[way])
    assert (game.zone(P1), game.discard(P1)) == ([], ["10C", "10D"] if thrown else ["4C"])
    others = {
        "blocked": [],
        "dodged": ["2C"],
        "avoided": [],
        "countered": [],
        "negated": ["4D"],
        "teched": ["10C", "10D"],
    }
    assert game.discard(P2) == others[way]
    assert game.zone(P2) == {"avoided": ["KC"], "countered": ["JC"]}.get(way, [])


@pytest.mark.rule("CAP-318")
def test_the_cards_of_a_combo_go_when_it_ends(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="4C 5C JC").start()
    game.hit(P1, "basic", "4C")
    game.follow(P1, "kinetic_card", "JC")
    game.follow(P1, "basic", "5C")
    assert (game.zone(P1), game.discard(P1)) == (["4C", "JC", "5C"], [])
    game.end_combo(P1)
    assert (game.zone(P1), game.discard(P1)) == ([], ["4C", "JC", "5C"])


@pytest.mark.rule("CAP-318")
def test_the_cards_of_a_counters_combo_go_to_their_own_owner(table: MakeTable) -> None:
    game = table("gambit", "ise_kagami").player(P1, hand="4C").player(P2, hand="JC 2C").start()
    game.attack(P1, "basic", "4C")
    game.counter(P2, "glass_reversal", "JC")
    game.follow(P2, "basic", "2C")
    assert (game.discard(P1), game.zone(P2), game.discard(P2)) == (["4C"], ["JC", "2C"], [])
    game.end_combo(P2)
    assert (game.discard(P1), game.discard(P2)) == (["4C"], ["JC", "2C"])


# Number cards above Strength


@pytest.mark.rule("CAP-319", "CAP-303", "CAP-433", "CAP-R26")
def test_what_cards_above_strength_are_good_for(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="9C").start()
    assert {str(one["type"]) for one in game.legal(P1)} == {"pass_combat", "use_ability"}
    game = table("ryu", "gambit").player(P1, hand="9C 9D").start()
    assert game.moves(P1, "declare_attack") == ["throw"]
    game = table("gambit", "ryu").player(P1, hand="9C 9D").player(P2, hand="9H 9S").start()
    game.attack(P1, "throw", "9C 9D")
    assert {str(one["type"]) for one in game.legal(P2)} == {"take_hit", "dodge", "tech_hit", "use_ability"}
    game = table("gambit", "ryu").player(P1, hand="4C").player(P2, hand="9H 9S").start()
    game.attack(P1, "basic", "4C")
    assert {str(one["type"]) for one in game.legal(P2)} == {"take_hit", "dodge", "use_ability"}
    game.ability(P2, "9H")
    assert game.discard(P2) == ["9H"]


@pytest.mark.rule("CAP-R26", "CAP-420", "CAP-433")
@pytest.mark.parametrize(
    ("card", "blocks"), [("2C", True), ("7C", True), ("8C", False), ("AC", False), ("JC", False), ("JK1", False)]
)
def test_what_can_block(table: MakeTable, card: str, blocks: bool) -> None:
    game = pair(table).player(P1, hand=card).start()
    assert [one["card"] for one in game.legal(P1, "set_block")] == ([card] if blocks else [])
    if blocks:
        game.block(P1, card)
        assert (game.blocking(P1), game.hand(P1)) == (card, [])
    else:
        assert game.refused(P1, a.SetBlock(card)).rule == "CAP-433"


@pytest.mark.rule("CAP-R28", "CAP-441")
@pytest.mark.parametrize("card", [*(f"{n}C" for n in range(2, 11)), "AC", "JC", "QC", "KC", "JK1"])
def test_what_makes_a_dodge_succeed(table: MakeTable, card: str) -> None:
    game = table(("gambit", "ryu"), ("sable_kite", "morrigan"), **TAG).player(P1, hand="4C").player(P2, draw=card)
    game.start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    succeeds = card in ("AC", "2C", "3C", "4C", "5C")
    assert [(event.card, event.success) for event in game.happened(e.DodgeAttempted)] == [(card, succeeds)]
    assert (game.lost(P2), game.discard(P2)) == (0 if succeeds else 4, [card])


@pytest.mark.rule("CAP-R28", "CAP-443")
def test_without_a_draw_pile_nobody_dodges(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="4C").player(P2, pile=0).start()
    game.attack(P1, "basic", "4C")
    assert game.legal(P2, "dodge") == []
    assert game.refused(P2, a.Dodge()).rule == "CAP-443"


@pytest.mark.rule("CAP-R90")
def test_a_discard_at_random_is_a_recorded_place_that_nobody_is_shown(table: MakeTable) -> None:
    gone = set()
    for hand in ("2C 3C 4C 5C 6C 7C", "7C 6C 5C 4C 3C 2C"):
        game = table("doc_tremor", "ryu").player(P1, hand="JC").player(P2, hand=hand).start()
        game.hit(P1, "tremor_charge", "JC")
        (fact,) = [fact for fact in game.facts if isinstance(fact.event, e.CardDiscardedAtRandom)]
        assert isinstance(fact.event, e.CardDiscardedAtRandom)
        (draw,) = fact.event.draws
        assert isinstance(draw.value, int)
        assert (draw.size, fact.event.card) == (6, hand.split()[draw.value])
        assert (fact.event.card in game.discard(P2), len(game.hand(P2))) == (True, 5)
        for viewer in ("seat:0", "seat:1", SPECTATOR):
            shown = as_seen(fact, viewer)
            assert isinstance(shown, e.CardDiscardedAtRandom)
            assert (shown.card, shown.draws) == (fact.event.card, ())
        gone.add(fact.event.card)
    assert len(gone) == 2, "the place counts, not the card"


# Jokers


@pytest.mark.rule("CAP-609", "CAP-R63")
def test_a_joker_is_good_for_nothing_but_what_any_card_serves_for(table: MakeTable) -> None:
    game = pair(table).player(P1, hand="JK1").start()
    assert {str(one["type"]) for one in game.legal(P1)} == {"pass_combat", "use_ability"}
    game.ability(P1, "JK1")
    assert game.discard(P1) == ["JK1"]
    game = pair(table).player(P1, hand="JK1 JK2").character(P1, "gambit", hp=50).start("cleanup")
    assert {str(one["type"]) for one in game.legal(P1)} == {"recover_hp", "end_turn", "use_ability"}
    assert game.refused(P1, a.PlaceInMeter("JK1")).rule == "CAP-950"
    assert game.refused(P1, a.Tag("JK1", "JK2")).rule == "CAP-906"
    game.do(P1, a.RecoverHp("JK1"))
    assert (game.discard(P1), game.hp(P1, "gambit")) == (["JK1"], 52)


@pytest.mark.rule("CAP-R63", "CAP-609", "CAP-213")
def test_a_joker_counts_as_a_card_in_hand_and_can_be_discarded(table: MakeTable) -> None:
    game = pair(table, "brakk_ironjaw").player(P1, hand="2C 3C 4C 5C 6C JK1 JK2").start("cleanup")
    game.end_turn(P1)
    game.do(P1, a.Discard("JK2"))
    assert (game.discard(P1), game.board.turn_player) == (["JK2"], P2)


@pytest.mark.rule("CAP-609", "CAP-801")
def test_outside_tag_modes_there_are_no_jokers(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C", meter=METER).start("cleanup")
    assert not {"JK1", "JK2"} & {*game.pile(P1), *game.pile(P2), *game.hand(P1)}
    assert game.refused(P1, a.RecoverJoker(tuple(METER.split()[:5]), "JK1")).rule == "CAP-945"
    assert game.refused(P1, a.PlaceInMeter("JK1")).rule == "CAP-309"


@pytest.mark.rule("CAP-R64", "CAP-945", "CAP-946", "CAP-R10")
def test_jokers_are_recovered_as_often_as_they_are_paid(table: MakeTable) -> None:
    bills = {"JK1": "10C 10D 10H 10S 9C 9D", "JK2": "9H 9S 8C 8D 8H 8S"}
    game = pair(table).player(P1, meter=" ".join(bills.values()), discard="JK1 JK2 2C").start("cleanup")
    size = len(game.pile(P1))
    for n, (joker, bill) in enumerate(bills.items(), 1):
        game.do(P1, a.RecoverJoker(tuple(bill.split()), joker))
        assert (joker in game.pile(P1), len(game.pile(P1))) == (True, size + n)
        assert [event.cause for event in game.happened(e.DeckShuffled)] == ["joker_recovered"]
        assert game.waits(P2) == "cut_deck"
        game.do(P2, a.Cut(1))
        assert game.waits(P1) == "cleanup"
    assert (game.meter(P1), len(game.discard(P1)), game.discard(P1)[0]) == ([], 13, "2C")


@pytest.mark.rule("CAP-R64", "CAP-945", "CAP-312")
@pytest.mark.parametrize(
    ("cards", "joker", "rule"),
    [
        ("10C 10D 10H 10S", "JK1", "CAP-945"),
        ("10C 10D 10H 10S 9C", "JK1", "CAP-945"),
        ("10C 10D 10H 10S 9C 9D", "JK1", None),
        ("10C 10D 10H 10S 9C 9D 8C", "JK1", "CAP-312"),
        ("10C 10D 10H 10S 9C 9D", "JK2", "CAP-945"),
        ("10C 10D 10H 10S 9C 9D", "2C", "CAP-945"),
    ],
)
def test_the_price_of_a_joker_is_50(table: MakeTable, cards: str, joker: str, rule: str | None) -> None:
    game = pair(table).player(P1, meter=METER, discard="JK1 2C").start("cleanup")
    action = a.RecoverJoker(tuple(cards.split()), joker)
    if rule is None:
        game.do(P1, action)
        game.do(P2, a.Cut(0))
        assert "JK1" in game.pile(P1)
    else:
        assert game.refused(P1, action).rule == rule


@pytest.mark.rule("CAP-R64", "CAP-R75", "CAP-945")
def test_every_payment_for_a_joker_is_listed(table: MakeTable) -> None:
    game = pair(table).player(P1, meter=METER, discard="JK1 JK2").start("cleanup")
    for joker in ("JK1", "JK2"):
        listed = [frozenset(one["meter_cards"]) for one in game.legal(P1, "recover_joker") if one["joker"] == joker]
        assert (set(listed), len(listed)) == (payments(METER, 50), len(payments(METER, 50)))


@pytest.mark.rule("CAP-R62", "CAP-950", "CAP-609")
@pytest.mark.parametrize(("drawn", "joker"), [("2C", "JK1"), ("JK2", "JK2")])
def test_any_joker_is_placed_once_a_partner_is_koed(table: MakeTable, drawn: str, joker: str) -> None:
    game = pair(table, "unit_09").character(P1, "gambit", status="koed")
    game.player(P1, hand="JK1", draw=drawn, meter="10C 10D 10H").start("draw")
    game.draw(P1, 1)
    game.pass_combat(P1)
    game.do(P1, a.PlaceInMeter(joker))
    assert game.happened(e.CardPlacedInMeter)[0].total == 40
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", joker), "draw", "AC"))
    assert joker in game.discard(P1)
    game.do(P2, a.Cut(0))


@pytest.mark.rule("CAP-R62", "CAP-950", "CAP-309")
def test_a_joker_is_the_one_card_of_a_clean_up_and_the_sides_own_loss_counts(table: MakeTable) -> None:
    game = pair(table).character(P1, "gambit", status="koed").player(P1, hand="8C JK1").start("cleanup")
    game.do(P1, a.PlaceInMeter("8C"))
    assert game.refused(P1, a.PlaceInMeter("JK1")).rule == "CAP-309"
    game = pair(table).character(P2, "sable_kite", status="koed").player(P1, hand="JK1").start("cleanup")
    assert game.refused(P1, a.PlaceInMeter("JK1")).rule == "CAP-950"
    game = table("ryu", "morrigan", "gambit", "unit_09", **TEAM).character(P3, status="koed")
    game.player(P1, hand="JK2").start("cleanup")
    game.do(P1, a.PlaceInMeter("JK2"))
    assert game.meter(P1) == ["JK2"]


# Types and entries


@pytest.mark.rule("CAP-601", "CAP-462")
def test_suits_matter_only_for_the_colour_of_a_negating_basic(table: MakeTable) -> None:
    for suit, other, legal in [(one, two, (one in "DH") != (two in "DH")) for one in SUITS for two in SUITS]:
        game = table("ryu", "gambit").player(P1, hand=f"6{suit}").player(P2, hand=f"6{other}").start()
        game.attack(P1, "basic", f"6{suit}")
        assert (game.moves(P2, "counter") == ["basic"]) is legal


@pytest.mark.rule("CAP-601")
def test_both_players_may_hold_the_same_card(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H").player(P2, hand="4H").start()
    game.hit(P1, "basic", "4H")
    game.end_combo(P1)
    assert (game.discard(P1), game.discard(P2), game.hand(P2)) == (["4H"], [], ["4H"])


@pytest.mark.rule("CAP-602")
def test_one_card_may_serve_several_moves_and_the_player_names_one(table: MakeTable) -> None:
    game = table("kestrel_volt", "ryu").player(P1, hand="KC").start()
    assert game.moves(P1, "declare_attack") == ["live_wire", "skyfall_kick"]
    game = table("spider_man", "ryu").player(P1, hand="AC AD").start()
    assert game.moves(P1, "declare_attack") == ["crawler_assault", "maximum_spider"]


@pytest.mark.rule("CAP-603", "CAP-411")
@pytest.mark.parametrize("role", ["opener", "counter", "negation", "reply"])
def test_type_a_is_the_first_attack_of_its_owner(table: MakeTable, role: str) -> None:
    if role == "opener":
        game = table("ryu", "gambit").player(P1, hand="JC JD").start()
        game.hit(P1, "hadouken", "JC")
        assert game.waits(P1) == "combo"
        assert game.refused(P1, a.FollowUp("hadouken", ("JD",))).rule == "CAP-411"
        return
    cid, opener = ("ryu", "hadouken JH") if role == "negation" else ("unit_09", "rivet_burst JH")
    game = table(cid, "ryu").player(P1, hand="4C JH").player(P2, hand="JC JD 2C", draw="3C").start()
    game.attack(P1, *opener.split())
    if role == "reply":
        game.dodge(P2)
        game.reply(P2, "hadouken", "JC")
    else:
        game.counter(P2, "hadouken", "JC")
    assert game.lost(P1) == (0 if role == "negation" else 8)
    if role == "counter":
        assert game.refused(P2, a.FollowUp("hadouken", ("JD",))).rule == "CAP-411"
        game.follow(P2, "basic", "2C")


@pytest.mark.rule("CAP-604", "CAP-412")
def test_type_b_may_be_first_or_later_and_ends_the_combo(table: MakeTable) -> None:
    for first in ("", "4C"):
        game = table("gambit", "ryu").player(P1, hand="4C 5C QC QD").start()
        if first:
            game.hit(P1, "basic", first)
            game.follow(P1, "cajun_slash", "QC")
        else:
            game.hit(P1, "cajun_slash", "QC")
        assert (game.waits(P1), game.cp(P1) < 5) == ("cleanup", True)


@pytest.mark.rule("CAP-605", "CAP-416")
def test_type_c_anywhere_and_at_most_twice_in_a_combo(table: MakeTable) -> None:
    game = table("kestrel_volt", "ryu").player(P1, hand="JC JD JH 2C KC KD").start()
    game.hit(P1, "arc_dash", "JC")
    game.follow(P1, "live_wire", "KC")
    game.follow(P1, "basic", "2C")
    game.follow(P1, "arc_dash", "JD")
    assert game.refused(P1, a.FollowUp("arc_dash", ("JH",))).rule == "CAP-416"
    game.follow(P1, "live_wire", "KD")
    assert game.lost(P2) == 4 + 3 + 2 + 4 + 3


@pytest.mark.rule("CAP-606", "CAP-413")
def test_type_d_is_a_single_attack_with_points_left(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "gambit").player(P1, hand="JC 2C").start()
    game.hit(P1, "bone_lock", "JC")
    assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (11, 3, "cleanup")
    game = table("unit_09", "brakk_ironjaw").player(P1, hand="JH").player(P2, hand="JC 2C").start()
    game.attack(P1, "rivet_burst", "JH")
    game.counter(P2, "bone_lock", "JC")
    assert (game.lost(P1), game.cp(P2), game.waits(P1)) == (11, 3, "cleanup")
    game = table("gambit", "ember_rook").player(P1, hand="4C").player(P2, hand="AC AD AH 2C", draw="3C").start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    game.reply(P2, "sunfall", "AC AD AH")
    assert (game.lost(P1), game.waits(P1)) == (42, "cleanup")


@pytest.mark.rule("CAP-606", "CAP-411")
def test_type_d_is_no_follow_up(table: MakeTable) -> None:
    game = table("morrigan", "ryu").player(P1, hand="2C KC").start()
    game.hit(P1, "basic", "2C")
    assert game.refused(P1, a.FollowUp("vector_drain", ("KC",))).rule == "CAP-411"


@pytest.mark.rule("CAP-607", "CAP-402", "CAP-454", "CAP-411")
def test_type_e_is_an_answer_after_which_a_combo_may_follow(table: MakeTable) -> None:
    game = table("ise_kagami", "ryu").player(P1, hand="JC 2C KC").start()
    for used, card in (("glass_reversal", "JC"), ("still_water", "KC")):
        assert game.refused(P1, a.DeclareAttack(used, (card,))).rule == "CAP-402"
    game.hit(P1, "basic", "2C")
    for used, card in (("glass_reversal", "JC"), ("still_water", "KC")):
        assert game.refused(P1, a.FollowUp(used, (card,))).rule == "CAP-411"
    game = table("ryu", "ise_kagami").player(P1, hand="2C").player(P2, hand="JC JD 2D").start()
    game.attack(P1, "basic", "2C")
    game.counter(P2, "glass_reversal", "JC")
    assert game.refused(P2, a.FollowUp("glass_reversal", ("JD",))).rule == "CAP-411"
    game.follow(P2, "basic", "2D")
    assert game.lost(P1) == 7 + 2


@pytest.mark.rule("CAP-608", "CAP-411")
def test_throws_are_type_a_unless_printed_otherwise(table: MakeTable) -> None:
    throws = {card.cid: card.throw.type for card_set in GAME.core().sets for card in card_set.cards}
    assert {cid for cid, one in throws.items() if one != "A"} == {"brakk_ironjaw"}
    assert throws["brakk_ironjaw"] == "C"
    for character, legal in (("gambit", False), ("brakk_ironjaw", True)):
        game = table(character, "ryu").player(P1, hand="2C 10C 10D").start()
        game.hit(P1, "basic", "2C")
        if legal:
            game.follow(P1, "throw", "10C 10D")
            game.decline(P2)
            assert game.lost(P2) == 2 + 11
        else:
            assert game.refused(P1, a.FollowUp("throw", ("10C", "10D"))).rule == "CAP-411"


@pytest.mark.rule("CAP-610", "CAP-525")
def test_what_an_entry_of_a_moves_list_holds() -> None:
    printed = GAME.core().cards
    one = printed["cinder_bolt"]
    assert (one.name, one.cards, one.type, set(one.attrs), one.damage, one.priority, one.cp, one.mark) == (
        "Cinder Bolt",
        "J + 0-2 J",
        "A",
        {"R", "S"},
        5,
        4,
        1,
        None,
    )
    assert one.line == "Cinder Bolt: J + 0-2 J, A(RS), 5 damage, priority 4, 1 CP. +3 damage for each additional Jack."
    assert printed["cajun_escape"].line.startswith("Cajun Escape: K + 0-1 K, E, avoids special, 5 CP. ")
    assert printed["shoryuken"].line == "Shoryuken [VC]: Q, B, 10 damage, priority 5, 2 CP."
    for info in GAME.cards():
        for entry in printed[info.id].moves:
            assert entry.line in info.text


@pytest.mark.rule("CAP-309", "CAP-950")
def test_what_cards_count_in_a_meter() -> None:
    assert [card for card in DECK_54 if meter_value(card) == 10] == ["10C", "10D", "10H", "10S", "JK1", "JK2"]
    assert [meter_value(card) for card in ("2C", "9S", "JC", "QC", "KC", "AC")] == [2, 9, 0, 0, 0, 0]
