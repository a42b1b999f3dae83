"""Games by their name on the command line."""

from __future__ import annotations

from domain.games import discover
from domain.kernel.game import Game
from service.catalogue.catalogue import GameCatalogue


def catalogue() -> GameCatalogue:
    """The games of this installation."""
    return GameCatalogue(discover())


def game_named(slug: str) -> Game:
    """The game, or ApiError NOT_FOUND with the nearest name."""
    return catalogue().game(slug)
