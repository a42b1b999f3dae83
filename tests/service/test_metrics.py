"""What /metrics says, and what it and the access log must not say."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from api_schema.errors import ApiError, ErrorCode
from api_schema.operations.table import by_path
from api_schema.ports.base import ANONYMOUS
from eventstore.open import open_store
from eventstore.store import StoreUnavailable, WrongExpectedVersion
from service.app import web
from service.history.archive.archive import Archive
from service.history.store import ServedStore
from service.leases import Job
from service.meters import Meters
from service.metrics.page import MetricsServer
from service.projections.match_list.fold import LobbyList
from service.settings import SettingsError
from service.streams.watcher import RESYNCS
from tests.eventstore.given import creation
from tests.kit.listening import listening, socket_to
from tests.kit.process import free_port
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "unknown"}
ROUTES = {*by_path(), "/metrics", "/graphql/assets/{name}"}
OPERATIONS = {f"{method} {path}" for method in METHODS for path in ROUTES} | {
    f"graphql {kind}" for kind in ("query", "mutation", "subscription", "other")
}
STORE = {
    "append", "find_command", "head", "lag", "load", "ping", "read", "read_log", "save_snapshot", "secret", "sequence",
    "sql_read", "sql_write",
}  # fmt: skip
APPENDS = {"committed", "replayed", "conflict", "key_reused", "closed", "unavailable", "failed"}
NUMBER = r"\+Inf|[\d.e+-]+"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    service = await serve(sqlite_url(tmp_path), metrics_public=True)
    async with service.app:
        yield service


@asynccontextmanager
async def asking(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://test") as http:
        yield http


def samples(text: str) -> Iterator[tuple[str, dict[str, str], float]]:
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            yield sample.name, dict(sample.labels), sample.value


async def said(served: Served) -> dict[str, Any]:
    """Each sample's value by its name, with its labels where it has some."""
    text = (await served.app.metrics.text()).decode()
    return {
        name + (f"{{{','.join(f'{key}={labels[key]}' for key in sorted(labels))}}}" if labels else ""): value
        for name, labels, value in samples(text)
    }


def is_allowed(served: Served, name: str, value: str) -> bool:
    """The whole list of labels, each with what may stand in it."""
    games = {game.slug: game.rules_version for game in served.app.catalogue.games()}
    allowed: dict[str, set[str] | str] = {
        "operation": OPERATIONS | STORE | {"unknown"},
        "status": r"[1-5]\d\d|none",
        "kind": {"http", "websocket"},
        "game": {*games, ""},
        "rules": set(games.values()),
        # of actions, of reads of the archive, then of reads that a standby may answer
        "outcome": {"accepted", "replayed", "read"}
        | {"served", "late", "away", "promoted", "other_timeline", "failed", "no_position", "resting"},
        "lease": set(Job),
        "code": {code.value for code in ErrorCode},
        "result": APPENDS,
        "reason": set(RESYNCS),
        "projection": {projection.name for projection in served.app.projector.projections},
        "version": r"[\w.+]+",
        "python": r"\d+\.\d+\.\w+",
        "le": NUMBER,
    }
    wanted = allowed[name]
    return re.fullmatch(wanted, value) is not None if isinstance(wanted, str) else value in wanted


async def exercised(served: Served, http: httpx.AsyncClient) -> str:
    """A service that has been asked all sorts of things, by strangers too; the id of its match."""
    match = await served.started()
    await served.play_out(match, ALICE, BOB)
    stolen = "pl_a-secret-token-that-somebody-sends"
    for path in (
        f"/v1/matches/{match}",
        f"/v1/matches/{match}/events?token={stolen}",
        f"/{stolen}",
        "/v1/matches/mt_no",
    ):
        await http.get(path, headers={"Authorization": f"Bearer {stolen}", "X-Request-Id": stolen})
        await http.get(path)
    await http.request("BREW", f"/v1/matches/{match}")
    await http.post(f"/v1/matches/{match}/actions", json={"token": stolen}, headers={"Idempotency-Key": stolen})
    named = {"query": "query NameOfTheClient { games { slug } }", "operationName": "NameOfTheClient"}
    await http.post("/graphql", json=named)
    await http.post("/graphql", json={"query": "mutation NameOfTheClient { leaveMatch(input: {}) { version } }"})
    await http.post("/graphql", content=b"{")
    with pytest.raises(ApiError):
        await served.act(EVE, "mt_of_nobody", token=stolen)
    with pytest.raises(ApiError):
        await served.act(EVE, match, token=stolen)
    return match


async def test_labels_hold_nothing_but_what_is_on_the_list(served: Served) -> None:
    async with asking(served) as http:
        match = await exercised(served, http)
        text = (await http.get("/metrics")).text
    found = list(samples(text))
    assert len({name for name, _, _ in found}) > 40
    for name, labels, _ in found:
        for label, value in labels.items():
            assert is_allowed(served, label, value), (name, label, value)
    for word in (match, "secret-token", "NameOfTheClient", "ac_alice", "mt_"):
        assert word not in text


async def test_actions_refusals_and_appends_are_counted(served: Served) -> None:
    match = await served.started()
    before = await said(served)
    order = {"token": await served.token(ALICE, match, "send"), "idempotency_key": "the-same-key-twice"}
    first = await served.act(ALICE, match, **order)
    assert (await served.act(ALICE, match, **order)).replayed
    with pytest.raises(ApiError):
        await served.act(EVE, match, action={"type": "send", "card": "x"}, expected_version=first.version)
    after = await said(served)
    more = {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name)}
    assert more[f"playledger_actions_total{{game={GAME.slug},outcome=accepted}}"] == 1
    assert more[f"playledger_actions_total{{game={GAME.slug},outcome=replayed}}"] == 1
    assert {name for name in more if "refusals_total" in name} == {
        f"playledger_refusals_total{{code=NOT_YOUR_SEAT,game={GAME.slug}}}"
    }
    assert more["playledger_appends_total{result=committed}"] == 1
    assert more["playledger_events_appended_total"] == len(first.events)


async def test_appends_that_are_made_together_count_each() -> None:
    meters = Meters()
    behind = await open_store("sqlite:///:memory:")
    store = ServedStore(behind, Archive(behind, None, 0), meters)
    appends = [creation(count=2) for _ in range(3)]
    for _ in range(2):
        await store.append_all(appends)
    with pytest.raises(WrongExpectedVersion):
        await store.append_all([creation(), creation(appends[0].stream_id, key="other")])
    await store.close()
    with pytest.raises(StoreUnavailable):
        await store.append_all([creation()])
    value = meters.registry.get_sample_value
    results = {result: value("playledger_appends_total", {"result": result}) for result in APPENDS}
    assert {result: count for result, count in results.items() if count} == {
        "committed": 3,
        "replayed": 3,
        "conflict": 1,
        "unavailable": 1,
    }
    assert value("playledger_events_appended_total") == 6
    assert value("playledger_append_seconds_count") == 4
    assert value("playledger_store_errors_total", {"operation": "append"}) == 1


async def test_a_read_model_that_stands_still_is_seen(tmp_path: Path) -> None:
    service = await serve(sqlite_url(tmp_path))
    await service.started()
    before = service.app.projector.behind().seconds
    found = await said(service)
    assert found["playledger_unsequenced_events"] > 0
    assert before < found["playledger_read_models_behind_seconds"] < service.app.projector.behind().seconds
    await service.app.projector.catch_up()
    # an answer is good for a moment
    service.app.metrics._sampler._taken = None
    found = await said(service)
    assert found["playledger_unsequenced_events"] == 0
    assert found["playledger_log_position"] > 0
    assert found[f"playledger_projection_position{{projection={LobbyList.name}}}"] == found["playledger_log_position"]
    await service.app.stop()


async def test_the_database_is_asked_once_however_many_scrape(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    lag = served.app.store.lag

    async def counted() -> Any:
        nonlocal asked
        asked += 1
        return await lag()

    monkeypatch.setattr(served.app.store, "lag", counted)
    for _ in range(20):
        await served.app.metrics.text()
    assert asked == 1


async def test_without_a_store_the_rest_is_still_said(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away() -> Any:
        raise StoreUnavailable("away")

    monkeypatch.setattr(served.app.store, "lag", away)
    found = await said(served)
    assert found["playledger_store_up"] == 0
    assert "playledger_log_position" not in found
    assert found["playledger_broker_up"] == 1
    assert found[f"playledger_game_info{{game={GAME.slug},rules={GAME.rules_version}}}"] == 1


async def test_watchers_renderings_and_connections_are_counted(served: Served) -> None:
    match = await served.started()
    watching = served.app.use_cases.matches.updates(ANONYMOUS, match)
    await anext(watching)
    during = await said(served)
    assert (during["playledger_watchers"], during["playledger_watched_matches"]) == (1, 1)
    assert during["playledger_renderings_total"] == 1
    served.app.drain()
    assert (await anext(watching)).kind == "ResyncRequired"
    assert (await said(served))["playledger_resyncs_total{reason=SHUTDOWN}"] == 1


async def test_watchers_who_are_behind_are_counted_with_the_others(served: Served) -> None:
    match = await served.started(spectator_delay_ms=60_000)
    watching = [served.app.use_cases.matches.updates(caller, match) for caller in (ALICE, EVE)]
    for one in watching:
        await anext(one)
    during = await said(served)
    assert (during["playledger_watchers"], during["playledger_watched_matches"]) == (2, 1)
    assert during["playledger_renderings_total"] == 2
    for one in watching:
        await one.aclose()
    assert (await said(served))["playledger_watchers"] == 0


async def test_operations_over_a_socket_are_counted_by_their_kind_once_each(served: Served) -> None:
    match = await served.started()
    subscription = f'subscription {{ matchUpdates(matchId: "{match}", afterVersion: 0) {{ __typename }} }}'
    documents = [
        subscription,
        "{ games { slug } }",
        'mutation { revokeToken(id: "x") { userErrors { code } } }',
        "{ nothing }",
    ]
    async with listening(web(served.app)) as server:
        url = f"ws://127.0.0.1:{server.port}/graphql"
        async with socket_to(url) as socket:
            await socket.send(json.dumps({"type": "connection_init"}))
            waiting = {"0", "1", "2", "3"}
            for number, query in enumerate(documents):
                await socket.send(json.dumps({"type": "subscribe", "id": str(number), "payload": {"query": query}}))
            async with asyncio.timeout(PATIENCE):
                while waiting:
                    waiting.discard(json.loads(await socket.recv()).get("id"))
            # another frame of the subscription is no other operation
            await served.act(ALICE, match, action={"type": "concede"})
            async with asyncio.timeout(PATIENCE):
                while json.loads(await socket.recv())["type"] != "complete":
                    pass
    found = await said(served)
    assert {name: value for name, value in found.items() if "socket_operations" in name} == {
        f"playledger_socket_operations_total{{operation=graphql {kind}}}": 1
        for kind in ("query", "mutation", "subscription")
    }


async def test_strangers_on_the_public_port_see_no_metrics_by_default(tmp_path: Path) -> None:
    service = await serve(sqlite_url(tmp_path))
    async with service.app, asking(service) as http:
        refused = await http.get("/metrics")
    assert refused.status_code == 404
    assert refused.json()["code"] == "NOT_FOUND"


async def test_a_port_of_their_own_serves_the_metrics_and_nothing_else(served: Served) -> None:
    port = free_port()
    async with MetricsServer(served.app.metrics, "127.0.0.1", port), httpx.AsyncClient(timeout=PATIENCE) as http:
        found = await http.get(f"http://127.0.0.1:{port}/metrics")
        assert found.headers["content-type"].startswith("text/plain")
        assert "playledger_build_info" in found.text
        for path in ("/v1/games", "/graphql", "/ready"):
            assert (await http.get(f"http://127.0.0.1:{port}{path}")).status_code == 404
        with pytest.raises(SettingsError, match="can't be served"):
            async with MetricsServer(served.app.metrics, "127.0.0.1", port):
                pass
    with pytest.raises(httpx.ConnectError):
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            await http.get(f"http://127.0.0.1:{port}/metrics")


async def test_each_application_has_a_registry_of_its_own(served: Served, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = await serve(sqlite_url(tmp_path / "other"))
    await served.started()
    assert (await said(served))["playledger_events_appended_total"] > 0
    assert (await said(other))["playledger_events_appended_total"] == 0
    await other.app.stop()


@pytest.mark.parametrize("given", [None, "a client's own words", "x" * 65, "", "<script>"])
async def test_a_request_id_is_made_unless_a_plain_one_is_given(served: Served, given: str | None) -> None:
    async with asking(served) as http:
        kept = await http.get("/health", headers={"X-Request-Id": "4bf92f35-77b3:1"})
        made = await http.get("/health", headers={} if given is None else {"X-Request-Id": given})
        refused = await http.get("/v1/matches/mt_no")
    assert kept.headers.get_list("x-request-id") == ["4bf92f35-77b3:1"]
    assert re.fullmatch("[0-9a-f]{16}", made.headers["x-request-id"])
    assert refused.status_code == 404
    assert refused.headers["x-request-id"]


async def test_what_is_logged_for_a_request_has_its_id(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(served.app.matches.repository, "current", fails)
    with capture_logs(processors=[merge_contextvars]) as logs:
        async with asking(served) as http:
            failed = await http.get("/v1/matches/mt_any")
            other = await http.get("/health")
    assert failed.status_code == 500
    ids = {line["event"]: line["request_id"] for line in logs if line.get("operation") != "GET /health"}
    assert ids == {"unexpected": failed.headers["x-request-id"], "request": failed.headers["x-request-id"]}
    assert other.headers["x-request-id"] != failed.headers["x-request-id"]


async def test_the_access_log_names_operations_and_no_ids_or_secrets(served: Served) -> None:
    # a command that ran in this process may have left out what is less than `info`
    structlog.reset_defaults()
    with capture_logs() as logs:
        async with asking(served) as http:
            match = await exercised(served, http)
            await http.get("/health")
    lines = [line for line in logs if line["event"] == "request"]
    assert {"GET /v1/matches/{id}", "POST /v1/matches/{id}/actions", "graphql query", "unknown"} <= {
        line["operation"] for line in lines
    }
    assert all(line.keys() == {"event", "log_level", "operation", "status", "ms"} for line in lines)
    assert {line["log_level"] for line in lines if line["operation"] == "GET /health"} == {"debug"}
    for word in (match, "secret-token", "NameOfTheClient"):
        assert word not in repr(logs)
