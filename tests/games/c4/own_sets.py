"""Card sets as players write them."""

from __future__ import annotations

import re
from typing import Any

HEAD = 'set = "P-OWN-2401"\nname = "Kitchen Table"\n'


def card(number: int, body: str, name: str = "", kind: str = "regular", symbol: str = "rock") -> str:
    """One card."""
    named = name or f"Dish {number}"
    head = f'\n[[card]]\nnumber = {number}\nname = "{named}"\nkind = "{kind}"\nsymbol = "{symbol}"\n'
    return f'{head}text = "Eat."\n{body}\n'


KITCHEN = HEAD + "".join(
    (
        card(1, 'play = "gain(you, 2)"', "Crème Brûlée"),
        card(2, 'play = "attack(opp, lose(defender, 2))"', "Thrown Plate", symbol="paper"),
        card(3, 'reaction = "card_being_played(other)"\nplay = "gain(you, 1)"', "Cold Soup", "reaction", "scissors"),
        card(4, '[[card.on]]\nwhen = "turn_started(you)"\ndo = "gain(you, 1)"', "Oven", "stay_in_play"),
        card(5, 'play = "draw(you, 2)"', "Second Helping", symbol="paper"),
    )
)
"""Five cards, one of each kind at least."""


TEXT = KITCHEN
NAMES = tuple(re.findall(r'\nname = "(.*)"\nkind', KITCHEN))
"""What its cards are called."""


def loadout(digest: str, seat: int) -> dict[str, Any]:
    """A legal deck with its cards."""
    deck = [f"{digest[:12]}-{number}" for number in (1, 2, 3, 4, 5)] * 4
    return {"deck": deck, "tokenKind": ("coin", "bead")[seat]}
