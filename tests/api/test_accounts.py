"""One's own account over both skins: its name beside the seats, its end; and what everybody may count."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import web
from service.clocks import DAY
from service.times import rfc3339
from tests.kit.served import ALICE, BOB, Served, serve, sqlite_url

pytestmark = pytest.mark.anyio

ERRORS = "userErrors { code message path }"
RENAME = f"""mutation($input: RenameAccountInput!) {{
  renameAccount(input: $input) {{ account {{ id name }} {ERRORS} }} }}"""
ERASE = f"mutation($input: EraseAccountInput!) {{ eraseAccount(input: $input) {{ id {ERRORS} }} }}"
SEATS = "query($id: ID!) { match(id: $id) { reveal seats { player name } } viewer { account name } }"
COUNTS = "{ games { slug matchCounts { open running finished aborted } } }"


class Outside:
    """A service as its clients reach it."""

    def __init__(self, served: Served, client: httpx.AsyncClient) -> None:
        self.served = served
        self.client = client

    async def rest(self, method: str, path: str, token: str | None = None, **rest: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return await self.client.request(method, f"/v1{path}", headers=headers, **rest)

    async def graphql(self, query: str, token: str | None = None, **variables: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = {"query": query, "variables": variables}
        answer = (await self.client.post("/graphql", json=body, headers=headers)).json()
        assert "errors" not in answer, answer
        return answer["data"]


@pytest.fixture
async def outside(tmp_path: Path) -> AsyncIterator[Outside]:
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            yield Outside(served, client)


async def test_a_name_is_shown_beside_the_seat_over_both_skins(outside: Outside) -> None:
    ada, token = await outside.served.account()
    match = await outside.served.open()
    await outside.served.sit(ada, match)
    renamed = await outside.rest("PATCH", "/account", token, json={"name": " Zoe\u0308 "})
    assert (renamed.status_code, renamed.json()["name"]) == (200, "Zo\u00eb")
    seat = (await outside.rest("GET", f"/matches/{match}")).json()["seats"][0]
    assert (seat["name"], seat["player"][:3]) == ("Zo\u00eb", "pl:")
    done = (await outside.graphql(RENAME, token, input={"name": "Ada"}))["renameAccount"]
    assert done == {"account": {"id": ada.account, "name": "Ada"}, "userErrors": []}
    seen = await outside.graphql(SEATS, token, id=match)
    assert seen["match"]["seats"][0] == {"player": seat["player"], "name": "Ada"}
    assert seen["viewer"] == {"account": ada.account, "name": "Ada"}
    own = await outside.rest("GET", "/account", token)
    assert (own.json()["id"], own.json()["name"], own.headers["cache-control"]) == (ada.account, "Ada", "no-store")
    assert (await outside.rest("PATCH", "/account", token, json={"name": None})).json()["name"] is None
    await outside.graphql(RENAME, token, input={"name": "Ada"})
    nameless = (await outside.graphql(RENAME, token, input={"name": None}))["renameAccount"]
    assert nameless == {"account": {"id": ada.account, "name": None}, "userErrors": []}


async def test_a_new_name_is_a_new_entity_tag(outside: Outside) -> None:
    """The version of the match stays; a client that asks whether anything changed must not keep an erased name."""
    ada, token = await outside.served.account("Ada")
    match = await outside.served.open()
    await outside.served.sit(ada, match)
    tag = (await outside.rest("GET", f"/matches/{match}")).headers["etag"]
    await outside.rest("DELETE", "/account?confirm=ERASE", token)
    answer = await outside.client.get(f"/v1/matches/{match}", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.json()["seats"][0]["name"]) == (200, None)


async def test_bad_names_and_unconfirmed_erasures_are_refused_alike(outside: Outside) -> None:
    _, token = await outside.served.account("Ada")
    long = "x" * 41
    problem = (await outside.rest("PATCH", "/account", token, json={"name": long})).json()
    (error,) = (await outside.graphql(RENAME, token, input={"name": long}))["renameAccount"]["userErrors"]
    assert (
        (problem["code"], problem["errors"][0]["path"]) == (error["code"], error["path"]) == ("INVALID_INPUT", ["name"])
    )
    assert problem["detail"] == error["message"] == "a name has 1 to 40 characters, not 41"
    problem = (await outside.rest("DELETE", "/account?confirm=yes", token)).json()
    (error,) = (await outside.graphql(ERASE, token, input={"confirm": "yes"}))["eraseAccount"]["userErrors"]
    assert (problem["code"], problem["detail"]) == (error["code"], error["message"])
    assert error["path"] == problem["errors"][0]["path"] == ["confirm"]
    assert (await outside.rest("DELETE", "/account", token)).json()["code"] == "INVALID_INPUT"
    assert (await outside.rest("DELETE", "/account?confirm=ERASE")).json()["code"] == "UNAUTHENTICATED"
    assert (await outside.rest("GET", "/account", token)).json()["name"] == "Ada"


@pytest.mark.parametrize("skin", ["rest", "graphql"])
async def test_an_erased_account_is_gone_at_once(outside: Outside, skin: str) -> None:
    ada, token = await outside.served.account("Ada")
    match = await outside.served.open()
    await outside.served.sit(ada, match)
    if skin == "rest":
        assert (await outside.rest("DELETE", "/account?confirm=ERASE", token)).status_code == 204
    else:
        done = await outside.graphql(ERASE, token, input={"confirm": "ERASE"})
        assert done["eraseAccount"] == {"id": ada.account, "userErrors": []}
    assert (await outside.rest("GET", "/account", token)).json()["code"] == "UNAUTHENTICATED"
    seat = (await outside.rest("GET", f"/matches/{match}")).json()["seats"][0]
    assert (seat["taken"], seat["name"], seat["player"][:3]) == (True, None, "pl:")


async def test_an_aborted_match_reveals_its_seed_and_is_counted_in_public(outside: Outside) -> None:
    """One that the server drops, of whatever visibility, is seen by everybody."""
    served, app = outside.served, outside.served.app
    assert await counted(outside) == {"open": 0, "running": 0, "finished": 0, "aborted": 0}
    dropped = await served.started(visibility="OPEN")
    hidden = await served.open(visibility="INVITE")
    over = await served.started()
    await served.act(BOB, over, action={"type": "concede"})
    await served.open()
    assert await counted(outside) == {"open": 2, "running": 1, "finished": 1, "aborted": 0}
    served.clock.now += 8 * DAY
    await served.started()
    await app.projector.catch_up()
    await app.abandonment.sweep()
    assert await counted(outside) == {"open": 0, "running": 1, "finished": 1, "aborted": 3}
    for projection in app.projector.projections:
        await app.projector.rebuild(projection)
    assert await counted(outside) == {"open": 0, "running": 1, "finished": 1, "aborted": 3}
    events = (await outside.rest("GET", f"/matches/{dropped}/events")).json()["events"]
    assert [event["type"] for event in events[-2:]] == ["match_ended", "secrets_revealed"]
    assert len(events[-1]["data"]["seed"]) == 64
    assert events[-2]["data"]["result"]["reason"] == "abandoned"
    shown = (await outside.rest("GET", f"/matches/{hidden}")).json()
    assert (shown["status"], shown["result"]["kind"]) == ("ABORTED", "ABORTED")


async def counted(outside: Outside) -> dict[str, int]:
    """The numbers of Envoys, the same over both skins, and asked for without a token."""
    await outside.served.app.projector.catch_up()
    rest = {found["game"]: found["matches"] for found in (await outside.rest("GET", "/statistics")).json()["games"]}
    graphql = {game["slug"]: game["matchCounts"] for game in (await outside.graphql(COUNTS))["games"]}
    assert rest == graphql
    assert graphql["c4"] == {"open": 0, "running": 0, "finished": 0, "aborted": 0}
    return dict(rest["envoys"])


async def test_an_abort_reveals_to_whom_the_match_says(outside: Outside) -> None:
    served = outside.served
    match = await served.started(reveal="PARTICIPANTS")
    served.clock.now += 8 * DAY
    await served.app.projector.catch_up()
    await served.app.abandonment.sweep()
    events = served.app.use_cases.matches.events
    assert (await events(ALICE, match)).events[-1].data["seed"]
    assert (await outside.rest("GET", f"/matches/{match}/events")).json()["events"][-1]["data"] == {}


MAKE = f"mutation($input: CreateTokenInput!) {{ createToken(input: $input) {{ id token expiresAt {ERRORS} }} }}"
OWN = "{ viewer { tokens { id name scopes createdAt expiresAt lastUsedAt } } }"


async def test_tokens_end_and_are_listed_the_same_over_both_skins(outside: Outside) -> None:
    served = outside.served
    _, token = await served.account()
    ends = rfc3339(served.clock.now + DAY)
    order = {"name": "phone", "scopes": ["match:play"], "expiresAt": ends}
    made = (await outside.rest("POST", "/tokens", token, json=order)).json()
    other = (await outside.graphql(MAKE, token, input={**order, "name": "tablet"}))["createToken"]
    assert (made["expiresAt"], other["expiresAt"], other["userErrors"]) == (ends, ends, [])
    rest = (await outside.rest("GET", "/tokens", token)).json()["tokens"]
    assert rest == (await outside.graphql(OWN, token))["viewer"]["tokens"]
    assert [found["name"] for found in rest] == ["tablet", "phone", "test"]
    assert all("token" not in found and "hash" not in found for found in rest)
    assert (await outside.rest("GET", "/account", made["token"])).status_code == 200
    served.clock.now += 2 * DAY
    problem = (await outside.rest("GET", "/account", made["token"])).json()
    assert (problem["code"], problem["detail"]) == ("UNAUTHENTICATED", f"this token expired at {ends}")
    refused = await outside.graphql(MAKE, made["token"], input=order)
    assert refused["createToken"]["userErrors"][0]["message"] == problem["detail"]


async def test_an_end_that_is_none_is_refused_alike(outside: Outside) -> None:
    _, token = await outside.served.account()
    order = {"name": "x", "scopes": [], "expiresAt": "tomorrow"}
    problem = (await outside.rest("POST", "/tokens", token, json=order)).json()
    (error,) = (await outside.graphql(MAKE, token, input=order))["createToken"]["userErrors"]
    assert (problem["code"], problem["detail"]) == (error["code"], error["message"])
    assert problem["errors"][0]["path"] == error["path"] == ["expiresAt"]
