"""Finds the games: every package in this folder that has a `GAME`. No list is edited to add one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from domain.kernel.game import Game


def discover() -> Mapping[str, Game]:
    """All games of this folder by slug."""
    names = [module.name for module in iter_modules(__path__) if module.ispkg]
    games: list[Game] = [import_module(f"{__name__}.{name}").GAME for name in names]
    return {game.slug: game for game in games}
