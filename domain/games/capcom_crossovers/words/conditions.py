"""Words for what has to hold, and for the attack that a modifier is about."""

from __future__ import annotations

from domain.games.capcom_crossovers.definitions import Attribute
from domain.games.capcom_crossovers.rules.continuous import EvalContext
from domain.games.capcom_crossovers.rules.moves import VALUES
from domain.games.capcom_crossovers.words.vocabulary import Amount, Cards, ValueKind, word


@word("condition")
def hp_at_most(context: EvalContext, n: Amount) -> bool:
    """While the character has n HP or less."""
    return context.source.hp <= n


@word("condition")
def draw_pile_at_least(context: EvalContext, n: Cards) -> bool:
    """With n cards or more in the own draw pile."""
    return context.board.players[context.source.seat].deck.size >= n


@word("condition", asks=("attack",))
def attack_value(context: EvalContext, kind: ValueKind) -> bool:
    """CAP-461 Of an attack with the attack value of a basic, special or super; a tag super has that of a super."""
    return context.used is not None and context.used.move.value == VALUES[kind]


@word("condition", asks=("attack",))
def has_attr(context: EvalContext, attr: Attribute) -> bool:
    """CAP-520 CAP-525 Of an attack with this attribute."""
    return context.used is not None and attr in context.used.move.attrs


@word("condition", asks=("attack",))
def used_as_counter(context: EvalContext) -> bool:
    """CAP-450 Of an attack that is used to counter or to negate."""
    return context.used is not None and context.used.answers


@word("condition", asks=("attack",))
def any_damage(context: EvalContext) -> bool:
    """Of whatever does damage."""
    return True
