"""GraphiQL's page and files: what is served, how, and what never is; and the explorer where they are missing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from api_schema.graphql.assets import FILES, FOLDER, GraphiQL
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.schema import Schema

pytestmark = pytest.mark.anyio

BROWSER = {"Accept": "text/html"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as it is after the set-up, with short files for those of the packages."""
    for name, path in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(f"/* {name} */")
    (tmp_path / "index.html").write_bytes((FOLDER / "index.html").read_bytes())
    (tmp_path / "secret.js").write_text("secret")
    return tmp_path


@pytest.fixture
async def client(folder: Path, schema: Schema, fake: Any) -> AsyncIterator[httpx.AsyncClient]:
    graphiql = GraphiQL.installed(folder)
    assert graphiql is not None
    graphql = GraphQLApp(schema, fake.use, graphiql=graphiql)
    app = Starlette(routes=[Route("/graphql", graphql), Route("/graphql/assets/{name}", graphiql.asset)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test:8000") as client:
        yield client


async def test_the_page_may_load_its_own_files_alone(client: httpx.AsyncClient) -> None:
    page = await client.get("/graphql", headers=BROWSER)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    policy = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://test:8000 wss://test:8000"
    assert "__" not in page.text.replace('"data">', "").split("<body>")[0]
    assert "http://" not in page.text
    assert "https://" not in page.text
    for name in FILES:
        assert f'"graphql/assets/{name}?' in page.text


@pytest.mark.parametrize("host", ["x;script-src", "x,y", "x; script-src *", "x *"])
async def test_a_strange_host_adds_nothing_to_the_policy(client: httpx.AsyncClient, host: str) -> None:
    page = await client.get("/graphql", headers={**BROWSER, "Host": host})
    policy = page.headers["content-security-policy"]
    assert policy.count(";") == (await client.get("/graphql", headers=BROWSER)).headers[
        "content-security-policy"
    ].count(";")
    assert not {"*", ","} & set(policy)


@pytest.mark.parametrize("name", FILES)
async def test_a_file_is_typed_and_kept(client: httpx.AsyncClient, name: str) -> None:
    asset = await client.get(f"/graphql/assets/{name}")
    assert (asset.status_code, asset.text) == (200, f"/* {name} */")
    kind = {"js": "text/javascript", "css": "text/css"}[name.rpartition(".")[2]]
    assert asset.headers["content-type"] == f"{kind}; charset=utf-8"
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert asset.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    ["secret.js", "index.html", "package.json", "../secret.js", "%2e%2e/secret.js", "..%2fsecret.js", "", "start.js/"],
)
async def test_what_is_not_on_the_list_is_not_served(client: httpx.AsyncClient, path: str) -> None:
    asset = await client.get(f"http://test:8000/graphql/assets/{path}", follow_redirects=False)
    assert asset.status_code in (404, 307)
    assert "secret" not in asset.text
    assert "max-age" not in asset.headers.get("cache-control", "")


async def test_another_content_has_another_address(folder: Path, client: httpx.AsyncClient) -> None:
    (folder / "start.js").write_text("changed")
    changed = GraphiQL.installed(folder)
    assert changed is not None
    before = (await client.get("/graphql", headers=BROWSER)).text.splitlines()
    after = bytes(changed.page("[]", "test:8000").body).decode().splitlines()
    assert [line for line in after if line not in before and "script src" in line] == [
        line for line in after if "start.js" in line
    ]


@pytest.mark.parametrize("missing", FILES)
def test_a_missing_file_means_not_installed(folder: Path, missing: str) -> None:
    (folder / FILES[missing]).unlink()
    assert GraphiQL.installed(folder) is None


async def test_the_explorer_takes_its_place(http: httpx.AsyncClient) -> None:
    page = await http.get("/graphql", headers=BROWSER)
    assert page.status_code == 200
    assert 'id="examples"' in page.text
    assert "What can be played" in page.text
    assert "graphql/assets" not in page.text
