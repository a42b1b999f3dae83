"""What well-known clients write into Accept, word by word, and what each of them gets for it."""

from __future__ import annotations

import httpx
import pytest

pytestmark = pytest.mark.anyio

JSON, OWN, EVENTS = "application/json", "application/graphql-response+json", "text/event-stream"
REFUSED = "refused"
CLIENTS = {
    "urql": (
        f"{OWN}, application/graphql+json, {JSON}, {EVENTS}, multipart/mixed",
        OWN,
        EVENTS,
    ),
    "urql, a subscription": (f"{EVENTS}, multipart/mixed", EVENTS, EVENTS),
    "Apollo Client 4": (f"{OWN},{JSON};q=0.9", OWN, REFUSED),
    "Apollo Client 4 with @defer": (f"multipart/mixed;incrementalSpec=v0.2,{OWN},{JSON};q=0.9", OWN, REFUSED),
    "Apollo Client 3": ("*/*", JSON, REFUSED),
    "Apollo Client 3 with @defer": (f"multipart/mixed;deferSpec=20220824,{OWN},{JSON};q=0.9", OWN, REFUSED),
    "Apollo Client, a multipart subscription": (
        f"multipart/mixed;boundary=graphql;subscriptionSpec=1.0,{OWN},{JSON};q=0.9",
        OWN,
        REFUSED,
    ),
    "Relay's fetch": (JSON, JSON, REFUSED),
    "graphql-request": (f"{OWN}, {JSON}", OWN, REFUSED),
    "graphql-http": (f"{OWN}, {JSON}", OWN, REFUSED),
    "graphql-sse": (EVENTS, EVENTS, EVENTS),
    "an EventSource": (EVENTS, EVENTS, EVENTS),
    "gql over aiohttp": ("*/*", JSON, REFUSED),
    "gql over httpx": ("*/*", JSON, REFUSED),
    "axios": (f"{JSON}, text/plain, */*", JSON, REFUSED),
    "GraphiQL": (f"{JSON}, multipart/mixed", JSON, REFUSED),
    "events liked less": (f"{EVENTS};q=0.5, {JSON}", JSON, EVENTS),
    "events liked more": (f"{JSON};q=0.5, {EVENTS}", EVENTS, EVENTS),
    "events first of equals": (f"{EVENTS}, {JSON}", EVENTS, EVENTS),
    "events refused": (f"{JSON}, {EVENTS};q=0", JSON, REFUSED),
    "events refused, all else liked": (f"{EVENTS};q=0, */*", JSON, REFUSED),
    "none": ("", JSON, REFUSED),
}


ASKED = (
    "{ games { slug } }",
    'mutation { leaveMatch(input: {idempotencyKey: "k", matchId: "mt_0", seat: 0}) { userErrors { code } } }',
)
FOLLOWED = 'subscription { matchUpdates(matchId: "mt_0", afterVersion: 0) { __typename } }'


@pytest.mark.parametrize("client", CLIENTS)
async def test_each_client_gets_a_form_that_it_reads(http: httpx.AsyncClient, client: str) -> None:
    accept, query, subscription = CLIENTS[client]
    for document in ASKED:
        answer = await http.post("/graphql", json={"query": document}, headers={"Accept": accept})
        assert (answer.status_code, media(answer)) == (200, query), answer.text
        assert '"data":{' in answer.text
    updates = await http.post("/graphql", json={"query": FOLLOWED}, headers={"Accept": accept})
    assert (media(updates) == EVENTS) == (subscription == EVENTS), updates.text
    assert ("NOT_FOUND" in updates.text) == (subscription == EVENTS)


async def test_lines_of_accept_are_one(http: httpx.AsyncClient) -> None:
    lines = [("Accept", f"{JSON};q=0.1"), ("Accept", OWN)]
    assert media(await http.post("/graphql", json={"query": ASKED[0]}, headers=lines)) == OWN


async def test_lines_of_events_end_with_lf(http: httpx.AsyncClient) -> None:
    """Some clients look for an empty line as two LF."""
    answer = await http.post("/graphql", json={"query": ASKED[0]}, headers={"Accept": EVENTS})
    assert answer.content == b'event: next\ndata: {"data":{"games":[{"slug":"envoys"}]}}\n\nevent: complete\ndata: \n\n'


async def test_a_mutation_by_get_is_refused_in_events_too(
    http: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await http.get("/graphql", params={"query": ASKED[1]}, headers={"Accept": EVENTS})
    assert "use POST for mutations" in answer.text
    assert "INVALID_INPUT" in answer.text
    assert '"data"' not in answer.text
    assert not caplog.records


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 200),
        ("text/html", 200),
        ("text/html, application/json", 200),
        ("application/json, text/html;q=0.9", 400),
        ("application/json, */*;q=0.1", 400),
        ("*/*", 200),
    ],
)
async def test_only_browsers_get_the_page(http: httpx.AsyncClient, accept: str, status: int) -> None:
    answer = await http.get("/graphql", headers={"Accept": accept})
    assert (answer.status_code, media(answer)) == (status, "text/html" if status == 200 else JSON)


def media(answer: httpx.Response) -> str:
    return answer.headers["content-type"].partition(";")[0]
