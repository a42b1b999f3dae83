"""How `make mutants` changes cards of Envoys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tests.kit.mutations import Table, toml
from tests.toy_game import GAME
from tests.toy_game.cardfiles import READER
from tests.toy_game.definitions import Definition

SWAPS: Mapping[str, Sequence[str]] = {}
"""What is tried instead of a word of a text."""
NAMES: Mapping[str, Sequence[str]] = {}
"""What is tried instead of a name, by the key of the card."""


def compiled(card: Definition, table: Table) -> Definition:
    """The card with another table. Raises CardFault for what can't be a card."""
    text = f'set = "{card.set}"\nname = "Mutants"\n[[card]]\n{toml({**table, "id": "mutant"})}'
    (made,) = READER.read_own(GAME.core(), text).cards.values()
    return replace(made, cid=card.cid, number=card.number, source=table)
