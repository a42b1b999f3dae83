"""A card set as players write it: a character with a moves list, an ability that answers, and a partner."""

from __future__ import annotations

from typing import Any

TEXT = """
set = "kitchen"
name = "Kitchen Table"

[[card]]
id = "pastry_chef"
name = "Crème Brûlée"
hp = 60
strength = 6
speed = 3
agility = 6
endurance = 9
combo = 5
bap = 3
defense_bonus = 2
[[card.moves]]
id = "eclair"
name = "Éclair"
cards = "J"
type = "A"
attrs = ["R", "S"]
damage = 7
priority = 3
cp = 1
[[card.moves]]
id = "rolling_pin"
name = "Rolling Pin"
cards = "Q"
type = "C"
damage = 6
priority = 4
cp = 2
mark = "VC"
[[card.moves]]
id = "oven_door"
name = "Oven Door"
cards = "K + 0-2 K"
type = "E"
cp = 2
avoid = ["special", "super"]
text = "The attacker takes 3 for each additional King."
effects = [{ when = "per_extra", do = "deal_damage(attacker, 3)" }]
[[card.moves]]
id = "flambe"
name = "Flambé"
cards = "2A"
type = "B"
attrs = ["T"]
damage = 24
priority = 6
cp = 3
mark = "TS"
text = "The opponent discards a card."
effects = [{ when = "hit", do = "discard(opponent, 1, owner)" }]
[[card.moves]]
id = "dough_throw"
name = "Throw"
cards = "pair"
type = "C"
damage = 6
priority = 2
cp = 2
[card.ability]
id = "hot_kitchen"
name = "Hot Kitchen"
text = "Once per turn, any time: discard 1 card; the opposing active character takes 2."
parts = [{ when = "any_time", limit = "turn", cost = "discard(1, any)", do = "deal_damage(opposing_active, 2)" }]

[[card]]
id = "dishwasher"
name = "Tellerwäscher"
hp = 70
strength = 7
speed = 3
agility = 5
endurance = 9
combo = 5
bap = 2
defense_bonus = 3
[[card.moves]]
id = "plate"
name = "Plate"
cards = "J"
type = "C"
attrs = ["R"]
damage = 5
priority = 3
cp = 1
mark = "VC"
[[card.moves]]
id = "pile_of_plates"
name = "Pile of Plates"
cards = "2A"
type = "B"
damage = 25
priority = 5
cp = 3
mark = "TS"
[[card.moves]]
id = "towel_throw"
name = "Throw"
cards = "pair"
type = "A"
damage = 6
priority = 2
cp = 2
[card.ability]
id = "soap"
name = "Soap"
text = "Basic attacks do 1 less damage."
parts = [{ when = "passive", do = "reduce_damage_taken(attack_value(basic), 1)" }]
"""
WORDS = ("Brûlée", "clair", "pastry", "Rolling", "Oven", "flamb", "Kitchen", "kitchen", "Teller", "Soap", "towel")
"""What its maker wrote, and no chain may hold."""
NAMES = ("Crème Brûlée", "Tellerwäscher", "Éclair", "Hot Kitchen")
"""What its cards, moves and abilities are called."""


def loadout(digest: str, seat: int) -> dict[str, Any]:
    """One of its characters for each seat."""
    return {"characters": [f"{digest[:12]}-{seat % 2 + 1}"]}
