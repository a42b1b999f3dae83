"""A schema over the toy game, the fake ports behind it, and clients of both."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import pytest

from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.schema import Schema, build_schema
from tests.api.graphql.fake import use_cases
from tests.toy_game.game import GAME

Ask = Callable[..., Awaitable[Any]]


@pytest.fixture(scope="session")
def schema() -> Schema:
    return build_schema({GAME.slug: GAME})


@pytest.fixture
def fake() -> Any:
    return use_cases()


@pytest.fixture
def app(schema: Schema, fake: Any) -> GraphQLApp:
    return GraphQLApp(schema, fake.use)


@pytest.fixture
async def http(app: GraphQLApp) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        yield client


@pytest.fixture
def ask(http: httpx.AsyncClient) -> Ask:
    """ask(document, token=None, **variables): the data; fails on errors."""

    async def send(query: str, token: str | None = None, **variables: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = await http.post("/graphql", json={"query": query, "variables": variables}, headers=headers)
        body = response.json()
        assert "errors" not in body, body
        return body["data"]

    return send
