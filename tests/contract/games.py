"""Every game of the installation, and the toy one: the contract holds for all of them."""

from __future__ import annotations

from domain.games import discover
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.game import Game
from domain.kernel.match import State
from tests.toy_game import GAME as TOY

ALL_GAMES: list[Game] = [*discover().values(), TOY]


def name_of(value: object) -> str:
    return str(getattr(value, "slug", value))


def viewers(state: State) -> list[str]:
    """Everybody who may look at a match."""
    return [SPECTATOR, FULL, *(seat(number) for number in range(len(state.seats)))]
