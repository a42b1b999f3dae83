"""Perspectives on the command line. A reader of the store needs no permission."""

from __future__ import annotations

from domain.kernel.audience import FULL, SPECTATOR
from service.cli.output import BadInput
from service.matches.aggregate import Aggregate
from service.matches.perspectives import perspectives


def viewer_of(known: Aggregate, wanted: str | None) -> str:
    """The perspective asked for; else the full record once the match is revealed, the spectators' before."""
    viewer = wanted or (FULL if known.state.revealed else SPECTATOR)
    if viewer not in perspectives(len(known.state.seats)):
        raise BadInput(f"--as: full, spectator, or seat:0 to seat:{len(known.state.seats) - 1}")
    return viewer
