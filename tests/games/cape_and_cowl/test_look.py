"""Cards wear the colours of the seed, which the catalogue of rules keeps as presentation data."""

from __future__ import annotations

import re
from importlib.resources import files

from domain.games.cape_and_cowl import GAME

WHEEL = {0: "red", 30: "orange", 60: "yellow", 120: "green", 240: "blue"}
KINDS = {"City": "city", "Event": "event"}


def listed(what: str) -> list[tuple[str, str]]:
    """(colour, what has it), as the catalogue lists them."""
    rules = files("domain.games.cape_and_cowl").joinpath("RULES.md").read_text("utf-8")
    found = re.search(rf"{what} \(([^)]+)\)", rules)
    assert found is not None
    pairs = [part.split(" ", 1) for part in found[1].split(", ")]
    return [(colour, one) for colour, several in pairs for one in several.split(" and ")]


def test_each_class_and_kind_has_its_colour() -> None:
    worn = {}
    for face in GAME.look.faces:
        colour = WHEEL[face.hue] if face.colour == "hue" else face.colour
        worn[face.when.get("class", face.when["kind"])] = colour
    assert worn == {KINDS.get(one, one): colour for colour, one in listed("card colours")}


def test_each_commonality_has_its_symbol() -> None:
    assert GAME.look.symbols == {"rarity": {one: colour for colour, one in listed("symbol colours")}}
    assert all("rarity" in face.line for face in GAME.look.faces)
    rarities = {card.face.lines.get("rarity") for card in GAME.cards()}
    assert rarities <= {*GAME.look.symbols["rarity"], None}
