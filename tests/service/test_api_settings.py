"""Settings of limits, origins, proxies and listed documents, and what comes of them."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from structlog.testing import capture_logs

from api_schema.errors import ApiError
from api_schema.graphql.explorer import policy
from api_schema.limiting.budgets import Bucket
from service.app import page_documents, web
from service.settings import Settings
from service.wire.server import server_config
from tests.kit.served import serve, sqlite_url

pytestmark = pytest.mark.anyio
QUERY = "{ games { slug } }"
DIGEST = sha256(QUERY.encode()).hexdigest()


def settings(monkeypatch: pytest.MonkeyPatch, **given: str) -> Settings:
    for name, value in given.items():
        monkeypatch.setenv(f"PLAYLEDGER_{name.upper()}", value)
    return Settings()


def test_limits_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = settings(monkeypatch, limits="reads=500, acts = OFF,streams=0,").limits.budgets()
    assert budgets.of(Bucket.READS, anonymous=False) == 500
    assert budgets.of(Bucket.ACTS, anonymous=False) == 0
    assert budgets.streams.token == 0
    assert budgets.of(Bucket.EXPORT_ROWS, anonymous=True) < budgets.of(Bucket.EXPORT_ROWS, anonymous=False)


@pytest.mark.parametrize(
    ("given", "key", "said"),
    [
        ("reads=-1", "reads", "'-1' is no limit: it takes a whole number, or the word off"),
        ("acts=5,reads=many", "reads", "'many' is no limit: it takes a whole number, or the word off"),
        ("reads", "reads", "'' is no limit"),
        ("head_seconds=0", "head_seconds", "greater than 0"),
        ("body_bytes=off", "body_bytes", "valid integer"),
        ("raeds=5", None, "'raeds' is no limit; did you mean 'reads'?"),
        ("colour=5", None, "'colour' is no limit: there are reads, reads_anonymous, acts,"),
    ],
)
def test_what_is_no_limit(monkeypatch: pytest.MonkeyPatch, given: str, key: str | None, said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        settings(monkeypatch, limits=given)
    [fault] = refused.value.errors()
    assert fault["loc"] == (("limits", key) if key else ("limits",))
    assert said in fault["msg"]


def test_listed_documents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "documents.json"
    file.write_text(json.dumps({f"sha256:{DIGEST}": QUERY}))
    found = settings(monkeypatch, graphql_documents=str(file), graphql_documents_only="true").persisted()
    assert found.resolved({"documentId": f"sha256:{DIGEST}"})["query"] == QUERY


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 5}', json.dumps({DIGEST: QUERY + " "})])
def test_lists_that_are_none_stop_the_service_from_starting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "documents.json"
    file.write_text(text)
    with pytest.raises(ValidationError, match=r"documents\.json"):
        settings(monkeypatch, graphql_documents=str(file))
    with pytest.raises(ValidationError, match="nowhere"):
        settings(monkeypatch, graphql_documents=str(tmp_path / "nowhere"))


def test_the_documents_of_the_page_run_where_only_listed_ones_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    theirs, ours = "{ a }", tmp_path / "listed.json"
    ours.write_text(json.dumps({DIGEST: QUERY}))
    (tmp_path / "documents.json").write_text(json.dumps({sha256(theirs.encode()).hexdigest(): theirs}))
    monkeypatch.setattr("service.app.build_of", lambda: tmp_path)
    given = settings(monkeypatch, graphql_documents=str(ours), graphql_documents_only="true")
    found = given.persisted(page_documents())
    assert [found.resolved({"query": text})["query"] for text in (theirs, QUERY)] == [theirs, QUERY]
    with pytest.raises(ApiError):
        given.persisted().resolved({"query": theirs})
    monkeypatch.setattr("service.app.build_of", lambda: None)
    assert page_documents() == {}


def test_only_listed_documents_need_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValidationError, match="PLAYLEDGER_GRAPHQL_DOCUMENTS"):
        settings(monkeypatch, graphql_documents_only="true")


@pytest.mark.parametrize(
    ("proxies", "address", "scheme", "warnings"),
    [
        ("", "127.0.0.1", "http", 1),
        ("10.0.0.0/8", "127.0.0.1", "http", 1),
        ("127.0.0.1, 10.0.0.0/8", "192.0.2.7", "https", 0),
        ("*", "203.0.113.9", "https", 0),
    ],
)
async def test_a_forwarded_address_counts_only_from_a_proxy_that_is_named(
    monkeypatch: pytest.MonkeyPatch, proxies: str, address: str, scheme: str, warnings: int
) -> None:
    """One that is not is told once in the log, and nobody who comes without a proxy is."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        assert request.client
        await PlainTextResponse(f"{request.client.host} {request.url.scheme}")(scope, receive, send)

    config = server_config(app, settings(monkeypatch, trusted_proxies=proxies), lifespan="off", log_level="error")
    config.load()
    near: Any = config.loaded_app
    transport = httpx.ASGITransport(near, client=("127.0.0.1", 50_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        with capture_logs() as told:
            await client.get("/")
        assert told == []
        forwarded = {"X-Forwarded-For": "203.0.113.9, 192.0.2.7, 10.1.2.3", "X-Forwarded-Proto": "https"}
        with capture_logs() as told:
            for _ in range(2):
                assert (await client.get("/", headers=forwarded)).text == f"{address} {scheme}"
        assert ["PLAYLEDGER_TRUSTED_PROXIES" in line["event"] for line in told] == [True] * warnings


@pytest.fixture
async def client(tmp_path: Path) -> Any:
    service = await serve(
        sqlite_url(tmp_path), cors_origins="https://play.example,https://other.example", graphiql=False
    )
    async with (
        service.app,
        httpx.AsyncClient(transport=httpx.ASGITransport(web(service.app)), base_url="https://service") as found,
    ):
        yield found


async def test_every_answer_has_the_safety_headers(client: httpx.AsyncClient) -> None:
    for answer in (
        await client.get("/v1/games"),
        await client.get("/nowhere"),
        await client.post("/graphql", json={"query": QUERY}),
        await client.post("/graphql", json={"query": "{"}),
        await client.post("/graphql", content=b"{"),
        await client.put("/graphql"),
        await client.get("/graphql", headers={"Accept": "text/html"}),
        await client.options("/graphql", headers={"Origin": "https://a", "Access-Control-Request-Method": "POST"}),
        await client.get("/docs"),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


async def test_the_explorer_may_run_its_own_script_and_no_other(client: httpx.AsyncClient) -> None:
    page = await client.get("/graphql", headers={"Accept": "text/html"})
    assert page.headers["content-security-policy"] == policy()
    assert "script-src 'sha256-" in policy()
    assert "unsafe" not in policy().partition("style-src")[0]


@pytest.mark.parametrize("path", ["/v1/games", "/graphql?query={games{slug}}"])
async def test_origins_that_are_named_may_call_both_skins(client: httpx.AsyncClient, path: str) -> None:
    named = await client.get(path, headers={"Origin": "https://play.example"})
    assert named.headers["access-control-allow-origin"] == "https://play.example"
    for header in ("RateLimit", "RateLimit-Policy", "Playledger-Cost", "Retry-After"):
        assert header in named.headers["access-control-expose-headers"]
    other = await client.get(path, headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in other.headers
