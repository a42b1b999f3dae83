"""Sides: the seats of a match that win and lose together."""

from __future__ import annotations

Sides = tuple[tuple[int, ...], ...]


def each_alone(options: object, seats: int) -> Sides:
    """The sides of a game without teams."""
    return tuple((seat,) for seat in range(seats))
