"""How `make mutants` changes cards of C&C."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl.cardfiles import READER
from domain.games.cape_and_cowl.definitions import PORTER, AttackType, Definition
from tests.kit.mutations import Table, toml

SWAPS: Mapping[str, Sequence[str]] = {
    "me": ["opp"],
    "opp": ["me"],
    "my_char": ["opp_char", "any_char"],
    "my_other_char": ["my_char", "opp_char"],
    "opp_char": ["my_char", "any_char"],
    "any_char": ["my_char", "opp_char"],
    "opp_city": ["my_city"],
    "self": ["attacker"],
    "attacker": ["self"],
    "host": ["self"],
    "pick": ["random", "all"],
    "random": ["pick", "all"],
    "all": ["pick", "random"],
    "hero": ["villain"],
    "anti_hero": ["hero"],
    "civilian": ["government"],
    "government": ["civilian"],
    "anti_villain": ["villain"],
    "villain": ["hero"],
    "common": ["uncommon"],
    "uncommon": ["rare"],
    "rare": ["common"],
    "character": ["city"],
    "city": ["event"],
    "event": ["character"],
}
"""What is tried instead of a word, beside the other choices of a parameter, which the vocabulary knows."""
TYPES = tuple(kind.id for kind in GAME.core().cards.values() if isinstance(kind, AttackType))
NAMES: Mapping[str, Sequence[str]] = {
    "type": TYPES,
    "immunity": (*TYPES, "frozen", "confused", "poisoned", "silenced"),
    "card": tuple(card.id for card in GAME.cards()),
}


def compiled(card: Definition, table: Table) -> Definition:
    """The card with another table. Raises CardFault for what can't be a card.

    It is read as a set of its own, which may name the other cards and the types of the core set but not take a name
    of theirs; only the Porter is none that could be written again.
    """
    own = card.cid != PORTER
    written = toml({**table, "id": "mutant"} if own else table)
    text = f'set = "{card.set}"\nname = "Mutants"\n[[card]]\n{written}'
    read = READER.read_own(GAME.core(), text) if own else READER.read_core([("mutant.toml", text)])
    (made,) = (one for one in read.cards.values() if isinstance(one, Definition))
    return replace(made, cid=card.cid, number=card.number, source=table)
