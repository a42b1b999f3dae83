"""A card set as players write it: an account, a planet, a Fleeter with a text of its own, a card that stays."""

from __future__ import annotations

from typing import Any

TEXT = """
set = "kitchen"
name = "Kitchen Table"

[[card]]
id = "chef"
name = "Crème Brûlée"
kind = "account"
faction = "universal"
titles = ["Veteran"]
text = "Once a turn, pay 10 words: draw a card."
abilities = [{ when = "act", words = 10, do = "draw(me, 1)" }]

[[card]]
id = "bakery"
name = "Boulangerie"
kind = "planet"
meters = 300
words = 50
capture_value = 4
homeworld_value = 9
text = "Your Éclairs cost 20 meters less."
abilities = [{ when = "passive", do = "cost(character and universal, meters=-20)" }]

[[card]]
id = "eclair"
name = "Éclair"
kind = "character"
class = "fleeter"
faction = "universal"
cost = 150
combat = 3
capture = 2
titles = ["Pastry"]
text = "*Swift*. When it enters play, look at the top two cards of your deck, take one."
abilities = [{ when = "passive", do = "keyword(self, swift)" }, { when = "enters", do = "look_top(2, 1)" }]

[[card]]
id = "food_fight"
name = "Kuchenschlacht"
kind = "ooc"
cost = 20
text = "Two tokens, one off at the start of your turns. Threshold -1; you become no wiser."
abilities = [
    { windows = ["pre"], do = "stay(tokens=2, counted=me)" },
    { when = "persist", do = "threshold(-1)" },
]
"""
WORDS = ("Brûlée", "clair", "Pastry", "Boulangerie", "Kuchen", "kitchen", "chef", "bakery", "wiser")
"""What its maker wrote, and no chain may hold."""
NAMES = ("Crème Brûlée", "Boulangerie", "Éclair", "Kuchenschlacht")
"""What its cards are called."""
COMMONS = ("X01", "X02", "X03", "P02", "P03", "P04", "P05", "O01", "O04", "O05", "O09", "O30")


def loadout(digest: str, seat: int, n: int = 4) -> dict[str, Any]:
    """An account, a homeworld and a deck of its cards, and cards of the core set."""
    account, planet, *rest = (f"{digest[:12]}-{number}" for number in (1, 2, 3, 4))
    deck = [card for card in (*rest, *COMMONS) for _ in range(1 if card.startswith("P") else n)]
    return {"account": account, "homeworld": planet, "deck": deck[:44]}
