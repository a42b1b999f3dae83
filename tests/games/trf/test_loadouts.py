"""Decks, accounts, homeworlds and match options that are legal, and those that are not (1xx, 8xx, 901)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.trf import GAME
from domain.games.trf.cardfiles import READER
from domain.games.trf.loadouts import (
    Loadout,
    Options,
    check_loadout,
    check_options,
    decision_ms,
    decks,
    precon,
    turn_cap,
)
from domain.kernel.cardsets import Library, card_id
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import infos
from domain.kernel.refusal import Violation

CORE = list(GAME.core().cards.values())
PLANETS = [card.cid for card in CORE if card.kind == "planet"]
UNIQUE = [card.cid for card in CORE if card.unique]
FILLERS = [card.cid for card in CORE if card.kind in ("character", "ooc") and not card.unique]
PRECONS = [info.id for info in infos(decks)]
OWN = """
set = "mine"
name = "My Board"

[[card]]
id = "lurker"
name = "Lurker"
kind = "account"
faction = "universal"

[[card]]
id = "attic"
name = "The Attic"
kind = "planet"
meters = 300
words = 60
capture_value = 4
homeworld_value = 9

[[card]]
id = "kittens"
name = "A Fleet of Kittens"
kind = "character"
class = "fleeter"
faction = "universal"
cost = 100
combat = 1
capture = 1
"""
MINE = READER.read_own(GAME.core(), OWN)
LIBRARY = Library(GAME.core(), own=(MINE,))


def filled(*top: str, size: int = 45) -> tuple[str, ...]:
    """A deck that begins with these cards; the rest are legal ones."""
    rest = [cid for cid in FILLERS if cid not in top] * 4
    return (*top, *rest[: size - len(top)])


def brought(*top: str, **changed: Any) -> Loadout:
    """A legal loadout with these cards in its deck, but for what is changed; `size` is that of the deck."""
    size = changed.pop("size", 45)
    given = {"account": "A01", "homeworld": "P01", "deck": filled(*top, size=size), **changed}
    return msgspec.convert(given, Loadout)


def in_match(options: Options, **known: Any) -> LoadoutContext[Options, Loadout]:
    """A match of two with these options, where my own set can be named."""
    return LoadoutContext(options, 2, LIBRARY.cards(GAME.card_set_hash(), options.card_sets), **known)


def faults(loadout: Loadout, **options: Any) -> list[tuple[str, tuple[str, ...]]]:
    """What is wrong with a loadout: (rule, place)."""
    context = in_match(msgspec.convert(options, Options))
    found = check_loadout(context, loadout)
    return [(violation.rule, violation.path) for violation in found]


# What a player brings


@pytest.mark.rule("TRF-102", "TRF-801")
def test_a_player_brings_an_account_a_homeworld_and_a_deck() -> None:
    assert faults(brought()) == []
    for key in ("account", "homeworld", "deck"):
        given = {"account": "A01", "homeworld": "P01", "deck": ["O01"] * 45}
        del given[key]
        with pytest.raises(msgspec.ValidationError, match=key):
            msgspec.convert(given, Loadout)


@pytest.mark.rule("TRF-102", "TRF-104", "TRF-105")
@pytest.mark.parametrize(
    ("key", "rule", "cid"),
    [
        ("account", "TRF-102", "P01"),
        ("account", "TRF-102", "C02"),
        ("account", "TRF-102", "no card"),
        ("homeworld", "TRF-105", "A01"),
        ("homeworld", "TRF-105", "C01"),
        ("homeworld", "TRF-105", "O01"),
        ("homeworld", "TRF-105", "no card"),
        ("reserve_account", "TRF-104", "P01"),
        ("reserve_account", "TRF-104", "O12"),
        ("reserve_account", "TRF-104", "no card"),
    ],
)
def test_cards_of_another_kind_and_cards_that_there_are_not(key: str, rule: str, cid: str) -> None:
    assert faults(brought(**{key: cid})) == [(rule, (key,))]


@pytest.mark.rule("TRF-105")
@pytest.mark.parametrize("account", ["A01", "A02", "A08"])
def test_the_homeworld_is_any_planet_whatever_the_account(account: str) -> None:
    for planet in PLANETS:
        assert faults(brought(account=account, homeworld=planet)) == []


@pytest.mark.rule("TRF-103", "TRF-104", "TRF-807", "TRF-R03", "TRF-R49")
def test_the_reserve_account_is_optional_and_another_one() -> None:
    assert faults(brought(reserve_account="A04")) == []
    assert faults(brought(reserve_account=None)) == []
    assert faults(brought(reserve_account="A01")) == [("TRF-807", ("reserve_account",))]


@pytest.mark.rule("TRF-808")
def test_two_players_may_bring_the_same() -> None:
    loadout = brought(reserve_account="A04")
    assert check_loadout(in_match(Options(), seat=1, others={0: loadout}), loadout) == []


# Decks


@pytest.mark.rule("TRF-804", "TRF-R49")
@pytest.mark.parametrize(("size", "legal"), [(0, False), (39, False), (40, True), (60, True), (61, False)])
def test_a_deck_has_40_to_60_cards(size: int, legal: bool) -> None:
    assert faults(brought(size=size)) == ([] if legal else [("TRF-804", ("deck",))])


@pytest.mark.rule("TRF-804", "TRF-809")
@pytest.mark.parametrize(("size", "legal"), [(9, False), (10, True), (12, True), (13, False)])
def test_the_size_can_be_agreed(size: int, legal: bool) -> None:
    assert faults(brought(size=size), deck_min=10, deck_max=12) == ([] if legal else [("TRF-804", ("deck",))])


@pytest.mark.rule("TRF-802", "TRF-106")
@pytest.mark.parametrize(("planets", "legal"), [(0, True), (9, True), (10, False)])
def test_at_most_9_planets_beside_the_homeworld(planets: int, legal: bool) -> None:
    found = faults(brought(*PLANETS[:planets], homeworld=PLANETS[0]))
    assert found == ([] if legal else [("TRF-802", ("deck",))])


@pytest.mark.rule("TRF-802")
def test_planets_are_counted_by_copies() -> None:
    four = [planet for planet in PLANETS[:3] for _ in range(4)]
    assert faults(brought(*four[:9])) == []
    assert faults(brought(*four[:10])) == [("TRF-802", ("deck",))]


@pytest.mark.rule("TRF-803")
def test_one_copy_of_each_unique_character() -> None:
    assert faults(brought(*UNIQUE)) == []
    assert faults(brought("C02", "C02")) == [("TRF-803", ("deck", "C02"))]
    assert faults(brought("C02", "C02"), max_copies=0) == [("TRF-803", ("deck", "C02"))]


@pytest.mark.rule("TRF-805", "TRF-R49")
@pytest.mark.parametrize("card", ["O01", "C01", "P02"])
@pytest.mark.parametrize(("copies", "legal"), [(4, True), (5, False)])
def test_at_most_4_copies_of_any_other_card(card: str, copies: int, legal: bool) -> None:
    assert faults(brought(*[card] * copies)) == ([] if legal else [("TRF-805", ("deck", card))])


@pytest.mark.rule("TRF-805", "TRF-809")
@pytest.mark.parametrize(("most", "copies", "legal"), [(1, 2, False), (6, 6, True), (6, 7, False), (0, 45, True)])
def test_the_copies_can_be_agreed(most: int, copies: int, legal: bool) -> None:
    others = [cid for cid in FILLERS if cid != "O01"]
    deck = ("O01",) * copies + tuple(others[: 45 - copies])
    assert faults(brought(deck=deck), max_copies=most) == ([] if legal else [("TRF-805", ("deck", "O01"))])


@pytest.mark.rule("TRF-806", "TRF-R49")
def test_cards_that_the_account_cannot_play_are_allowed() -> None:
    dark = [card.cid for card in CORE if card.alignment == "dark" and card.kind in ("character", "ooc")]
    assert faults(brought(*dark[:28], account="A01")) == []


@pytest.mark.rule("TRF-801")
@pytest.mark.parametrize("kind", ["character", "ooc"])
def test_a_deck_may_be_of_one_kind(kind: str) -> None:
    cards = [card.cid for card in CORE if card.kind == kind and not card.unique]
    assert faults(brought(deck=tuple((cards * 4)[:40]))) == []


@pytest.mark.rule("TRF-801")
def test_a_deck_holds_assets_that_there_are() -> None:
    assert faults(brought("A02")) == [("TRF-801", ("deck", "A02"))]
    assert faults(brought("no card", "no card")) == [("TRF-801", ("deck", "no card"))]


@pytest.mark.rule("TRF-102", "TRF-104", "TRF-105", "TRF-801", "TRF-802", "TRF-803", "TRF-804", "TRF-805", "TRF-807")
def test_every_fault_is_told_at_once() -> None:
    deck = ("C02", "C02", "A03", "nothing", *PLANETS[:5] * 2, *["O01"] * 5)
    found = faults(Loadout("P01", "A01", deck, "P01"))
    assert found == [
        ("TRF-102", ("account",)),
        ("TRF-105", ("homeworld",)),
        ("TRF-104", ("reserve_account",)),
        ("TRF-807", ("reserve_account",)),
        ("TRF-804", ("deck",)),
        ("TRF-801", ("deck", "A03")),
        ("TRF-801", ("deck", "nothing")),
        ("TRF-802", ("deck",)),
        ("TRF-803", ("deck", "C02")),
        ("TRF-805", ("deck", "O01")),
    ]


@pytest.mark.rule("TRF-801")
def test_a_long_name_is_cut_where_it_is_told() -> None:
    (found,) = check_loadout(in_match(Options()), brought("x" * 5000))
    assert len(found.message) < 200


# Preconstructed decks


@pytest.mark.rule("TRF-802", "TRF-803", "TRF-804", "TRF-805")
@pytest.mark.parametrize("deck", PRECONS)
def test_each_preconstructed_deck_is_legal_for_every_seat(deck: str) -> None:
    for seat in range(4):
        loadout = precon(deck, seat, Options(), 2)
        assert loadout is not None
        assert faults(loadout) == []
        assert len(loadout.deck) == 45


def test_preconstructed_decks_are_chosen_by_name() -> None:
    assert [(info.id, info.name) for info in infos(decks)] == [
        ("azguard_stands", "Azguard Stands"),
        ("final_say", "Final Say"),
        ("long_vigil", "Long Vigil"),
        ("whisper_board", "Whisper Board"),
        ("open_port", "Open Port"),
        ("raid_night", "Raid Night"),
    ]
    azguard = precon("azguard_stands", 0, Options(), 2)
    assert azguard is not None
    assert (azguard.account, azguard.reserve_account, azguard.homeworld) == ("A01", "A04", "P01")
    assert azguard.deck.count("C01") == 3
    raid = precon("raid_night", 1, Options(mode="free_for_all"), 2)
    assert raid is not None
    assert raid.reserve_account is None
    assert precon("azguard_falls", 0, Options(), 2) is None


@pytest.mark.rule("TRF-807")
@pytest.mark.parametrize("info", infos(decks), ids=lambda info: info.id)
def test_a_deck_is_shown_with_its_accounts_and_homeworld(info: Any) -> None:
    loadout = precon(info.id, 0, Options(), 2)
    assert loadout is not None
    shown = {loadout.account, loadout.homeworld, loadout.reserve_account} - {None}
    assert sum(info.cards.values()) == 45 + len(shown)
    assert shown <= info.cards.keys()


# Options


@pytest.mark.rule("TRF-809", "TRF-707")
def test_options_by_default() -> None:
    options = msgspec.convert({}, Options)
    assert options == Options("duel", None, 12, 40, 60, 4, 0, ())
    assert decision_ms(options) is None
    assert [turn_cap(options, seats) for seats in (2, 3, 4)] == [100, 150, 200]


@pytest.mark.rule("TRF-809", "TRF-706", "TRF-707")
def test_options_that_are_agreed() -> None:
    options = Options(turn_cap=30, prompt_seconds=90)
    assert (turn_cap(options, 2), turn_cap(options, 4)) == (30, 30)
    assert decision_ms(options) == 90_000


@pytest.mark.rule("TRF-101", "TRF-901")
@pytest.mark.parametrize(
    ("mode", "seats", "rules"),
    [
        ("duel", 1, ["TRF-101"]),
        ("duel", 2, []),
        ("duel", 3, ["TRF-101"]),
        ("duel", 4, ["TRF-101"]),
        ("free_for_all", 2, ["TRF-901"]),
        ("free_for_all", 3, []),
        ("free_for_all", 4, []),
        ("free_for_all", 5, ["TRF-901"]),
    ],
)
def test_how_many_may_play(mode: Any, seats: int, rules: list[str]) -> None:
    found = check_options(Options(mode=mode), seats)
    assert [(fault.rule, fault.path) for fault in found] == [(rule, ("seats",)) for rule in rules]


@pytest.mark.rule("TRF-809")
@pytest.mark.parametrize(
    "option",
    [
        {"mode": "teams"},
        {"turn_cap": 0},
        {"turn_cap": 1001},
        {"stalemate_turns": 0},
        {"deck_min": 0},
        {"deck_max": 201},
        {"max_copies": -1},
        {"prompt_seconds": -1},
        {"prompt_seconds": 604_801},
        {"mulligan": True},
    ],
)
def test_options_out_of_their_ranges(option: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match=next(iter(option))):
        msgspec.convert(option, Options)


@pytest.mark.rule("TRF-804", "TRF-809")
def test_options_that_do_not_fit_together() -> None:
    assert [fault.rule for fault in check_options(Options(deck_min=50, deck_max=49), 2)] == ["TRF-804"]
    assert check_options(Options(deck_min=50, deck_max=50), 2) == []
    for seconds, rules in ((0, []), (1, ["TRF-809"]), (4, ["TRF-809"]), (5, [])):
        assert [fault.rule for fault in check_options(Options(prompt_seconds=seconds), 2)] == rules


# Sets of players' own


def wrong(*card_sets: str) -> list[Violation]:
    """The faults of options that name these sets."""
    return GAME.wrong_options(Options(card_sets=card_sets), 2, LIBRARY)


@pytest.mark.rule("TRF-R67")
def test_own_sets_are_named_by_their_hash() -> None:
    assert wrong(MINE.hash) == []
    strange = wrong("0" * 64)
    assert [(fault.rule, fault.path) for fault in strange] == [("TRF-R67", ("options", "card_sets"))]
    five = tuple(f"{n}" * 64 for n in range(5))
    assert wrong(*five)[0].rule == "TRF-R67"
    assert wrong(MINE.hash, MINE.hash)[0].rule == "TRF-R67"


@pytest.mark.rule("TRF-R67")
def test_own_cards_are_brought_where_the_match_says_so() -> None:
    account, planet, kittens = (card_id(MINE.hash, number) for number in (1, 2, 3))
    loadout = brought(*[kittens] * 4, account=account, homeworld=planet)
    assert faults(loadout, card_sets=[MINE.hash]) == []
    assert faults(loadout) == [("TRF-102", ("account",)), ("TRF-105", ("homeworld",)), ("TRF-801", ("deck", kittens))]
    more = brought(*[kittens] * 5, account=planet, homeworld=account)
    assert faults(more, card_sets=[MINE.hash]) == [
        ("TRF-102", ("account",)),
        ("TRF-105", ("homeworld",)),
        ("TRF-805", ("deck", kittens)),
    ]
