"""An operation that was asked before gets the answer of graphql-core, and does nothing twice."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.prepared import Prepared
from api_schema.graphql.schema import Schema, build_schema
from api_schema.limiting.budgets import Budget, Budgets
from api_schema.limiting.meter import Meter
from api_schema.ports.matches import ActInput, ActOut
from tests.api.graphql.documents import Documents, spoiled
from tests.api.graphql.playing import ACT, Ask, legal, table
from tests.api.graphql.test_compiled import ARGUMENTS, Spoiling, spoiling, uncompiled
from tests.api.taken import taken
from tests.kit.lanes import by_lane
from tests.toy_game.game import GAME

__all__ = ["spoiling"]
pytestmark = pytest.mark.anyio
DRAWN = by_lane(commit=60, nightly=2000)
STATE = "query($id: ID!) { match(id: $id) { id state { version json } legalActions { seat } } }"
WRONG: list[dict[str, Any]] = [
    {"variables": {}},
    {"variables": {"id": None}},
    {"variables": {"id": ["mt_0"]}},
    {"variables": {"id": "mt_0"}, "operationName": "Other"},
    {"variables": "mt_0"},
    {"variables": {"id": "mt_0", "more": 1}},
]


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The fields that were answered without graphql-core, as they are."""
    found: list[str] = []
    data = Prepared.data

    async def noted(self: Prepared, *given: Any) -> Any:
        answer = await data(self, *given)
        found.append(self.response)
        return answer

    monkeypatch.setattr(Prepared, "data", noted)
    return found


class Both:
    """One service over a schema that prepares, and over one that doesn't."""

    def __init__(self, fake: Any, **how: Any) -> None:
        core = build_schema({GAME.slug: GAME})
        core.execution_context_class = uncompiled()
        schemas = build_schema({GAME.slug: GAME}), core
        self.apps = [GraphQLApp(schema, fake.use, **{name: make() for name, make in how.items()}) for schema in schemas]

    async def ask(self, body: Any, token: str = "seat:mt_0:0") -> bytes:
        """The answer of both, which is the same: status, headers and bytes."""
        found = []
        for app in self.apps:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test") as client:
                answer = await client.post("/graphql", json=body, headers={"Authorization": f"Bearer {token}"})
                found.append((answer.status_code, answer.headers.multi_items(), answer.content))
        assert found[0] == found[1], body
        return bytes(found[0][2])


async def test_drawn_operations_are_answered_the_same(
    schema: Schema, fake: Any, spoiling: Spoiling, prepared: list[str]
) -> None:
    random, both = Random(4), Both(fake)
    documents = Documents(schema._schema, random, ARGUMENTS)
    for _ in range(DRAWN):
        query = documents.draw("$id: ID!", [random.choice(["match", "match", "node", "game", "about", "viewer"])])
        for _ in range(4):
            spoiling.change(random)
            await both.ask({"query": query, "variables": {"id": "mt_0", **documents.switches()}})
    assert len(prepared) > DRAWN // 5


async def test_the_second_answer_is_prepared(fake: Any, ask: Ask, prepared: list[str]) -> None:
    both, (match, tokens) = Both(fake), await table(ask)
    prepared.clear()
    answers = [await both.ask({"query": STATE, "variables": {"id": match}}, tokens[0]) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert b'"json"' in answers[0]
    assert prepared == ["match", "match"]


@pytest.mark.parametrize("more", WRONG, ids=str)
async def test_what_is_wrong_with_a_request_is_told_the_same(fake: Any, ask: Ask, more: dict[str, Any]) -> None:
    both, (match, tokens) = Both(fake), await table(ask)
    for _ in range(2):
        await both.ask({"query": STATE, "variables": {"id": match}}, tokens[0])
        await both.ask({"query": STATE, **more}, tokens[0])
        await both.ask({"query": STATE, "variables": {"id": "mt_none"}}, "nobody knows")


async def test_a_prepared_operation_is_paid_for(fake: Any, ask: Ask, prepared: list[str]) -> None:
    match, tokens = await table(ask)
    prepared.clear()
    both = Both(fake, meter=lambda: Meter(Budgets(reads=Budget(200, 200)), clock=lambda: 0))
    answers = [await both.ask({"query": STATE, "variables": {"id": match}}, tokens[0]) for _ in range(8)]
    assert b"RATE_LIMITED" in answers[-1]
    assert 1 < len(prepared) < 7


@pytest.mark.parametrize("fault", [ApiError(ErrorCode.NOT_YOUR_SEAT, "no"), RuntimeError("secret"), "spoiled", None])
async def test_an_action_is_taken_once_whatever_comes_of_it(
    fake: Any, ask: Ask, prepared: list[str], monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    both, (match, tokens) = Both(fake), await table(ask)
    token = (await legal(ask, match, tokens[0]))["prompts"][0]["actions"][0]["token"]
    order = {"idempotencyKey": "once", "matchId": match, "what": {"token": token}}
    caller = await fake.accounts.authenticate(tokens[0])
    done: ActOut = await (await fake.matches.act(caller, match, ActInput("before", token=token))).whole()
    prepared.clear()
    asked = []

    async def act(*given: Any) -> Any:
        asked.append(given)
        if isinstance(fault, Exception):
            raise fault
        return taken(done if fault is None else spoiled(Random((len(asked) - 1) // 2), done))

    monkeypatch.setattr(fake.matches, "act", act)
    for number in range(1, 9):
        answer = await both.ask({"query": ACT, "variables": {"input": order}}, tokens[0])
        assert len(asked) == 2 * number
        assert b"secret" not in answer
    if not isinstance(fault, RuntimeError):
        assert prepared


async def test_what_nobody_asks_of_an_action_is_not_told(fake: Any, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    match, tokens = await table(ask)
    act = fake.matches.act

    async def silent(*given: Any) -> Any:
        return replace(await act(*given), events=pytest.fail, match=pytest.fail)

    monkeypatch.setattr(fake.matches, "act", silent)
    token = (await legal(ask, match, tokens[0]))["prompts"][0]["actions"][0]["token"]
    order = {"idempotencyKey": "once", "matchId": match, "what": {"token": token}}
    least = "mutation($input: ActInput!) { act(input: $input) { version headHash userErrors { message } } }"
    found = [(await ask(least, tokens[0], input=order))["act"] for _ in range(3)]
    assert found[0] == found[1] == found[2]
    assert found[0]["userErrors"] == []
