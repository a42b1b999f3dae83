"""Card files to cards. They have no texts, so the reader needs no words."""

from __future__ import annotations

from functools import cache

from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Core
from domain.kernel.drafts import Draft, Tables
from tests.toy_game.definitions import CardTable, Definition


def compiled(draft: Draft[CardTable]) -> Definition | None:
    """TOY-105 One card."""
    return Definition(**draft.printed(Definition, "blocks")) if draft.sound() else None


READER: CardReader[Definition] = CardReader(cards=Tables(table=CardTable, compile=compiled))


@cache
def core() -> Core[Definition]:
    """The cards that come with the game."""
    return READER.released(__package__)
