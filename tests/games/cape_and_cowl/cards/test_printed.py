"""Every card, type and deck of the core set is printed as the catalogue says. Read as plain TOML."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from domain.kernel.effects import grammar

Card = dict[str, Any]

GAME = files("domain.games") / "cape_and_cowl"
RULES = (GAME / "RULES.md").read_text("utf-8")
NOTHING = "–"
NOTATION = re.compile(r" `[^`]+`")
TRIGGER = re.compile(r"`(\w+)(?:\((\w+), (\d+)\))?: ")
HOLDS = {
    "heroes": "Hero",
    "anti_heroes": "Anti-Hero",
    "civilians": "Civilian",
    "government": "Government",
    "anti_villains": "Anti-Villain",
    "villains": "Villain",
    "cities": "city",
    "events": "event",
}


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((GAME / name).read_text("utf-8"))


CARDS: list[Card] = [card for name in HOLDS for card in read(f"cards/{name}.toml")["card"]]
BY_ID = {card["id"]: card for card in CARDS}
TYPES: list[dict[str, str]] = read("cards/types.toml")["type"]
DECKS = read("decks.toml")
TABLES = pytest.mark.parametrize(
    ("kind", "heading", "number"),
    [("character", "Characters", 76), ("city", "City cards", 31), ("event", "Events", 37)],
)


def rows(heading: str) -> list[list[str]]:
    """The rows of one of the catalogue's tables of cards, without the column that says where a card is from."""
    table = re.search(rf"^### {heading}\n(.*?)^### ", RULES, re.MULTILINE | re.DOTALL)
    assert table is not None
    lines = [line for line in table[1].splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ")[:-1] for line in lines[1:]]


def slug(name: str) -> str:
    return re.sub(r"\W+", "_", name.lower())


def printed_attack(attack: dict[str, Any]) -> str:
    return "{name}, {type} {strength} / {cost}".format(**attack)


def printed(card: Card) -> list[str]:
    """A card as a row of the catalogue's table of its kind, without the notation."""
    rarity, cost, text = card.get("rarity", "-"), str(card["cost"]), card.get("text", NOTHING)
    head = [card["id"], card["name"]]
    if card["kind"] == "event":
        return [*head, rarity, cost, text]
    if card["kind"] == "city":
        return [*head, rarity, cost, str(card["cp"]), text]
    attacks = "; ".join(map(printed_attack, card.get("attacks", ()))) or NOTHING
    abilities = " ".join(f"{one['name']}: {one['text']}" for one in card.get("abilities", ())) or NOTHING
    return [*head, card["class"], rarity, str(card["hp"]), cost, attacks, abilities]


def triggers(card: Card) -> list[tuple[str, str, str]]:
    """When each ability happens; of active ones also the id and the cost."""
    return [
        (one["when"], slug(one["name"]), str(one["cost"])) if one["when"] == "act" else (one["when"], "", "")
        for one in card.get("abilities", ())
    ]


@pytest.mark.parametrize(("name", "holds"), HOLDS.items())
def test_a_file_holds_the_cards_of_one_class_or_kind(name: str, holds: str) -> None:
    file = read(f"cards/{name}.toml")
    assert file["set"] == "core"
    assert file["name"].startswith("Core Set: ")
    assert {card.get("class", card["kind"]) for card in file["card"]} == {holds}


@TABLES
@pytest.mark.rule("CNC-601", "CNC-602", "CNC-603", "CNC-604", "CNC-605")
def test_every_card_is_printed_as_the_catalogue_says(kind: str, heading: str, number: int) -> None:
    catalogue = [[NOTATION.sub("", cell) for cell in row] for row in rows(heading)]
    assert len(catalogue) == number
    assert [printed(card) for card in CARDS if card["kind"] == kind] == catalogue


@TABLES
def test_every_ability_happens_when_the_catalogue_says_at_its_cost(kind: str, heading: str, number: int) -> None:
    catalogue = {row[0]: TRIGGER.findall(row[-1]) for row in rows(heading)}
    assert len(catalogue) == number
    assert {card["id"]: triggers(card) for card in CARDS if card["kind"] == kind} == catalogue


def test_card_ids_are_unique_and_effects_can_be_read() -> None:
    assert len(BY_ID) == len(CARDS) == 144
    effects = [one["do"] for card in CARDS for one in card.get("abilities", ())]
    effects += [one["effect"] for one in TYPES if "effect" in one]
    for effect in effects:
        assert grammar.parts(grammar.parse(effect))


@pytest.mark.rule("CNC-606")
def test_no_printed_hp_or_strength_is_above_50() -> None:
    strengths = {(card["id"], one["strength"]) for card in CARDS for one in card.get("attacks", ())}
    assert {one for one in strengths if one[1] >= 50} == {("sentry", 50), ("leviathan_below", 50)}
    assert {card["id"] for card in CARDS if card.get("hp", 0) >= 50} == {"sentry", "leviathan_below"}
    assert max(card.get("hp", 0) for card in CARDS) == 50


def test_the_types_are_those_of_the_catalogue_and_two_cards_or_more_have_each() -> None:
    assert [one["rule"] for one in TYPES] == [f"CNC-{number}" for number in range(433, 451)]
    for one in TYPES:
        rule = re.search(rf"^- {one['rule']} (.+)$", RULES, re.MULTILINE)
        assert rule is not None
        named = f"{one['name']}, {one['effect_name']}: " if "effect" in one else f"{one['name']} has no Type Effect."
        assert named in rule[1]
        assert one["text"].endswith(".")
    having = Counter(kind for card in CARDS for kind in {one["type"] for one in card.get("attacks", ())})
    assert having.keys() == {one["name"] for one in TYPES}
    assert min(having.values()) >= 2


@pytest.mark.rule("CNC-810")
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_the_catalogues_and_legal(deck: str) -> None:
    name, cards = DECKS[deck]["name"], dict(DECKS[deck]["cards"])
    listed = ", ".join(f"{copies} x {cid}" for cid, copies in cards.items())
    assert f"\n- {name} (`{deck}`; 10 R, 15 U, 25 C): {listed}.\n" in RULES
    assert cards.pop("the_porter") == 1, "CNC-807"
    rarities: Counter[str] = Counter()
    for cid, copies in cards.items():
        rarities[BY_ID[cid]["rarity"]] += copies
    assert rarities == {"R": 10, "U": 15, "C": 25}, "CNC-801 to CNC-804"
    assert max(cards.values()) <= 5, "CNC-805"


def test_the_decks_are_the_five_of_the_catalogue() -> None:
    assert re.findall(r"^- Forces of \w+ \(`(\w+)`;", RULES, re.MULTILINE) == list(DECKS)
    assert len(DECKS) == 5
