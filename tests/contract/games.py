"""Every game of the installation, and the toy one: the contract holds for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from domain.games import discover
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.seating import modes
from tests.kit.modes import InMode, in_each_mode
from tests.kit.modes import name_of as mode_name
from tests.kit.play import whole
from tests.toy_game import GAME as TOY

ALL_GAMES: list[CardGame] = [*discover().values(), TOY]


def of_each_mode(games: list[CardGame]) -> pytest.MarkDecorator:
    """A case for each mode of these games; tests ask for the fixtures `game` and `options`, or for `variant`."""
    variants: list[InMode] = in_each_mode(games)
    return pytest.mark.parametrize("variant", variants, ids=mode_name)


IN_EVERY_MODE = of_each_mode(ALL_GAMES)
DISCOVERED_IN_EVERY_MODE = of_each_mode(list(discover().values()))


def shared(game: CardGame, seeds: Sequence[int]) -> Sequence[int]:
    """The seeds for one mode: a game's modes share them, so a game of several takes about as long as one of one."""
    return seeds[: max(1, len(seeds) // (len(modes(game)) or 1))]


@lru_cache(maxsize=24)
def match_by_chance(game: CardGame, seed: int, options: Any) -> Sequence[Decision]:
    """A whole match, one decision at a time. Many tests look at the same one, and none changes it."""
    return tuple(whole(game, seed, options=options))


def name_of(value: object) -> str:
    return str(getattr(value, "slug", value))


def viewers(state: State) -> list[str]:
    """Everybody who may look at a match."""
    return [SPECTATOR, FULL, *(seat(number) for number in range(len(state.seats)))]
