"""The mutation of tournaments that GraphQL answers with more than REST does: the round that has begun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import strawberry

from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.mutation_rows import ByHand, MadePayload, Members, asked_by
from api_schema.graphql.tournaments.rounds import Round, rounds_of
from api_schema.graphql.tournaments.tournament import Tournament
from api_schema.operations.operation import Change
from api_schema.operations.tournament_rounds import START_ROUND


@strawberry.type
class RoundPayload:
    """The tournament, with the round that has begun, its pairings and their proof."""

    tournament: Tournament | None = None
    round: Round | None = None
    version: int | None = None
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


async def _start_round(info: Info, request: Any) -> Members:
    caller, asked = await info.context.caller(), asked_by(START_ROUND, request)
    made = await START_ROUND.do(info.context.use_cases, caller, asked)
    begun = await rounds_of(info, asked.id)
    return {
        "tournament": Tournament(out=made.tournament),
        "round": next(found for found in begun if found.out.number == asked.request.round),
        "version": made.version,
        "replayed": made.replayed,
    }


BY_HAND: Mapping[Change, ByHand] = {
    START_ROUND: ByHand(_start_round, MadePayload(RoundPayload, lambda members: members))
}
