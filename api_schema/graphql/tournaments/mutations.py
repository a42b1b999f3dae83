"""What is done with tournaments. Every mutation can be sent again with the same key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import strawberry

from api_schema.graphql.answering import answer
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.tournaments import orders
from api_schema.graphql.tournaments.rounds import Round, rounds_of
from api_schema.graphql.tournaments.tournament import Tournament
from api_schema.ports import TournamentMade

Do = Callable[..., Awaitable[TournamentMade]]
INPUT = strawberry.argument(name="input")
CreateOrder = Annotated[orders.CreateTournamentInput, INPUT]
JoinOrder = Annotated[orders.JoinTournamentStaffInput, INPUT]
DismissOrder = Annotated[orders.DismissTournamentStaffInput, INPUT]
RegisterOrder = Annotated[orders.RegisterEntrantInput, INPUT]
ChangeDeckOrder = Annotated[orders.ChangeEntrantDeckInput, INPUT]
CheckInOrder = Annotated[orders.CheckInEntrantInput, INPUT]
DropOrder = Annotated[orders.DropEntrantInput, INPUT]
StartRoundOrder = Annotated[orders.StartRoundInput, INPUT]
ReportOrder = Annotated[orders.ReportResultInput, INPUT]
RuleOrder = Annotated[orders.RulePairingInput, INPUT]
PauseOrder = Annotated[orders.PauseTournamentInput, INPUT]
ResumeOrder = Annotated[orders.ResumeTournamentInput, INPUT]
CancelOrder = Annotated[orders.CancelTournamentInput, INPUT]
FinishOrder = Annotated[orders.FinishTournamentInput, INPUT]


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
    """What organisers, referees and entrants do."""

    @strawberry.mutation(description="Make a tournament; you are its organiser.")
    async def create_tournament(self, info: Info, order: CreateOrder) -> TournamentPayload:
        return await answer(TournamentPayload, _create(info, order))

    @strawberry.mutation(description="Become a referee or an organiser, as the code says.")
    async def join_tournament_staff(self, info: Info, order: JoinOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.join_staff, order.code)

    @strawberry.mutation(description="Take a role back, or give one up.")
    async def dismiss_tournament_staff(self, info: Info, order: DismissOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.dismiss, order.staff)

    @strawberry.mutation(description="Enter; late too where the policy allows it.")
    async def register_entrant(self, info: Info, order: RegisterOrder) -> TournamentPayload:
        return await _read(info, order, info.context.use.tournaments.register, orders.read_register)

    @strawberry.mutation(description="Bring another deck, before the start.")
    async def change_entrant_deck(self, info: Info, order: ChangeDeckOrder) -> TournamentPayload:
        return await _read(info, order, info.context.use.tournaments.change_deck, orders.read_change_deck)

    @strawberry.mutation
    async def check_in_entrant(self, info: Info, order: CheckInOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.check_in, order.entrant)

    @strawberry.mutation(description="Leave. What was played stays.")
    async def drop_entrant(self, info: Info, order: DropOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.drop, order.entrant)

    @strawberry.mutation(description="Pair a round and make all its matches, or do nothing.")
    async def start_round(self, info: Info, order: StartRoundOrder) -> RoundPayload:
        return await answer(RoundPayload, _start_round(info, order))

    @strawberry.mutation(description="Confirm or dispute the result of your own table.")
    async def report_result(self, info: Info, order: ReportOrder) -> TournamentPayload:
        return await _read(info, order, info.context.use.tournaments.report, orders.read_report)

    @strawberry.mutation(description="Make a referee's call: an override, an award, a penalty. The reason is needed.")
    async def rule_pairing(self, info: Info, order: RuleOrder) -> TournamentPayload:
        return await _read(info, order, info.context.use.tournaments.rule, orders.read_rule)

    @strawberry.mutation(description="Let no round begin and nobody enter until it is resumed.")
    async def pause_tournament(self, info: Info, order: PauseOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.pause, order.reason)

    @strawberry.mutation
    async def resume_tournament(self, info: Info, order: ResumeOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.resume)

    @strawberry.mutation(description="End it without a result.")
    async def cancel_tournament(self, info: Info, order: CancelOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.cancel, order.reason)

    @strawberry.mutation(description="End it with the ranks as they are.")
    async def finish_tournament(self, info: Info, order: FinishOrder) -> TournamentPayload:
        return await _done(info, order, info.context.use.tournaments.finish)


async def _done(info: Info, order: Any, do: Do, *what: Any) -> TournamentPayload:
    """The payload of a change that takes plain values."""
    return await answer(TournamentPayload, _changed(info, order, do, lambda: what))


async def _read(info: Info, order: Any, do: Do, read: orders.Read) -> TournamentPayload:
    """The payload of a change that takes an order."""
    return await answer(TournamentPayload, _changed(info, order, do, lambda: (read(order),)))


async def _changed(info: Info, order: Any, do: Do, what: Callable[[], tuple[Any, ...]]) -> dict[str, Any]:
    caller = await info.context.caller()
    return _payload(await do(caller, order.tournament_id, order.idempotency_key, *what()))


async def _create(info: Info, order: Any) -> dict[str, Any]:
    caller, wanted = await info.context.caller(), orders.read_create(order)
    return _payload(await info.context.use.tournaments.create(caller, order.idempotency_key, wanted))


async def _start_round(info: Info, order: Any) -> dict[str, Any]:
    wanted = orders.read_start_round(order)
    payload = await _changed(info, order, info.context.use.tournaments.start_round, lambda: (wanted,))
    begun = await rounds_of(info, order.tournament_id)
    return {**payload, "round": next(found for found in begun if found.out.number == wanted.round)}


def _payload(made: TournamentMade) -> dict[str, Any]:
    return {"tournament": Tournament(out=made.tournament), "version": made.version, "replayed": made.replayed}
