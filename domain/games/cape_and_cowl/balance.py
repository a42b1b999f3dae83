"""The measures of matches of C&C between bots: attacks, counts, the score, the worth of a table."""

from __future__ import annotations

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import bot
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Board
from domain.kernel.actions import Action
from domain.kernel.bots import bounded
from domain.kernel.dispatch import ByType, by_type, on


def attacking(board: Board, seat: int, action: Action) -> bool:
    """CNC-401 Attacks of Characters."""
    return isinstance(action, a.Attack)


def score(board: Board, seat: int) -> int:
    """CNC-702 CNC-703 City Points."""
    return board.players[seat].cp


def evaluate(board: Board, seat: int) -> float:
    """The own position against the other's."""
    return bounded(bot.position(board, seat) - bot.position(board, 1 - seat), 100)


COUNTED: ByType[tuple[int, str] | None] = by_type(
    on(e.AttackDeclared, lambda event: (event.seat, "attacks")),
    on(e.EventPlayed, lambda event: (event.seat, "events")),
    on(e.AbilityUsed, lambda event: (event.seat, "abilities")),
)
