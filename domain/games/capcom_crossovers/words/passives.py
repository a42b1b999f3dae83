"""Words for what holds while a character is active; `continuous` reads them, so they do nothing."""

from __future__ import annotations

from domain.games.capcom_crossovers.board import Stat
from domain.games.capcom_crossovers.rules.continuous import EvalContext
from domain.games.capcom_crossovers.words.effects import of_a_card_or_half
from domain.games.capcom_crossovers.words.vocabulary import Change, Characters, Fewer, OfAttack, Prevented, word


@word("modifier")
def modify_stat(context: EvalContext, target: Characters, stat: Stat, n: Change) -> None:
    """CAP-508 A stat is n higher."""


@word("modifier")
def modify_priority(context: EvalContext, only: OfAttack, n: Change) -> None:
    """CAP-508 CAP-R81 The priority of the character's own attacks of this kind is n higher."""


@word("modifier")
def modify_damage(context: EvalContext, only: OfAttack, n: Change) -> None:
    """CAP-480 CAP-R81 The character's own attacks of this kind do n more damage."""


@word("modifier")
def reduce_damage_taken(context: EvalContext, only: OfAttack, n: Fewer) -> None:
    """CAP-480 CAP-R81 Attacks of this kind do n less damage to the character."""


@word("modifier", check=of_a_card_or_half)
def prevent_damage(context: EvalContext, amount: Prevented, only: OfAttack) -> None:
    """CAP-480 CAP-R81 Attacks of this kind do half damage to the character, rounded down."""
