"""The members of the stored events of tournaments as the API calls them."""

from __future__ import annotations

from typing import Any

from api_schema.input.member_names import outward, outward_with, renamed
from domain.tournament.events import EVENTS, Deck, DeckChanged, DecksRevealed, EntrantRegistered, TournamentCreated
from service.catalogue.member_names import GameMemberNames

_RENAMES = {kind.type: outward(kind) for kind in EVENTS}


def event_data(kind: str, data: dict[str, Any], game: GameMemberNames | None) -> dict[str, Any]:
    """The visible data of an event, with the options and loadouts of its game; these as stored, where that is gone."""
    if game is not None and kind in _OF_GAMES:
        return _OF_GAMES[kind](game, data)
    return renamed(data, _RENAMES.get(kind))


def _created(game: GameMemberNames, data: dict[str, Any]) -> dict[str, Any]:
    return renamed(data, outward_with(TournamentCreated, options=game.options))


def _brought(game: GameMemberNames, data: dict[str, Any]) -> dict[str, Any]:
    return {name: _deck(game, value) if name == "deck" else value for name, value in data.items()}


def _revealed(game: GameMemberNames, data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "decks": {entrant: _deck(game, deck) for entrant, deck in data["decks"].items()}}


def _deck(game: GameMemberNames, deck: dict[str, Any] | None) -> Any:
    return renamed(deck, outward_with(Deck, loadout=game.loadout))


_OF_GAMES = {
    TournamentCreated.type: _created,
    EntrantRegistered.type: _brought,
    DeckChanged.type: _brought,
    DecksRevealed.type: _revealed,
}
"""Those that hold what is the game's."""
