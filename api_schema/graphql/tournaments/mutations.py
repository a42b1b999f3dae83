"""The mutations of tournaments. A client can send every one again with the same key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import strawberry

from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.payloads import answer
from api_schema.graphql.tournaments import inputs
from api_schema.graphql.tournaments.rounds import Round, rounds_of
from api_schema.graphql.tournaments.tournament import Tournament
from api_schema.ports.tournaments import TournamentMade

Do = Callable[..., Awaitable[TournamentMade]]
INPUT = strawberry.argument(name="input")
CreateRequest = Annotated[inputs.CreateTournamentInput, INPUT]
JoinRequest = Annotated[inputs.JoinTournamentStaffInput, INPUT]
DismissRequest = Annotated[inputs.DismissTournamentStaffInput, INPUT]
RegisterRequest = Annotated[inputs.RegisterEntrantInput, INPUT]
ChangeDeckRequest = Annotated[inputs.ChangeEntrantDeckInput, INPUT]
CheckInRequest = Annotated[inputs.CheckInEntrantInput, INPUT]
DropRequest = Annotated[inputs.DropEntrantInput, INPUT]
StartRoundRequest = Annotated[inputs.StartRoundInput, INPUT]
ReportRequest = Annotated[inputs.ReportResultInput, INPUT]
RuleRequest = Annotated[inputs.RulePairingInput, INPUT]
PauseRequest = Annotated[inputs.PauseTournamentInput, INPUT]
ResumeRequest = Annotated[inputs.ResumeTournamentInput, INPUT]
CancelRequest = Annotated[inputs.CancelTournamentInput, INPUT]
FinishRequest = Annotated[inputs.FinishTournamentInput, INPUT]


@strawberry.type
class TournamentPayload:
    """The tournament at the version that the mutation brought it to."""

    tournament: Tournament | None = None
    version: int | None = None
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class RoundPayload:
    """The same, with the round that has begun, its pairings and their proof."""

    tournament: Tournament | None = None
    round: Round | None = None
    version: int | None = None
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class TournamentMutations:
    """The mutations of organisers, referees and entrants."""

    @strawberry.mutation(description="Make a tournament; you are its organiser.")
    async def create_tournament(self, info: Info, request: CreateRequest) -> TournamentPayload:
        return await answer(TournamentPayload, _create(info, request))

    @strawberry.mutation(description="Become a referee or an organiser, as the code says.")
    async def join_tournament_staff(self, info: Info, request: JoinRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.join_staff, request.code)

    @strawberry.mutation(description="Take a role back, or give one up.")
    async def dismiss_tournament_staff(self, info: Info, request: DismissRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.dismiss, request.staff)

    @strawberry.mutation(description="Enter; late too where the policy allows it.")
    async def register_entrant(self, info: Info, request: RegisterRequest) -> TournamentPayload:
        return await _read(info, request, info.context.use.tournaments.register, inputs.read_register)

    @strawberry.mutation(description="Bring another deck, before the start.")
    async def change_entrant_deck(self, info: Info, request: ChangeDeckRequest) -> TournamentPayload:
        return await _read(info, request, info.context.use.tournaments.change_deck, inputs.read_change_deck)

    @strawberry.mutation
    async def check_in_entrant(self, info: Info, request: CheckInRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.check_in, request.entrant)

    @strawberry.mutation(description="Leave. What was played stays.")
    async def drop_entrant(self, info: Info, request: DropRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.drop, request.entrant)

    @strawberry.mutation(description="Pair a round and make all its matches, or do nothing.")
    async def start_round(self, info: Info, request: StartRoundRequest) -> RoundPayload:
        return await answer(RoundPayload, _start_round(info, request))

    @strawberry.mutation(description="Confirm or dispute the result of your own table.")
    async def report_result(self, info: Info, request: ReportRequest) -> TournamentPayload:
        return await _read(info, request, info.context.use.tournaments.report, inputs.read_report)

    @strawberry.mutation(description="Make a referee's call: an override, an award, a penalty. The reason is needed.")
    async def rule_pairing(self, info: Info, request: RuleRequest) -> TournamentPayload:
        return await _read(info, request, info.context.use.tournaments.rule, inputs.read_rule)

    @strawberry.mutation(description="Let no round begin and nobody enter until it is resumed; the clock stops.")
    async def pause_tournament(self, info: Info, request: PauseRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.pause, request.reason)

    @strawberry.mutation
    async def resume_tournament(self, info: Info, request: ResumeRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.resume)

    @strawberry.mutation(description="End it without a result.")
    async def cancel_tournament(self, info: Info, request: CancelRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.cancel, request.reason)

    @strawberry.mutation(description="End it with the ranks as they are.")
    async def finish_tournament(self, info: Info, request: FinishRequest) -> TournamentPayload:
        return await _done(info, request, info.context.use.tournaments.finish)


async def _done(info: Info, request: Any, do: Do, *what: Any) -> TournamentPayload:
    """The payload of a change that takes plain values."""
    return await answer(TournamentPayload, _changed(info, request, do, lambda: what))


async def _read(info: Info, request: Any, do: Do, read: inputs.Read) -> TournamentPayload:
    """The payload of a change that takes a request."""
    return await answer(TournamentPayload, _changed(info, request, do, lambda: (read(request),)))


async def _changed(info: Info, request: Any, do: Do, what: Callable[[], tuple[Any, ...]]) -> dict[str, Any]:
    caller = await info.context.caller()
    return _payload(await do(caller, request.tournament_id, request.idempotency_key, *what()))


async def _create(info: Info, request: Any) -> dict[str, Any]:
    caller, wanted = await info.context.caller(), inputs.read_create(request)
    return _payload(await info.context.use.tournaments.create(caller, request.idempotency_key, wanted))


async def _start_round(info: Info, request: Any) -> dict[str, Any]:
    wanted = inputs.read_start_round(request)
    payload = await _changed(info, request, info.context.use.tournaments.start_round, lambda: (wanted,))
    begun = await rounds_of(info, request.tournament_id)
    return {**payload, "round": next(found for found in begun if found.out.number == wanted.round)}


def _payload(made: TournamentMade) -> dict[str, Any]:
    return {"tournament": Tournament(out=made.tournament), "version": made.version, "replayed": made.replayed}
