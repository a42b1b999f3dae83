"""The greatest length of a match: nobody can make one that is too long to read, to check and to keep."""

from __future__ import annotations

from domain.kernel import decide
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.refusal import Refusal, illegal

VERSION_LIMIT = 100_000
"""The version from which a match is taken no further. The longest of 6,000 matches of bots came to 12,860."""
LENGTH_RULE = "KERNEL-LENGTH"
"""The rule that ends a match at its version limit: by a command of its own, so that the record says when it did."""
REASON = "version limit"


def is_outgrown(state: State[BoardT, OptionsT, LoadoutT, ProgressT]) -> bool:
    """Whether a match that goes on has come to its version limit."""
    return state.result is None and state.version >= VERSION_LIMIT


def outgrow(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    now: int,
    server_seed: bytes,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """KERNEL-LENGTH End a match that is longer than any honest one, whatever its rules would say next."""
    if state.version < VERSION_LIMIT:
        return illegal(LENGTH_RULE, f"a match is taken to version {VERSION_LIMIT}")
    return decide.abort(game, state, REASON, now, server_seed, rule=LENGTH_RULE)
