"""Personnel with a job, for scenarios of attempts."""

from __future__ import annotations

from domain.games.scp import events as e
from domain.games.scp.board import Job
from tests.games.scp.table import P1, P2, Table

COVERT = "P35"
"""Skill Value 2, Covert, Cost 2, no text."""


def group(game: Table, job: Job, scp: str, *cids: str, seat: int = P1) -> list[str]:
    """New Personnel that have this job; their instances."""
    cards = [game.asset(seat, cid) for cid in cids]
    game.assigned(job, scp, *cards)
    return cards


def defence(game: Table, scp: str, *cids: str, seat: int = P2) -> list[str]:
    """New Personnel that defend it."""
    return group(game, "defend", scp, *cids, seat=seat)


def due(game: Table) -> list[tuple[int, int]]:
    """Attrition so far: who, and how much."""
    return [(one.seat, one.n) for one in game.ever(e.AttritionDue)]


def outcomes(game: Table) -> list[str]:
    """What the comparisons came to."""
    return [one.outcome for one in game.ever(e.AttemptCompared)]
