"""Every game's generated types hold what random matches really show: each view, event and action, field by field."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from graphql import DocumentNode, GraphQLObjectType, GraphQLUnionType, execute, get_named_type, parse

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.context import Context
from api_schema.input.member_names import camel_value
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import ActInput, EventOut, EventPage
from domain.kernel.facts import as_seen
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import expand
from service.catalogue.member_names import GameMemberNames
from tests.api.graphql.every_game import GAMES, core, schema
from tests.api.graphql.typed import sent
from tests.kit.modes import InMode, in_each_mode, name_of
from tests.kit.play import whole
from tests.kit.told import BESIDE

pytestmark = pytest.mark.anyio

IN_EVERY_MODE = pytest.mark.parametrize("variant", in_each_mode([GAMES[slug] for slug in sorted(GAMES)]), ids=name_of)
VIEWERS = ("full", "spectator", "seat:0")


def selection(kind: Any, above: tuple[str, ...] = ()) -> str:
    """Everything that can be asked of a type, with aliases where members of a union differ."""
    named = get_named_type(kind)
    if isinstance(named, GraphQLUnionType):
        return (
            "{ __typename "
            + " ".join(f"... on {member.name} {_aliased(member, above)}" for member in named.types)
            + "}"
        )
    return _aliased(named, above, alias=False) if isinstance(named, GraphQLObjectType) else ""


def _aliased(kind: GraphQLObjectType, above: tuple[str, ...], *, alias: bool = True) -> str:
    if kind.name in above:
        return "{ __typename }"
    fields = [
        f"{f'{kind.name}_{name}: ' if alias else ''}{name} {selection(field.type, (*above, kind.name))}"
        for name, field in kind.fields.items()
    ]
    return "{ " + " ".join(fields) + " }"


def context(game: CardGame, views: list[Any], events: list[EventOut]) -> Context:
    """Ports that know one match, the views of which come one after the other."""
    left = iter(views)
    out: Any = SimpleNamespace(id="mt_1", game=game.slug)

    class Matches:
        async def get(self, *_: Any) -> Any:
            return out

        async def state(self, *_: Any, **__: Any) -> Any:
            return SimpleNamespace(view=next(left))

        async def events(self, *_: Any, **__: Any) -> Any:
            return EventPage(tuple(events), True, len(events))

    class Accounts:
        async def authenticate(self, token: str | None) -> Caller:
            return ANONYMOUS

    use: Any = SimpleNamespace(matches=Matches(), accounts=Accounts())
    return Context(use, schema().games)


def event_out(version: int, event: Any, redacted: bool) -> EventOut:
    data = {} if event is None else msgspec.to_builtins(camel_value(event), str_keys=True)
    kind = "sealed" if event is None else event.type
    return EventOut(f"ev_{version}", version, kind, "", "system", None, redacted, "", False, kind, *BESIDE, data)


async def ask(query: DocumentNode, known: Context) -> Any:
    # Past the limits of what clients may ask: this asks for all there is.
    result: Any = execute(schema()._schema, query, context_value=known)
    result = await result if hasattr(result, "__await__") else result
    assert result.errors is None, result.errors
    return result.data


@IN_EVERY_MODE
async def test_views_and_events_of_random_play_fit_their_types(variant: InMode) -> None:
    game, prefix = variant.game, schema().games[variant.game.slug].prefix
    steps = list(whole(game, 7, options=variant.options))
    states = [step.state for step in steps if step.state.board_or_none is not None]
    chosen = states[:: max(1, len(states) // 12)]
    views = [game.view(state, viewer) for state in chosen for viewer in VIEWERS]
    view = selection(core().type_map[f"{prefix}View"])
    asked = parse(f'{{ match(id: "mt_1") {{ state {{ ... on {prefix}State {{ view {view} }} }} }} }}')
    for shown in views:
        data = await ask(asked, context(game, [camel_value(shown)], []))
        assert data["match"]["state"]["view"]

    facts = [fact for step in steps for fact in step.facts]
    types = {event.type for event in game.events} | {"action_taken"}
    for viewer in VIEWERS:
        seen = [as_seen(fact, viewer) for fact in facts]
        outs = [
            event_out(n, event, event != fact.event) for n, (event, fact) in enumerate(zip(seen, facts, strict=True), 1)
        ]
        used = {out.type for out in outs} & types
        parts = " ".join(
            f"... on {cls.__name__} {_aliased(core().type_map[cls.__name__], ())}"  # type: ignore[arg-type]
            for kind, cls in schema().games[game.slug].events.items()
            if kind in used
        )
        query = f'{{ match(id: "mt_1") {{ events(first: 256) {{ nodes {{ __typename {parts} }} }} }} }}'
        data = await ask(parse(query), context(game, [], outs))
        assert len(data["match"]["events"]["nodes"]) == len(facts)


@IN_EVERY_MODE
async def test_each_legal_action_can_be_sent_as_typed_input(variant: InMode) -> None:
    game, slug = variant.game, variant.game.slug
    received: list[Any] = []

    class Matches:
        async def act(self, caller: Any, match: str, order: ActInput) -> Any:
            received.append(order.action)
            raise ApiError(ErrorCode.UNAVAILABLE, "received")

    class Accounts:
        async def authenticate(self, token: str | None) -> Caller:
            return ANONYMOUS

    use: Any = SimpleNamespace(matches=Matches(), accounts=Accounts())
    document = "mutation($i: ActInput!) { act(input: $i) { userErrors { code } } }"
    wanted = distinct_answers(game, [step.state for step in whole(game, 11, options=variant.options)])
    for answer in wanted:
        order = {"matchId": "mt_1", "idempotencyKey": "k", "what": sent(core(), slug, answer)}
        result: Any = await schema().execute(document, {"i": order}, Context(use, schema().games))
        assert result.data == {"act": {"userErrors": [{"code": "UNAVAILABLE"}]}}, result.errors
    assert received == wanted


def distinct_answers(game: CardGame, states: list[State]) -> list[dict[str, Any]]:
    """One legal answer of every kind and set of parameters that these states allow."""
    found: dict[Any, dict[str, Any]] = {}
    spelling = GameMemberNames(game)
    for state in states:
        for prompt in state.prompts.values():
            for template in game.options(state, prompt):
                fields = msgspec.to_builtins(next(expand(template)), str_keys=True)
                answer = spelling.action({"type": template.type, **fields})
                found.setdefault((template.type, tuple(sorted(fields))), answer)
    return list(found.values())
