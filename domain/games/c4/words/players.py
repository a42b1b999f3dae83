"""Words for players: seats in turn order, none if there is no such player or who it was has left."""

from __future__ import annotations

from domain.games.c4.rules.continuous import EvalContext
from domain.games.c4.words.vocabulary import word


def _only(context: EvalContext, seat: int | None) -> tuple[int, ...]:
    """The seat, if there is one and it is still in the match (C4-444)."""
    return (seat,) if seat is not None and context.board.players[seat].in_match else ()


@word("players")
def you(context: EvalContext) -> tuple[int, ...]:
    """C4-511 The player of the card; of a card in play its controller at that moment."""
    return _only(context, context.env.you)


@word("players")
def opp(context: EvalContext) -> tuple[int, ...]:
    """C4-402 C4-444 The other player declared with the card."""
    return _only(context, context.env.opp)


@word("players", "any")
def any_player(context: EvalContext) -> tuple[int, ...]:
    """The player declared with the card, oneself included."""
    return _only(context, context.env.opp)


@word("players", "all")
def everybody(context: EvalContext) -> tuple[int, ...]:
    """C4-213 Each remaining player, in turn order."""
    return context.board.turn_order()


@word("players")
def others(context: EvalContext) -> tuple[int, ...]:
    """Each other remaining player, in turn order."""
    return tuple(seat for seat in context.board.turn_order() if seat != context.env.you)


@word("players")
def attacker(context: EvalContext) -> tuple[int, ...]:
    """The attacker of the attack spoken of."""
    return _only(context, context.env.attacker)


@word("players")
def defender(context: EvalContext) -> tuple[int, ...]:
    """The defender of the attack spoken of."""
    return _only(context, context.env.defender)


@word("players")
def rival(context: EvalContext) -> tuple[int, ...]:
    """C4-406 The other player of the attack."""
    env = context.env
    return _only(context, env.defender if env.attacker == env.you else env.attacker)


@word("players")
def active(context: EvalContext) -> tuple[int, ...]:
    """The active player."""
    return _only(context, context.board.active)


@word("players")
def left(context: EvalContext) -> tuple[int, ...]:
    """C4-904 The next remaining higher seat, whatever the direction."""
    return _only(context, context.board.left_of(context.env.you))


@word("players")
def trig(context: EvalContext) -> tuple[int, ...]:
    """The player of the triggering event."""
    return _only(context, context.env.trig)


@word("players")
def they(context: EvalContext) -> tuple[int, ...]:
    """The player of this round of `each`."""
    return _only(context, context.env.they)


@word("players")
def top(context: EvalContext) -> tuple[int, ...]:
    """C4-561 The player a vote was decided on."""
    return _only(context, context.env.top)
