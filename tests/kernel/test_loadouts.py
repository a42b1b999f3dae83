"""Loadouts: what is at fault and what is not, on both sides of each limit, and the decks that come with a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec
import pytest

from domain.kernel.catalogue import DeckInfo
from domain.kernel.loadouts import (
    ReadyDeck,
    in_ms,
    infos,
    known,
    read_decks,
    too_many,
    too_short,
    unknown,
    wrong_number,
)
from domain.kernel.refusal import Violation

CARDS = {"ada": "Ada", "bob": "Bob", "dan": 4}
TEXT = """
[owl]
name = "Owl"
cards = { bob = 2, ada = 1 }

[fox]
name = "Fox"
cards = {}
"""


class Pair(msgspec.Struct, frozen=True):
    """What comes with a game that has no decks."""

    name: str
    cards: Mapping[str, int]

    def listed(self) -> Mapping[str, int]:
        """The pair without its numbers."""
        return dict.fromkeys(self.cards, 1)


@pytest.mark.parametrize(("number", "allowed"), [(2, True), (3, True), (1, False), (4, False), (0, False)])
def test_a_number_is_one_of_those_allowed(number: int, allowed: bool) -> None:
    fault = Violation("X-1", f"two or three play, not {number}", ("seats",))
    assert wrong_number("X-1", "two or three play", number, range(2, 4), "seats") == ([] if allowed else [fault])


def test_copies_are_too_many_from_one_more_than_the_most() -> None:
    assert too_many("X-2", 3, 3, "Ada", "3 are allowed", "deck", "ada") == []
    fault = Violation("X-2", "4 copies of Ada; 3 are allowed", ("deck", "ada"))
    assert too_many("X-2", 4, 3, "Ada", "3 are allowed", "deck", "ada") == [fault]


def test_of_an_unknown_card_64_characters_are_told_where_it_stands() -> None:
    message = f"there is no hero '{'x' * 64}' in this match"
    assert unknown("X-3", "x" * 65, "heroes", what="hero") == Violation("X-3", message, ("heroes",))
    assert unknown("X-3", "it's").message == """there is no card "it's" in this match"""


def test_known_cards_and_strange_ones_stand_once_in_the_order_they_are_brought() -> None:
    cards, strange = known(CARDS, str, ("bob", "eve", "ada", "bob", "dan", "eve"), "X-4", "deck")
    assert list(cards.items()) == [("bob", "Bob"), ("ada", "Ada")]
    assert strange == [unknown("X-4", cid, "deck", cid) for cid in ("eve", "dan")]


@pytest.mark.parametrize(("seconds", "short"), [(0, False), (1, True), (4, True), (5, False)])
def test_an_answer_has_five_seconds_or_any_time(seconds: int, short: bool) -> None:
    assert [fault.path for fault in too_short("X-5", seconds, "timer")] == ([("options", "timer")] if short else [])


@pytest.mark.parametrize(("seconds", "ms"), [(None, None), (0, None), (1, 1000), (90, 90_000)])
def test_seconds_become_ms_and_none_are_no_limit(seconds: int | None, ms: int | None) -> None:
    assert in_ms(seconds) == ms


@pytest.fixture
def package(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package that has decks."""
    folder = tmp_path_factory.mktemp("packages") / "game_with_decks"
    folder.mkdir()
    folder.joinpath("decks.toml").write_text(TEXT, "utf-8")
    monkeypatch.syspath_prepend(folder.parent)
    return folder.name


def test_decks_are_shown_in_the_order_of_the_file(package: str) -> None:
    decks = read_decks(package, ReadyDeck)
    assert infos(lambda: decks) == [DeckInfo("owl", "Owl", {"bob": 2, "ada": 1}), DeckInfo("fox", "Fox", {})]
    assert decks["owl"].deck == ("bob", "bob", "ada")
    assert infos(partial(read_decks, package, Pair))[0] == DeckInfo("owl", "Owl", {"bob": 1, "ada": 1})


def test_a_deck_that_lacks_something_is_not_read(package: str) -> None:
    class Led(ReadyDeck, frozen=True):
        leader: str

    with pytest.raises(msgspec.ValidationError, match="leader"):
        read_decks(package, Led)
