"""Loops: what never ends in an action, of which only card sets of players are capable, and who loses by it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import msgspec

from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.frames import Frame
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.result import Result

FRAME_LIMIT = 10_000
"""Frames that one batch may resolve, above every loop rule of a game: no uploaded card can hang a server."""
FACT_REASON = "fact limit"
LOOP_RULE = "KERNEL-LOOP"
"""The rule that ends a match whose frames or facts never run out."""


class Limits(msgspec.Struct, frozen=True):
    """How far a batch goes. `facts`: after so many it goes no further; `void`: nobody loses by that."""

    facts: int
    void: bool = False


LIMITS = Limits(1_000)
"""So many facts keep others waiting for less than a tenth of a second. Bots have made 56 at most."""
FORMER_FACTS = 20_000
"""The limit under which earlier matches were played."""


def who_loops(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    resolved: Sequence[Frame],
    actor: int | None,
) -> int | None:
    """KERNEL-LOOP The player whose texts alone never end; if those of several don't, or no text, who acted.

    So nobody loses by a trap that another one's cards laid. Frames that led into the loop do not count: only the latter
    half of the `resolved` frames is looked at. None: nobody acted, as in a match that starts.
    """
    texts = {game.text_of(state, frame) for frame in resolved[len(resolved) // 2 :]} - {None}
    return texts.pop() if len(texts) == 1 else actor


def ended(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    loser: int | None,
    reason: str,
) -> Result:
    """KERNEL-LOOP The side of the loser loses, the others that are still in win; without one the match is void."""
    everybody = tuple(range(len(state.seats)))
    if loser is None:
        return Result("aborted", (everybody,), LOOP_RULE, reason=reason)
    out = tuple(chain.from_iterable(game.out(state)))
    sides = game.sides(state.options, len(state.seats))
    winning = [side for side in sides if loser not in side and not set(side) <= set(out)]
    if not winning:
        return Result("all_lose", (everybody,), LOOP_RULE, reason=reason)
    losing = sorted((side for side in sides if side not in winning), key=lambda side: _place(side, out))
    placings = (tuple(chain.from_iterable(winning)), *losing)
    return Result("win" if len(winning) == 1 else "shared", placings, LOOP_RULE, reason=reason)


def _place(side: Sequence[int], out: Sequence[int]) -> int:
    """-1 for a side that is still in; else the place of its last seat among those that are out."""
    return min(out.index(seat) if seat in out else -1 for seat in side)
