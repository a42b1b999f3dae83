"""The root of mutations. Every mutation answers a payload: its result, or typed `userErrors`."""

from __future__ import annotations

from collections.abc import Mapping

import strawberry

from api_schema.graphql import accounts, card_sets, decks, lobby, webhooks
from api_schema.graphql.act import act_field
from api_schema.graphql.games import GameTypes
from api_schema.graphql.mutation_rows import mutation_fields
from api_schema.graphql.tournaments import mutations as tournaments

MUTATIONS = (
    *accounts.MUTATIONS,
    *card_sets.MUTATIONS,
    *decks.MUTATIONS,
    *tournaments.MUTATIONS,
    *webhooks.MUTATIONS,
    *lobby.MUTATIONS,
)
"""All but `act`."""
_FIELDS = mutation_fields(MUTATIONS)


def mutation_type(games: Mapping[str, GameTypes]) -> type:
    """The Mutation type; only the input of `act` depends on the games."""
    cls = type("Mutation", (), {"__annotations__": {}, **_FIELDS, "act": act_field(games)})
    return strawberry.type(cls)
