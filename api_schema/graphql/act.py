"""The mutation that plays: its input is built from the actions of all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Annotated, Any, NamedTuple

import strawberry

from api_schema.errors import ApiError
from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.games import GameTypes
from api_schema.graphql.inputs import one_of
from api_schema.graphql.match import Match, MatchEvent
from api_schema.graphql.payloads import answer
from api_schema.input.names import camel
from api_schema.limiting.acts import by_events
from api_schema.limiting.budgets import Bucket
from api_schema.ports.matches import ActInput, Taken


@strawberry.enum(description="Actions of the match itself, in every game.")
class MatchAction(Enum):
    """Actions that need no prompt and no guard."""

    CONCEDE = "concede"


async def _match(root: ActPayload) -> Match | None:
    return None if root.taken is None else Match(out=await root.taken.match())


async def _events(root: ActPayload, info: Info) -> list[MatchEvent]:
    if root.taken is None:
        return []
    typed = info.context.typed(root.taken.game)
    return [typed.event(event) for event in await root.taken.events()]


@strawberry.type
class ActPayload:
    """The accepted action's events as the caller sees them, the new version and the hash chain's head."""

    taken: strawberry.Private[Taken | None] = None
    match: Match | None = strawberry.field(resolver=_match)
    version: int | None = None
    head_hash: str | None = None
    events: list[MatchEvent] = strawberry.field(resolver=_events)
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
            members[f"of_{slug}"] = (types.member, types.actions.type, _action(slug, types.actions.to_data))
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


def _action(slug: str, to_data: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {"action": to_data(value), "game": slug}


def _in_input(error: ApiError, wanted: ActInput) -> ApiError:
    """The refusal of an action, with the path of what is wrong in `ActInput`."""
    first, rest = error.path[:1], error.path[1:]
    if first == ("token",):
        return error.at("what", *error.path)
    if wanted.game is None or wanted.action is None or first not in {("action",), *((name,) for name in wanted.action)}:
        return error
    inside = rest if first == ("action",) else error.path
    action = (camel(str(wanted.action["type"])),) if inside else ()
    return error.at("what", camel(wanted.game), *action, *map(camel, inside))


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
    try:
        taken = await context.use_cases.matches.act(await context.caller(), request.match_id, wanted)
    except ApiError as error:
        raise _in_input(error, wanted) from error
    context.meter.owe(await context.client(), Bucket.ACTS, by_events(taken))
    return {
        "taken": taken,
        "version": taken.version,
        "head_hash": taken.head_hash,
        "replayed": taken.replayed,
    }


def act_field(games: Mapping[str, GameTypes]) -> Any:
    """The field of the root; only its input depends on the games."""
    act = act_input(games)

    async def resolve(info: Any, request: Any) -> Any:
        return await answer(ActPayload, _act(info, request, act.choose))

    request = strawberry.argument(name="input")
    resolve.__annotations__ = {"info": Info, "request": Annotated[act.type, request], "return": ActPayload}
    return strawberry.field(resolver=resolve, description="Answer a prompt, or concede.")
