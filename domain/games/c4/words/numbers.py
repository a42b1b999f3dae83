"""Words for numbers."""

from __future__ import annotations

from domain.games.c4 import declarations
from domain.games.c4.abilities import Scope
from domain.games.c4.tokens import count as token_count
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Number, Players


def asked(scope: Scope, player: tuple[int, ...] | None) -> int:
    """The seat that a number or condition is about: the one given, else the one that the filter asks about."""
    if player is None:
        return scope.env.you if scope.seat is None else scope.seat
    return player[0] if player else -1


@word("number")
def count(scope: Scope, who: Players) -> int:
    """C4-372 How many players."""
    return len(who)


@word("number", "min")
def smaller(scope: Scope, a: Number, b: Number) -> int:
    """The smaller number."""
    return min(a, b)


@word("number", "max")
def larger(scope: Scope, a: Number, b: Number) -> int:
    """The larger number."""
    return max(a, b)


@word("number")
def amount(scope: Scope) -> int:
    """The size of the triggering event."""
    return scope.env.amount


@word("number")
def x(scope: Scope) -> int:
    """C4-314 The X declared with the card."""
    return scope.env.x


@word("number")
def tokens(scope: Scope, player: Players | None = None) -> int:
    """C4-360 Tokens in a player's supply; in a filter, of the player asked about."""
    seat = asked(scope, player)
    return scope.board.players[seat].tokens if seat >= 0 else 0


@word("number")
def hand(scope: Scope, player: Players | None = None) -> int:
    """Cards in a player's hand."""
    seat = asked(scope, player)
    return scope.board.players[seat].hand.size if seat >= 0 else 0


@word("number")
def cards_in_play(scope: Scope, player: Players | None = None) -> int:
    """C4-516 C4-R12 Cards that a player controls."""
    seat = asked(scope, player)
    return sum(1 for card in scope.board.in_play if card.controller == seat)


@word("number")
def tokens_here(scope: Scope) -> int:
    """Tokens on this card."""
    card = scope.board.card_in_play(scope.env.iid)
    return 0 if card is None else token_count(card.tokens)


@word("number", "pot")
def pot_size(scope: Scope) -> int:
    """Tokens in the pot."""
    return token_count(scope.board.pot)


@word("number")
def paid_actions(scope: Scope) -> int:
    """Additional actions taken this turn."""
    return scope.board.paid_actions


@word("number")
def actions_taken(scope: Scope) -> int:
    """C4-313 Actions taken this turn, free ones included."""
    return scope.board.actions_taken


@word("number")
def action_price(scope: Scope) -> int:
    """C4-303 C4-306 What the next additional action would cost the active player."""
    return declarations.additional_price(scope.board, scope.board.active)
