"""Options under which a match is over soon, as the tests of its game say."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from api_schema.input.member_names import outward, renamed
from domain.kernel.game import CardGame


def short_options(game: CardGame) -> dict[str, Any]:
    """The options as a client sends them."""
    return renamed(dict(import_module(f"tests.games.{game.slug}.short").OPTIONS), outward(game.options_type))
