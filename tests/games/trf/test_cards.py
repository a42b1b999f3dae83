"""What is printed on the cards of the core set, and its decks. Read as plain TOML."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from domain.games.trf.definitions import FACTIONS
from domain.kernel.effects import grammar
from tests.kit.cases import cases

Card = dict[str, Any]

GAME = files("domain.games") / "trf"
RULES = (GAME / "RULES.md").read_text("utf-8")
LETTERS = {
    "C": "coalition",
    "J": "jedi",
    "R": "iron_regency",
    "U": "umbral_circle",
    "F": "freeport_league",
    "D": "drift_clans",
    "X": "universal",
}
HOLDS = {
    "accounts": "account",
    "planets": "planet",
    **dict.fromkeys(LETTERS.values(), "character"),
    "ooc": "ooc",
    "ooc_persistent": "ooc",
}
KEYWORD = re.compile(
    r"\*(Commander|Conqueror|Raider|Interceptor|Duelist|Siege|Swift|Vigilant|Cloaked|Diplomat|Quarrelsome|Thick Skin)"
    r"(?: (\d+))?\*"
)


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((GAME / name).read_text("utf-8"))


CARDS: list[Card] = [card for name in HOLDS for card in read(f"cards/{name}.toml")["card"]]
BY_ID = {card["id"]: card for card in CARDS}
DECKS = read("decks.toml")
PARTS: dict[str, set[str]] = {
    "account": {"titles", "faction", "second_meters", "text", "abilities"},
    "planet": {"meters", "words", "capture_value", "homeworld_value"},
    "character": {"class", "faction", "cost", "combat"},
    "ooc": {"cost", "text", "abilities"},
}
"""What every card of a kind has, beside id, name and kind."""
MAY = {"text", "abilities", "capture", "unique", "alignment", "titles", "title", "subtype", "faction", "ties"}
"""What some cards have too."""


@pytest.mark.parametrize(("name", "holds"), HOLDS.items())
def test_a_file_holds_the_cards_of_one_kind_and_faction(name: str, holds: str) -> None:
    file = read(f"cards/{name}.toml")
    assert file["set"] == "core"
    assert file["name"].startswith("Core Set: ")
    assert {card["kind"] for card in file["card"]} == {holds}
    if holds == "character":
        assert {card["faction"] for card in file["card"]} == {name}


@pytest.mark.rule("TRF-601", "TRF-602", "TRF-605", "TRF-609", "TRF-614", "TRF-616")
def test_each_card_has_the_parts_of_its_kind() -> None:
    with cases() as case:
        for card in CARDS:
            with case(card["id"]):
                must = {"id", "name", "kind"} | PARTS[card["kind"]]
                assert must <= card.keys() <= must | MAY
                assert all(("windows" in one) != ("when" in one) for one in card.get("abilities", ()))


@pytest.mark.rule("TRF-532", "TRF-533", "TRF-534", "TRF-535", "TRF-536", "TRF-540")
def test_each_character_has_the_keywords_that_are_printed_on_it() -> None:
    with cases() as case:
        for card in (card for card in CARDS if card["kind"] == "character"):
            with case(card["id"]):
                own = card.get("text", "") if card["id"] != "X05" else ""
                named = [(name.lower().replace(" ", "_"), n) for name, n in KEYWORD.findall(own)]
                written = [one["do"] for one in card.get("abilities", ()) if "keyword(self" in one["do"]]
                assert written == [f"keyword(self, {name}{', ' + n if n else ''})" for name, n in named]


def test_card_ids_are_unique_and_effects_can_be_read() -> None:
    assert len(BY_ID) == len(CARDS)
    for card in CARDS:
        for ability in card.get("abilities", ()):
            assert grammar.parts(grammar.parse(ability["do"]))


@pytest.mark.rule("TRF-610")
def test_the_letter_of_a_character_is_that_of_its_faction() -> None:
    characters = [card for card in CARDS if card["kind"] == "character"]
    assert {card["class"] for card in characters} == {"fleeter", "individual"}
    assert all(LETTERS[card["id"][0]] == card["faction"] for card in characters)


@pytest.mark.rule("TRF-316")
def test_only_deviants_have_an_alignment_of_their_own() -> None:
    printed = [card for card in CARDS if card["kind"] == "character" and "alignment" in card]
    assert printed
    assert all(card["alignment"] != FACTIONS[card["faction"]] for card in printed)


@pytest.mark.rule("TRF-608")
def test_the_one_tie_of_the_core_set_is_azguard() -> None:
    assert {tie for card in CARDS for tie in card.get("ties", ())} == {"azguard"}


@pytest.mark.rule("TRF-621", "TRF-622")
def test_staff_rulings_are_marked() -> None:
    marked = [card for card in CARDS if "subtype" in card]
    assert "O02" in [card["id"] for card in marked]
    assert all((card["kind"], card["subtype"]) == ("ooc", "staff_ruling") for card in marked)


@pytest.mark.rule("TRF-802", "TRF-803", "TRF-804", "TRF-805")
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_the_catalogues_and_legal(deck: str) -> None:
    given = DECKS[deck]
    reserve = given.get("reserve_account", "none")
    listed = ", ".join(f"{copies} x {cid}" for cid, copies in given["cards"].items())
    line = (
        f"{given['name']}: account {given['account']}, reserve account {reserve}, homeworld {given['homeworld']}. "
        f"Deck: {listed}.\n"
    )
    assert line in RULES
    kinds: Counter[str] = Counter()
    for cid, copies in given["cards"].items():
        kinds[BY_ID[cid]["kind"]] += copies
        assert copies <= (1 if BY_ID[cid].get("unique") else 4)
    assert kinds == {"planet": 9, "character": 22, "ooc": 14}


def test_the_decks_are_the_six_of_the_catalogue() -> None:
    names = re.findall(r"^- PRE-\d ([\w ]+): account", RULES, re.MULTILINE)
    assert [name.lower().replace(" ", "_") for name in names] == list(DECKS)
    assert len(DECKS) == 6
