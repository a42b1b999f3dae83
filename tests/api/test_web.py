"""The page for people: which addresses give it to whom, how its files are sent, and what is never sent."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from gzip import compress
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from api_schema.operations.table import by_path
from api_schema.rest.app import build_app
from api_schema.web import COMPLETE, PLACES, Web
from tests.api.rest.fake import FakeHealth, FakeHistory, FakeMatches, Fakes
from tests.kit.process import ROOT

pytestmark = pytest.mark.anyio

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
SCRIPT = "\n  start();\n"
CODE = "_app/immutable/entry/start.abc.js"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A build as `make web` leaves it, with short files."""
    tree = tmp_path / "build"
    files = {
        "index.html": f'<!doctype html><script>{SCRIPT}</script><link href="/{CODE}">',
        CODE: "export {}" * 100,
        "_app/version.json": '{"version":"abc"}',
        "icon.svg": "<svg/>",
        "secret.env": "SECRET",
    }
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    (tree / f"{CODE}.gz").write_bytes(compress(files[CODE].encode()))
    (tree / f"{CODE}.br").write_bytes(b"brotli")
    (tree / COMPLETE).touch()
    (tmp_path / "outside.js").write_text("SECRET")
    return tree


@pytest.fixture
async def client(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    matches = FakeMatches()
    uses = Fakes(matches, FakeHealth(), FakeHistory(matches)).uses()
    page = Web.built("https://id.example", (folder.parent, folder))
    assert page is not None
    app = build_app(uses, sdl=lambda: "type Query { a: Int }", others=page.routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test:8000") as found:
        yield found


@pytest.mark.parametrize("path", ["/", "/m/mt_1?at=4&as=seat:1", "/t/tn_1/standings", "/inbox", "/g/c4/rules"])
async def test_a_browser_gets_the_page_at_each_of_its_addresses(client: httpx.AsyncClient, path: str) -> None:
    page = await client.get(path, headers=BROWSER)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert SCRIPT in page.text
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["vary"] == "Accept, Accept-Encoding"
    assert page.headers["referrer-policy"] == "no-referrer"
    again = await client.get(path, headers=BROWSER | {"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html;q=0.2, application/json", None])
async def test_a_program_gets_what_it_got_before(client: httpx.AsyncClient, accept: str | None) -> None:
    headers = {} if accept is None else {"Accept": accept}
    root = await client.get("/", headers=headers)
    assert (root.status_code, root.json()["name"], root.headers["vary"]) == (200, "Playledger", "Accept")
    nowhere = await client.get("/m/mt_1", headers=headers)
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("path", ["/v1/nothing", "/v1/matches/none", "/docs/none", "/graphql/none"])
async def test_addresses_of_programs_give_a_browser_the_problem(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("path", ["/nothing", "/tournaments", "/play/x", "/games", "/mm", "/secret.env"])
async def test_an_address_that_nothing_has_gives_a_browser_the_page_and_a_program_the_problem(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert SCRIPT in answer.text
    again = await client.get(path, headers={**BROWSER, "If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    told = await client.get(path, headers={"Accept": "application/json"})
    assert (told.status_code, told.headers["content-type"]) == (404, "application/problem+json")


async def test_only_reading_gives_the_page(client: httpx.AsyncClient) -> None:
    assert (await client.head("/t", headers=BROWSER)).status_code == 200
    assert (await client.post("/t", headers=BROWSER)).status_code == 404


async def test_the_policy_allows_the_page_its_own_things_alone(client: httpx.AsyncClient) -> None:
    page = await client.get("/", headers=BROWSER)
    policy = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))
    digest = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == f"'self' 'sha256-{digest}'"
    assert policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self' ws://test:8000 wss://test:8000 https://id.example"
    assert policy["require-trusted-types-for"] == "'script'"
    assert policy["frame-ancestors"] == "'none'"


@pytest.mark.parametrize("host", ["x;script-src", "x,y", "x *"])
async def test_a_strange_host_adds_nothing_to_the_policy(client: httpx.AsyncClient, host: str) -> None:
    page = await client.get("/", headers=BROWSER | {"Host": host})
    policy = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))
    assert {*policy["connect-src"].split()} <= {"'self'", "https://id.example", "ws://test:8000", "wss://test:8000"}
    assert policy["script-src"].startswith("'self' 'sha256-")


@pytest.mark.parametrize(
    ("wish", "coding", "body"),
    [
        ("gzip, br", "br", b"brotli"),
        ("gzip", "gzip", None),
        ("gzip, br;q=0.1", "gzip", None),
        ("br;q=0, identity", None, None),
        ("identity;q=1, br;q=0.5", None, None),
    ],
)
async def test_a_file_comes_packed_as_the_browser_likes_it(
    client: httpx.AsyncClient, folder: Path, wish: str, coding: str | None, body: bytes | None
) -> None:
    async with client.stream("GET", f"/{CODE}", headers={"Accept-Encoding": wish}) as answer:
        sent = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    beside = {"br": ".br", "gzip": ".gz", None: ""}[coding]
    assert sent == (body or (folder / f"{CODE}{beside}").read_bytes())


async def test_only_a_file_whose_name_tells_its_content_is_kept_for_ever(client: httpx.AsyncClient) -> None:
    assert (await client.get(f"/{CODE}")).headers["cache-control"] == "public, max-age=31536000, immutable"
    for name in ("_app/version.json", "icon.svg"):
        file = await client.get(f"/{name}")
        assert file.headers["cache-control"] == "no-cache"
        again = await client.get(f"/{name}", headers={"If-None-Match": file.headers["etag"]})
        assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/_app/none.js",
        "/_app/../secret.env",
        "/_app/%2e%2e/%2e%2e/outside.js",
        "/_app/..%2f..%2foutside.js",
        "/_app//etc/passwd",
        "/secret.env",
        f"/{CODE}.gz",
        f"/{COMPLETE}",
        "/index.html",
    ],
)
async def test_nothing_else_is_sent(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert "SECRET" not in answer.text


def test_half_a_build_is_none(folder: Path) -> None:
    (folder / COMPLETE).unlink()
    assert Web.built(folders=(folder,)) is None


def test_the_addresses_are_those_of_the_page_and_none_of_rest() -> None:
    routes = ROOT / "web/src/routes"
    assert {"", *(folder.name for folder in routes.iterdir() if folder.is_dir())} == set(PLACES)
    taken = {path.split("/")[1] for path in by_path()} | {"graphql", "docs", "metrics"}
    assert not taken & (set(PLACES) - {""})
