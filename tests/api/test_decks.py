"""Saved decks, the list of matches and webhooks over GraphQL and REST: both skins say the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import web
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.tournament_desk import hosted
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
DECK = "id name seats options loadout revision report { legal violations { ruleId } } createdAt updatedAt"
SAVE = f"""mutation($input: DeckInput!) {{ saveDeck(input: $input) {{ deck {{ {DECK} game {{ slug }} }}
  userErrors {{ __typename code path ... on VersionConflict {{ expected actual }} }} }} }}"""
DELETE = """mutation($input: DeleteDeckInput!) { deleteDeck(input: $input) { id userErrors { code } } }"""
READ = f"""query($id: ID!, $after: String, $game: String) {{ node(id: $id) {{ id ... on SavedDeck {{ name }} }}
  viewer {{ decks(first: 2, after: $after, game: $game) {{ totalCount nodes {{ {DECK} }}
    pageInfo {{ hasNextPage endCursor }} }} }} }}"""
FIND = """query($filter: MatchFilter, $order: MatchOrder! = NEWEST, $first: Int! = 9, $after: String) {
  matches(filter: $filter, order: $order, first: $first, after: $after) {
    nodes { id } pageInfo { hasNextPage endCursor } } }"""
HOOK = (
    """id url kinds game tournamentId matches status createdAt lastDeliveredAt failingSince nextAttemptAt lastError"""
)
CREATE_HOOK = f"""mutation($input: CreateWebhookInput!) {{ createWebhook(input: $input) {{ webhook {{ {HOOK} }} secret
  userErrors {{ code path }} }} }}"""
ORDER = {"game": GAME.slug, "name": "Six beasts", "loadout": {"charm": "fox"}}


@dataclass
class Client:
    """A client with the token of an account that may do all of this."""

    served: Served
    http: httpx.AsyncClient
    token: str

    async def rest(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        sent = {"Authorization": f"Bearer {self.token}", **{name.replace("_", "-"): v for name, v in headers.items()}}
        return await self.http.request(method, path, json=body, headers=sent)

    async def ask(self, query: str, **variables: Any) -> Any:
        body = {"query": query, "variables": variables}
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = (await self.http.post("/graphql", json=body, headers=headers)).json()
        assert "errors" not in answer, answer
        return answer["data"]


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    served = await serve(sqlite_url(tmp_path), webhook_allow_private=True)
    transport = httpx.ASGITransport(web(served.app))
    async with served.app, httpx.AsyncClient(transport=transport, base_url="http://test") as http:
        scopes = ["deck:write", "match:play", "match:create", "webhook:manage"]
        _, token = await served.app.accounts.create_for("ac_cook", "test", scopes)
        yield Client(served, http, token)


async def test_a_deck_over_rest(client: Client) -> None:
    made = await client.rest("POST", "/v1/decks", ORDER, Idempotency_Key="one")
    assert made.status_code == 201
    deck, path = made.json(), made.headers["Location"]
    assert path == f"/v1/decks/{deck['id']}"
    assert (deck["game"], deck["report"], deck["revision"]) == (GAME.slug, {"legal": True, "violations": []}, 1)
    again = await client.rest("POST", "/v1/decks", ORDER, Idempotency_Key="one")
    assert again.json() == deck
    found = await client.rest("GET", path)
    tag = found.headers["ETag"]
    assert (found.json(), tag, found.headers["Cache-Control"]) == (deck, made.headers["ETag"], "private, no-cache")
    assert (await client.rest("GET", path, If_None_Match=tag)).status_code == 304
    assert (await client.rest("HEAD", path)).headers["ETag"] == tag
    unguarded = await client.rest("PUT", path, ORDER)
    assert (unguarded.status_code, unguarded.json()["code"]) == (428, "GUARD_REQUIRED")
    changed = await client.rest("PUT", path, {**ORDER, "loadout": {"charm": "cat"}}, If_Match=tag)
    assert (changed.status_code, changed.json()["revision"]) == (200, 2)
    assert [fault["ruleId"] for fault in changed.json()["report"]["violations"]] == ["TOY-103"]
    late = await client.rest("PUT", path, ORDER, If_Match=tag)
    assert (late.status_code, late.json()["code"]) == (409, "VERSION_CONFLICT")
    assert late.json()["details"] == {"expected": 1, "actual": 2}
    assert (await client.rest("GET", path, If_None_Match=tag)).status_code == 200
    listed = (await client.rest("GET", "/v1/decks?limit=1")).json()
    assert ([one["id"] for one in listed["decks"]], listed["totalCount"], listed["hasNext"]) == ([deck["id"]], 1, False)
    assert (await client.rest("DELETE", path, If_Match=tag)).status_code == 409
    assert (await client.rest("DELETE", path)).status_code == 204
    assert (await client.rest("GET", path)).status_code == 404
    assert (await client.http.get("/v1/decks")).status_code == 401


async def test_a_deck_over_graphql(client: Client) -> None:
    saved = (await client.ask(SAVE, input={**ORDER, "idempotencyKey": "one"}))["saveDeck"]
    deck = saved["deck"]
    assert saved["userErrors"] == []
    over_rest = (await client.rest("GET", f"/v1/decks/{deck['id']}")).json()
    assert {**deck, "game": deck["game"]["slug"], "report": over_rest["report"]} == over_rest
    for name in ("Second", "Third"):
        await client.ask(SAVE, input={**ORDER, "name": name})
    read = await client.ask(READ, id=deck["id"])
    assert read["node"] == {"id": deck["id"], "name": "Six beasts"}
    page = read["viewer"]["decks"]
    assert ([one["name"] for one in page["nodes"]], page["totalCount"]) == (["Third", "Second"], 3)
    rest = await client.ask(READ, id="dk_none", after=page["pageInfo"]["endCursor"])
    assert (rest["node"], [one["name"] for one in rest["viewer"]["decks"]["nodes"]]) == (None, ["Six beasts"])
    change = {**ORDER, "id": deck["id"], "name": "Changed"}
    unguarded = (await client.ask(SAVE, input=change))["saveDeck"]["userErrors"]
    assert unguarded == [{"__typename": "InputError", "code": "GUARD_REQUIRED", "path": ["expectedRevision"]}]
    done = (await client.ask(SAVE, input={**change, "expectedRevision": 1}))["saveDeck"]
    assert (done["deck"]["name"], done["deck"]["revision"]) == ("Changed", 2)
    (conflict,) = (await client.ask(SAVE, input={**change, "expectedRevision": 1}))["saveDeck"]["userErrors"]
    assert (conflict["code"], conflict["expected"], conflict["actual"]) == ("VERSION_CONFLICT", 1, 2)
    assert (await client.ask(DELETE, input={"id": deck["id"]}))["deleteDeck"]["id"] == deck["id"]
    gone = (await client.ask(DELETE, input={"id": deck["id"]}))["deleteDeck"]
    assert gone["userErrors"] == [{"code": "NOT_FOUND"}]


async def test_a_saved_deck_is_brought_to_matches_over_both(client: Client) -> None:
    deck = (await client.rest("POST", "/v1/decks", ORDER)).json()["id"]
    made = (await client.rest("POST", "/v1/matches", {"game": GAME.slug, "seats": 3})).json()["match"]["id"]
    joined = await client.rest("POST", f"/v1/matches/{made}/seats", {"deckId": deck})
    assert joined.status_code == 201
    query = "mutation($input: JoinMatchInput!) { joinMatch(input: $input) { seat userErrors { code path } } }"
    order = {"idempotencyKey": "a-key-of-my-own", "matchId": made, "deckId": deck}
    assert (await client.ask(query, input=order))["joinMatch"] == {"seat": 1, "userErrors": []}
    both = {**order, "idempotencyKey": "another", "deck": "fox"}
    refused = (await client.ask(query, input=both))["joinMatch"]["userErrors"]
    assert refused == [{"code": "INVALID_INPUT", "path": ["deck"]}]


async def test_the_list_over_both(client: Client) -> None:
    made = []
    for _ in range(3):
        made.append((await client.rest("POST", "/v1/matches", {"game": GAME.slug, "seats": 2})).json()["match"]["id"])
    await client.rest("POST", f"/v1/matches/{made[1]}/seats", {"deck": "fox"})
    await client.served.app.projector.catch_up()
    asked: list[tuple[str, dict[str, Any], list[str]]] = [
        ("", {}, made[::-1]),
        ("?order=OLDEST", {"order": "OLDEST"}, made),
        ("?order=RECENTLY_UPDATED", {"order": "RECENTLY_UPDATED"}, [made[1], made[2], made[0]]),
        ("?mine=true", {"filter": {"mine": True}}, [made[1]]),
        (
            "?joinable=true&status=OPEN,RUNNING",
            {"filter": {"joinable": True, "status": ["OPEN", "RUNNING"]}},
            made[::-1],
        ),
        ("?joinable=false", {"filter": {"joinable": False}}, []),
        ("?status=FINISHED", {"filter": {"status": ["FINISHED"]}}, []),
        ("?game=c4", {"filter": {"game": "c4"}}, []),
        ("?practice=true&endedBy=TOY-1", {"filter": {"practice": True, "endedBy": "TOY-1"}}, []),
        ("?createdAfter=2020-01-01T00:00:00Z", {"filter": {"createdAfter": "2020-01-01T00:00:00Z"}}, made[::-1]),
        ("?finishedBefore=2020-01-01T00:00:00Z", {"filter": {"finishedBefore": "2020-01-01T00:00:00Z"}}, []),
        ("?visibility=INVITE", {"filter": {"visibility": "INVITE"}}, []),
    ]
    for query, variables, want in asked:
        page = (await client.rest("GET", f"/v1/matches{query}")).json()
        assert [match["id"] for match in page["matches"]] == want, query
        found = (await client.ask(FIND, **variables))["matches"]["nodes"]
        assert [match["id"] for match in found] == want, variables
    page = (await client.rest("GET", "/v1/matches?limit=1&order=OLDEST")).json()
    rest = (await client.ask(FIND, order="OLDEST", after=page["endCursor"]))["matches"]["nodes"]
    assert [match["id"] for match in rest] == made[1:]
    other = await client.rest("GET", f"/v1/matches?after={page['endCursor']}")
    assert (other.status_code, other.json()["errors"][0]["path"]) == (400, ["after"])
    for wrong in ("mine=no", "joinable=1", "status=OPEN,", "player=account:ac_1", "order=RANDOM", "createdAfter=now"):
        assert (await client.rest("GET", f"/v1/matches?{wrong}")).status_code == 400, wrong


async def test_webhooks_over_both(client: Client) -> None:
    order = {"url": "http://127.0.0.1:9/", "kinds": ["match.finished"], "matches": "PUBLIC"}
    made = await client.rest("POST", "/v1/webhooks", order)
    assert made.status_code == 201
    shown, secret = made.json()["webhook"], made.json()["secret"]
    assert made.headers["Location"] == f"/v1/webhooks/{shown['id']}"
    assert secret.startswith("whsec_")
    wanted = {"url": order["url"], "kinds": ["MATCH_FINISHED"], "game": GAME.slug}
    other = (await client.ask(CREATE_HOOK, input=wanted))["createWebhook"]
    assert (other["webhook"]["kinds"], other["webhook"]["matches"]) == (["MATCH_FINISHED"], "OWN")
    listed = await client.rest("GET", "/v1/webhooks")
    assert {one["id"] for one in listed.json()["webhooks"]} == {shown["id"], other["webhook"]["id"]}
    assert secret not in listed.text
    over_graphql = (await client.ask(f"{{ webhooks {{ {HOOK} }} }}"))["webhooks"]
    same = next(one for one in over_graphql if one["id"] == shown["id"])
    same |= {"kinds": ["match.finished"], "tournament": same.pop("tournamentId")}
    assert same == shown == (await client.rest("GET", made.headers["Location"])).json()
    again = await client.rest("POST", made.headers["Location"] + "/replay", {"since": shown["createdAt"]})
    assert (again.status_code, again.json()["status"]) == (200, "ACTIVE")
    replay = (
        "mutation($input: ReplayWebhookInput!) { replayWebhook(input: $input) { webhook { id } userErrors { code } } }"
    )
    refused = (await client.ask(replay, input={"id": shown["id"], "after": "ev_1"}))["replayWebhook"]
    assert refused == {"webhook": None, "userErrors": [{"code": "INVALID_INPUT"}]}
    bad = await client.rest("POST", "/v1/webhooks", {**order, "url": "ftp://127.0.0.1/"})
    assert (bad.status_code, bad.json()["errors"][0]["path"]) == (400, ["url"])
    delete = "mutation($id: ID!) { deleteWebhook(id: $id) { id userErrors { code } } }"
    assert (await client.ask(delete, id=shown["id"]))["deleteWebhook"] == {"id": shown["id"], "userErrors": []}
    assert (await client.rest("DELETE", f"/v1/webhooks/{other['webhook']['id']}")).status_code == 204
    assert (await client.rest("GET", made.headers["Location"])).status_code == 404


async def test_webhooks_of_a_tournament_over_both(client: Client) -> None:
    held = await hosted(client.served)
    order = {"url": "http://127.0.0.1:9/", "kinds": ["round.started"], "matches": "PUBLIC", "tournament": held.id}
    made = await client.rest("POST", "/v1/webhooks", order)
    assert (made.status_code, made.json()["webhook"]["tournament"]) == (201, held.id)
    wanted = {"url": order["url"], "kinds": ["RESULT_RECORDED", "MATCH_STARTED"], "tournamentId": held.id}
    other = (await client.ask(CREATE_HOOK, input=wanted))["createWebhook"]["webhook"]
    assert (other["kinds"], other["tournamentId"]) == (["RESULT_RECORDED", "MATCH_STARTED"], held.id)
    usual = (await client.ask(CREATE_HOOK, input={"url": order["url"]}))["createWebhook"]["webhook"]
    assert usual["kinds"] == ["MATCH_STARTED", "MATCH_FINISHED", "MATCH_ABORTED"]
    unknown = await client.rest("POST", "/v1/webhooks", {**order, "tournament": "tn_nothing"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "NOT_FOUND")
    refused = (await client.ask(CREATE_HOOK, input={**wanted, "tournamentId": "tn_nothing"}))["createWebhook"]
    assert refused["userErrors"] == [{"code": "NOT_FOUND", "path": ["tournamentId"]}]
