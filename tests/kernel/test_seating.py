"""Seats, sides and modes, shown on a game that has several of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import msgspec
import pytest

from domain.games import discover
from domain.games.capcom_crossovers import GAME as CAPCOM
from domain.kernel.match import MatchEnded
from domain.kernel.result import Result
from domain.kernel.seating import brought, decks_for, fewest_seats, in_mode, modes, seat_counts, side_of
from domain.kernel.sides import each_alone
from service.matches.texts import describe
from tests.kit.modes import in_each_mode, with_seats
from tests.kit.play import whole
from tests.kit.playthrough import names, tables
from tests.kit.samples import matches
from tests.toy_game import GAME as TOY
from tests.toy_game.sides import GAME


def test_modes_are_the_values_of_the_option() -> None:
    assert modes(GAME) == ("duel", "pairs", "giant")
    assert modes(TOY) == ()
    assert in_mode(GAME).mode == "duel"
    assert in_mode(GAME, "giant").mode == "giant"


def test_a_mode_that_is_any_text_is_none() -> None:
    class Free(msgspec.Struct):
        mode: str = "any"
        other: Literal["one", "two"] = "one"

    free: Any = Free
    assert modes(replace(GAME, options_type=free)) == ()


def test_the_options_say_how_many_may_play() -> None:
    assert seat_counts(TOY, in_mode(TOY)) == [2, 3]
    assert [seat_counts(GAME, in_mode(GAME, mode)) for mode in modes(GAME)] == [[2], [4], [3]]
    assert seat_counts(TOY, msgspec.structs.replace(in_mode(TOY), rounds=9)) == []


def test_the_smallest_match_with_some_options() -> None:
    assert fewest_seats(TOY, in_mode(TOY)) == 2
    assert [fewest_seats(GAME, in_mode(GAME, mode)) for mode in modes(GAME)] == [2, 4, 3]
    assert fewest_seats(TOY, msgspec.structs.replace(in_mode(TOY), rounds=9)) == 2


def test_each_alone_is_a_side_of_its_own() -> None:
    assert each_alone(None, 3) == ((0,), (1,), (2,))
    for game in discover().values():
        assert game.sides(in_mode(game), 2) == ((0,), (1,))


def test_a_side_may_bring_what_is_for_all_of_its_seats() -> None:
    giant = in_mode(GAME, "giant")
    assert side_of(GAME, giant, 3, 1) == (0, 1)
    assert decks_for(GAME, giant, (0, 1), 3) == ["owl", "fox"]
    assert decks_for(GAME, giant, (2,), 3) == ["troll"]
    assert decks_for(GAME, giant, (0, 2), 3) == []


def test_partners_bring_the_same() -> None:
    pairs = in_mode(GAME, "pairs")
    assert brought(GAME, pairs, 4, lambda side, known: known[side]) == ["owl", "fox", "owl", "fox"]
    for seed in range(5):
        *_, last = whole(GAME, seed, options=pairs)
        charms = [loadout.charm for loadout in last.state.loadouts]
        assert charms[:2] == charms[2:]


@pytest.mark.parametrize(
    ("placings", "sentence"),
    [
        (((1,), (0,)), "envoy 1 wins"),
        (((0, 2), (1, 3)), "envoy 0 and envoy 2 win"),
        (((0, 1, 2), (3,)), "envoy 0, envoy 1 and envoy 2 win"),
    ],
)
def test_a_team_wins_as_one(placings: tuple[tuple[int, ...], ...], sentence: str) -> None:
    event = MatchEnded(result=Result("win", placings, "TOY-302"))
    assert describe(GAME, event, {}) == f"The match is over: {sentence} [TOY-302]."


@pytest.mark.parametrize(
    ("reason", "why"),
    [("ko", " All fighters of one side are knocked out"), ("nobody was there", " Nobody was there"), ("new", "")],
)
def test_the_last_sentence_says_why(reason: str, why: str) -> None:
    event = MatchEnded(result=Result("draw", ((0, 1),), "CAP-702", reason=reason))
    said = "The match is over: a draw." + (f"{why}." if why else "")
    assert describe(CAPCOM, event, {}) == f"{said.removesuffix('.')} [CAP-702]."


def test_the_kit_plays_every_mode() -> None:
    assert [one.name for one in in_each_mode([TOY, GAME])] == ["envoys", "sided-duel", "sided-pairs", "sided-giant"]
    assert [with_seats(GAME, seats).mode for seats in (2, 3, 4)] == ["duel", "giant", "pairs"]
    assert names(GAME)[:3] == ["duel-greedy", "duel-random", "pairs-greedy"]
    assert names(TOY) == ["2-greedy", "2-random", "3-greedy", "3-random"]
    assert {table: seats for table, (seats, _) in tables(GAME).items()} == {"duel": 2, "pairs": 4, "giant": 3}
    assert list(matches(GAME))[:3] == ["duel-2-seats", "pairs-4-seats", "giant-3-seats"]
