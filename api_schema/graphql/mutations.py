"""The root of mutations. Every mutation answers a payload: its result, or typed `userErrors`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import Annotated, Any, NamedTuple

import strawberry

from api_schema.errors import ApiError
from api_schema.graphql import shapes
from api_schema.graphql.accounts import AccountMutations
from api_schema.graphql.card_sets import CardSetMutations
from api_schema.graphql.context import Info
from api_schema.graphql.decks import DeckMutations
from api_schema.graphql.errors import UserError
from api_schema.graphql.forks import ForkMatchInput, ForkMatchPayload, fork_match
from api_schema.graphql.games import GameTypes
from api_schema.graphql.inputs import one_of
from api_schema.graphql.match import Match, MatchEvent
from api_schema.graphql.payloads import answer
from api_schema.graphql.scalars import Json, json_object
from api_schema.graphql.tournaments.mutations import TournamentMutations
from api_schema.graphql.webhooks import WebhookMutations
from api_schema.limiting.acts import by_events
from api_schema.limiting.budgets import Bucket
from api_schema.ports.matches import ActInput, CreateMatch, JoinMatch


@strawberry.enum(description="Actions of the match itself, in every game.")
class MatchAction(Enum):
    """Actions that need no prompt and no guard."""

    CONCEDE = "concede"


@strawberry.input(description="A new match. `options` are the game's own; times in ms, 0: no limit.")
class CreateMatchInput:
    """A request for a match."""

    idempotency_key: str
    game: str
    seats: int
    options: Json | None = None
    decision_ms: int | None = None
    turn_ms: int | None = None
    bank_ms: int = 0
    visibility: shapes.MatchVisibility = strawberry.field(default="OPEN")
    reveal: shapes.RevealPolicy = strawberry.field(default="ALL")
    spectator_delay_ms: int = strawberry.field(
        default=0, description="Up to an hour: once the match runs, strangers learn what happens so much later."
    )


@strawberry.input(
    description="A seat to take (the lowest free one if none is named), with a deck, saved or not, or a loadout."
)
class JoinMatchInput:
    """A request for a seat."""

    idempotency_key: str
    match_id: strawberry.ID
    seat: int | None = None
    deck: strawberry.ID | None = strawberry.field(default=None, description="A preconstructed deck's id.")
    deck_id: strawberry.ID | None = strawberry.field(default=None, description="The id of a deck that you saved.")
    loadout: Json | None = strawberry.field(default=None, description="As the game's loadoutSchema says.")
    seed: str | None = strawberry.field(default=None, description="Mixed into every draw, so nobody chose them alone.")
    bot: bool = strawberry.field(default=False, description="A program of yours plays.")
    invite: str | None = None
    house_bot: shapes.HouseBot | None = strawberry.field(
        default=None,
        description="Give the seat of your own match to the house's bot, with a deck that fits if you name none.",
    )


@strawberry.input(description="A seat to free again, before the match has started.")
class LeaveMatchInput:
    """A request to leave."""

    idempotency_key: str
    match_id: strawberry.ID
    seat: int


@strawberry.type
class CreateMatchPayload:
    """The match, and its invite code if it takes one to join."""

    match: Match | None = None
    invite: str | None = None
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class JoinMatchPayload:
    """The seat taken and its token, shown to nobody else; null for the seat of a bot of the house."""

    match: Match | None = None
    seat: int | None = None
    seat_token: strawberry.ID | None = None
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class MatchPayload:
    """The match after it."""

    match: Match | None = None
    user_errors: list[UserError] = strawberry.field(default_factory=list)


@strawberry.type
class ActPayload:
    """The accepted action's events as the caller sees them, the new version and the hash chain's head."""

    match: Match | None = None
    version: int | None = None
    head_hash: str | None = None
    events: list[MatchEvent] = strawberry.field(default_factory=list)
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


class Act(NamedTuple):
    """The input type of `act`, built from all games, and what turns its choice into token or action."""

    type: Any
    choose: Callable[[Any], dict[str, Any]]


def act_input(games: Mapping[str, GameTypes]) -> Act:
    """`ActInput` with `what: ActChoice!`, which has one member per game."""
    members: dict[str, tuple[str, Any, Callable[[Any], Any]]] = {
        "token": ("token", strawberry.ID, lambda token: {"token": str(token)}),
        "of_match": ("match", MatchAction, lambda action: {"action": {"type": action.value}}),
    }
    for slug, types in games.items():
        if types.actions is not None:
            members[f"of_{slug}"] = (types.member, types.actions.type, _action(types.actions.to_data))
    choice, choose = one_of("ActChoice", members, "A legal action's token, an action of the match, or a game's action.")
    fields = {
        "idempotency_key": str,
        "match_id": strawberry.ID,
        "seat": int | None,
        "prompt_id": strawberry.ID | None,
        "revision": int | None,
        "expected_version": int | None,
        "what": choice,
    }
    optional = dict.fromkeys(("seat", "prompt_id", "revision", "expected_version"))
    cls = type("ActInput", (), {"__annotations__": fields, **optional})
    return Act(strawberry.input(cls, description=ACT), choose)


ACT = (
    "An action under a guard: a token carries its own; a typed action needs `promptId` and `revision`, "
    "or `expectedVersion`; conceding needs none. The key makes a retry safe: it answers the first result."
)


def _action(to_data: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {"action": to_data(value)}


async def _create_match(info: Info, request: CreateMatchInput) -> dict[str, Any]:
    wanted = CreateMatch(
        game=request.game,
        seats=request.seats,
        options=json_object(request.options, "options"),
        decision_ms=request.decision_ms,
        turn_ms=request.turn_ms,
        bank_ms=request.bank_ms,
        visibility=_text(request.visibility),
        reveal=_text(request.reveal),
        spectator_delay_ms=request.spectator_delay_ms,
    )
    caller = await info.context.caller()
    match, replayed, invite = await info.context.use.matches.create(caller, request.idempotency_key, wanted)
    return {"match": Match(out=match), "replayed": replayed, "invite": invite}


async def _join_match(info: Info, request: JoinMatchInput) -> dict[str, Any]:
    wanted = JoinMatch(
        seat=request.seat,
        deck=request.deck,
        deck_id=request.deck_id,
        loadout=None if request.loadout is None else json_object(request.loadout, "loadout"),
        seed=request.seed,
        bot=request.bot if request.house_bot is None else _text(request.house_bot),
        invite=request.invite,
    )
    caller = await info.context.caller()
    with _named_here(request):
        joined = await info.context.use.matches.join(caller, request.match_id, request.idempotency_key, wanted)
    return {
        "match": Match(out=joined.match),
        "seat": joined.seat,
        "seat_token": joined.seat_token or None,
        "replayed": joined.replayed,
    }


@contextmanager
def _named_here(request: JoinMatchInput) -> Iterator[None]:
    """A fault of the bot of the house has the place where it stands in this input."""
    try:
        yield
    except ApiError as error:
        if request.house_bot is not None and error.path == ("bot",):
            error.path = ("houseBot",)
        raise


async def _leave_match(info: Info, request: LeaveMatchInput) -> dict[str, Any]:
    caller = await info.context.caller()
    match = await info.context.use.matches.leave(caller, request.match_id, request.seat, request.idempotency_key)
    return {"match": Match(out=match)}


async def _act(info: Info, request: Any, choose: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    wanted = ActInput(
        idempotency_key=request.idempotency_key,
        seat=request.seat,
        prompt_id=request.prompt_id,
        revision=request.revision,
        expected_version=request.expected_version,
        **choose(request.what),
    )
    context = info.context
    done = await context.use.matches.act(await context.caller(), request.match_id, wanted)
    context.meter.owe(await context.client(), Bucket.ACTS, by_events(done))
    typed = context.typed(done.match.game)
    return {
        "match": Match(out=done.match),
        "version": done.version,
        "head_hash": done.head_hash,
        "events": [typed.event(event) for event in done.events],
        "replayed": done.replayed,
    }


def _text(member: Any) -> Any:
    return getattr(member, "value", member)


CreateMatchRequest = Annotated[CreateMatchInput, strawberry.argument(name="input")]
JoinMatchRequest = Annotated[JoinMatchInput, strawberry.argument(name="input")]
ForkMatchRequest = Annotated[ForkMatchInput, strawberry.argument(name="input")]
LeaveMatchRequest = Annotated[LeaveMatchInput, strawberry.argument(name="input")]


@strawberry.type
class Mutation(AccountMutations, CardSetMutations, DeckMutations, TournamentMutations, WebhookMutations):
    """The mutations that are the same whatever the games; `act` joins them."""

    @strawberry.mutation
    async def create_match(self, info: Info, request: CreateMatchRequest) -> CreateMatchPayload:
        return await answer(CreateMatchPayload, _create_match(info, request))

    @strawberry.mutation
    async def join_match(self, info: Info, request: JoinMatchRequest) -> JoinMatchPayload:
        return await answer(JoinMatchPayload, _join_match(info, request))

    @strawberry.mutation
    async def leave_match(self, info: Info, request: LeaveMatchRequest) -> MatchPayload:
        return await answer(MatchPayload, _leave_match(info, request))

    @strawberry.mutation(description="Go on from any past version of a match that is over, for practice.")
    async def fork_match(self, info: Info, request: ForkMatchRequest) -> ForkMatchPayload:
        return await answer(ForkMatchPayload, fork_match(info, request))


def mutation_type(games: Mapping[str, GameTypes]) -> type:
    """The Mutation type; only the input of `act` depends on the games."""
    act = act_input(games)

    async def resolve_act(info: Any, request: Any) -> Any:
        return await answer(ActPayload, _act(info, request, act.choose))

    request = strawberry.argument(name="input")
    resolve_act.__annotations__ = {"info": Info, "request": Annotated[act.type, request], "return": ActPayload}
    members = {"act": strawberry.field(resolver=resolve_act, description="Answer a prompt, or concede.")}
    cls = type("Mutation", (Mutation,), {"__annotations__": {}, **members})
    return strawberry.type(cls, name="Mutation")
