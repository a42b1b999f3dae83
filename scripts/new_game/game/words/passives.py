"""Words for what holds while a card is in play."""

from __future__ import annotations

from domain.kernel.effects.vocabulary import Players
from scripts.new_game.game.rules.continuous import EvalContext
from scripts.new_game.game.words.vocabulary import Change, word


@word("modifier")
def more(context: EvalContext, who: Players, n: Change) -> tuple[tuple[int, ...], int]:
    """BON-403 Logs of these players score n more, or less if it is below 0."""
    return who, n
