"""What simulated matches of SCP-CCG are judged by: attacks on others, what is counted, the score."""

from __future__ import annotations

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Board
from domain.games.scp.rules import continuous
from domain.kernel.actions import Action
from domain.kernel.dispatch import ByType, by_type, on


def attacking(board: Board, seat: int, action: Action) -> bool:
    """SCP-401 SCP-412 Raids, and what is played on others or into their attempts."""
    match action:
        case a.Assign() | a.BeginAttempt():
            scp = None if action.scp is None else board.scp(action.scp)
            return action.job == "secure" and scp is not None and scp.controller not in (None, seat)
        case a.PlayMission():
            return action.player not in (None, seat)
    return isinstance(action, a.PlayComplication)


def score(board: Board, seat: int) -> int:
    """SCP-704 Contained SCPs and bonuses."""
    return continuous.contained(board, seat) + continuous.score_bonus(board, seat)


COUNTED: ByType[tuple[int, str] | None] = by_type(
    on(e.AttemptBegun, lambda event: (event.seat, f"{event.kind}s begun")),
    on(e.AttemptCompared, lambda event: (event.seat, f"{event.kind}s done") if event.outcome == "success" else None),
)
