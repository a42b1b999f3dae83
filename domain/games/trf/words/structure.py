"""Words that hold blocks of other words together."""

from __future__ import annotations

from domain.games.trf import piles
from domain.games.trf.effects import Doing
from domain.games.trf.frames import Do, MayChoice
from domain.games.trf.query import Scope
from domain.games.trf.words.vocabulary import Face, holds, word
from domain.kernel.effects.vocabulary import Condition, Effects, Outcome


@word("outcome")
def on(scope: Scope, low: Face, high: Face, effects: Effects) -> tuple[int, int, int]:
    """TRF-643 What happens if the die shows low to high."""
    return low, high, effects


@word("effect")
def roll(
    do: Doing,
    first: Outcome,
    second: Outcome | None = None,
    third: Outcome | None = None,
    fourth: Outcome | None = None,
    fifth: Outcome | None = None,
    sixth: Outcome | None = None,
) -> None:
    """TRF-643 Roll a die; the effects of the line that it falls into happen."""
    value = piles.roll(do.batch, do.env.you, "effect")
    for outcome in (first, second, third, fourth, fifth, sixth):
        if outcome is not None and outcome[0] <= value <= outcome[1]:
            do.run(outcome[2])


@word("effect")
def when(do: Doing, condition: Condition, then: Effects, otherwise: Effects | None = None) -> None:
    """The effects happen if it is so at that moment; else the others, if there are any."""
    if holds(condition, do):
        do.run(then)
    elif otherwise is not None:
        do.run(otherwise)


@word("effect")
def may(do: Doing, effects: Effects) -> None:
    """TRF-526 The player of the card chooses whether the effects happen."""
    do.push(MayChoice(Do(do.env, effects)))
