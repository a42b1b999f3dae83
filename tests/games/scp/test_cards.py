"""Every card and deck of the core set is printed as the catalogue says. Read as plain TOML."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.resources import files
from itertools import groupby
from typing import Any

import pytest

from domain.kernel.effects import grammar

Card = dict[str, Any]

GAME = files("domain.games") / "scp"
RULES = (GAME / "RULES.md").read_text("utf-8")
NOTHING = "-"
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
HEADINGS = {
    "scp": "SCPs",
    "personnel": "Personnel",
    "gear": "Gear",
    "finance": "Finance",
    "resource": "Resources",
    "event": "Events",
    "complication": "Complications",
    "mission": "Missions",
}
NUMBERS = {
    "scp": 44,
    "personnel": 38,
    "gear": 18,
    "finance": 12,
    "resource": 16,
    "event": 20,
    "complication": 21,
    "mission": 12,
}
IN_TEXT = "Text", "Target", "Restriction", "Requirement", "Success", "Failure", "Effect", "Effect (PLAY)", "Src"
"""Columns that stand in the text of a card, that a part of it stands for, or that say where the card is from."""
KINDS = pytest.mark.parametrize("kind", NUMBERS)


def rows(kind: str) -> dict[str, dict[str, str]]:
    """The catalogue's table of the cards of a type: id to the cells by their headings."""
    table = re.search(rf"^### {HEADINGS[kind]}\b[^\n]*\n(.*?)^###? ", RULES, re.MULTILINE | re.DOTALL)
    assert table is not None
    head, _, *lines = (line.strip("| ").split(" | ") for line in table[1].splitlines() if line.startswith("|"))
    assert all(len(line) == len(head) for line in lines)
    return {line[0]: dict(zip(head, line, strict=True)) for line in lines}


def labels(names: Iterable[str]) -> str:
    """Names as a table has them, `-` for none."""
    return ", ".join(names) or NOTHING


def skills(names: Iterable[str]) -> str:
    """Skills with their copies: `science 2, medical`."""
    counted = [(name, len([*copies])) for name, copies in groupby(names)]
    return labels(name if n == 1 else f"{name} {n}" for name, n in counted)


def capital(name: str) -> str:
    """An identifier as the tables write it: site_19 as Site-19."""
    return name.replace("_", "-").title() if name.startswith(("site", "non")) else name.replace("_", " ").title()


def requirement(card: Card, kind: str) -> str:
    return f"{card[kind]} {', '.join(card[f'{kind}_skills'])}"


def overcome(card: Card) -> str:
    given = card.get("overcome", {})
    named = [name.title() for name in given.get("skills", ())]
    named += [f"{capital(name)} Icon" for name in given.get("icons", ())]
    return " ".join([*named, *([str(given["total"])] if "total" in given else [])]) or NOTHING


def printed(kind: str, card: Card) -> dict[str, str]:
    """A card as a row of the catalogue's table of this type, without its text and the notation."""
    found: dict[str, str] = {key: str(card[key]) for key in ("cost", "production", "skill") if key in card}
    found |= {"subtype": labels(card.get("subtypes", ())), "id": card["id"], "title": card["name"]}
    if kind == "scp":
        required = {"sec": requirement(card, "secure"), "con": requirement(card, "contain")}
        found |= {"name": card["name"], "type": card["class"].title(), "ev": str(card["escalation"]), **required}
    if kind == "personnel":
        found["title, subtitle"] = f"{card['name']}, {card['subtitle']}"
        found |= {"affiliation": card["affiliation"], "sv": str(card["skill_value"])}
        found |= {"skills": skills(card.get("skills", ())), "icons": labels(map(capital, card.get("icons", ())))}
        found["keywords"] = labels(map(capital, card.get("keywords", ())))
    if kind == "gear":
        found["mode"] = {"attached": "attached", "standalone": "alone"}[card["mode"]]
    if kind == "resource":
        found["required icons"] = labels(map(capital, card.get("required_icons", ())))
    if kind == "event":
        (found["window"],) = (one["window"] for one in card["abilities"] if one["when"] == "event")
    if kind == "complication":
        windows = {"secure": "S", "raid": "R", "contain": "K"}
        found["windows"] = " ".join(windows[window] for window in card["windows"])
        found |= {"overcome": overcome(card), "type": card["complication_type"].title(), "ev": str(card["escalation"])}
    if kind == "mission":
        found |= {"type": card["mission_type"].title(), "ev": str(card["escalation"])}
    return found


def text_of(kind: str, row: dict[str, str]) -> str:
    """The text of a card by the catalogue; of Complications and Missions with the columns that are part of it."""
    if kind == "complication":
        return f"Target: {row['Target']}. {row['Text']}"
    if kind == "mission":
        named = ("Target", "Restriction", "Requirement", "Success", "Failure")
        return " ".join(f"{key}: {row[key]}." for key in named if row[key] != NOTHING)
    return row["Text"].replace(NOTHING, "", 1) if row["Text"] == NOTHING else row["Text"]


def of(kind: str) -> list[Card]:
    return [card for card in CARDS if kind in card["types"]]


MOMENTS = {
    "STATIC": "static",
    "start": "start",
    "end": "end",
    "each_end": "each_end",
    "escalation": "escalation",
    "secured(self)": "secured",
    "contained(self)": "contained",
    "revealed(self)": "revealed",
    "outbreak(self)": "outbreak",
    "attempt_failed(self,secure/raid)": "attempt_failed",
    "secured(by you)": "you_secure",
    "revealed(by you)": "you_reveal",
    "scp_destroyed(you)": "you_destroy",
    "destroyed(mine personnel)": "destroyed",
    "ACT": "act",
    "RESTRICT": "restrict",
    "REQ": "mission",
    "WIN": "success",
    "FAIL": "failure",
}
NOTATION = re.compile(
    r"\b(STATIC|ACT|RESTRICT|REQ|WIN|FAIL)\b|\b(?:MUST|MAY) (\w+)|\bON ((?:[\w]+\([^)]*\)/?)+)|, IF (?:host|scp)"
)


def moments(effect: str) -> list[str]:
    """When each part of a text holds or happens by the catalogue's notation."""
    found: list[str] = []
    for match in NOTATION.finditer(effect):
        named = match[1] or match[2] or match[3] or "STATIC"
        found += [MOMENTS[one] for one in re.findall(r"[\w]+(?:\([^)]*\))?", named)]
    return found


@pytest.mark.parametrize(("name", "holds"), HOLDS.items())
def test_a_file_holds_the_cards_of_one_type(name: str, holds: Callable[[Card], bool]) -> None:
    file = read(f"cards/{name}.toml")
    assert file["set"] == "core"
    assert file["name"].startswith("Core Set: ")
    assert all(map(holds, file["card"]))


@KINDS
@pytest.mark.rule("SCP-601", "SCP-603", "SCP-605", "SCP-607", "SCP-608", "SCP-609", "SCP-610", "SCP-611", "SCP-613")
def test_every_card_is_printed_as_the_catalogue_says(kind: str) -> None:
    catalogue = rows(kind)
    cards = {card["id"]: card for card in of(kind)}
    assert cards.keys() == catalogue.keys()
    assert len(cards) == NUMBERS[kind]
    for cid, row in catalogue.items():
        given = {name.lower(): cell for name, cell in row.items() if name not in IN_TEXT}
        shown = printed(kind, cards[cid])
        if cid != "E16":
            assert {name: shown[name] for name in given} == given, cid


@KINDS
def test_every_text_is_word_for_word_that_of_the_catalogue(kind: str) -> None:
    for cid, row in rows(kind).items():
        if cid != "E16":
            assert BY_ID[cid].get("text", "") == text_of(kind, row), cid


@pytest.mark.rule("SCP-602")
def test_the_card_of_two_types_is_printed_with_both() -> None:
    alarm, event, side = BY_ID["E16"], rows("event")["E16"], rows("complication")["E16"]
    assert alarm["text"] == event["Text"].replace(
        "Complication side: see the Complication table.", f"Complication side. {text_of('complication', side)}"
    )
    assert alarm["subtypes"] == [event["Subtype"], side["Subtype"]]
    shown = printed("complication", alarm)
    assert [shown[key.lower()] for key in ("Type", "Windows", "EV", "Overcome")] == [
        side[key] for key in ("Type", "Windows", "EV", "Overcome")
    ]
    assert f"{alarm['name']}, {alarm['cost']}" == f"{event['Title']}, {event['Cost']}"
    assert event["Window"] == f"{printed('event', alarm)['window']}; or as Complication"


@pytest.mark.parametrize("kind", [kind for kind in NUMBERS if kind not in ("event", "complication")])
def test_every_part_of_a_text_holds_or_happens_when_the_catalogue_says(kind: str) -> None:
    for cid, row in rows(kind).items():
        written = [ability["when"] for ability in BY_ID[cid].get("abilities", ())]
        assert Counter(written) == Counter(moments(row["Effect"])), cid


@pytest.mark.rule("SCP-505")
def test_the_texts_of_scps_work_in_the_status_that_the_catalogue_names() -> None:
    for cid, row in rows("scp").items():
        named = re.findall(r"WHILE (\w+)", row["Effect"])
        assert [one["status"] for one in BY_ID[cid].get("abilities", ()) if "status" in one] == named, cid
        optional = [one.get("may", False) for one in BY_ID[cid].get("abilities", ())]
        assert optional == [False] * len(optional) if "MAY" not in row["Effect"] else optional == [True]


@pytest.mark.rule("SCP-511", "SCP-512", "SCP-513")
def test_keywords_are_those_of_the_notation() -> None:
    noted = {cid: row["Effect"] for kind in ("scp", "personnel") for cid, row in rows(kind).items()}
    for keyword, cards in (("indestructible", ["S01", "S40"]), ("attrition_immune", ["P11"])):
        assert sorted(cid for cid, effect in noted.items() if f"KW {keyword}" in effect) == cards
        assert sorted(card["id"] for card in CARDS if keyword in card.get("keywords", ())) == cards
    assert sum("unique" in card.get("keywords", ()) for card in CARDS) == 14


def test_card_ids_are_unique_and_effects_can_be_read() -> None:
    assert len(BY_ID) == len(CARDS) == 180
    for card in CARDS:
        for ability in card.get("abilities", ()):
            for key in ("do", "only_if", "cost", "target", "which", "requires"):
                if key in ability:
                    assert grammar.parts(grammar.parse(ability[key]))


@pytest.mark.rule("SCP-604")
def test_the_core_set_has_as_many_cards_as_the_catalogue_counts() -> None:
    assert "180 cards (the size the seed plans for its basic set): 44 SCPs and 136 deck cards." in RULES
    assert Counter(card["types"][0] for card in CARDS) == {**NUMBERS, "complication": 20}
    assert Counter(card["class"] for card in CARDS if "class" in card) == {"safe": 16, "euclid": 18, "keter": 10}


SECTIONS = {"cards": "", "extension": "extension: ", "scps": "SCP deck: "}


@pytest.mark.rule("SCP-801", "SCP-802", "SCP-804", "SCP-805")
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_the_catalogues_and_legal(deck: str) -> None:
    given = DECKS[deck]
    block = re.search(rf"\*\*Deck \w: {given['name']}\*\* \(40 \+ 10\)\n\n((?:- .*\n)+)", RULES)
    assert block is not None
    lines = block[1].splitlines()
    for section, begins in SECTIONS.items():
        listed = [line[2:] for line in lines if re.match(rf"- {begins}\d", line)]
        wanted = [re.findall(r"(\d) x (\w+)", line) for line in listed]
        assert [(cid, int(n)) for line in wanted for n, cid in line] == [*given[section].items()]
    assert [sum(given[section].values()) for section in SECTIONS] == [40, 10, 10]
    together = Counter(given["cards"]) + Counter(given["extension"])
    assert all(n <= (1 if "unique" in BY_ID[cid].get("keywords", ()) else 3) for cid, n in together.items())
    assert {tuple(BY_ID[cid]["types"]) for cid in given["scps"]} == {("scp",)}


def test_the_decks_are_the_four_of_the_catalogue_and_share_no_scp() -> None:
    names = re.findall(r"^\*\*Deck \w: ([\w -]+)\*\*", RULES, re.MULTILINE)
    assert [name.lower().replace(" ", "_").replace("-", "_") for name in names] == list(DECKS)
    used = Counter(cid for deck in DECKS.values() for cid in deck["scps"])
    assert set(used.values()) == {1}
    assert {card["id"] for card in of("scp")} - used.keys() == {"S30", "S35", "S41", "S43"}
