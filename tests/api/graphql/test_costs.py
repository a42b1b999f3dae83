"""What operations cost, estimated from document and variables before anything runs."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from graphql import parse, validate

from api_schema.graphql import admission, document_cache, limits
from api_schema.graphql.document_cache import DocumentCache
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.schema import Schema, build_schema
from api_schema.limiting.budgets import Budget, Budgets
from api_schema.limiting.meter import Meter
from api_schema.operations.parameters import StateQuery
from api_schema.operations.table import by_path
from tests.toy_game.game import GAME

pytestmark = pytest.mark.anyio


def cost(schema: Schema, query: str, **variables: Any) -> int:
    """Points of the data that an operation asks for."""
    documents = DocumentCache((), tokens=2000, longest=100_000)
    found = documents.find(schema._schema, query)
    assert not found.errors, found.errors
    return found.costs[None].points(variables)


@pytest.mark.parametrize(
    ("query", "points"),
    [
        ("{ __typename }", 1),
        ("{ games { slug } }", 6),  # 5 games, 5 fields
        ("{ games { slug title rulesVersion } }", 7),
        ('{ match(id: "x") { id } }', 12),
        ("{ matches(first: 1) { nodes { id } } }", 13),
        ("{ matches(first: 100) { nodes { id } } }", 121),
        ("{ matches(first: 100) { nodes { id state { hash } } } }", 631),
        ('{ match(id: "x") { audit { ok } } }', 2013),
        ('{ match(id: "x") { state { hash } } }', 17),
        ('{ match(id: "x") { state(atVersion: 5) { hash } } }', 57),
        ('{ match(id: "x") { events { nodes { id } } } }', 842),  # 200 by default
        ('{ match(id: "x") { events(first: 10) { nodes { id } } } }', 63),
        ("{ a: games { slug } ...f } fragment f on Query { games { ...g } } fragment g on Game { slug }", 11),
        ("subscription { matchUpdates(matchId: 1, afterVersion: 0) { __typename } }", 52),
        ('{ tournament(id: "x") { name } }', 12),
        ('{ tournament(id: "x") { standings(first: 100) { nodes { rank } } } }', 172),
        ('{ tournament(id: "x") { rounds { pairings(first: 8) { nodes { table } } } } }', 125),
        ("subscription { tournamentUpdates(tournamentId: 1, afterVersion: 0) { __typename } }", 52),
    ],
)
def test_points(schema: Schema, query: str, points: int) -> None:
    assert cost(schema, query) == points


@pytest.mark.parametrize(("mutation", "units"), [("startRound", 20), ("createTournament", 5), ("dropEntrant", 1)])
def test_what_changes_a_tournament_is_writing(schema: Schema, mutation: str, units: int) -> None:
    document = f"mutation($i: {mutation[0].upper()}{mutation[1:]}Input!) {{ {mutation}(input: $i) {{ version }} }}"
    found = DocumentCache((), tokens=2000, longest=100_000).find(schema._schema, document)
    assert not found.errors
    assert (found.costs[None].acts, found.costs[None].writes) == (0, units)


def test_variables_count_as_they_are(schema: Schema) -> None:
    query = "query($n: Int = 7) { matches(first: $n) { nodes { id } } }".replace("Int = 7", "Int! = 7")
    assert cost(schema, query) == cost(schema, "{ matches(first: 7) { nodes { id } } }")
    assert cost(schema, query, n=50) == cost(schema, "{ matches(first: 50) { nodes { id } } }")
    for wrong in ("50", -5, None, [1]):
        assert cost(schema, query, n=wrong) == cost(schema, "{ matches(first: 0) { nodes { id } } }")


def test_of_exclusive_fragments_the_dearest_counts(schema: Schema) -> None:
    """A thing has one type."""
    head = 'subscription { matchUpdates(matchId: "x", afterVersion: 0) { __typename '
    one = cost(schema, head + "... on EventsAppended { events { id version type } } } }")
    both = cost(schema, head + "... on EventsAppended { events { id version type } } ... on Heartbeat { version } } }")
    assert one == both
    assert cost(schema, head + "... on Heartbeat { version } } }") < one


TABLE = """table { phase active pending { kind text } stats { name count }
  zones { name count cards { id card name counters { name count } } }
  players { seat inMatch marks stats { name count }
    zones { name count cards { id card name counters { name count } } } }
}"""
PROMPTS = "prompts { id revision seat kind mode ruleId openedAtVersion deadline }"
LEGAL = """legalActions { version seat mayConcede prompts {
  prompt { id revision seat kind mode ruleId } default
  actions { token type label action ruleIds }
  templates { type label fixed ruleIds parameters { name kind options } }
} }"""


def test_a_table_costs_what_it_costs_over_rest(schema: Schema) -> None:
    """With its prompts and the legal actions, within half of the state's price; an alias gets nothing twice."""
    state = f"state {{ version hash phase result {{ kind placings }} {TABLE} {PROMPTS} }}"
    query = f'{{ match(id: "x") {{ id status version {state} {LEGAL} }} }}'
    rest = by_path()["/v1/matches/{id}/state"]["GET"].cost(StateQuery())
    assert admission.REQUEST < cost(schema, query) <= 1.5 * rest
    for renamed in (
        query.replace("pending", "a: pending"),
        query.replace("active", "active ... on Table { b: active }"),
    ):
        assert cost(schema, renamed) > 500


@pytest.fixture
async def counted(fake: Any) -> Any:
    """An app whose documents count how often they are validated; and its client."""
    validations: list[str] = []

    def counting(*args: Any) -> Any:
        validations.append("once more")
        return validate(*args)

    schema = build_schema({GAME.slug: GAME})
    schema.documents = limits.documents(counting)
    meter = Meter(Budgets(reads=Budget(10**6, 10**6)), clock=lambda: 0)
    app = GraphQLApp(schema, fake.use, meter=meter)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        yield validations, client


async def ask(client: httpx.AsyncClient, query: str, **variables: Any) -> Any:
    return (await client.post("/graphql", json={"query": query, "variables": variables})).json()


async def test_a_document_is_validated_once(counted: Any) -> None:
    validations, client = counted
    query = "query($n: Int!) { matches(first: $n) { nodes { id } } }"
    costs = [(await ask(client, query, n=n))["extensions"]["cost"]["requested"] for n in (10, 20, 30, 10)]
    assert len(validations) == 1
    new = len(query) // admission.UNKNOWN
    assert costs == [22 + new, 33, 44, 22]


async def test_what_does_not_parse_or_is_too_complex_is_never_validated(counted: Any) -> None:
    validations, client = counted
    bomb = " ".join(f"fragment f{n} on Query {{ ...f{n + 1} ...f{n + 1} }}" for n in range(40))
    for query in ("{", "{ ...f0 } " + bomb + " fragment f40 on Query { __typename }", "{ ...nobody }", "#" * 40_000):
        assert "data" not in await ask(client, query)
    assert not validations


async def test_the_same_failure_is_not_looked_for_twice(counted: Any) -> None:
    validations, client = counted
    for _ in range(3):
        assert "nothing" in (await ask(client, "{ nothing }"))["errors"][0]["message"]
    assert len(validations) == 1


async def test_introspection_is_put_together_once(counted: Any) -> None:
    """It takes the time of a thousand other queries."""
    _, client = counted
    query = "{ __schema { types { name fields { name args { name type { name } } } } } }"
    first, second, third = [await ask(client, query) for _ in range(3)]
    assert first["data"] == second["data"] == third["data"]
    prices = [answer["extensions"]["cost"]["requested"] for answer in (first, second, third)]
    assert prices[0] > 10 * prices[1]
    assert prices[1] == prices[2] == admission.REQUEST


def test_known_documents_are_bounded_by_their_length(schema: Schema, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_cache, "TOKENS", 10_000 // document_cache.LONG)
    documents = DocumentCache((), tokens=2000, longest=5_000)
    for number in range(100):
        documents.find(schema._schema, f"{{ __typename }} #{number} " + "x" * 1000)
    assert len(documents._kept) == 9
    assert documents.find(schema._schema, "#" * 5_001).errors
    assert len(documents._kept) == 9


def test_a_document_may_be_nested_deeper_than_the_stack(schema: Schema) -> None:
    refused = DocumentCache((), tokens=20_000, longest=50_000).find(schema._schema, "{a" * 9_000)
    assert [error.message for error in refused.errors] == ["the document is nested too deep to be read"]


def test_known_documents_are_bounded_by_their_tokens(schema: Schema, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_cache, "TOKENS", 1_000)
    documents = DocumentCache((), tokens=2000, longest=5_000)
    for number in range(20):
        documents.find(schema._schema, "{" + f"a{number}:__typename " * 25 + "}")
    assert len(documents._kept) == 1_000 // (25 * 3 + 4)


def test_numbers_of_documents_are_bounded(schema: Schema) -> None:
    documents = DocumentCache((), tokens=2000, longest=5_000)
    for number in range(document_cache.DOCUMENTS + 50):
        documents.find(schema._schema, f"{{ a{number}: __typename }}")
    assert len(documents._kept) == document_cache.DOCUMENTS


async def test_the_most_that_an_operation_may_cost(fake: Any, schema: Schema) -> None:
    app = GraphQLApp(schema, fake.use, meter=Meter(Budgets(operation=100)))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        query = "query($n: Int!) { matches(first: $n) { nodes { id } } }"
        assert "data" in await ask(client, query, n=50)
        (error,) = (await ask(client, query, n=150))["errors"]
    assert error["extensions"] == {"code": "TOO_COMPLEX"}
    assert error["message"] == "this operation costs 176 points; 100 are allowed at once. Ask for less of a list"


def test_every_price_is_of_a_field_that_there_is(schema: Schema) -> None:
    from api_schema.graphql.costs import PRICES, WRITES

    for kind, field in [*PRICES, *(("Mutation", name) for name in WRITES)]:
        assert field in schema._schema.type_map[kind].fields  # type: ignore[attr-defined]


def test_parsed_documents_are_those_of_the_library(schema: Schema) -> None:
    documents = DocumentCache((), tokens=2000, longest=5_000)
    assert documents.find(schema._schema, "{ games { slug } }").document == parse("{ games { slug } }")
