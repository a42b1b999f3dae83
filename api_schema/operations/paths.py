"""The typed parameters of paths: each has its type by the address that it ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from api_schema.operations import parameters as of
from api_schema.operations import tournament_parameters as of_tournaments

TYPES: Mapping[str, Any] = {
    "/problems/{name}": of.ErrorName,
    "/v1/card-sets/{hash}": of.CardSetHash,
    "/v1/decks/{id}": of.DeckId,
    "/v1/games/{slug}": of.Slug,
    "/v1/leaderboards/{slug}": of.Slug,
    "/v1/leaderboards/{slug}/players/{player}": of.RatedPlayer,
    "/v1/matches/{id}": of.MatchId,
    "/v1/matches/{id}/seats/{n}": of.SeatNumber,
    "/v1/tokens/{id}": of.TokenId,
    "/v1/tournaments/{id}": of_tournaments.TournamentId,
    "/v1/tournaments/{id}/entrants/{entrant}": of_tournaments.EntrantReference,
    "/v1/tournaments/{id}/rounds/{n}": of_tournaments.Round,
    "/v1/tournaments/{id}/staff/{staff}": of_tournaments.StaffReference,
    "/v1/webhooks/{id}": of.WebhookId,
}
_PARAMETER = re.compile(r"\{(\w+)\}")


@cache
def path_type(path: str) -> type[msgspec.Struct]:
    """The parameters of a path."""
    found = [(parameter[1], TYPES[path[: parameter.end()]]) for parameter in _PARAMETER.finditer(path)]
    return msgspec.defstruct("Path", found, frozen=True)
