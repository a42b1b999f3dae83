"""Words for what holds while a character is active; `continuous` reads them, so they do nothing."""

from __future__ import annotations

from domain.games.capcom_crossovers.board import Stat
from domain.games.capcom_crossovers.rules.continuous import EvalContext
from domain.games.capcom_crossovers.words.vocabulary import Change, Fewer, Prevented, word
from domain.kernel.effects.vocabulary import Condition, Target


@word("modifier")
def modify_stat(context: EvalContext, target: Target, stat: Stat, n: Change) -> None:
    """CAP-508 A stat is n higher."""


@word("modifier")
def modify_priority(context: EvalContext, only: Condition, n: Change) -> None:
    """CAP-508 CAP-R81 The priority of the character's own attacks of this kind is n higher."""


@word("modifier")
def modify_damage(context: EvalContext, only: Condition, n: Change) -> None:
    """CAP-480 CAP-R81 The character's own attacks of this kind do n more damage."""


@word("modifier")
def reduce_damage_taken(context: EvalContext, only: Condition, n: Fewer) -> None:
    """CAP-480 CAP-R81 Attacks of this kind do n less damage to the character."""


@word("modifier")
def prevent_damage(context: EvalContext, amount: Prevented, only: Condition) -> None:
    """CAP-480 CAP-R81 Attacks of this kind do half damage to the character, rounded down."""
