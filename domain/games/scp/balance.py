"""The measures of matches of SCP-CCG between bots: attacks, counts, the score, the worth of a table."""

from __future__ import annotations

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Board, Scp
from domain.games.scp.rules import continuous, ending
from domain.kernel.actions import Action
from domain.kernel.bots import bounded
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


def evaluate(board: Board, seat: int) -> float:
    """The own assets against those of the best of the others."""
    others = [_assets(board, other) for other in board.others(seat)]
    return bounded(_assets(board, seat) - max(others, default=0), 15)


def _assets(board: Board, seat: int) -> float:
    """Contained and secured SCPs and cards in play, which win matches; little for cards and Resources that may become
    some. As the smallest deck runs out, what is scored counts for more, and so does the Skill that breaks ties.
    """
    player = board.players[seat]
    end = 12 / (3 + min(board.players[one].deck.size for one in board.around(seat)))
    scored = 12 * max(1, end) * score(board, seat) + 2 * end * ending.score_of(board, seat).skill
    secured = sum(_holds(board, scp) for scp in board.controlled(seat) if scp.status == "secured")
    in_play = sum(2 * board.cards[card.cid].cost - 2 - card.wounds for card in player.play)
    queued = sum(0.2 + 0.4 * card.resources for card in player.queue)
    cards = min(player.hand.size + player.pool, 8) / 5 + player.deck.size / 20
    return scored + secured + in_play + queued + cards


def _holds(board: Board, scp: Scp) -> int:
    """An SCP that breaks out before its player's next turn is worth little."""
    return 4 if scp.counters + len(board.players) < board.cards[scp.cid].escalation else 1


ROUTINE = frozenset(
    {
        "bid",
        "draw_phase",
        "resupply_phase",
        "retrieval_phase",
        "research_phase",
        "maintenance_phase",
        "choose_trigger",
        "optional_trigger",
    }
)
"""Prompts at which the greedy answer is good enough: attempts are weighed when Personnel get their jobs."""
COUNTED: ByType[tuple[int, str] | None] = by_type(
    on(e.AttemptBegun, lambda event: (event.seat, f"{event.kind}s begun")),
    on(e.AttemptCompared, lambda event: (event.seat, f"{event.kind}s done") if event.outcome == "success" else None),
)
