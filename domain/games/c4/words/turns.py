"""Words for turns and actions."""

from __future__ import annotations

from domain.games.c4 import events as e
from domain.games.c4.rules import playing
from domain.games.c4.rules.effects import EffectContext
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Number, Players

MOST_SKIPPED = 9


@word("effect")
def extra_action(context: EffectContext, n: Number) -> None:
    """C4-305 More free actions for the active player this turn; the ladder stays."""
    if n:
        context.batch.emit(e.ExtraActions(seat=context.board.active, n=n))


@word("effect")
def skip_turn(context: EffectContext, who: Players, n: Number) -> None:
    """C4-211 C4-R79 Coming turns of these players are passed over, at most 9 by one effect."""
    for seat in who if n else ():
        context.batch.emit(e.SkipAdded(seat=seat, turns=min(n, MOST_SKIPPED)))


@word("effect")
def reverse(context: EffectContext) -> None:
    """C4-209 The direction of play turns round, until it is turned again; with two players it is only recorded."""
    context.batch.emit(e.DirectionReversed(direction="right" if context.board.direction == 1 else "left"))


@word("effect")
def next_turn(context: EffectContext, who: Players) -> None:
    """C4-208 C4-210 That player takes the next turn."""
    for seat in who:
        context.batch.emit(e.TurnOverrideAdded(seat=seat, source=context.env.cid))


@word("effect")
def end_turn(context: EffectContext) -> None:
    """C4-214 The turn ends as soon as step 2 would be idle."""
    playing.request_end(context.batch)
    context.happened()
