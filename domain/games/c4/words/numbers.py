"""Words for numbers."""

from __future__ import annotations

from domain.games.c4.rules import prices
from domain.games.c4.rules.continuous import EvalContext
from domain.games.c4.rules.tokens import count as token_count
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Number, Players


def seat_asked_about(context: EvalContext, player: tuple[int, ...] | None) -> int:
    """C4-R90 The seat that a number or condition is about: the one given, else the one that the filter asks about;
    -1 if there is nobody.
    """
    if player is None:
        return context.env.you if context.seat is None else context.seat
    return player[0] if player else -1


@word("number")
def count(context: EvalContext, who: Players) -> int:
    """C4-372 How many players."""
    return len(who)


@word("number", "min")
def smaller(context: EvalContext, a: Number, b: Number) -> int:
    """The smaller number."""
    return min(a, b)


@word("number", "max")
def larger(context: EvalContext, a: Number, b: Number) -> int:
    """The larger number."""
    return max(a, b)


@word("number")
def amount(context: EvalContext) -> int:
    """The size of the triggering event."""
    return context.env.amount


@word("number")
def x(context: EvalContext) -> int:
    """C4-314 The X declared with the card."""
    return context.env.x


@word("number")
def tokens(context: EvalContext, player: Players | None = None) -> int:
    """C4-360 Tokens in a player's supply; in a filter, of the player asked about."""
    seat = seat_asked_about(context, player)
    return context.board.players[seat].token_count if seat >= 0 else 0


@word("number")
def hand(context: EvalContext, player: Players | None = None) -> int:
    """Cards in a player's hand."""
    seat = seat_asked_about(context, player)
    return context.board.players[seat].hand.size if seat >= 0 else 0


@word("number")
def cards_in_play(context: EvalContext, player: Players | None = None) -> int:
    """C4-516 C4-R12 Cards that a player controls."""
    seat = seat_asked_about(context, player)
    return sum(1 for card in context.board.in_play if card.controller == seat)


@word("number")
def tokens_here(context: EvalContext) -> int:
    """Tokens on this card."""
    card = context.board.card_in_play(context.env.iid)
    return 0 if card is None else token_count(card.tokens)


@word("number", "pot")
def pot_size(context: EvalContext) -> int:
    """Tokens in the pot."""
    return token_count(context.board.pot)


@word("number")
def paid_actions(context: EvalContext) -> int:
    """Additional actions taken this turn."""
    return context.board.paid_actions


@word("number")
def actions_taken(context: EvalContext) -> int:
    """C4-313 Actions taken this turn, free ones included."""
    return context.board.actions_taken


@word("number")
def action_price(context: EvalContext) -> int:
    """C4-303 C4-306 The cost of the next additional action to the active player."""
    return prices.additional_price(context.board, context.board.active, context.without)
