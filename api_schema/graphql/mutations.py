"""The root of mutations. Every mutation answers a payload: its result, or typed `userErrors`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import strawberry

from api_schema.graphql import decks, lobby
from api_schema.graphql.act import act_field
from api_schema.graphql.games import GameTypes
from api_schema.graphql.mutation_rows import mutation_fields
from api_schema.graphql.tournaments import mutations as tournaments
from api_schema.operations import accounts, catalogue, webhooks
from api_schema.operations import decks as decks_rows
from api_schema.operations import lobby as lobby_rows
from api_schema.operations import tournament_entrants as entrants
from api_schema.operations import tournament_rounds as rounds
from api_schema.operations import tournament_staff as staff
from api_schema.operations import tournaments as tournaments_rows
from api_schema.operations.table import CHANGES

_ROWS = (
    *accounts.ROWS,
    *catalogue.ROWS,
    *decks_rows.ROWS,
    tournaments_rows.CREATE_TOURNAMENT,
    *staff.ROWS[:-1],
    *entrants.ROWS[:-1],
    rounds.START_ROUND,
    entrants.REPORT_RESULT,
    staff.RULE_PAIRING,
    *tournaments_rows.ROWS[1:],
    *webhooks.ROWS,
    *lobby_rows.ROWS,
)
"""The operations whose changes the schema has first, in its order."""


@cache
def _fields() -> dict[str, Any]:
    """All but `act`."""
    rows = dict.fromkeys((*_ROWS, *CHANGES))
    return mutation_fields(rows, {**decks.BY_HAND, **lobby.BY_HAND, **tournaments.BY_HAND})


def mutation_type(games: Mapping[str, GameTypes]) -> type:
    """The Mutation type; only the input of `act` depends on the games."""
    cls = type("Mutation", (), {"__annotations__": {}, **_fields(), "act": act_field(games)})
    return strawberry.type(cls)
