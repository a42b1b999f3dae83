"""GraphQL over HTTP: media types, statuses, limits, failures."""

from __future__ import annotations

import logging
from typing import Any

import httpx
import pytest

from api_schema.graphql import limits
from api_schema.graphql.http import MAX_BODY
from tests.api.graphql.playing import Ask, table

pytestmark = pytest.mark.anyio

OWN = "application/graphql-response+json"


@pytest.mark.parametrize(
    ("body", "accept", "status", "media"),
    [
        ({"query": "{ games { slug } }"}, OWN, 200, OWN),
        ({"query": "{ games { slug } }"}, "application/json", 200, "application/json"),
        ({"query": "{ games { slug } }"}, "*/*", 200, "application/json"),
        ({"query": "{ nothing }"}, OWN, 400, OWN),
        ({"query": "{ nothing }"}, "application/json", 200, "application/json"),
        ({"query": "{"}, OWN, 400, OWN),
        ({}, OWN, 400, OWN),
        ({"query": 7}, OWN, 400, OWN),
        ({"query": "{ games { slug } }", "variables": 7}, OWN, 400, OWN),
        ([], "application/json", 400, "application/json"),
        ("text", "application/json", 400, "application/json"),
    ],
)
async def test_status_and_media_type(http: httpx.AsyncClient, body: Any, accept: str, status: int, media: str) -> None:
    answer = await http.post("/graphql", json=body, headers={"Accept": accept})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == f"{media}; charset=utf-8"
    assert ("data" in answer.json()) == (b"slug" in answer.content)


async def test_no_cache_keeps_an_answer(http: httpx.AsyncClient) -> None:
    """One address gives each caller something else."""
    for answer in (
        await http.get("/graphql", params={"query": "{ games { slug } }"}),
        await http.post("/graphql", json={"query": "{ nothing }"}, headers={"Accept": OWN}),
    ):
        assert answer.headers["cache-control"] == "no-store"


async def test_nothing_executed_means_no_data(http: httpx.AsyncClient) -> None:
    answer = await http.post("/graphql", json={"query": "{ nothing }"})
    assert list(answer.json()) == ["errors"]


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"7", b""])
async def test_what_is_not_json_is_refused(http: httpx.AsyncClient, content: bytes) -> None:
    answer = await http.post("/graphql", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["errors"]


async def test_other_content_types_and_methods_are_refused(http: httpx.AsyncClient) -> None:
    form = await http.post("/graphql", data={"query": "{ games { slug } }"})
    assert form.status_code == 415
    put = await http.put("/graphql", json={"query": "{ games { slug } }"})
    assert (put.status_code, put.headers["allow"]) == (405, "GET, OPTIONS, POST")
    asked = await http.options("/graphql")
    assert (asked.status_code, asked.headers["allow"], asked.content) == (204, "GET, OPTIONS, POST", b"")


async def test_get_reads_and_never_writes(http: httpx.AsyncClient) -> None:
    read = await http.get("/graphql", params={"query": "{ games { slug } }"})
    assert read.json() == {"data": {"games": [{"slug": "envoys"}]}}
    write = await http.get("/graphql", params={"query": 'mutation { revokeToken(id: "x") { id } }'})
    assert (write.status_code, write.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("accept", [OWN, "application/json", "*/*", "multipart/mixed;subscriptionSpec=1.0"])
async def test_a_subscription_needs_a_stream(
    http: httpx.AsyncClient, accept: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is the client's fault, and nothing for the log."""
    query = 'subscription { matchUpdates(matchId: "x", afterVersion: 0) { __typename } }'
    for answer in (
        await http.post("/graphql", json={"query": query}, headers={"Accept": accept}),
        await http.get("/graphql", params={"query": query}, headers={"Accept": accept}),
    ):
        assert answer.status_code == 400, answer.text
        (error,) = answer.json()["errors"]
        assert error["extensions"]["code"] == "INVALID_INPUT"
        assert "text/event-stream" in error["message"]
    assert not caplog.records


@pytest.mark.parametrize("header", ["Basic bm9ib2R5", "pl_a", "Token pl_a"])
async def test_a_token_that_is_no_bearer_is_refused(http: httpx.AsyncClient, header: str) -> None:
    """As over REST: nobody becomes a spectator unawares."""
    headers = {"Authorization": header, "Accept": OWN}
    answer = await http.post("/graphql", json={"query": "{ viewer { account } }"}, headers=headers)
    assert (answer.status_code, list(answer.json())) == (401, ["errors"])
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["errors"][0]["extensions"] == {"code": "UNAUTHENTICATED"}


async def test_unknown_directives_are_one_error(http: httpx.AsyncClient) -> None:
    """However many a field has; the first are named, and nothing else is lost."""
    many = " ".join(f"@one{number}" for number in range(10))
    answer = (await http.post("/graphql", json={"query": f"{{ games {many} {{ slug nothing }} }}"})).json()
    first, second = answer["errors"]
    assert first["message"] == "Unknown directives: '@one0', '@one1', '@one2', '@one3', '@one4' and 5 more."
    assert "nothing" in second["message"]
    (alone,) = (await http.post("/graphql", json={"query": "{ games @one { slug } }"})).json()["errors"]
    assert alone["message"] == "Unknown directive '@one'."


@pytest.mark.parametrize(
    ("place", "body"),
    [
        ("id: ", {"query": "query ($id: ID!) { match(id: $id) { id } }", "variables": {"id": "mt_\x00"}}),
        ("", {"query": '{ match(id: "mt_\\u0000") { id } }'}),
        ("", {"query": '{ match(id: "mt_\\u{0}") { id } }'}),
        (
            "input.reason: ",
            {
                "query": "mutation ($input: PauseTournamentInput!) { pauseTournament(input: $input) { version } }",
                "variables": {"input": {"tournamentId": "tn_1", "idempotencyKey": "k", "reason": "a\x00b"}},
            },
        ),
        (
            "input.options.a.0: ",
            {
                "query": "mutation ($input: CreateMatchInput!) { createMatch(input: $input) { match { id } } }",
                "variables": {
                    "input": {"idempotencyKey": "k", "game": "envoys", "seats": 2, "options": {"a": ["\x00"]}}
                },
            },
        ),
    ],
)
@pytest.mark.parametrize("times", [1, 2])
async def test_a_text_that_no_store_keeps_is_refused_as_over_rest(
    http: httpx.AsyncClient, fake: Any, place: str, body: Any, times: int
) -> None:
    """Also where the document is known already."""
    for _ in range(times):
        answer = await http.post("/graphql", json=body, headers={"Accept": OWN})
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["message"]) == (400, f"{place}Text with a NUL character.")
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert not fake.calls


@pytest.mark.parametrize("view", ["{}", "{seat: 0, role: FULL}", "{seat: null}"])
async def test_a_fault_of_an_argument_has_a_code(http: httpx.AsyncClient, ask: Ask, view: str) -> None:
    match, _ = await table(ask)
    query = f'{{ match(id: "{match}") {{ state(as: {view}) {{ version }} }} }}'
    (error,) = (await http.post("/graphql", json={"query": query})).json()["errors"]
    assert error["extensions"]["code"] == "INVALID_INPUT"


async def test_what_is_not_there_is_null_and_not_found(http: httpx.AsyncClient) -> None:
    """As in subscriptions, and as over REST; `node` is null alone, as Relay has it."""
    query = '{ match(id: "mt_nothing") { id } node(id: "mt_nothing") { id } }'
    answer = (await http.post("/graphql", json={"query": query})).json()
    assert answer["data"] == {"match": None, "node": None}
    (error,) = answer["errors"]
    assert (error["path"], error["extensions"]["code"]) == (["match"], "NOT_FOUND")


async def test_a_body_that_is_too_large_is_not_read(http: httpx.AsyncClient) -> None:
    answer = await http.post("/graphql", json={"query": "#" * MAX_BODY})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "query",
    [
        "{" + " ".join(f"a{n}: viewer {{ account }}" for n in range(limits.ALIASES + 1)) + "}",
        "{" + "viewer { account } " * limits.TOKENS + "}",
    ],
)
async def test_documents_that_cost_too_much_are_not_run(http: httpx.AsyncClient, fake: Any, query: str) -> None:
    answer = await http.post("/graphql", json={"query": query})
    assert list(answer.json()) == ["errors"]
    assert not fake.calls


async def test_depth_is_limited_also_for_introspection(http: httpx.AsyncClient) -> None:
    deep = "{ a " * (limits.DEPTH + 2) + "}" * (limits.DEPTH + 2)
    answer = await http.post("/graphql", json={"query": deep})
    assert "depth" in answer.text
    types = "fields { type { " * 4 + "name" + " } }" * 4
    answer = await http.post("/graphql", json={"query": "{ __schema { types { " + types + " } } }"})
    assert "introspection depth" in answer.text


async def test_a_failure_is_logged_and_not_shown(
    http: httpx.AsyncClient, fake: Any, caplog: pytest.LogCaptureFixture
) -> None:
    fake.matches.broken = True
    with caplog.at_level(logging.ERROR, logger="playledger.graphql"):
        answer = await http.post("/graphql", json={"query": '{ match(id: "mt_0") { id } }'})
    assert answer.json()["errors"][0]["message"] == "internal error"
    assert answer.json()["errors"][0]["extensions"] == {"code": "INTERNAL"}
    assert "secret" not in answer.text
    assert "the secret of the storage" in caplog.text


async def test_a_refusal_is_shown_and_not_logged(http: httpx.AsyncClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = await http.post("/graphql", json={"query": "{ matches(first: 0) { nodes { id } } }"})
    assert answer.json()["errors"][0]["extensions"] == {"code": "INVALID_INPUT"}
    assert not caplog.records


async def test_browsers_get_a_page_that_needs_no_network(http: httpx.AsyncClient) -> None:
    answer = await http.get("/graphql", headers={"Accept": "text/html"})
    assert answer.headers["content-type"].startswith("text/html")
    assert "http://" not in answer.text
    assert "https://" not in answer.text
    assert "What can be played" in answer.text


async def test_events_can_be_followed_over_server_sent_events(http: httpx.AsyncClient, ask: Ask, fake: Any) -> None:
    match, tokens = await table(ask)
    mutation = "mutation($i: ActInput!) { act(input: $i) { userErrors { code } } }"
    await ask(mutation, tokens[0], i={"idempotencyKey": "k", "matchId": match, "what": {"match": "CONCEDE"}})
    body = {
        "query": "subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) { __typename } }",
        "variables": {"id": match},
    }
    answer = await http.post("/graphql", json=body, headers={"Accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    lines = [line.strip() for line in answer.text.splitlines() if line]
    assert lines == [
        "event: next",
        'data: {"data":{"matchUpdates":{"__typename":"EventsAppended"}}}',
        "event: next",
        'data: {"data":{"matchUpdates":{"__typename":"MatchClosed"}}}',
        "event: complete",
        "data:",
    ]
