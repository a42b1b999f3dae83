"""Decks, characters and options that are legal and those that are not; own characters; timed answers (8xx)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.faces import DECK_52, DECK_54
from domain.games.capcom_crossovers.loadouts import (
    SIDES,
    Loadout,
    Options,
    check_loadout,
    decks,
)
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import Library, OwnSet, card_id
from domain.kernel.decide import Decision
from domain.kernel.game import LoadoutContext, reader_of
from tests.games.capcom_crossovers.own_sets import TEXT
from tests.games.capcom_crossovers.seating import LINE_UPS, MODES, Brought, Seated, create, set_up
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable

CHARACTERS = [card for card_set in GAME.core().sets for card in card_set.cards]
BOSSES = [card.cid for card in CHARACTERS if card.boss]
PLAYABLE = [card.cid for card in CHARACTERS if not card.boss]
DECKS = decks(GAME.core)


# Decks


@pytest.mark.rule("CAP-801", "CAP-R52")
@pytest.mark.parametrize(
    ("mode", "jokers"),
    [("one_on_one", [0, 0]), ("tag", [2, 2]), ("team", [2, 2, 2, 2]), ("boss", [2, 2, 0])],
)
def test_a_deck_is_52_cards_and_two_jokers_where_there_is_a_partner(mode: Mode, jokers: list[int]) -> None:
    game = set_up(mode)
    ranks = [str(number) for number in range(2, 11)] + ["J", "Q", "K", "A"]
    for seat, n in enumerate(jokers):
        cards = sorted([*game.hand(seat), *game.pile(seat)])
        plain = [rank + suit for rank in ranks for suit in "CDHS"]
        assert cards == sorted([*plain, "JK1", "JK2"][: 52 + n])
    assert [event.cards for event in game.ever(e.DeckBrought)] == [DECK_54 if n else DECK_52 for n in jokers]


@pytest.mark.rule("CAP-802", "CAP-R52")
def test_nobody_builds_a_deck() -> None:
    assert Loadout.__struct_fields__ == ("characters",)
    with pytest.raises(msgspec.ValidationError, match="deck"):
        msgspec.convert({"characters": ["ryu"], "deck": ["AC"] * 52}, Loadout)


@pytest.mark.rule("CAP-802", "CAP-R72")
@pytest.mark.parametrize("card", CHARACTERS, ids=lambda card: card.cid)
def test_every_character_can_throw_and_fill_a_meter(card: Any) -> None:
    assert 2 <= card.stats.strength <= 9


# Characters


def joined(mode: Mode, brought: Brought) -> list[str]:
    """The rules that the last of these players breaks; the others have sat down."""
    *before, last = brought
    return Seated(mode, before).faults(len(before), last)


@pytest.mark.rule("CAP-804", "CAP-R71", "CAP-R96")
@pytest.mark.parametrize(
    ("mode", "brought", "rules"),
    [
        ("one_on_one", [["ryu"], ["ryu"]], []),
        ("tag", [["ryu", "gambit"], ["ryu", "gambit"]], []),
        ("tag", [["ryu", "ryu"]], ["CAP-804"]),
        ("tag", [["ryu", "gambit"], ["gambit", "gambit"]], ["CAP-804"]),
        ("team", [["ryu"], ["ryu"]], []),
        ("team", [["ryu"], ["ryu"], ["gambit"], ["gambit"]], []),
        ("team", [["ryu"], ["gambit"], ["ryu"]], ["CAP-804"]),
        ("team", [["ryu"], ["gambit"], ["morrigan"], ["gambit"]], ["CAP-804"]),
        ("team", [["ryu"], ["gambit"], ["gambit"], ["ryu"]], []),
        ("boss", [["ryu"], ["ryu"]], ["CAP-804"]),
        ("boss", [["ryu"], ["gambit"]], []),
    ],
)
def test_two_characters_of_a_side_differ_those_of_opponents_need_not(
    mode: Mode, brought: Brought, rules: list[str]
) -> None:
    assert joined(mode, brought) == rules


@pytest.mark.rule("CAP-804", "CAP-R96")
def test_a_refused_partner_may_come_with_another_character() -> None:
    game = Seated("team", [["ryu"], ["gambit"]])
    assert game.faults(P3, ["ryu"]) == ["CAP-804"]
    assert (game.state.status, game.state.seats[P3].player) == ("open", None)
    for seat, character in ((P3, "gambit"), (P4, "ryu")):
        outcome = game.join(seat, [character])
        assert isinstance(outcome, Decision)
        game.state = outcome.state
    assert game.state.status == "running"


@pytest.mark.rule("CAP-804", "CAP-970", "CAP-971", "CAP-R71")
@pytest.mark.parametrize("boss", BOSSES)
def test_bosses_are_the_boss_of_a_boss_battle_and_nothing_else(boss: str) -> None:
    assert joined("one_on_one", [[boss]]) == ["CAP-804"]
    assert joined("tag", [["ryu", boss]]) == ["CAP-804"]
    assert joined("team", [["ryu"], [boss]]) == ["CAP-804"]
    assert joined("boss", [[boss]]) == ["CAP-804"]
    assert joined("boss", [["ryu"], [boss]]) == ["CAP-804"]
    assert joined("boss", [["ryu"], ["gambit"], [boss]]) == []


@pytest.mark.rule("CAP-970", "CAP-804")
@pytest.mark.parametrize("character", PLAYABLE)
def test_the_boss_seat_takes_bosses_only(character: str) -> None:
    assert joined("boss", [["ryu"], ["gambit"], [character]]) == ["CAP-970"]


@pytest.mark.rule("CAP-102", "CAP-103", "CAP-804")
def test_every_fault_is_told_at_once() -> None:
    context = LoadoutContext(Options(), 2, GAME.core().cards, P1)
    faults = check_loadout(context, Loadout(("hollow_titan", "nobody", "hollow_titan")))
    assert [(fault.rule, fault.path) for fault in faults] == [
        ("CAP-103", ("characters",)),
        ("CAP-804", ("characters",)),
        ("CAP-804", ("characters", "hollow_titan")),
        ("CAP-102", ("characters", "nobody")),
    ]


@pytest.mark.rule("CAP-801", "CAP-802", "CAP-804")
@pytest.mark.parametrize("mode", MODES)
def test_every_ready_made_line_up_is_legal_where_it_can_be_brought(mode: Mode) -> None:
    options, brought = Options(mode=mode), set()
    for deck in GAME.decks():
        for seats in SIDES[mode]:
            for seat in seats:
                loadout = GAME.precon(deck.id, seat, options, 2)
                if loadout is not None:
                    brings = {other: GAME.precon(deck.id, other, options, 2) for other in seats if other != seat}
                    others = {other: found for other, found in brings.items() if found is not None}
                    assert len(others) == len(brings)
                    context = LoadoutContext(options, len(LINE_UPS[mode]), GAME.core().cards, seat, others)
                    assert check_loadout(context, loadout) == []
                    brought.add(seat)
    assert brought == set(range(len(LINE_UPS[mode])))
    assert GAME.precon("nobody", P1, options, 2) is None


@pytest.mark.rule("CAP-801", "CAP-R79")
def test_the_ready_made_pairs_of_the_catalogue() -> None:
    assert {one.characters for one in DECKS.values() if len(one.characters) == 2} == {
        ("ryu", "gambit"),
        ("spider_man", "morrigan"),
        ("brakk_ironjaw", "kestrel_volt"),
        ("captain_halberd", "ise_kagami"),
        ("doc_tremor", "sable_kite"),
        ("unit_09", "granny_gale"),
        ("ember_rook", "luma_prism"),
    }
    assert sorted(one.characters[0] for one in DECKS.values() if len(one.characters) == 1) == sorted(
        [*PLAYABLE, *BOSSES]
    )
    assert GAME.precon("ryu_gambit", P1, Options(mode="tag"), 2) == Loadout(("ryu", "gambit"))
    assert [GAME.precon("ryu_gambit", seat, Options(mode="team"), 2) for seat in (P1, P3)] == [
        Loadout(("ryu",)),
        Loadout(("gambit",)),
    ]


# Options


@pytest.mark.rule("CAP-803")
def test_options_by_default() -> None:
    options = msgspec.convert({}, Options)
    assert (options.mode, options.first_side, options.turn_cap) == ("one_on_one", "random", 400)
    assert (options.prompt_seconds, options.card_sets) == (None, ())
    assert (GAME.default_clock(options), GAME.time_limit(options)) == ((None, None), None)


@pytest.mark.rule("CAP-803")
@pytest.mark.parametrize(
    "option",
    [
        *({"mode": mode} for mode in MODES),
        *({"first_side": side} for side in ("a", "b", "random")),
        {"turn_cap": 2},
        {"turn_cap": 400},
        {"prompt_seconds": 5},
        {"prompt_seconds": 604_800},
        {"prompt_seconds": None},
    ],
)
def test_options_within_their_ranges(option: dict[str, Any]) -> None:
    ((name, value),) = option.items()
    options = msgspec.convert(option, Options)
    assert getattr(options, name) == value
    assert GAME.check_options(options, sum(map(len, SIDES[options.mode]))) == []


@pytest.mark.rule("CAP-803")
@pytest.mark.parametrize(
    "option",
    [
        {"mode": "free_for_all"},
        {"first_side": "c"},
        {"first_side": 0},
        {"turn_cap": 1},
        {"turn_cap": 401},
        {"turn_cap": None},
        {"prompt_seconds": 4},
        {"prompt_seconds": 604_801},
        {"jokers": 4},
    ],
)
def test_options_out_of_their_ranges(option: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match=next(iter(option))):
        msgspec.convert(option, Options)


@pytest.mark.rule("CAP-803", "CAP-R51")
@pytest.mark.parametrize(("seconds", "ms"), [(5, 5_000), (90, 90_000), (None, None)])
def test_the_time_for_an_answer(seconds: int | None, ms: int | None) -> None:
    assert GAME.default_clock(Options(prompt_seconds=seconds)) == (ms, None)


@pytest.mark.rule("CAP-803", "CAP-712")
def test_the_turn_cap_ends_the_match(table: MakeTable) -> None:
    game = table("doc_tremor", "sable_kite", turn_cap=6).character(P2, hp=57).start("cleanup")
    game.end_turn(P1)
    assert game.state.result is None
    game.pass_turn(P2)
    result = game.state.result
    assert result is not None
    assert (result.rule, result.placings) == ("CAP-712", ((P1,), (P2,)))


@pytest.mark.rule("CAP-803", "CAP-R51")
@pytest.mark.parametrize("mode", MODES)
def test_options_hold_from_the_creation_on(mode: Mode) -> None:
    created = create(mode, first_side="b", turn_cap=50, prompt_seconds=30)
    assert isinstance(created, Decision)
    agreed = Options(mode=mode, first_side="b", turn_cap=50, prompt_seconds=30)
    assert created.state.options == agreed
    game = set_up(mode, first_side="b", turn_cap=50, prompt_seconds=30).keep()
    game.pass_turn(game.board.turn_player)
    assert game.state.options == agreed
    with pytest.raises(AttributeError):
        agreed.turn_cap = 3  # type: ignore[misc]


# Characters that players write


def read(text: str) -> OwnSet[Any]:
    return reader_of(GAME).read_own(GAME.core(), text)


@pytest.mark.rule("CAP-R88", "CAP-803")
def test_sets_that_are_unknown_twice_or_too_many() -> None:
    library = Library(GAME.core(), own=tuple(read(TEXT.replace("Kitchen Table", f"Table {n}")) for n in range(5)))
    hashes = tuple(one.hash for one in library.own)
    assert GAME.wrong_options(Options(card_sets=hashes[:4]), 2, library) == []
    for wrong in (hashes, (hashes[0], hashes[0]), ("0" * 64,), ("kitchen",)):
        assert {fault.rule for fault in GAME.wrong_options(Options(card_sets=wrong), 2, library)} == {"CAP-R88"}


@pytest.mark.rule("CAP-R88", "CAP-802", "CAP-R72")
@pytest.mark.parametrize(("strength", "legal"), [(1, False), (2, True), (9, True), (10, False)])
def test_own_characters_have_strength_2_to_9(strength: int, legal: bool) -> None:
    text = TEXT.replace("strength = 6", f"strength = {strength}")
    if legal:
        assert read(text).cards
    else:
        with pytest.raises(CardFault, match="CAP-802"):
            read(text)


@pytest.mark.rule("CAP-R88", "CAP-804")
def test_rules_for_characters_hold_for_own_ones(own: OwnSet[Any]) -> None:
    chef = card_id(own.hash, 1)
    options = Options(mode="tag", card_sets=(own.hash,))
    context = LoadoutContext(options, 2, own.cards, P1)
    assert [fault.rule for fault in check_loadout(context, Loadout((chef, chef)))] == ["CAP-804"]
    unmarked = TEXT.replace('mark = "VC"', "").replace('mark = "TS"', "")
    boss = read(unmarked.replace("[[card]]", "[[card]]\nboss = true"))
    options = Options(card_sets=(boss.hash,))
    (fault,) = check_loadout(LoadoutContext(options, 2, boss.cards, P1), Loadout((card_id(boss.hash, 1),)))
    assert fault.rule == "CAP-804"


@pytest.mark.rule("CAP-R94", "CAP-509", "CAP-502")
def test_a_pending_prompt_waits_while_damage_of_an_ability_could_be_prevented(
    table: MakeTable, own: OwnSet[Any]
) -> None:
    game = table(card_id(own.hash, 1), "captain_halberd").player(P1, hand="4C 2C").player(P2, hand="9C 3C").start()
    game.state.at += 10_000
    asked = game.prompt(P1)
    game.ability(P1, "2C")
    assert (game.waits(P2), [item for item in game.asked() if item[1] == "combat"]) == ("damage_response", [])
    assert game.refused(P1, a.DeclareAttack("basic", ("4C",))).rule == "CAP-509"
    game.state.at += 20_000
    game.do(P2, a.Absorb("3C"))
    again = game.prompt(P1)
    assert (again.kind, game.lost(P2)) == ("combat", 0)
    assert again.id != asked.id
    assert (asked.deadline, again.deadline) == (60_000, game.state.at + 60_000)
    game.attack(P1, "basic", "4C")
