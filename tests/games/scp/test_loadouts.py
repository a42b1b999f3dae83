"""Decks, SCP decks and match options that are legal, and those that are not (SCP-101, 8xx, SCP-920)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.scp import GAME
from domain.games.scp.cardfiles import READER, core
from domain.games.scp.loadouts import (
    Loadout,
    Options,
    check_loadout,
    check_options,
    decision_ms,
    decks,
    precon,
)
from domain.kernel.cardsets import Library, OwnSet, card_id
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import infos
from domain.kernel.refusal import Violation

CORE = [card for card_set in core().sets for card in card_set.cards]
UNIQUE = [card.cid for card in CORE if card.unique]
GENERAL = [card for card in CORE if not card.is_("scp") and not card.unique]
FILLERS = sorted((card.cid for card in GENERAL), reverse=True)
"""Cards of which a deck may have three, Resources and Personnel first."""
SCPS = tuple(card.cid for card in CORE if card.is_("scp") and card.skill < 10)[:10]
PRECONS = [info.id for info in infos(decks)]
OWN = """
set = "mine"
name = "My Site"

[[card]]
id = "teapot"
name = "Singing Teapot"
types = ["scp"]
class = "safe"
skill = 10
secure = 3
contain = 2
escalation = 8

[[card]]
id = "cook"
name = "Site Cook"
types = ["personnel"]
affiliation = "Canteen"
cost = 1
skill_value = 1

[[card]]
id = "chef"
name = "Chef"
types = ["personnel"]
affiliation = "Canteen"
keywords = ["unique"]
cost = 3
skill_value = 2
"""


MINE = READER.read_own(core(), OWN)
LIBRARY = Library(core(), own=(MINE,))


def context(options: Options, seats: int = 2) -> LoadoutContext[Options, Loadout]:
    """A match for which a loadout is checked."""
    return LoadoutContext(options, seats, LIBRARY.cards(core().hash, options.card_sets))


def filled(*top: str, size: int = 45) -> tuple[str, ...]:
    """A deck that begins with these cards; the rest are legal ones."""
    rest = [cid for cid in FILLERS if cid not in top] * 3
    return (*top, *rest[: size - len(top)])


def brought(*top: str, **changed: Any) -> Loadout:
    """A legal loadout with these cards in its deck, but for what is changed; `size` is that of the deck."""
    size = changed.pop("size", 45)
    return msgspec.convert({"deck": filled(*top, size=size), "scps": SCPS, **changed}, Loadout)


def faults(loadout: Loadout, seats: int = 2, **options: Any) -> list[tuple[str, tuple[str, ...]]]:
    """What is wrong with a loadout: (rule, place)."""
    found = check_loadout(context(msgspec.convert(options, Options), seats), loadout)
    return [(violation.rule, violation.path) for violation in found]


# Decks


@pytest.mark.rule("SCP-103", "SCP-803")
def test_a_player_brings_a_deck_and_an_scp_deck() -> None:
    assert faults(brought()) == []
    for key in ("deck", "scps"):
        given = {"deck": ["P16"] * 45, "scps": SCPS}
        del given[key]
        with pytest.raises(msgspec.ValidationError, match=key):
            msgspec.convert(given, Loadout)


@pytest.mark.rule("SCP-801")
@pytest.mark.parametrize(
    ("seats", "size", "legal"),
    [(2, 0, False), *((n, 39, False) for n in range(2, 7)), *((n, 40, True) for n in range(2, 7))]
    + [(n, 30 + 10 * n, True) for n in range(2, 7)]
    + [(n, 31 + 10 * n, False) for n in range(2, 7)],
)
def test_a_deck_has_40_cards_and_10_more_for_each_other_player(seats: int, size: int, legal: bool) -> None:
    wrong = [("SCP-801", ("deck",))] if size else [("SCP-801", ("deck",)), ("SCP-805", ("deck",))]
    assert faults(brought(size=size), seats) == ([] if legal else wrong)


@pytest.mark.rule("SCP-920", "SCP-R59")
@pytest.mark.parametrize(("size", "legal"), [(39, False), (40, True), (41, False), (50, False)])
def test_in_solitaire_a_deck_has_exactly_40_cards(size: int, legal: bool) -> None:
    assert faults(brought(size=size), 1, mode="solitaire") == ([] if legal else [("SCP-920", ("deck",))])


@pytest.mark.rule("SCP-803", "SCP-615")
def test_a_deck_holds_cards_that_there_are_and_no_scp() -> None:
    assert faults(brought("S03")) == [("SCP-803", ("deck", "S03"))]
    assert faults(brought("no card", "no card")) == [("SCP-803", ("deck", "no card"))]


@pytest.mark.rule("SCP-804", "SCP-R57")
@pytest.mark.parametrize("card", ["P15", "G02", "F02", "R01", "E05", "E16", "C04", "M01"])
@pytest.mark.parametrize(("copies", "legal"), [(3, True), (4, False)])
def test_at_most_3_copies_of_a_card(card: str, copies: int, legal: bool) -> None:
    assert faults(brought(*[card] * copies)) == ([] if legal else [("SCP-804", ("deck", card))])


@pytest.mark.rule("SCP-804", "SCP-513", "SCP-R57")
def test_one_copy_of_each_unique_card() -> None:
    assert faults(brought(*UNIQUE)) == []
    assert faults(brought("P01", "P01")) == [("SCP-804", ("deck", "P01"))]
    assert faults(brought("P01", "P10")) == []


@pytest.mark.rule("SCP-805", "SCP-R57")
def test_a_deck_has_personnel() -> None:
    others = [cid for cid in FILLERS if cid[0] != "P"]
    assert faults(brought(deck=tuple(others[:40]))) == [("SCP-805", ("deck",))]
    assert faults(brought(deck=("P15", *others[:39]))) == []


# SCP decks


@pytest.mark.rule("SCP-802")
@pytest.mark.parametrize(("size", "legal"), [(0, False), (9, False), (10, True), (11, False)])
@pytest.mark.parametrize(("seats", "mode"), [(2, "multi"), (6, "multi"), (1, "solitaire")])
def test_an_scp_deck_has_exactly_10_scps(size: int, legal: bool, seats: int, mode: str) -> None:
    scps = tuple(f"S{number:02}" for number in range(2, 2 + size))
    assert faults(brought(scps=scps, size=40), seats, mode=mode) == ([] if legal else [("SCP-802", ("scps",))])


@pytest.mark.rule("SCP-803")
def test_an_scp_deck_holds_scps_that_there_are() -> None:
    assert faults(brought(scps=("P15", *SCPS[1:]))) == [("SCP-803", ("scps", "P15"))]
    assert faults(brought(scps=("no card", *SCPS[1:]))) == [("SCP-803", ("scps", "no card"))]


@pytest.mark.rule("SCP-804", "SCP-R57")
def test_all_scps_of_an_scp_deck_are_different() -> None:
    assert faults(brought(scps=(SCPS[0], *SCPS[:9]))) == [("SCP-804", ("scps", SCPS[0]))]


@pytest.mark.rule("SCP-805", "SCP-R57")
def test_at_most_1_scp_of_skill_10(own: OwnSet[Any]) -> None:
    teapot = card_id(own.hash, 1)
    assert faults(brought(scps=("S01", *SCPS[1:]))) == []
    assert faults(brought(scps=(teapot, *SCPS[1:])), card_sets=[own.hash]) == []
    two = brought(scps=("S01", teapot, *SCPS[2:]))
    assert faults(two, card_sets=[own.hash]) == [("SCP-805", ("scps",))]


@pytest.mark.rule("SCP-806")
def test_two_players_may_bring_the_same() -> None:
    loadout = brought()
    assert check_loadout(LoadoutContext(Options(), 2, core().cards, 1, {0: loadout}), loadout) == []


@pytest.mark.rule("SCP-801", "SCP-802", "SCP-803", "SCP-804", "SCP-805")
def test_every_fault_is_told_at_once() -> None:
    found = faults(Loadout(("E01",) * 4 + ("S02", "nothing"), ("S03", "S03", "E01")))
    assert found == [
        ("SCP-801", ("deck",)),
        ("SCP-803", ("deck", "nothing")),
        ("SCP-803", ("deck", "S02")),
        ("SCP-804", ("deck", "E01")),
        ("SCP-805", ("deck",)),
        ("SCP-802", ("scps",)),
        ("SCP-803", ("scps", "E01")),
        ("SCP-804", ("scps", "S03")),
    ]


@pytest.mark.rule("SCP-803")
def test_a_long_name_is_cut_where_it_is_told() -> None:
    (found,) = check_loadout(context(Options()), brought("x" * 5000))
    assert len(found.message) < 200


# Preconstructed decks


@pytest.mark.rule("SCP-801", "SCP-802", "SCP-803", "SCP-804", "SCP-805", "SCP-806", "SCP-R106")
@pytest.mark.parametrize("deck", PRECONS)
@pytest.mark.parametrize(("seats", "cards"), [(2, 50), (3, 60), (4, 70), (5, 80), (6, 90)])
def test_each_preconstructed_deck_is_legal_for_every_seat(deck: str, seats: int, cards: int) -> None:
    for seat in range(seats):
        loadout = precon(deck, seat, Options(), seats)
        assert loadout is not None
        assert faults(loadout, seats) == []
        assert (len(loadout.deck), len(loadout.scps)) == (cards, 10)


@pytest.mark.rule("SCP-920")
@pytest.mark.parametrize("deck", PRECONS)
def test_in_solitaire_a_preconstructed_deck_is_without_its_extensions(deck: str) -> None:
    loadout = precon(deck, 0, Options(mode="solitaire"), 1)
    assert loadout is not None
    assert faults(loadout, 1, mode="solitaire") == []
    assert (len(loadout.deck), len(loadout.scps)) == (40, 10)


def test_preconstructed_decks_are_chosen_by_name() -> None:
    assert [(info.id, info.name) for info in infos(decks)] == [
        ("site_19_research_wing", "Site-19 Research Wing"),
        ("task_force_ironwood", "Task Force Ironwood"),
        ("the_quiet_desk", "The Quiet Desk"),
        ("decommissioning_bureau", "Decommissioning Bureau"),
    ]
    ironwood = precon("task_force_ironwood", 0, Options(), 2)
    assert ironwood is not None
    assert (ironwood.deck.count("P22"), ironwood.deck.count("E01"), ironwood.scps[0]) == (3, 1, "S01")
    assert precon("task_force_oak", 0, Options(), 2) is None


@pytest.mark.parametrize("info", infos(decks), ids=lambda info: info.id)
def test_a_deck_is_shown_with_its_extensions_and_its_scps(info: Any) -> None:
    loadout = precon(info.id, 0, Options(), 6)
    assert loadout is not None
    assert sorted(cid for cid, n in info.cards.items() for _ in range(n)) == sorted((*loadout.deck, *loadout.scps))


# Options


@pytest.mark.rule("SCP-706", "SCP-807", "SCP-R55")
def test_options_by_default() -> None:
    options = msgspec.convert({}, Options)
    assert options == Options("multi", 30, 0, 2, ())
    assert decision_ms(options) is None
    assert decision_ms(Options(prompt_timeout=90)) == 90_000


@pytest.mark.rule("SCP-101", "SCP-901", "SCP-904", "SCP-920", "SCP-R01")
@pytest.mark.parametrize(
    ("mode", "seats", "rules"),
    [
        ("multi", 0, ["SCP-101"]),
        ("multi", 1, ["SCP-101"]),
        *(("multi", seats, []) for seats in range(2, 7)),
        ("multi", 7, ["SCP-101"]),
        ("solitaire", 1, []),
        ("solitaire", 2, ["SCP-920"]),
    ],
)
def test_how_many_may_play(mode: Any, seats: int, rules: list[str]) -> None:
    found = check_options(Options(mode=mode), seats)
    assert [(fault.rule, fault.path) for fault in found] == [(rule, ("seats",)) for rule in rules]


@pytest.mark.rule("SCP-706", "SCP-807")
@pytest.mark.parametrize(
    "option",
    [
        {"mode": "teams"},
        {"round_limit": 4},
        {"round_limit": 101},
        {"prompt_timeout": -1},
        {"prompt_timeout": 604_801},
        {"solitaire_target": 0},
        {"rng_seed": 1},
    ],
)
def test_options_out_of_their_ranges(option: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match=next(iter(option))):
        msgspec.convert(option, Options)


@pytest.mark.rule("SCP-807")
@pytest.mark.parametrize(("seconds", "rules"), [(0, []), (1, ["SCP-807"]), (4, ["SCP-807"]), (5, [])])
def test_a_time_to_answer_in(seconds: int, rules: list[str]) -> None:
    assert [fault.rule for fault in check_options(Options(prompt_timeout=seconds), 2)] == rules


# Sets of players' own


def named(*hashes: str) -> list[Violation]:
    """The faults of a match that names these sets."""
    return GAME.wrong_options(Options(card_sets=hashes), 2, LIBRARY)


@pytest.fixture
def own() -> OwnSet[Any]:
    return MINE


@pytest.mark.rule("SCP-R69")
def test_own_sets_are_named_by_their_hash(own: OwnSet[Any]) -> None:
    assert named(own.hash) == []
    strange = named("0" * 64)
    assert [(fault.rule, fault.path) for fault in strange] == [("SCP-R69", ("options", "card_sets"))]
    assert named(*(f"{n}" * 64 for n in range(5)))[0].rule == "SCP-R69"
    assert named(own.hash, own.hash)[0].rule == "SCP-R69"


@pytest.mark.rule("SCP-R69", "SCP-803", "SCP-804")
def test_own_cards_are_brought_where_the_match_says_so(own: OwnSet[Any]) -> None:
    teapot, cook, chef = (card_id(own.hash, number) for number in (1, 2, 3))
    loadout = brought(*[cook] * 3, chef, scps=(teapot, *SCPS[1:]))
    assert faults(loadout, card_sets=[own.hash]) == []
    assert faults(loadout) == [("SCP-803", ("deck", cook)), ("SCP-803", ("deck", chef)), ("SCP-803", ("scps", teapot))]
    more = brought(*[cook] * 4, chef, chef, teapot)
    assert faults(more, card_sets=[own.hash]) == [
        ("SCP-803", ("deck", teapot)),
        ("SCP-804", ("deck", cook)),
        ("SCP-804", ("deck", chef)),
    ]
