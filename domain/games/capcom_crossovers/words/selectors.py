"""Words for characters, players and costs; characters are bound by their role at the moment of use."""

from __future__ import annotations

from domain.games.capcom_crossovers.definitions import CostFilter
from domain.games.capcom_crossovers.rules.continuous import EvalContext
from domain.games.capcom_crossovers.words.vocabulary import Cards, word


@word("target", "self", names=("character",))
def self_(context: EvalContext) -> tuple[str, ...]:
    """The character whose move or ability it is."""
    return (context.source.id,)


@word("target", names=("character",), only=("hit", "used", "per_extra"))
def attacker(context: EvalContext) -> tuple[str, ...]:
    """CAP-456 CAP-923 The active character of the side that attacked, whoever that is by now."""
    board = context.board
    return (board.active(board.character(board.fight.initial.character).side).id,)


@word("target", names=("character",))
def opposing_active(context: EvalContext) -> tuple[str, ...]:
    """CAP-403 The active character of the other side."""
    return (context.board.opposing(context.source.side).id,)


@word("players", "self")
def own_player(context: EvalContext) -> tuple[int, ...]:
    """The player of the character whose move or ability it is."""
    return (context.source.seat,)


@word("players")
def opponent(context: EvalContext) -> tuple[int, ...]:
    """The player of the active character of the other side."""
    return (context.board.opposing(context.source.side).seat,)


@word("cost")
def discard(context: EvalContext, n: Cards, cards: CostFilter) -> tuple[int, str]:
    """CAP-505 Discard n cards of the own hand: any, or number cards only."""
    return n, cards
