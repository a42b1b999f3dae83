"""Words that hold blocks of other words together."""

from __future__ import annotations

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.rules.continuous import EvalContext
from domain.games.cape_and_cowl.rules.effects import EffectContext, has_target
from domain.games.cape_and_cowl.words.vocabulary import Face, word
from domain.kernel.effects.subjects import each_face_once
from domain.kernel.effects.vocabulary import Effects, Outcome


@word("outcome")
def on(context: EvalContext, low: Face, high: Face, effects: Effects) -> tuple[int, int, int]:
    """CNC-528 The effect of a die that shows low to high."""
    return low, high, effects


@word("effect", check=each_face_once)
def roll(
    context: EffectContext,
    first: Outcome,
    second: Outcome | None = None,
    third: Outcome | None = None,
    fourth: Outcome | None = None,
    fifth: Outcome | None = None,
    sixth: Outcome | None = None,
) -> None:
    """CNC-528 Roll a die; the effects of the range that it falls into happen."""
    die = context.batch.draws.below(f"die:{context.env.you}", 6)
    value = die.value + 1
    context.batch.emit(e.DieRolled(seat=context.env.you, value=value, cause=context.env.cid, draws=(die.draw,)))
    for outcome in (first, second, third, fourth, fifth, sixth):
        if outcome is not None and outcome[0] <= value <= outcome[1]:
            context.run(outcome[2])


@word("effect")
def or_else(context: EffectContext, first: Effects, second: Effects) -> None:
    """The first effects if they have a legal target, else the second."""
    block = first if has_target(context, context.blocks[first]) else second
    context.run(block)
