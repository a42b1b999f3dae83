"""The viewers of a match, and the hashes of their views."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from domain.kernel.audience import FULL, SPECTATOR, seat, seat_number
from domain.kernel.game import CardGame
from domain.kernel.match import State
from eventstore.chain import canonical


class Sight(msgspec.Struct, frozen=True):
    """A viewer of a match. Facts that a seat saw before `since` belong to its holder of that time."""

    viewer: str
    since: int = 0

    def at(self, version: int) -> str:
        """The viewer of what was at a version: before `since` a spectator."""
        return self.viewer if version >= self.since else SPECTATOR


def perspectives(seats: int) -> list[str]:
    """All viewers of a match of so many seats."""
    return [FULL, SPECTATOR, *(seat(number) for number in range(seats))]


def perspective_on(state: State, viewer: str) -> Sight:
    """The perspective of an admitted viewer. The copied part of a fork was open to all before."""
    number = seat_number(viewer)
    return Sight(viewer, 0 if number is None or state.origin is not None else state.seats[number].since)


def view_hash(view: Any) -> str:
    """The hex SHA-256 of a view's canonical JSON: the state hash of that perspective."""
    return sha256(canonical(view)).hexdigest()


def state_hash(game: CardGame, state: State, viewer: str) -> str:
    """The hex hash of a view; of null before the start."""
    return view_hash(None if state.board_or_none is None else game.view(state, viewer))


def state_hashes(game: CardGame, state: State, perspective: str) -> dict[str, str]:
    """The state hashes of a check line: a full file has all perspectives, another one its own only."""
    viewers = perspectives(len(state.seats)) if perspective == FULL else [perspective]
    return {viewer: state_hash(game, state, viewer) for viewer in viewers}
