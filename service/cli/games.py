"""Games by their name on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.output import BadInput

if TYPE_CHECKING:
    from domain.kernel.game import CardGame
    from service.catalogue.catalogue import GameCatalogue

Mode = Annotated[str | None, typer.Option(help="The option `mode` of a game that has modes.")]


def catalogue() -> GameCatalogue:
    """The games of this installation."""
    from domain.games import discover
    from service.catalogue.catalogue import GameCatalogue

    return GameCatalogue(discover())


def game_named(slug: str) -> CardGame:
    """The game, or ApiError NOT_FOUND with the nearest name."""
    return catalogue().game(slug)


def options_in(game: CardGame, mode: str | None) -> dict[str, Any]:
    """The options of a match in this mode, else the game's own. BadInput if the game has no such mode."""
    if mode is None:
        return {}
    from domain.kernel.seating import modes

    known = modes(game)
    if mode not in known:
        there = f"the modes {', '.join(known)}" if known else "no modes"
        raise BadInput(f"--mode: {game.slug} has {there}")
    return {"mode": mode}
