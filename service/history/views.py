"""State hashes: what a perspective sees, as one number."""

from __future__ import annotations

from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.game import Game
from domain.kernel.match import State
from service.matches.rendering import view_hash


def perspectives(seats: int) -> list[str]:
    """Everybody who can look at a match of so many seats."""
    return [FULL, SPECTATOR, *(seat(number) for number in range(seats))]


def state_hash(game: Game, state: State, viewer: str) -> str:
    """The hex hash of a view; of null before the start."""
    return view_hash(None if state.board is None else game.view(state, viewer))


def state_hashes(game: Game, state: State, perspective: str) -> dict[str, str]:
    """What a check line holds: a full file has all perspectives, another one its own only."""
    viewers = perspectives(len(state.seats)) if perspective == FULL else [perspective]
    return {viewer: state_hash(game, state, viewer) for viewer in viewers}
