"""Words for what holds while a character is active; `query` reads them, so they do nothing."""

from __future__ import annotations

from domain.games.capcom_crossovers.board import Stat
from domain.games.capcom_crossovers.query import Scope
from domain.games.capcom_crossovers.words.vocabulary import Change, Fewer, Prevented, word
from domain.kernel.effects.vocabulary import Condition, Target


@word("modifier")
def modify_stat(scope: Scope, target: Target, stat: Stat, n: Change) -> None:
    """CAP-508 A stat is n higher."""


@word("modifier")
def modify_priority(scope: Scope, only: Condition, n: Change) -> None:
    """CAP-508 CAP-R81 The priority of the character's own attacks of this kind is n higher."""


@word("modifier")
def modify_damage(scope: Scope, only: Condition, n: Change) -> None:
    """CAP-480 CAP-R81 The character's own attacks of this kind do n more damage."""


@word("modifier")
def reduce_damage_taken(scope: Scope, only: Condition, n: Fewer) -> None:
    """CAP-480 CAP-R81 Attacks of this kind do n less damage to the character."""


@word("modifier")
def prevent_damage(scope: Scope, amount: Prevented, only: Condition) -> None:
    """CAP-480 CAP-R81 Attacks of this kind do half damage to the character, rounded down."""
