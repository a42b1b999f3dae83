"""The mutations of tournaments. A client can send every one again with the same key."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema import changes
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.mutation_rows import Members, Mutation, Payload, asked_by, payload
from api_schema.graphql.request_inputs import Input
from api_schema.graphql.tournaments import inputs
from api_schema.graphql.tournaments.rounds import Round, rounds_of
from api_schema.graphql.tournaments.tournament import Tournament
from api_schema.ports.tournaments import TournamentMade

WHERE = "tournament_id"


@strawberry.type
class RoundPayload:
    """The tournament, with the round that has begun, its pairings and their proof."""

    tournament: Tournament | None = None
    round: Round | None = None
    version: int | None = None
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


TOURNAMENT = payload("TournamentPayload", TournamentMade)
ROUND = Payload(RoundPayload, lambda members: members)


async def _start_round(info: Info, request: Any) -> Members:
    caller, asked = await info.context.caller(), asked_by(inputs.START_ROUND, WHERE, request)
    made = await changes.START_ROUND.do(info.context.use_cases, caller, asked)
    begun = await rounds_of(info, asked.id)
    return {
        **TOURNAMENT.members(made),
        "round": next(found for found in begun if found.out.number == asked.request.round),
    }


def _change(change: changes.Change, taken: Input, description: str | None = None) -> Mutation:
    return Mutation(change, TOURNAMENT, taken, description, WHERE)


MUTATIONS = (
    Mutation(changes.CREATE_TOURNAMENT, TOURNAMENT, inputs.CREATE, "Make a tournament; you are its organiser."),
    _change(changes.JOIN_TOURNAMENT_STAFF, inputs.JOIN, "Become a referee or an organiser, as the code says."),
    _change(changes.DISMISS_TOURNAMENT_STAFF, inputs.DISMISS, "Take a role back, or give one up."),
    _change(changes.REGISTER_ENTRANT, inputs.REGISTER, "Enter; late too where the policy allows it."),
    _change(changes.CHANGE_ENTRANT_DECK, inputs.CHANGE_DECK, "Bring another deck, before the start."),
    _change(changes.CHECK_IN_ENTRANT, inputs.CHECK_IN),
    _change(changes.DROP_ENTRANT, inputs.DROP, "Leave. What was played stays."),
    Mutation(
        changes.START_ROUND,
        ROUND,
        inputs.START_ROUND,
        "Pair a round and make all its matches, or do nothing.",
        ask=_start_round,
    ),
    _change(changes.REPORT_RESULT, inputs.REPORT, "Confirm or dispute the result of your own table."),
    _change(
        changes.RULE_PAIRING,
        inputs.RULE,
        "Make a referee's call: an override, an award, a penalty. The reason is needed.",
    ),
    _change(
        changes.PAUSE_TOURNAMENT,
        inputs.PAUSE,
        "Let no round begin and nobody enter until it is resumed; the clock stops.",
    ),
    _change(changes.RESUME_TOURNAMENT, inputs.RESUME),
    _change(changes.CANCEL_TOURNAMENT, inputs.CANCEL, "End it without a result."),
    _change(changes.FINISH_TOURNAMENT, inputs.FINISH, "End it with the ranks as they are."),
)
