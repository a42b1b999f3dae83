"""How `make mutants` changes cards of C4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.c4.cardfiles import READER
from domain.games.c4.definitions import Definition
from tests.kit.mutations import Table, toml

SWAPS: Mapping[str, Sequence[str]] = {
    "you": ["others"],
    "others": ["you", "all"],
    "all": ["others"],
    "opp": ["you"],
    "defender": ["attacker"],
    "attacker": ["defender"],
    "rival": ["you"],
    "trig": ["you"],
    "they": ["you"],
    "top": ["you"],
    "active": ["others"],
    "left": ["you"],
    "min": ["max"],
    "max": ["min"],
    "attack_won": ["attack_failed"],
    "attack_failed": ["attack_won"],
    "gained": ["lost"],
    "lost": ["gained"],
    "would_gain": ["would_lose"],
    "would_lose": ["would_gain"],
    "turn_started": ["turn_ending"],
    "turn_ending": ["turn_started"],
    "wears_hat": ["wears_glasses"],
    "wears_glasses": ["wears_hat"],
    "wears_pants": ["wears_glasses"],
    "wears_black": ["wears_glasses"],
    "visible_tattoo": ["wears_glasses"],
    "long_hair": ["wears_glasses"],
    "in_costume": ["wears_glasses"],
    "same_faction": ["wears_glasses"],
}
"""What is tried instead of a word, beside the other choices of a parameter, which the vocabulary knows."""
NAMES: Mapping[str, Sequence[str]] = {}


def compiled(card: Definition, table: Table) -> Definition:
    """The card with another table. Raises CardFault for what can't be a card."""
    text = f'set = "{card.set}"\nname = "Mutants"\n[[card]]\n{toml(table)}'
    (made,) = READER.read_core([("mutant.toml", text)]).cards.values()
    return made
