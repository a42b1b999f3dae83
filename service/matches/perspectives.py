"""The viewers of a match, and the hashes of their views."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from domain.kernel.audience import FULL, SPECTATOR, seat, seat_number
from domain.kernel.match import State
from eventstore.chain import canonical


class Sight(msgspec.Struct, frozen=True):
    """A viewer of a match. Facts that a seat saw before `since` belong to its holder of that time."""

    viewer: str
    since: int = 0


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
