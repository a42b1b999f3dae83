"""Words that hold blocks of other words together."""

from __future__ import annotations

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.cards import blocks_of
from domain.games.cape_and_cowl.effects import Doing, has_target
from domain.games.cape_and_cowl.query import Scope
from domain.games.cape_and_cowl.words.vocabulary import Face, word
from domain.kernel.effects.vocabulary import Effects, Outcome


@word("outcome")
def on(scope: Scope, low: Face, high: Face, effects: Effects) -> tuple[int, int, int]:
    """CNC-528 What happens if the die shows low to high."""
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
    """CNC-528 Roll a die; the effects of the range that it falls into happen."""
    draw = do.batch.draws.below(f"die:{do.env.you}", 6)
    value = (draw.value if isinstance(draw.value, int) else 0) + 1
    do.batch.emit(e.DieRolled(seat=do.env.you, value=value, cause=do.env.cid, draws=(draw,)))
    for outcome in (first, second, third, fourth, fifth, sixth):
        if outcome is not None and outcome[0] <= value <= outcome[1]:
            do.run(outcome[2])


@word("effect")
def or_else(do: Doing, first: Effects, second: Effects) -> None:
    """The first effects if they have a legal target, else the second."""
    block = first if has_target(do, blocks_of(do.env.cid)[first]) else second
    do.run(block)
