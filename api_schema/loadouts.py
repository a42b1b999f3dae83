"""What both skins ask of a loadout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.catalogue import Catalogue, LoadoutReport


async def loadout_report(
    catalogue: Catalogue,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    *,
    loadout: Mapping[str, Any] | None,
    deck: str | None,
    seat: int,
) -> LoadoutReport:
    """Every violation of a loadout, or of a preconstructed deck for this seat. INVALID_INPUT for both or none."""
    if deck is not None and loadout is None:
        return await catalogue.validate_deck(game, options, seats, deck, seat)
    if loadout is None or deck is not None:
        message = "name one of the two: a loadout, or the deck of the game that is brought"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("loadout",))
    return await catalogue.validate_loadout(game, options, seats, loadout)
