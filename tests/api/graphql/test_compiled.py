"""What is compiled answers what graphql-core would answer: generated documents go both ways, over good data and bad."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from graphql import Executor, execute, parse

from api_schema.graphql.compiled import SMALL, Compiled
from api_schema.graphql.context import Context
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.render import SharedExecution, shared_execution
from api_schema.graphql.schema import Schema, build_schema
from api_schema.input.member_names import camel_value
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.inbox import ByeReceivedOut, InboxPage, MatchStartedOut, YourTurnOut
from api_schema.ports.matches import EventOut, EventPage, StateOut
from domain.kernel.facts import as_seen
from domain.kernel.game import CardGame
from domain.kernel.match import State
from service.matches.rendering import match_out
from tests.api.graphql.documents import Documents, spoiled
from tests.api.graphql.every_game import GAMES, schema
from tests.api.graphql.fake import NOW
from tests.api.graphql.playing import Ask, table
from tests.api.graphql.test_games import event_out
from tests.kit.lanes import by_lane
from tests.kit.play import whole
from tests.toy_game.game import GAME

pytestmark = pytest.mark.anyio
DRAWN = by_lane(commit=120, nightly=4000)
OF_A_GAME = by_lane(commit=30, nightly=600)
ROOTS = ["match", "matches", "node", "games", "game", "about", "viewer", "cards"]
ARGUMENTS = {
    ("Query", "match"): "(id: $id)",
    ("Query", "node"): "(id: $id)",
    ("Query", "game"): '(slug: "envoys")',
    ("Query", "cards"): '(game: "envoys", first: 2)',
    ("Query", "matches"): "(first: 2)",
}
INBOX = (
    YourTurnOut("1", NOW, "mt_0", 0, "7", None),
    MatchStartedOut("2", NOW, "mt_0", 0),
    ByeReceivedOut("3", NOW, "tn_1", 1, False),
)
SOME = "{ id version seats @include(if: $all) { number } clock { bank } }"


def uncompiled() -> type[SharedExecution]:
    """An executor that compiles nothing."""
    return shared_execution({})


async def always(value: Any) -> Any:
    return value


def answering(value: Any) -> Any:
    """A use case that answers this, whatever it is asked."""
    return lambda *_, **__: always(value)


class Spoiling:
    """Answers of the fake ports, prepared, and now and then something in them is wrong."""

    def __init__(self, fake: Any, outs: dict[str, Any]) -> None:
        self._ports = {
            "get": fake.matches,
            "state": fake.matches,
            "events": fake.matches,
            "legal_actions": fake.matches,
        }
        self._ports |= {"page": fake.inbox}
        self._outs = outs

    def change(self, random: Random) -> None:
        """Have the next answers be good ones, or spoil one of them."""
        bad = random.choice([None, *self._outs])
        for name, out in self._outs.items():
            setattr(self._ports[name], name, answering(spoiled(random, out) if name == bad else out))


@pytest.fixture
async def spoiling(ask: Ask, fake: Any) -> Spoiling:
    """A match of two that runs, and an inbox."""
    match, (token, _) = await table(ask)
    caller = await fake.accounts.authenticate(token)
    outs = {name: await getattr(fake.matches, name)(caller, match) for name in ("get", "state", "events")}
    outs["legal_actions"] = await fake.matches.legal_actions(caller, match)
    return Spoiling(fake, {**outs, "page": InboxPage(INBOX, "3", False, False)})


async def test_generated_documents_are_answered_the_same(schema: Schema, fake: Any, spoiling: Spoiling) -> None:
    random, other = Random(1), build_schema({GAME.slug: GAME})
    other.execution_context_class = uncompiled()
    documents = Documents(schema._schema, random, ARGUMENTS)
    ways = [httpx.ASGITransport(app=GraphQLApp(one, fake.use)) for one in (schema, other)]
    faults = 0
    async with httpx.AsyncClient(transport=ways[0]) as compiled, httpx.AsyncClient(transport=ways[1]) as core:
        for _ in range(DRAWN):
            query = documents.draw("$id: ID!", ROOTS)
            for _ in range(2):
                spoiling.change(random)
                variables = {"id": "mt_0", **documents.switches()}
                request: Any = {
                    "json": {"query": query, "variables": variables},
                    "headers": {"Authorization": f"Bearer {random.choice(['user:0', 'seat:mt_0:0'])}"},
                }
                one, two = [await client.post("http://test/graphql", **request) for client in (compiled, core)]
                assert one.content == two.content, (query, variables)
                faults += b'"errors"' in one.content
    assert DRAWN // 5 < faults < DRAWN * 2 - DRAWN // 5


def shown(game: CardGame, state: State, viewer: str) -> StateOut:
    """A state as it goes out, with what a game has in it."""
    view = game.view(state, viewer)
    seen = camel_value(game.table(view, state.cards))
    return StateOut(
        state.match, 7, False, viewer, "RUNNING", game.phase(state), (), "d", "e", camel_value(view), seen, None
    )


def ports(state: State, viewer: str, events: tuple[EventOut, ...], game: CardGame) -> Any:
    """Ports that know one match."""
    match, seen = match_out(state, b"", participant=True), shown(game, state, viewer)
    found = {"get": match, "state": seen, "events": EventPage(events, True, len(events))}
    matches = SimpleNamespace(**{name: answering(value) for name, value in found.items()})
    caller: Caller = ANONYMOUS
    return SimpleNamespace(matches=matches, accounts=SimpleNamespace(authenticate=answering(caller)))


@pytest.mark.parametrize("game", [GAMES[slug] for slug in sorted(GAMES)], ids=sorted(GAMES))
async def test_each_games_own_types_are_answered_the_same(game: CardGame) -> None:
    random, types = Random(2), schema().games[game.slug]
    steps = list(whole(game, 7))
    facts = [fact for step in steps for fact in step.facts]
    states = [step.state for step in steps if step.state.board_or_none is not None]
    kinds = {"MatchState": {f"{types.prefix}State"}, "MatchEvent": {cls.__name__ for cls in types.events.values()}}
    documents = Documents(
        schema()._schema,
        random,
        {("Query", "match"): "(id: $id)", ("Match", "state"): "", ("Match", "events"): ""},
        lambda kind: [
            one for one in schema()._schema.get_possible_types(kind) if one.name in kinds.get(kind.name, {one.name})
        ],
        aliases=1000,
    )
    for _ in range(OF_A_GAME):
        viewer, part = random.choice(["full", "spectator", "seat:0"]), random.sample(facts, min(12, len(facts)))
        seen = [(as_seen(fact, viewer), fact) for fact in part]
        events = tuple(event_out(n, event, event != fact.event) for n, (event, fact) in enumerate(seen))
        use = ports(random.choice(states), viewer, events, game)
        query = parse(documents.draw("$id: ID!", ["match"]))
        variables = {"id": "mt_1", **documents.switches()}
        one, two = [
            await answered(query, variables, use, way) for way in (schema().execution_context_class, uncompiled())
        ]
        assert one == two, query


async def answered(query: Any, variables: Any, use: Any, way: Any) -> bytes:
    """The answer past the limits of what clients may ask."""
    context = Context(use, schema().games)
    found: Any = execute(schema()._schema, query, None, context, variables, executor_class=way)
    found = await found if hasattr(found, "__await__") else found
    return msgspec.json.encode({"data": found.data, "errors": [error.formatted for error in found.errors or ()]})


def selections(compiled: Compiled, schema: Schema, document: Any, **variables: Any) -> Any:
    """The selections of a document that is about to run."""
    executor: Any = Executor.build(schema._schema, document, raw_variable_values=variables)
    return compiled.selections(document, executor)


def test_a_document_is_compiled_once_for_each_choice_of_what_it_includes(schema: Schema) -> None:
    compiled = Compiled(schema.read_fields)
    document = parse(f"query($id: ID!, $all: Boolean!) {{ match(id: $id) {SOME} }}")
    one = selections(compiled, schema, document, id="mt_1", all=True)
    assert selections(compiled, schema, document, id="mt_2", all=True) is one
    assert selections(compiled, schema, document, id="mt_1", all=False) is not one


def test_what_is_compiled_goes_with_its_document_and_keeps_no_variables(schema: Schema) -> None:
    compiled = Compiled(schema.read_fields)
    documents = [parse(f"query($id: ID!, $all: Boolean!) {{ match(id: $id) {SOME} }}") for _ in range(3)]
    found = [selections(compiled, schema, document, id="mt_secret", all=True) for document in documents]
    assert len(compiled) == 3
    assert all("mt_secret" not in repr(one._variables) for one in found)
    documents.pop()
    assert len(compiled) == 2


def test_a_document_has_room_for_so_many_fields_as_it_has_characters(schema: Schema) -> None:
    compiled, switches = Compiled(schema.read_fields), [f"s{number}" for number in range(10)]
    asked = " ".join(f"version @include(if: ${name})" for name in switches)
    declared = ", ".join(f"${name}: Boolean!" for name in switches)
    text = f"query({declared}) {{ match(id: 1) {{ id {asked} }} }}"
    document, random, most = parse(text), Random(3), max(SMALL, len(text))
    for _ in range(2 * most):
        selections(compiled, schema, document, **{name: random.random() < 0.5 for name in switches})
        assert compiled.fields(document) <= most + 1
