"""State hashes: what a perspective sees, as one number."""

from __future__ import annotations

from domain.kernel.audience import FULL
from domain.kernel.game import CardGame
from domain.kernel.match import State
from service.matches.perspectives import perspectives, view_hash


def state_hash(game: CardGame, state: State, viewer: str) -> str:
    """The hex hash of a view; of null before the start."""
    return view_hash(None if state.board_or_none is None else game.view(state, viewer))


def state_hashes(game: CardGame, state: State, perspective: str) -> dict[str, str]:
    """The state hashes of a check line: a full file has all perspectives, another one its own only."""
    viewers = perspectives(len(state.seats)) if perspective == FULL else [perspective]
    return {viewer: state_hash(game, state, viewer) for viewer in viewers}
