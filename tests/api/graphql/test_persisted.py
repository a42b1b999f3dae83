"""Documents by their hash: registered by clients, or listed by the operator; over POST, GET and sockets."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import httpx
import pytest

from api_schema.errors import ApiError
from api_schema.graphql import persisted
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.persisted import Persisted
from api_schema.graphql.schema import Schema

pytestmark = pytest.mark.anyio

QUERY = "query Slugs { games { slug } }"
DATA = {"data": {"games": [{"slug": "envoys"}]}}
OWN = {"Accept": "application/graphql-response+json"}


def digest(query: str) -> str:
    return sha256(query.encode()).hexdigest()


def automatic(query: str) -> dict[str, Any]:
    return {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": digest(query)}}}


def by_id(query: str) -> dict[str, Any]:
    return {"documentId": f"sha256:{digest(query)}"}


@pytest.mark.parametrize("named", [automatic, by_id])
async def test_a_document_that_was_sent_once_is_known_by_its_hash(http: httpx.AsyncClient, named: Any) -> None:
    unknown = await http.post("/graphql", json=named(QUERY))
    assert unknown.status_code == 200
    (error,) = unknown.json()["errors"]
    assert error == {"message": "PersistedQueryNotFound", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}
    assert (await http.post("/graphql", json=named(QUERY), headers=OWN)).status_code == 404
    assert (await http.post("/graphql", json={"query": QUERY, **named(QUERY)})).json() == DATA
    assert (await http.post("/graphql", json=named(QUERY))).json() == DATA
    parameters = {name: value if isinstance(value, str) else json.dumps(value) for name, value in named(QUERY).items()}
    assert (await http.get("/graphql", params=parameters)).json() == DATA


async def test_a_hash_names_no_other_document(http: httpx.AsyncClient) -> None:
    wrong = await http.post("/graphql", json={"query": "{ viewer { account } }", **automatic(QUERY)})
    assert wrong.status_code == 400
    assert wrong.json()["errors"][0]["extensions"] == {"code": "INVALID_INPUT"}
    assert "errors" in (await http.post("/graphql", json=automatic(QUERY))).json()


async def test_a_mutation_that_is_known_is_not_run_by_get(http: httpx.AsyncClient) -> None:
    mutation = 'mutation { revokeToken(id: "x") { id } }'
    await http.post("/graphql", json={"query": mutation, **by_id(mutation)})
    assert (await http.get("/graphql", params=by_id(mutation))).status_code == 405


async def test_only_listed_documents(schema: Schema, fake: Any) -> None:
    listed = Persisted({digest(QUERY): QUERY}, only_listed=True)
    transport = httpx.ASGITransport(GraphQLApp(schema, fake.use, persisted=listed))
    other = "{ games { title } }"
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        for body in (by_id(QUERY), automatic(QUERY), {"query": QUERY}, {"query": QUERY, **automatic(QUERY)}):
            assert (await client.post("/graphql", json=body)).json() == DATA
        for body in ({"query": other}, by_id(other), {"query": other, **by_id(other)}, {"query": QUERY + " "}):
            answer = await client.post("/graphql", json=body, headers=OWN)
            assert answer.status_code == 403
            assert answer.json()["errors"][0]["extensions"] == {"code": "DOCUMENT_NOT_LISTED"}


def test_what_clients_register_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persisted, "KEPT", 10)
    monkeypatch.setattr(persisted, "ALL_CHARACTERS", 500)
    documents = Persisted({digest(QUERY): QUERY})
    texts = [f"{{ a{number}: __typename }}" for number in range(100)]
    for text in [*texts, texts[-1]]:
        documents.resolved({"query": text, **by_id(text)})
    assert len(documents._registered) == 10
    assert documents._registered.currsize == sum(map(len, documents._registered.values()))
    long = "{ __typename } #" + "x" * 480
    documents.resolved({"query": long, **by_id(long)})
    assert list(documents._registered.values()) == [long]
    assert documents.resolved(by_id(QUERY))["query"] == QUERY
    with pytest.raises(ApiError, match="PersistedQueryNotFound"):
        documents.resolved(by_id(texts[0]))
