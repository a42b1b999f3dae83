"""The trace of a request: into log lines, problems and the webhooks of its sender; spans where a collector is named."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from starlette.responses import Response
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from api_schema import tracing
from api_schema.ports.matches import CreateMatch
from api_schema.ports.webhooks import CreateWebhook
from service import spans
from service.app import web
from service.bootstrap import Playledger
from tests.kit.receiver import receiving
from tests.kit.served import PLAY, Served, serve, sqlite_url
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
PARENT = f"00-{TRACE}-{SPAN}-01"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    service = await serve(sqlite_url(tmp_path), webhooks=False, webhook_allow_private=True)
    async with service.app:
        yield service


def asking(app: Playledger, **headers: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(web(app)), base_url="http://test", headers=headers)


@pytest.mark.parametrize(
    ("given", "trace"),
    [
        (PARENT, PARENT),
        (f"cc-{TRACE}-{SPAN}-00-what-will-be", f"00-{TRACE}-{SPAN}-00"),
        (None, None),
        ("", None),
        (f"ff-{TRACE}-{SPAN}-01", None),
        (f"00-{'0' * 32}-{SPAN}-01", None),
        (f"00-{TRACE}-{'0' * 16}-01", None),
        (f"00-{TRACE.upper()}-{SPAN}-01", None),
        (f"{PARENT}-more", None),
        (f"{PARENT}\n", PARENT),
    ],
)
def test_a_trace_is_read_as_the_standard_says(given: str | None, trace: str | None) -> None:
    found = tracing.taken([] if given is None else [(b"traceparent", given.encode())])
    assert (found and found.parent) == trace


@pytest.mark.parametrize(
    ("baggage", "kept"), [("user=ada,shop=7", True), ("a" * 1024, True), ("a" * 1025, False), ("a=\x07", False)]
)
def test_baggage_is_taken_if_it_is_short_and_plain(baggage: str, kept: bool) -> None:
    found = tracing.taken([(b"traceparent", PARENT.encode()), (b"baggage", baggage.encode())])
    assert found == (TRACE, PARENT, baggage if kept else "")
    assert tracing.taken([(b"traceparent", PARENT.encode())] * 2) is None


async def test_log_lines_and_problems_name_the_trace(served: Served) -> None:
    with capture_logs(processors=[merge_contextvars]) as logs:
        async with asking(served.app, traceparent=PARENT, baggage="shop=7") as http:
            refused = await http.get("/v1/matches/mt_no")
            unread = await http.post("/graphql", json={"query": "{"})
        async with asking(served.app) as http:
            plain = await http.get("/v1/matches/mt_no")
    assert refused.json()["traceId"] == TRACE
    assert [error["extensions"]["traceId"] for error in unread.json()["errors"]] == [TRACE]
    assert "traceId" not in plain.json()
    lines = [(line.get("trace_id"), line.get("baggage")) for line in logs if line["event"] == "request"]
    assert lines == [(TRACE, "shop=7"), (TRACE, "shop=7"), (None, None)]


async def test_a_webhook_carries_the_trace_of_its_own_account_only(served: Served) -> None:
    """One trace in two matches would tell others that the same person plays both."""
    ada, _ = await served.account()
    bob, _ = await served.account()
    async with receiving() as receiver:
        for caller, path in ((ada, "/ada"), (bob, "/bob")):
            able = caller.__class__(caller.ref, PLAY | {"webhook:manage"}, caller.account, alias_key=caller.alias_key)
            await served.app.use_cases.webhooks.create(able, CreateWebhook(receiver.address + path))
        wanted = CreateMatch(game=GAME.slug, seats=2)
        match = (await served.app.use_cases.matches.create(ada, served.key(), wanted))[0].id
        await served.sit(ada, match)
        token = tracing.enter(tracing.Trace(TRACE, PARENT, "shop=7"))
        await served.sit(bob, match)
        tracing.leave(token)
        await served.act(ada, match, action={"type": "concede"})
        await served.app.projector.catch_up()
        await served.app.webhooks.deliverer.tick()
    told = {(one.path, one.message["type"]): one.headers.get("traceparent") for one in receiver.came}
    assert told == {
        ("/ada", "match.started"): None,
        ("/ada", "match.finished"): None,
        ("/bob", "match.started"): PARENT,
        ("/bob", "match.finished"): None,
    }
    assert not any("baggage" in one.headers for one in receiver.came)


async def test_spans_reach_a_collector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of requests, use cases and the store, in the trace of the client; and none says an id, an address or a query."""
    async with receiving() as collector:
        collector.answer = lambda _: Response(status_code=200)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address)
        served = await serve(sqlite_url(tmp_path))
        async with served.app:
            match = await served.started()
            async with asking(served.app, traceparent=PARENT) as http:
                assert (await http.get(f"/v1/matches/{match}/state?at=2&as=spectator")).status_code == 200
                assert (await http.get("/ready")).status_code == 200
                assert (await http.get("/v1/matches/mt_no")).json()["traceId"] == TRACE
    sent = [span for body in collector.came for span in _spans(body.body)]
    named = {span.name: span for span in sent}
    assert set(named) >= {"GET /v1/matches/{id}/state", "matches.state", "store.read", "GET /v1/matches/{id}"}
    assert {span.trace_id.hex() for span in sent} == {TRACE}
    outer = named["GET /v1/matches/{id}/state"]
    assert (outer.parent_span_id.hex(), named["matches.state"].parent_span_id) == (SPAN, outer.span_id)
    said = str(sent)
    for hidden in (match, "spectator", "127.0.0.1", "python-httpx"):
        assert hidden not in said


async def test_a_collector_that_hangs_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when more spans wait for it than are kept either."""
    for name in ("QUEUE_SIZE", "EXPORT_BATCH_SIZE"):
        monkeypatch.setenv(f"OTEL_BSP_MAX_{name}", "16")
    async with receiving() as collector:
        collector.open.clear()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", f"{collector.address}/slow")
        monkeypatch.setattr(spans, "PATIENCE", 0.1)
        served = await serve(sqlite_url(tmp_path))
        async with served.app, asking(served.app) as http:
            assert [(await http.get("/v1/games")).status_code for _ in range(40)] == [200] * 40
        collector.open.set()


async def test_without_a_collector_nothing_is_wrapped(served: Served) -> None:
    assert served.app.spans is None
    assert spans.begin({}) is None
    assert spans.begin({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_SDK_DISABLED": "true"}) is None


async def test_a_collector_without_the_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "find_spec", lambda _: None)
    with capture_logs() as logs:
        assert spans.begin({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}) is None
    assert "playledger[otel]" in logs[0]["event"]


def _spans(body: bytes) -> list[Any]:
    told = ExportTraceServiceRequest.FromString(body)
    return [span for some in told.resource_spans for scope in some.scope_spans for span in scope.spans]
