"""A game in each of its modes: the values of its option `mode`, or the game as it is if it has none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.kernel.game import CardGame
from domain.kernel.seating import in_mode, modes, seat_counts


@dataclass(frozen=True)
class InMode:
    """A game and one of its modes; None: it has no modes."""

    game: CardGame
    mode: str | None = None

    @property
    def name(self) -> str:
        """The name of a case: the game, and the mode if there are several."""
        return self.game.slug if self.mode is None else f"{self.game.slug}-{self.mode}"

    @property
    def options(self) -> Any:
        """The game's own options in this mode."""
        return in_mode(self.game, self.mode)

    @property
    def seats(self) -> list[int]:
        """The numbers of seats that it can be played with."""
        return seat_counts(self.game, self.options)


def in_each_mode(games: Iterable[CardGame]) -> list[InMode]:
    """Every game in every mode."""
    return [InMode(game, mode) for game in games for mode in modes(game) or (None,)]


def with_seats(game: CardGame, seats: int) -> InMode:
    """The first mode of a game that so many can play."""
    return next(one for one in in_each_mode([game]) if seats in one.seats)


def name_of(variant: InMode) -> str:
    """For the names of cases."""
    return variant.name
