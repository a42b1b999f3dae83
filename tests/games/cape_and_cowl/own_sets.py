"""A card set as players write it: a Character with an attack type of its own, a City card, an Event."""

from __future__ import annotations

from typing import Any

TEXT = """
set = "kitchen"
name = "Kitchen Table"

[[type]]
name = "Pastry"
effect_name = "Sugar Rush"
text = "Draw 2."
effect = "draw(me, 2)"

[[card]]
id = "apron_knight"
name = "Sir Crème Brûlée"
kind = "character"
class = "Hero"
rarity = "C"
hp = 14
cost = 1
attacks = [{ name = "Éclair", type = "Pastry", strength = 9, cost = 1 }]
abilities = [
    { name = "Second Helping", text = "Draw 1.", when = "act", cost = 1, do = "draw(me, 1)" },
    { name = "Old Friends", when = "passive", do = "attack_mod(my_char[card_is(batman)], 2)" },
]

[[card]]
id = "bakery"
name = "Boulangerie"
kind = "city"
rarity = "C"
cost = 1
cp = 5
text = "Friendly Pastry attacks have +3 Attack."
abilities = [{ when = "passive", do = "attack_mod(my_char, 3, types=Pastry)" }]

[[card]]
id = "food_fight"
name = "Kuchenschlacht"
kind = "event"
rarity = "C"
cost = 1
text = "Two characters take 5 each; you become no wiser."
abilities = [{ when = "play", do = "damage(pick(any_char), 5), damage(pick(opp_char), 5)" }]
"""
WORDS = ("Brûlée", "clair", "Pastry", "Sugar", "Helping", "Boulangerie", "Kuchen", "kitchen", "apron", "wiser")
"""What its maker wrote, and no chain may hold."""
NAMES = ("Sir Crème Brûlée", "Boulangerie", "Kuchenschlacht", "Sugar Rush")
"""What its cards are called."""
COMMONS = ("batman", "nill", "gutter_saint", "kettle_black", "rookie_volt", "kid_comet", "corner_diner")


def loadout(digest: str, seat: int, n: int = 5) -> dict[str, Any]:
    """A deck with n copies of each of its cards, legal with up to five, and cards of the core set."""
    written = [f"{digest[:12]}-{number}" for number in (1, 2, 3)] * n
    return {"deck": ["the_porter", *written, *(COMMONS * 5)[: 50 - len(written)]]}
