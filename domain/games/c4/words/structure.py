"""Words that hold blocks of other words together."""

from __future__ import annotations

from domain.games.c4.abilities import Doing
from domain.games.c4.frames import Choice, Each, IfDid, Vote
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Condition, Effects, Players


@word("effect")
def when(do: Doing, condition: Condition, effects: Effects, otherwise: Effects | None = None) -> None:
    """C4-525 One block or the other, as the condition is now."""
    block = effects if condition else otherwise
    if block is not None:
        do.run(block)


@word("effect")
def choose(do: Doing, who: Players, first: Effects, second: Effects) -> None:
    """A player chooses one of two blocks."""
    do.push(*(Choice(seat, do.env, (first, second)) for seat in who))


@word("effect")
def may(do: Doing, who: Players, effects: Effects) -> None:
    """A player may have the effects happen."""
    do.push(*(Choice(seat, do.env, (effects,), may=True) for seat in who))


@word("effect")
def if_did(do: Doing, effects: Effects, then: Effects) -> None:
    """C4-443 The second block only if the first really happened."""
    do.push(IfDid(then, do.env))
    do.run(effects, report=len(do.batch.frames) - 1)


@word("effect")
def each(do: Doing, who: Players, effects: Effects) -> None:
    """C4-371 C4-372 The block once for each of these players, in turn order, each completely."""
    do.push(Each(effects, do.env, who))


@word("effect")
def vote(do: Doing, voters: Players, effects: Effects) -> None:
    """C4-560 These players vote for another player; the block happens to the one on top."""
    do.push(Vote(voters, effects, do.env))
