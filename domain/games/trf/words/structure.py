"""Words that hold blocks of other words together."""

from __future__ import annotations

from domain.games.trf.frames import Do, MayChoice
from domain.games.trf.rules import piles
from domain.games.trf.rules.continuous import EvalContext
from domain.games.trf.rules.effects import EffectContext
from domain.games.trf.words.vocabulary import Face, word
from domain.kernel.effects.interpreter import when
from domain.kernel.effects.subjects import each_face_once
from domain.kernel.effects.vocabulary import Effects, Outcome


@word("outcome")
def on(context: EvalContext, low: Face, high: Face, effects: Effects) -> tuple[int, int, int]:
    """TRF-643 The effect of a die that shows low to high."""
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
    """TRF-643 Roll a die; the effects of the line that it falls into happen."""
    value = piles.roll(context.batch, context.env.you, "effect")
    for outcome in (first, second, third, fourth, fifth, sixth):
        if outcome is not None and outcome[0] <= value <= outcome[1]:
            context.run(outcome[2])


word("effect")(when)


@word("effect")
def may(context: EffectContext, effects: Effects) -> None:
    """TRF-526 The player of the card chooses whether the effects happen."""
    context.batch.push(MayChoice(Do(context.env, effects)))
