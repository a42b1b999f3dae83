"""Words that change what is about to happen."""

from __future__ import annotations

from domain.games.c4.rules import movements
from domain.games.c4.rules.effects import EffectContext
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Number


@word("effect")
def prevent_this(context: EffectContext) -> None:
    """C4-379 C4-381 The event that is about to happen does not."""
    movements.change_amount(context.batch, 0, context.env.cid)


@word("effect")
def reduce_this(context: EffectContext, n: Number) -> None:
    """C4-349 C4-379 The event that is about to happen is smaller; takes are never changed."""
    now = movements.current(context.batch)
    if now is not None and now[0].kind != "take":
        movements.change_amount(context.batch, max(0, now[1].amount - n), context.env.cid)
