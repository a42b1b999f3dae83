"""What pages of other origins may send and read: any header, since the service takes no cookie; all that is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api_schema.rest import openapi
from api_schema.rest.app import EXPOSED
from tests.kit.process import ROOT
from tests.toy_game.game import GAME

pytestmark = pytest.mark.anyio
PAGE = {"Origin": "https://play.example"}
ANY_PAGE = {"cache-control", "content-length", "content-type", "expires", "last-modified"}
"""The headers that browsers show to any page (Fetch, CORS-safelisted response-header name)."""
FOR_BROWSERS = {"content-encoding", "content-security-policy", "date", "referrer-policy", "vary"}
"""What speaks to the browser, not to its page."""
SENT = {"Accept-Encoding", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Playledger-Match"}
"""Those of requests."""
_LITERAL = re.compile(r'"([A-Z][A-Za-z]+(?:-[A-Z][A-Za-z]+)*)"')
_NAMED = re.compile(r"`([A-Z][A-Za-z]+(?:-[A-Z][A-Za-z]+)*)(?::[^`]*)?`")


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    "sent",
    [
        "authorization,content-type,idempotency-key",
        "traceparent,tracestate,baggage",
        "sentry-trace",
        "x-request-id, cache-control",
        "apollographql-client-name,x-apollo-operation-name,prefer",
        "x-requested-with",
        "last-event-id,playledger-match,if-match",
    ],
)
async def test_a_page_may_send_any_header(client: httpx.AsyncClient, method: str, sent: str) -> None:
    asked = {**PAGE, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": sent}
    answer = await client.options("/v1/matches", headers=asked)
    assert (answer.status_code, answer.headers["access-control-allow-headers"]) == (200, sent)
    assert answer.headers["access-control-allow-origin"] == PAGE["Origin"]
    assert "access-control-request-headers" in answer.headers["vary"].lower()


async def test_only_named_origins_and_never_with_what_a_browser_adds(client: httpx.AsyncClient) -> None:
    """Without credentials a page has no more than any program: to reflect headers opens nothing."""
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x"}
    other = await client.options("/v1/matches", headers={**asked, "Origin": "https://other.example"})
    assert (other.status_code, "access-control-allow-origin" in other.headers) == (400, False)
    for answer in (
        await client.options("/v1/matches", headers={**asked, **PAGE}),
        await client.get("/v1/matches", headers={**PAGE, "Cookie": "token=pl_a; Authorization=Bearer pl_a"}),
    ):
        assert "access-control-allow-credentials" not in answer.headers
        assert "set-cookie" not in answer.headers


def sources(*folders: str) -> Iterator[str]:
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            if "node_modules" not in path.parts:
                yield path.read_text()


def test_a_page_may_read_every_header_that_is_documented() -> None:
    """Those of the OpenAPI document, and those that a page of the documents names and the code writes."""
    document = openapi.build((GAME,))
    answers = [
        answer
        for item in document["paths"].values()
        for operation in item.values()
        if isinstance(operation, dict)
        for answer in operation["responses"].values()
    ]
    declared = {name for answer in answers for name in answer.get("headers", ())}
    pages: list[Path] = [*(ROOT / "docs").glob("*.md"), ROOT / "deploy" / "runbook.md"]
    written = {name for text in sources("api_schema", "service") for name in _LITERAL.findall(text)}
    named = {name for page in pages for name in _NAMED.findall(page.read_text()) if "-" in name or name in EXPOSED}
    told = {name.lower() for name in declared | (named & written) - SENT}
    assert {"deprecation", "sunset", "link", "retry-after", "x-as-of-version"} <= told
    assert told - ANY_PAGE - FOR_BROWSERS <= {name.lower() for name in EXPOSED}
