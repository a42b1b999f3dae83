"""A card set as players write it: an SCP, a Personnel, a Gear, an Event, a Complication, a Mission."""

from __future__ import annotations

from typing import Any

TEXT = """
set = "kitchen"
name = "Kitchen Table"

[[card]]
id = "teapot"
name = "Théière Chantante"
types = ["scp"]
class = "safe"
subtypes = ["Crockery"]
skill = 1
secure = 2
secure_skills = ["covert"]
contain = 1
escalation = 9
text = "When this becomes Contained its controller draws a card. While Contained, infuse 1 more."
abilities = [
    { when = "contained", do = "draw(controller, 1)" },
    { when = "static", status = "contained", do = "mod_refill(you, 1)" },
]

[[card]]
id = "chef"
name = "Crème Brûlée"
subtitle = "Pâtissière"
types = ["personnel"]
affiliation = "Canteen"
subtypes = ["Human", "Pastry-Cook"]
cost = 1
skill_value = 3
skills = ["covert", "research"]
icons = ["researcher", "site_88"]
text = "Optional start of turn: pay 1, draw a card. Your other Pastry-Cooks have +1."
abilities = [
    { when = "start", may = true, cost = "pay(1)", do = "draw(you, 1)" },
    { when = "static", do = "mod_skill(mine[personnel and subtype(Pastry_Cook) and other], 1)" },
]

[[card]]
id = "whisk"
name = "Fouet d'Argent"
types = ["gear"]
subtypes = ["Crockery"]
cost = 0
mode = "standalone"
text = "Your attempts have +1. Destroy this: gain 2 Resources."
abilities = [
    { when = "static", do = "mod_group(1)" },
    { when = "act", window = "own_turn", cost = "destroy(self)", do = "gain_resources(you, 2)" },
]

[[card]]
id = "food_fight"
name = "Kuchenschlacht"
types = ["event", "complication"]
cost = 0
complication_type = "mundane"
windows = ["secure", "raid", "contain"]
escalation = 0
overcome = { skills = ["medical"], total = 9 }
text = "Return a Crème Brûlée to your hand. Or as a Complication: sugar everywhere, -1."
abilities = [
    { when = "event", window = "own_turn", target = "my_discard[titled(chef)]", do = "recover(tgt)" },
    { when = "complication", target = "members", do = "mod_skill(tgt, -1, this_attempt)" },
]

[[card]]
id = "banquet"
name = "Festmahl"
types = ["mission"]
mission_type = "covert"
escalation = 0
text = "Secure a pot of tea this turn: draw 2 cards. Else the milk turns sour: lose 1 Resource."
abilities = [
    { when = "mission", requires = "secured_count(you) >= 1" },
    { when = "success", do = "draw(you, 2)" },
    { when = "failure", do = "lose_resources(you, 1)" },
]
"""
WORDS = ("Théière", "Brûlée", "Pâtissière", "Canteen", "Crockery", "Pastry", "Fouet", "Kuchen", "Festmahl", "kitchen")
"""What its maker wrote, and no chain may hold."""
NAMES = ("Théière Chantante", "Crème Brûlée", "Fouet d'Argent", "Kuchenschlacht", "Festmahl")
"""What its cards are called."""
COMMONS = ("P15", "P16", "P17", "P18", "P20", "P22", "F02", "E05", "E12", "C04", "C11", "C14", "G02", "R13")
SCPS = ("S03", "S04", "S05", "S08", "S10", "S11", "S14", "S18", "S22")


def loadout(digest: str, seat: int, n: int = 3) -> dict[str, Any]:
    """A deck of its cards and of cards of the core set, 50 in all, and an SCP deck with its SCP."""
    scp, *rest = (f"{digest[:12]}-{number}" for number in range(1, 6))
    deck = [card for card in (*rest, *COMMONS) for _ in range(n)]
    return {"deck": deck[:50], "scps": [scp, *SCPS]}
