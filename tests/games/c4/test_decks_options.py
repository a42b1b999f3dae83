"""Decks, declarations and match options that are legal, and those that are not (8xx)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.c4 import GAME
from domain.games.c4.loadouts import (
    SEVEN_WORDS,
    TOKEN_KINDS,
    Loadout,
    Options,
    check_loadout,
    decks,
    precon,
)
from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import infos
from tests.games.c4.seating import brings, create
from tests.kit.scenario import SEED

STORE_SET = "S-COR-1701"


def faults(loadout: Loadout, **options: Any) -> list[tuple[str, tuple[str, ...]]]:
    """What is wrong: (rule, place)."""
    found = check_loadout(LoadoutContext(Options(**options), 2, GAME.core().cards), loadout)
    return [(violation.rule, violation.path) for violation in found]


def deck(*cards: str) -> Loadout:
    return Loadout(cards, "coin")


@pytest.mark.rule("C4-801", "C4-803", "C4-R52")
@pytest.mark.parametrize(("size", "rules"), [(12, ["C4-801"]), (13, []), (200, []), (201, ["C4-803"])])
def test_size_of_a_deck(size: int, rules: list[str]) -> None:
    assert [rule for rule, _ in faults(deck(*["COR-01"] * size))] == rules


@pytest.mark.rule("C4-802", "C4-R52")
def test_copies_are_unlimited_unless_the_match_says_otherwise() -> None:
    thirteen = deck(*["COR-01"] * 3, *["COR-02"] * 2, *[f"COR-{n:02d}" for n in range(3, 11)])
    assert faults(thirteen) == []
    assert faults(thirteen, copy_limit=3) == []
    assert faults(thirteen, copy_limit=2) == [("C4-802", ("deck", "COR-01"))]


@pytest.mark.rule("C4-804", "C4-614", "C4-R52")
def test_only_cards_of_the_catalogue_from_any_sets() -> None:
    mixed = ["COR-01", "MID-01", "STM-01", "DGN-01", "AMY-01"]
    assert faults(deck(*mixed * 3)) == []
    assert faults(deck(*mixed * 3, "ARROW-01")) == [("C4-804", ("deck", "ARROW-01"))]


@pytest.mark.rule("C4-805", "C4-R52")
def test_sets_may_be_restricted() -> None:
    assert faults(deck(*["COR-01"] * 13), allowed_sets=(STORE_SET,)) == []
    assert faults(deck(*["COR-01"] * 12, "AMY-01"), allowed_sets=(STORE_SET,)) == [("C4-805", ("deck", "AMY-01"))]


@pytest.mark.rule("C4-103", "C4-808", "C4-R53")
def test_token_kinds_are_from_the_list() -> None:
    assert len(TOKEN_KINDS) == len(set(TOKEN_KINDS)) == 12
    assert all(faults(brings(kind=kind)) == [] for kind in TOKEN_KINDS)
    assert faults(brings(kind="feather")) == [("C4-808", ("token_kind",))]


@pytest.mark.rule("C4-541", "C4-542")
def test_attributes_and_the_faction_are_from_their_lists() -> None:
    assert faults(brings(wears=["wears_pants", "wears_black", "in_costume", "visible_tattoo", "long_hair"])) == []
    assert faults(brings(wears=["wears_crown"])) == [("C4-541", ("attributes",))]
    with pytest.raises(msgspec.ValidationError, match="pirate"):
        msgspec.convert({"deck": ["COR-01"], "token_kind": "coin", "faction": "pirate"}, Loadout)


@pytest.mark.rule("C4-807", "C4-102", "C4-R52")
def test_an_illegal_loadout_is_refused_with_every_fault_and_nothing_starts() -> None:
    created = create(2)
    assert isinstance(created, Decision)
    bad = Loadout(("COR-01", "COR-00"), "feather", ("wears_crown",))
    outcome = decide.join(GAME, created.state, 0, "player", 0, loadout=bad, server_seed=SEED)
    assert isinstance(outcome, IllegalLoadout)
    assert [violation.rule for violation in outcome.violations] == ["C4-801", "C4-804", "C4-808", "C4-541"]
    assert created.state.seats[0].player is None
    assert created.state.status == "open"


@pytest.mark.rule("C4-806", "C4-R52")
def test_options_by_default() -> None:
    options = Options()
    assert (options.opening_hand, options.copy_limit, options.allowed_sets, options.reaction_cap) == (0, None, None, 30)
    assert GAME.default_clock(options) == (60_000, 300_000)
    assert options.swear_words == SEVEN_WORDS


@pytest.mark.rule("C4-806", "C4-712", "C4-R50")
@pytest.mark.parametrize(("turn_cap", "players", "cap"), [(0, 2, 60), (0, 8, 240), (7, 3, 7)])
def test_turn_cap_is_thirty_turns_per_player_unless_said_otherwise(turn_cap: int, players: int, cap: int) -> None:
    created = create(players, Options(turn_cap=turn_cap))
    assert isinstance(created, Decision)
    assert GAME.new_board(created.state).turn_cap == cap


@pytest.mark.rule("C4-806", "C4-115", "C4-459")
@pytest.mark.parametrize("option", [{"opening_hand": 8}, {"opening_hand": -1}, {"reaction_cap": 31}, {"copy_limit": 0}])
def test_options_out_of_range(option: dict[str, int]) -> None:
    with pytest.raises(msgspec.ValidationError, match=next(iter(option))):
        msgspec.convert(option, Options)


@pytest.mark.rule("C4-557", "C4-806")
@pytest.mark.parametrize("words", [SEVEN_WORDS[:6], (*SEVEN_WORDS, "gosh"), (*SEVEN_WORDS, "heck")])
def test_swear_words_are_exactly_seven(words: tuple[str, ...]) -> None:
    assert GAME.check_options(Options(swear_words=SEVEN_WORDS), 2) == []
    assert [fault.rule for fault in GAME.check_options(Options(swear_words=words), 2)] == ["C4-557"]


@pytest.mark.rule("C4-557")
def test_swear_words_are_words_that_the_game_offers() -> None:
    assert GAME.check_options(Options(swear_words=(*SEVEN_WORDS[:6], "gosh")), 2) == []
    (fault,) = GAME.check_options(Options(swear_words=(*SEVEN_WORDS[:6], "alice@example.org")), 2)
    assert (fault.rule, fault.path) == ("C4-557", ("options", "swear_words"))
    assert "choose out of: balderdash" in fault.message


@pytest.mark.rule("C4-805")
def test_allowed_sets_are_sets_of_the_game() -> None:
    (fault,) = GAME.check_options(Options(allowed_sets=(STORE_SET, "S-NON-1701")), 2)
    assert fault.rule == "C4-805"
    assert "S-NON-1701" in fault.message
    assert STORE_SET in fault.message
    assert GAME.check_options(Options(allowed_sets=(STORE_SET,)), 2) == []
    (fault,) = GAME.check_options(Options(allowed_sets=(STORE_SET,) * 1000), 2)
    assert (fault.rule, fault.message) == ("C4-805", "allowed_sets names each set once")


@pytest.mark.rule("C4-101", "C4-901", "C4-R01")
@pytest.mark.parametrize(("players", "legal"), [(1, False), (2, True), (8, True), (9, False)])
def test_two_to_eight_players(players: int, legal: bool) -> None:
    outcome = create(players)
    assert isinstance(outcome, Decision) == legal
    if isinstance(outcome, IllegalLoadout):
        assert [violation.rule for violation in outcome.violations] == ["C4-101"]


@pytest.mark.rule("C4-801", "C4-804", "C4-805")
def test_the_preconstructed_decks_are_legal() -> None:
    for info in infos(decks):
        loadout = precon(info.id, 0, Options(), 2)
        assert loadout is not None
        assert faults(loadout, copy_limit=2) == [], info.id
    assert precon("no_such_deck", 0, Options(), 2) is None


@pytest.mark.rule("C4-108", "C4-R92")
@pytest.mark.parametrize(("deck", "wears_hat"), [("dressed_to_win", True), ("front_desk", False)])
def test_a_preconstructed_deck_comes_with_its_attributes(deck: str, wears_hat: bool) -> None:
    loadout = precon(deck, 0, Options(), 2)
    assert loadout is not None
    assert ("wears_hat" in loadout.attributes) == wears_hat
