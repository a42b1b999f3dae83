"""Words for what has to hold, and for the attack that a modifier is about."""

from __future__ import annotations

from domain.games.capcom_crossovers.moves import VALUES
from domain.games.capcom_crossovers.printed import Attribute
from domain.games.capcom_crossovers.query import Scope
from domain.games.capcom_crossovers.words.vocabulary import Amount, Cards, ValueKind, word


@word("condition")
def hp_at_most(scope: Scope, n: Amount) -> bool:
    """While the character has n HP or less."""
    return scope.source.hp <= n


@word("condition")
def draw_pile_at_least(scope: Scope, n: Cards) -> bool:
    """With n cards or more in the own draw pile."""
    return scope.board.players[scope.source.seat].deck.size >= n


@word("condition")
def attack_value(scope: Scope, kind: ValueKind) -> bool:
    """CAP-461 Of an attack with the attack value of a basic, special or super; a tag super has that of a super."""
    return scope.used is not None and scope.used.move.value == VALUES[kind]


@word("condition")
def has_attr(scope: Scope, attr: Attribute) -> bool:
    """CAP-520 CAP-525 Of an attack with this attribute."""
    return scope.used is not None and attr in scope.used.move.attrs


@word("condition")
def used_as_counter(scope: Scope) -> bool:
    """CAP-450 Of an attack that is used to counter or to negate."""
    return scope.used is not None and scope.used.answers


@word("condition")
def any_damage(scope: Scope) -> bool:
    """Of whatever does damage."""
    return True
