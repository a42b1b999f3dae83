"""Every card and deck of the core set is printed as the catalogue says. Read as plain TOML."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from domain.games.trf.definitions import FACTIONS
from domain.kernel.effects import grammar

Card = dict[str, Any]

GAME = files("domain.games") / "trf"
RULES = (GAME / "RULES.md").read_text("utf-8")
NOTHING = "-"
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
WINDOWS = {
    "PRE": "pre",
    "ATT": "attack",
    "BLK": "block",
    "BIC": "bicker",
    "DIC": "dice",
    "ASL": "assault",
    "POST": "post",
    "RSP": "response",
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
TABLES = pytest.mark.parametrize(
    ("kind", "heading", "number"),
    [("account", "Accounts", 11), ("planet", "Planets", 26), ("character", "Characters", 83), ("ooc", "OOC cards", 57)],
)


def rows(heading: str) -> list[list[str]]:
    """The rows of one of the catalogue's tables of cards, without the column that says where a card is from."""
    table = re.search(rf"^### {heading}\b[^\n]*\n(.*?)^###? ", RULES, re.MULTILINE | re.DOTALL)
    assert table is not None
    lines = [line for line in table[1].splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ")[:-1] for line in lines[1:]]


def printed(card: Card) -> list[str]:
    """A card as a row of the catalogue's table of its kind, without the notation."""
    head, text = [card["id"], card["name"]], card.get("text", NOTHING)
    titles = ", ".join(card.get("titles", ()))
    if card["kind"] == "account":
        return [*head, titles, card["faction"], alignment(card), text]
    if card["kind"] == "planet":
        return [*head, *(str(card[key]) for key in ("meters", "words", "capture_value", "homeworld_value")), text]
    if card["kind"] == "ooc":
        return [*head, str(card["cost"]), card.get("title", NOTHING), faction(card), windows(card), text]
    class_ = card["class"][0].upper() + (" U" if card.get("unique") else "")
    marks = "; ".join(filter(None, (titles, ", ".join(card.get("ties", ()))))) or NOTHING
    figures = [str(card["cost"]), str(card["combat"]), str(card.get("capture", 0))]
    return [*head, class_, alignment(card), marks, *figures, text]


def alignment(card: Card) -> str:
    """As printed, else that of the faction."""
    found: str = card.get("alignment", FACTIONS[card["faction"]])
    return found


def faction(card: Card) -> str:
    """The faction of an OOC card, with its alignment and tie."""
    if "faction" not in card:
        return NOTHING
    ties = [f"tie {tie}" for tie in card.get("ties", ())]
    return f"{card['faction']} ({', '.join([alignment(card), *ties])})"


def windows(card: Card) -> str:
    """The windows that an OOC card lists, and what it is besides."""
    listed = {window for ability in card["abilities"] for window in ability.get("windows", ())}
    stays = any("stay(" in ability["do"] for ability in card["abilities"])
    marks = (["P"] if stays else []) + (["SR"] if "subtype" in card else [])
    return " ".join([name for name, window in WINDOWS.items() if window in listed] + marks)


def times(card: Card) -> list[str]:
    """When each part of a text of the card holds or happens, as the catalogue writes it."""
    return [
        one["when"] if "when" in one else ",".join(name for name, window in WINDOWS.items() if window in one["windows"])
        for one in card.get("abilities", ())
    ]


def noted(effect: str) -> list[str]:
    """When each part of a text holds or happens by the catalogue's notation."""
    parts = effect.strip("`").split(" / ") if effect != NOTHING else []
    found = [re.sub(r"\(.*?\)| \(weakness\)|^on ", "", part.split(":")[0]).strip() for part in parts]
    return [*found, *(["persist"] if "persist:" in effect else [])]


@pytest.mark.parametrize(("name", "holds"), HOLDS.items())
def test_a_file_holds_the_cards_of_one_kind_and_faction(name: str, holds: str) -> None:
    file = read(f"cards/{name}.toml")
    assert file["set"] == "core"
    assert file["name"].startswith("Core Set: ")
    assert {card["kind"] for card in file["card"]} == {holds}
    if holds == "character":
        assert {card["faction"] for card in file["card"]} == {name}


@TABLES
@pytest.mark.rule("TRF-601", "TRF-602", "TRF-609", "TRF-614", "TRF-616")
def test_every_card_is_printed_as_the_catalogue_says(kind: str, heading: str, number: int) -> None:
    catalogue = [row[:-1] for row in rows(heading)]
    assert len(catalogue) == number
    found = [printed(card) for card in CARDS if card["kind"] == kind]
    assert sorted(found) == sorted(catalogue)


@TABLES
@pytest.mark.rule("TRF-605", "TRF-616")
def test_every_part_of_a_text_holds_or_happens_when_the_catalogue_says(kind: str, heading: str, number: int) -> None:
    catalogue = {row[0]: noted(row[-1]) for row in rows(heading)}
    assert len(catalogue) == number
    assert {card["id"]: times(card) for card in CARDS if card["kind"] == kind} == catalogue


@pytest.mark.rule("TRF-532", "TRF-533", "TRF-534", "TRF-535", "TRF-536", "TRF-540")
@pytest.mark.parametrize("card", [card for card in CARDS if card["kind"] == "character"], ids=lambda card: card["id"])
def test_a_character_has_the_keywords_that_are_printed_on_it(card: Card) -> None:
    own = card.get("text", "") if card["id"] != "X05" else ""
    named = [(name.lower().replace(" ", "_"), n) for name, n in KEYWORD.findall(own)]
    written = [one["do"] for one in card.get("abilities", ()) if "keyword(self" in one["do"]]
    assert written == [f"keyword(self, {name}{', ' + n if n else ''})" for name, n in named]


def test_card_ids_are_unique_and_effects_can_be_read() -> None:
    assert len(BY_ID) == len(CARDS) == 177
    for card in CARDS:
        for ability in card.get("abilities", ()):
            assert grammar.parts(grammar.parse(ability["do"]))


@pytest.mark.rule("TRF-601", "TRF-610")
def test_the_core_set_has_as_many_cards_as_the_catalogue_counts() -> None:
    assert (
        "Counts: 11 accounts, 26 planets, 83 characters (42 Fleeters, 41 Individuals, 30 Unique), 57 OOC cards, "
        "6 factions and Universal, 6 decks." in RULES
    )
    assert Counter(card["kind"] for card in CARDS) == {"account": 11, "planet": 26, "character": 83, "ooc": 57}
    characters = [card for card in CARDS if card["kind"] == "character"]
    assert Counter(card["class"] for card in characters) == {"fleeter": 42, "individual": 41}
    assert sum(card.get("unique", False) for card in characters) == 30
    assert Counter(card["faction"] for card in characters) == {
        "coalition": 15,
        "jedi": 13,
        "iron_regency": 13,
        "umbral_circle": 13,
        "freeport_league": 12,
        "drift_clans": 11,
        "universal": 6,
    }
    assert all(LETTERS[card["id"][0]] == card["faction"] for card in characters)


@pytest.mark.rule("TRF-316")
def test_the_deviants_are_those_of_the_catalogue() -> None:
    assert "Deviants: J01 and R12." in RULES
    assert [card["id"] for card in CARDS if card["kind"] == "character" and "alignment" in card] == ["J01", "R12"]


@pytest.mark.rule("TRF-608")
def test_the_one_tie_of_the_core_set_is_azguard() -> None:
    tied = [(card["id"], *card["ties"]) for card in CARDS if "ties" in card]
    assert tied == [(cid, "azguard") for cid in ("C01", "C02", "C05", "C10", "C13", "O49")]


@pytest.mark.rule("TRF-621", "TRF-622")
def test_staff_rulings_are_marked() -> None:
    assert [card["id"] for card in CARDS if "subtype" in card] == ["O02", "O13", "O15", "O17"]


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
