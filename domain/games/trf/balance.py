"""The measures of matches of TRF between bots: attacks, counts, the score, the worth of a table."""

from __future__ import annotations

from domain.games.trf import actions as a
from domain.games.trf import bot
from domain.games.trf import events as e
from domain.games.trf.board import Board
from domain.kernel.actions import Action
from domain.kernel.bots import bounded
from domain.kernel.dispatch import ByType, by_type, on


def attacking(board: Board, seat: int, action: Action) -> bool:
    """TRF-401 TRF-403 Naming attackers."""
    return isinstance(action, a.AddAttacker | a.ConfirmAttack)


def score(board: Board, seat: int) -> int:
    """TRF-701 The planets that a player still has."""
    return len(board.players[seat].planets)


def evaluate(board: Board, seat: int) -> float:
    """The own position against the strongest of the others."""
    return bounded(bot.position(board, seat), 30)


COUNTED: ByType[tuple[int, str] | None] = by_type(
    on(e.AttackConfirmed, lambda event: (event.seat, "attacks")),
    on(e.PlanetCaptured, lambda event: (event.by, "planets captured")),
)
ROUTINE = ("prompt_draw", "prompt_planet", "prompt_window", "prompt_response", "prompt_assault", "prompt_post")
"""Prompts at which there is little to weigh: what decides is what is bought, who attacks and who blocks."""
