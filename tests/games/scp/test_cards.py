"""What is printed on the cards of the core set, and its decks. Read as plain TOML."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from domain.kernel.effects import grammar
from tests.kit.cases import cases

Card = dict[str, Any]

GAME = files("domain.games") / "scp"
RULES = (GAME / "RULES.md").read_text("utf-8")
HOLDS: dict[str, Callable[[Card], bool]] = {
    "scps_safe": lambda card: card["types"] == ["scp"] and card["class"] == "safe",
    "scps_euclid": lambda card: card["types"] == ["scp"] and card["class"] == "euclid",
    "scps_keter": lambda card: card["types"] == ["scp"] and card["class"] == "keter",
    "personnel_unique": lambda card: card["types"] == ["personnel"] and "unique" in card["keywords"],
    "personnel_general": lambda card: card["types"] == ["personnel"] and "keywords" not in card,
    "gear": lambda card: card["types"] == ["gear"],
    "finance": lambda card: card["types"] == ["finance"],
    "resources": lambda card: card["types"] == ["resource"],
    "events": lambda card: card["types"] == (["event", "complication"] if card["id"] == "E16" else ["event"]),
    "complications": lambda card: card["types"] == ["complication"],
    "missions": lambda card: card["types"] == ["mission"],
}


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((GAME / name).read_text("utf-8"))


CARDS: list[Card] = [card for name in HOLDS for card in read(f"cards/{name}.toml")["card"]]
BY_ID = {card["id"]: card for card in CARDS}
DECKS = read("decks.toml")
COMMON = {"id", "name", "types"}
PARTS: dict[str, set[str]] = {
    "scp": {"class", "skill", "secure", "secure_skills", "contain", "contain_skills", "escalation"},
    "personnel": {"subtitle", "affiliation", "subtypes", "cost", "skill_value"},
    "gear": {"subtypes", "cost", "mode"},
    "finance": {"subtypes", "cost", "production"},
    "resource": {"subtypes", "text", "abilities"},
    "event": {"subtypes", "cost", "text", "abilities"},
    "complication": {"subtypes", "complication_type", "windows", "escalation", "text", "abilities"},
    "mission": {"mission_type", "escalation", "text", "abilities"},
}
"""What every card of a type has, beside COMMON."""
MAY = {"text", "abilities", "subtypes", "keywords", "skills", "icons", "required_icons", "overcome"}
"""What some cards have too."""


def of(kind: str) -> list[Card]:
    return [card for card in CARDS if kind in card["types"]]


@pytest.mark.parametrize(("name", "holds"), HOLDS.items())
def test_a_file_holds_the_cards_of_one_type(name: str, holds: Callable[[Card], bool]) -> None:
    file = read(f"cards/{name}.toml")
    assert file["set"] == "core"
    assert file["name"].startswith("Core Set: ")
    assert all(map(holds, file["card"]))


@pytest.mark.rule("SCP-601", "SCP-603", "SCP-605", "SCP-607", "SCP-608", "SCP-609", "SCP-610", "SCP-611", "SCP-613")
def test_each_card_has_the_parts_of_its_types() -> None:
    with cases() as case:
        for card in CARDS:
            with case(card["id"]):
                must = COMMON.union(*(PARTS[kind] for kind in card["types"]))
                assert must <= card.keys() <= must | MAY
                assert all("window" in one for one in card.get("abilities", ()) if one["when"] == "event")


@pytest.mark.rule("SCP-602")
def test_the_card_of_two_types_says_what_each_side_does() -> None:
    alarm = BY_ID["E16"]
    assert alarm["types"] == ["event", "complication"]
    assert [one["when"] for one in alarm["abilities"]] == ["event", "complication"]
    assert "Complication side. Target: " in alarm["text"]


@pytest.mark.rule("SCP-505", "SCP-511", "SCP-512", "SCP-513")
def test_only_scps_have_texts_by_status_and_only_they_and_personnel_keywords() -> None:
    for card in CARDS:
        statuses = [one["status"] for one in card.get("abilities", ()) if "status" in one]
        assert not statuses or card["types"] == ["scp"]
        assert "keywords" not in card or card["types"] in (["scp"], ["personnel"])


def test_card_ids_are_unique_and_effects_can_be_read() -> None:
    assert len(BY_ID) == len(CARDS)
    for card in CARDS:
        for ability in card.get("abilities", ()):
            for key in ("do", "only_if", "cost", "target", "which", "requires"):
                if key in ability:
                    assert grammar.parts(grammar.parse(ability[key]))


@pytest.mark.rule("SCP-604")
def test_every_type_and_class_has_cards() -> None:
    assert {kind for card in CARDS for kind in card["types"]} == PARTS.keys()
    assert {card["class"] for card in of("scp")} == {"safe", "euclid", "keter"}


SECTIONS = ["", *(f"extension {n}: " for n in range(1, 6)), "SCP deck: "]


@pytest.mark.rule("SCP-801", "SCP-802", "SCP-804", "SCP-805")
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_the_catalogues_and_legal(deck: str) -> None:
    given = DECKS[deck]
    block = re.search(rf"\*\*Deck \w: {given['name']}\*\* \(40 \+ 10 for each other player\)\n\n((?:- .*\n)+)", RULES)
    assert block is not None
    lines = block[1].splitlines()
    sections = [given["cards"], *given["extensions"], given["scps"]]
    for begins, section in zip(SECTIONS, sections, strict=True):
        listed = [line[2:] for line in lines if re.match(rf"- {begins}\d x", line)]
        wanted = [re.findall(r"(\d) x (\w+)", line) for line in listed]
        assert [(cid, int(n)) for line in wanted for n, cid in line] == [*section.items()]
    assert [sum(section.values()) for section in sections] == [40, 10, 10, 10, 10, 10, 10]
    together = sum(map(Counter, given["extensions"]), Counter(given["cards"]))
    assert all(n <= (1 if "unique" in BY_ID[cid].get("keywords", ()) else 3) for cid, n in together.items())
    assert {tuple(BY_ID[cid]["types"]) for cid in given["scps"]} == {("scp",)}


def test_the_decks_are_the_four_of_the_catalogue_and_share_no_scp() -> None:
    names = re.findall(r"^\*\*Deck \w: ([\w -]+)\*\*", RULES, re.MULTILINE)
    assert [name.lower().replace(" ", "_").replace("-", "_") for name in names] == list(DECKS)
    used = Counter(cid for deck in DECKS.values() for cid in deck["scps"])
    assert set(used.values()) == {1}
