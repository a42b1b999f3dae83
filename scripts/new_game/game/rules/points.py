"""Points: what scores and what loses them (BON-304, BON-404)."""

from __future__ import annotations

from scripts.new_game.game import events as e
from scripts.new_game.game.match import Batch


def change(batch: Batch, seat: int, by: int, cause: str) -> None:
    """BON-304 BON-404 Points are scored or lost; nobody has fewer than 0."""
    before = batch.board.players[seat].points
    after = max(0, before + by)
    if after != before:
        batch.emit(e.PointsChanged(seat=seat, by=after - before, points=after, card=cause))
