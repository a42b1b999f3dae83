"""How `make mutants` changes cards of Bonfire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from msgspec.structs import replace

from scripts.new_game.game import GAME
from scripts.new_game.game.cardfiles import READER
from scripts.new_game.game.definitions import Definition, Kind, Wood
from tests.kit.mutations import Table, toml

SWAPS: Mapping[str, Sequence[str]] = {"you": ["others"], "others": ["you"]}
"""What is tried instead of a word, beside the other choices of a parameter, which the vocabulary knows."""
NAMES: Mapping[str, Sequence[str]] = {"kind": get_args(Kind), "wood": get_args(Wood)}
"""What is tried instead of a name, by the kind of name or the key of the card."""


def compiled(card: Definition, table: Table) -> Definition:
    """The card with another table. Raises CardFault for what can't be a card."""
    text = f'set = "{card.set}"\nname = "Mutants"\n[[card]]\n{toml({**table, "id": "mutant"})}'
    (made,) = READER.read_own(GAME.core(), text).cards.values()
    return replace(made, cid=card.cid, number=card.number, source=table)
