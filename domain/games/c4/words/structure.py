"""Words that hold blocks of other words together."""

from __future__ import annotations

from domain.games.c4.frames import Choice, Each, IfDid, Vote
from domain.games.c4.rules.effects import EffectContext
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Condition, Effects, Players


@word("effect")
def when(context: EffectContext, condition: Condition, effects: Effects, otherwise: Effects | None = None) -> None:
    """C4-525 One block or the other, as the condition is now."""
    block = effects if condition else otherwise
    if block is not None:
        context.run(block)


@word("effect")
def choose(context: EffectContext, who: Players, first: Effects, second: Effects) -> None:
    """A player chooses one of two blocks."""
    context.push(*(Choice(seat, context.env, (first, second)) for seat in who))


@word("effect")
def may(context: EffectContext, who: Players, effects: Effects) -> None:
    """A player may have the effects happen."""
    context.push(*(Choice(seat, context.env, (effects,), may=True) for seat in who))


@word("effect")
def if_did(context: EffectContext, effects: Effects, then: Effects) -> None:
    """C4-443 The second block only if the first really happened."""
    context.push(IfDid(then, context.env))
    context.run(effects, report=len(context.batch.frames) - 1)


@word("effect")
def each(context: EffectContext, who: Players, effects: Effects) -> None:
    """C4-371 C4-372 The block once for each of these players, in turn order, each completely."""
    context.push(Each(effects, context.env, who))


@word("effect")
def vote(context: EffectContext, voters: Players, effects: Effects) -> None:
    """C4-560 These players vote for another player; the block happens to the one on top."""
    context.push(Vote(voters, effects, context.env))
