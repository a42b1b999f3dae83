"""Words for players, and for what a filter asks about them."""

from __future__ import annotations

from scripts.new_game.game.rules.continuous import EvalContext
from scripts.new_game.game.words.vocabulary import word


@word("players")
def you(context: EvalContext) -> tuple[int, ...]:
    """The player of the card."""
    return tuple(seat for seat in context.board.remaining() if seat == context.you)


@word("players")
def others(context: EvalContext) -> tuple[int, ...]:
    """BON-201 Each other player, in the order of their seats."""
    return tuple(seat for seat in context.board.remaining() if seat != context.you)


@word("number")
def held(context: EvalContext) -> int:
    """How many cards a player holds: the one that a filter asks about, else the player of the card."""
    seat = context.you if context.asked is None else context.asked
    return context.board.players[seat].hand.size
