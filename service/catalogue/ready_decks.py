"""Preconstructed decks as the loadouts of a match."""

from __future__ import annotations

from typing import Any

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.game import CardGame
from domain.kernel.seating import decks_for


def ready_loadout(game: CardGame, deck: str, options: Any, seats: int, seat: int) -> Any:
    """The loadout of a preconstructed deck for one of these seats. INVALID_INPUT for a deck that is not for it."""
    known = [one.id for one in game.decks()]
    if deck not in known:
        message = f"{game.slug} has no deck {deck[:64]!r}; it has {', '.join(known)}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
    loadout = game.precon(deck, seat, options, seats)
    if loadout is None:
        fitting = ", ".join(decks_for(game, options, (seat,), seats)) or "none"
        message = f"the deck {deck!r} is not for seat {seat} of this match; those that are: {fitting}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
    return loadout
