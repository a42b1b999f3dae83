"""A card set as players write it."""

from __future__ import annotations

from typing import Any

TEXT = """
set = "kitchen"
name = "Kitchen Table"

[[card]]
id = "burnt_toast"
name = "Burnt Toast"
kind = "log"
wood = "birch"
points = 2
text = "Draw a card. Each other player who holds a card loses 1 point."
play = "draw(you, 1), score(others[held > 0], -1)"

[[card]]
id = "cast_iron"
name = "Cast Iron"
kind = "stone"
wood = "oak"
text = "Your logs score 2 more."
holds = "more(you, 2)"
"""
NAMES = ("Burnt Toast", "Cast Iron")
"""What its cards are called."""


def loadout(digest: str, seat: int) -> dict[str, Any]:
    """A legal deck with its cards."""
    return {"deck": [f"{digest[:12]}-{number}" for number in (1, 2)] * 5 + ["pine_log", "oak_log"] * 5}
