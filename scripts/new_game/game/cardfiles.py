"""Card files to cards: the core set's, and those that players write."""

from __future__ import annotations

from functools import cache, partial

from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Core
from domain.kernel.drafts import Draft, Tables
from scripts.new_game.game.definitions import CardTable, Definition
from scripts.new_game.game.validation import check_kind
from scripts.new_game.game.words import VOCABULARY


def compiled(draft: Draft[CardTable]) -> Definition | None:
    """BON-501 One card."""
    card, compiler = draft.card, draft.compiler
    play = None if card.play is None else draft.part("play", partial(compiler.effects, card.play))
    holds = () if card.holds is None else draft.part("holds", partial(compiler.calls, "modifier", card.holds))
    if not draft.sound(check_kind(draft.entry)):
        return None
    return Definition(**draft.printed(Definition, "play", "holds"), play=play, holds=holds)


READER: CardReader[Definition] = CardReader(
    rule="BON-503", vocabulary=VOCABULARY, cards=Tables(table=CardTable, compile=compiled)
)
"""BON-503 How the card files of the game are read, and those of its players."""


@cache
def core() -> Core[Definition]:
    """The cards that come with the game."""
    return READER.released(__package__)
