"""Words for a card's own cost."""

from __future__ import annotations

from domain.games.c4.rules.continuous import EvalContext
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Number


@word("cost", "pay")
def pay_cost(context: EvalContext, n: Number) -> int:
    """C4-311 The card's own cost from the supply."""
    return n


@word("cost", "spill")
def spill_cost(context: EvalContext, n: Number) -> int:
    """Tokens from this card to the pot."""
    return n
