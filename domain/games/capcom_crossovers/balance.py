"""The measures of matches of Capcom Crossovers between bots: attacks, counts, the score, the worth of a table."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board, Role
from domain.games.capcom_crossovers.rules.ending import hp_left
from domain.kernel.actions import Action
from domain.kernel.bots import bounded
from domain.kernel.dispatch import ByType, by_type, on

ROLES: Mapping[Role, str] = {"initial": "openers", "counter": "counters", "variable_counter": "counters"}


def attacking(board: Board, seat: int, action: Action) -> bool:
    """CAP-207 CAP-420 All that is done in the own combat phase but to pass it."""
    return isinstance(action, a.DeclareAttack | a.SetBlock)


def score(board: Board, seat: int) -> int:
    """CAP-710 The HP of a side."""
    return hp_left(board, board.side_of(seat))[0]


def evaluate(board: Board, seat: int) -> float:
    """HP against those of the other side, in shares; a card in the hand is worth a hundredth."""
    own = board.side_of(seat)
    return bounded(_share(board, own) - _share(board, 1 - own), 0.4)


def _share(board: Board, side: int) -> float:
    hp, start = hp_left(board, side)
    return hp / start + sum(board.players[seat].hand.size for seat in board.sides[side]) / 100


COUNTED: ByType[tuple[int, str] | None] = by_type(
    on(e.AttackDeclared, lambda event: (event.seat, ROLES.get(event.role, "follow-ups"))),
    on(e.AttackHit, lambda event: None if event.owner is None else (event.owner, "hits")),
    on(e.CombatPassed, lambda event: (event.seat, "passed")),
)
