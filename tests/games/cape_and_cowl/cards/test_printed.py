"""What is printed on the cards of the core set, its types and its decks. Read as plain TOML."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from domain.kernel.effects import grammar
from tests.kit.cases import cases

Card = dict[str, Any]

GAME = files("domain.games") / "cape_and_cowl"
RULES = (GAME / "RULES.md").read_text("utf-8")
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
HEAD = {"id", "name", "kind", "cost"}
PARTS: dict[str, set[str]] = {"character": {"class", "hp", "rarity"}, "city": {"cp"}, "event": {"rarity", "text"}}
"""What every card of a kind has, beside HEAD."""
MAY: dict[str, set[str]] = {"character": {"attacks"}, "city": {"rarity", "text"}, "event": set()}
"""What some have too, beside abilities."""


@pytest.mark.parametrize(("name", "holds"), HOLDS.items())
def test_a_file_holds_the_cards_of_one_class_or_kind(name: str, holds: str) -> None:
    file = read(f"cards/{name}.toml")
    assert file["set"] == "core"
    assert file["name"].startswith("Core Set: ")
    assert {card.get("class", card["kind"]) for card in file["card"]} == {holds}


@pytest.mark.rule("CNC-601", "CNC-602", "CNC-603", "CNC-604", "CNC-605")
def test_each_card_has_the_parts_of_its_kind() -> None:
    with cases() as case:
        for card in CARDS:
            with case(card["id"]):
                must = HEAD | PARTS[card["kind"]]
                assert must <= card.keys() <= must | MAY[card["kind"]] | {"abilities"}
                assert ("rarity" in card) == (card["id"] != "the_porter")
                assert all(one.keys() == {"name", "type", "strength", "cost"} for one in card.get("attacks", ()))
                assert all(("cost" in one) == (one["when"] == "act") for one in card.get("abilities", ()))


def test_card_ids_are_unique_and_effects_can_be_read() -> None:
    assert len(BY_ID) == len(CARDS)
    effects = [one["do"] for card in CARDS for one in card.get("abilities", ())]
    effects += [one["effect"] for one in TYPES if "effect" in one]
    for effect in effects:
        assert grammar.parts(grammar.parse(effect))


@pytest.mark.rule("CNC-606")
def test_no_printed_hp_or_strength_is_above_50() -> None:
    assert max(one["strength"] for card in CARDS for one in card.get("attacks", ())) == 50
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
