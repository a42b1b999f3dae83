"""Words for what happens."""

from __future__ import annotations

from domain.kernel.effects.vocabulary import Players
from scripts.new_game.game.frames import Discards
from scripts.new_game.game.rules import piles, points
from scripts.new_game.game.rules.effects import EffectContext
from scripts.new_game.game.words.vocabulary import Change, Count, word


@word("effect")
def draw(context: EffectContext, who: Players, n: Count) -> None:
    """BON-401 Players draw n cards, as many as there are."""
    for seat in who:
        piles.draw(context.batch, seat, n, context.card)


@word("effect")
def discard(context: EffectContext, who: Players, n: Count) -> None:
    """BON-402 Players discard n cards of their choice, one after the other."""
    context.batch.push(*(Discards(seat, context.card) for seat in who for _ in range(n)))


@word("effect")
def score(context: EffectContext, who: Players, n: Change) -> None:
    """BON-404 Players score n points, or lose them if it is below 0."""
    for seat in who:
        points.change(context.batch, seat, n, context.card)
