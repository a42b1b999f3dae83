"""Addresses below a prefix of a proxy, whether it takes the prefix off or passes it on: all that clients are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from api_schema.errors import ErrorCode
from service.app import below, web
from service.bootstrap import bootstrap
from service.settings import Settings
from service.wire.http import refusal
from tests.kit.chance import key
from tests.kit.served import SECRET, sqlite_url
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
ROOT_PATH = "/cards"
BROWSER = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Any]:
    settings = Settings(
        database_url=sqlite_url(tmp_path_factory.mktemp("rooted")), secret_key=SecretStr(SECRET), root_path=ROOT_PATH
    )
    async with await bootstrap(settings, {GAME.slug: GAME}) as service:
        yield web(service)


@pytest.fixture(params=["", ROOT_PATH], ids=["strips", "passes on"])
async def client(app: Any, request: pytest.FixtureRequest) -> AsyncIterator[httpx.AsyncClient]:
    """What the proxy passes on of `/cards/...`."""
    base = f"http://service{request.param}"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base) as found:
        yield found


async def test_links_and_problems_have_the_prefix(client: httpx.AsyncClient) -> None:
    links = (await client.get("/v1")).json()["links"]
    assert set(links.values()) >= {"/cards/v1/games", "/cards/graphql", "/cards/docs"}
    problem = (await client.get("/v1/matches/none")).json()
    assert problem["type"] == "/cards/problems/not-found"
    assert problem["instance"] == "/cards/v1/matches/none"
    assert (await client.get("/problems/not-found")).status_code == 200
    made = await client.post("/v1/matches", json={"game": GAME.slug, "seats": 2}, headers={"Idempotency-Key": key()})
    assert made.status_code == 201, made.text
    assert made.headers["location"] == f"/cards/v1/matches/{made.json()['match']['id']}"


async def test_documents_and_pages_have_the_prefix(client: httpx.AsyncClient) -> None:
    assert (await client.get("/v1/openapi.json")).json()["servers"] == [{"url": "/cards/"}]
    reference = (await client.get("/docs", headers=BROWSER)).text
    assert 'href="/cards/v1/openapi.json"' in reference
    assert 'href="/v1' not in reference
    for path in ("/", "/graphql", "/docs/try"):
        page = (await client.get(path, headers=BROWSER)).text
        assert not [part for part in page.split('="/')[1:] if not part.startswith("cards/")], path


async def test_the_root_itself_is_there_and_what_begins_like_it_is_not(app: Any) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://service") as client:
        assert (await client.get("/cards")).json()["links"]["about"] == "/cards/v1/about"
        assert (await client.get("/cardsharp/v1")).status_code == 404


@pytest.mark.parametrize("root", ["/v1", "/m/cards", "/graphql", "/_app"])
def test_a_prefix_that_is_an_address_of_ours_is_refused(root: str) -> None:
    with pytest.raises(ValueError, match="PLAYLEDGER_ROOT_PATH"):
        below(lambda *_: asyncio.sleep(0), root)


@pytest.mark.parametrize("root", ["cards", "/cards/", "//cards", "/a b", '/"'])
def test_a_prefix_is_a_path(root: str) -> None:
    with pytest.raises(ValueError, match="root_path"):
        Settings(root_path=root)


def test_what_the_application_never_sees_is_refused_below_the_prefix_too() -> None:
    assert b'"type":"/cards/problems/invalid-input"' in refusal(400, ErrorCode.INVALID_INPUT, "x", ROOT_PATH)
