"""The check of a loadout, for both skins."""

from __future__ import annotations

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.catalogue import Catalogue, LoadoutInput, LoadoutReport


async def loadout_report(catalogue: Catalogue, wanted: LoadoutInput) -> LoadoutReport:
    """Every violation of a loadout, or of a preconstructed deck for its seat. INVALID_INPUT for both or none."""
    game, options, seats = wanted.game, wanted.options, wanted.seats
    if wanted.deck is not None and wanted.loadout is None:
        return await catalogue.validate_deck(game, options, seats, wanted.deck, wanted.seat)
    if wanted.loadout is None or wanted.deck is not None:
        message = "name one of the two: a loadout, or the deck of the game that is brought"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("loadout",))
    return await catalogue.validate_loadout(game, options, seats, wanted.loadout)
