"""Finds the games: every package in this folder has a `GAME`. No list is edited to add one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from domain.kernel.game import CardGame


class Games(Mapping[str, CardGame]):
    """The games of this folder by slug, which is the name of the package. One is imported when it is asked for."""

    def __init__(self) -> None:
        self._slugs = [module.name for module in iter_modules(__path__) if module.ispkg]

    def __getitem__(self, slug: str) -> CardGame:
        if slug not in self:
            raise KeyError(slug)
        found: CardGame = import_module(f"{__name__}.{slug}").GAME
        return found

    def __contains__(self, slug: object) -> bool:
        return slug in self._slugs

    def __iter__(self) -> Iterator[str]:
        return iter(self._slugs)

    def __len__(self) -> int:
        return len(self._slugs)


def discover() -> Games:
    """All games of this folder."""
    return Games()
