"""Sides: the seats of a match that win and lose together."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.match import State

Sides = tuple[tuple[int, ...], ...]


def each_alone(options: object, seats: int) -> Sides:
    """The sides of a game without teams."""
    return tuple((seat,) for seat in range(seats))


def conceded(state: State) -> Sequence[Sequence[int]]:
    """The seats that have conceded, as one group."""
    return (tuple(number for number, seat in enumerate(state.seats) if seat.conceded),)
