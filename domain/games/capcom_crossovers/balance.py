"""What simulated matches of Capcom Crossovers are judged by: attacks on others, what is counted, the score."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board, Role
from domain.kernel.actions import Action
from domain.kernel.dispatch import ByType, by_type, on

ROLES: Mapping[Role, str] = {"initial": "openers", "counter": "counters", "variable_counter": "counters"}


def attacking(board: Board, seat: int, action: Action) -> bool:
    """CAP-207 CAP-420 All that is done in the own combat phase but to pass it."""
    return isinstance(action, a.DeclareAttack | a.SetBlock)


def score(board: Board, seat: int) -> int:
    """CAP-710 The HP of a side."""
    side = next(number for number, seats in enumerate(board.sides) if seat in seats)
    return sum(one.hp for one in board.characters if one.side == side)


COUNTED: ByType[tuple[int, str] | None] = by_type(
    on(e.AttackDeclared, lambda event: (event.seat, ROLES.get(event.role, "follow-ups"))),
    on(e.AttackHit, lambda event: None if event.owner is None else (event.owner, "hits")),
    on(e.CombatPassed, lambda event: (event.seat, "passed")),
)
