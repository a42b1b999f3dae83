"""How often a request waits for Postgres, over both skins: as often as it must."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from api_schema.ports.base import ANONYMOUS
from service.app import web
from tests.eventstore.postgres.proxy import Proxy, counting
from tests.kit.chance import key
from tests.kit.served import Served, serve

pytestmark = pytest.mark.anyio
ACT = """mutation($input: ActInput!) { act(input: $input) {
  version match { seats { name player } } events { text json } userErrors { code }
} }"""


@dataclass
class Table:
    """A match of two guests on a service whose way to Postgres is counted; nothing runs in the background."""

    served: Served
    proxy: Proxy
    http: httpx.AsyncClient
    match: str
    seats: list[str]

    async def counted(self, seat: int, method: str, path: str, **request: Any) -> tuple[int, httpx.Response]:
        """The round trips of a request as a seat, and its answer."""
        headers = {"Authorization": f"Bearer {self.seats[seat]}", **request.pop("headers", {})}
        before = self.proxy.round_trips
        answer = await self.http.request(method, path, headers=headers, **request)
        return self.proxy.round_trips - before, answer.raise_for_status()

    async def legal(self) -> tuple[int, str]:
        """A seat that is asked, and the token of what it may do."""
        for seat in range(2):
            _, answer = await self.counted(seat, "GET", f"/v1/matches/{self.match}/legal-actions")
            tokens = [action["token"] for prompt in answer.json()["prompts"] for action in prompt["actions"]]
            if tokens:
                return seat, tokens[0]
        raise AssertionError("nobody is asked")


@pytest.fixture
async def table(service_database_url: str) -> AsyncIterator[Table]:
    async with counting(service_database_url) as proxy:
        served = await serve(proxy.url)
        match = await served.open(visibility="open")
        seats = [(await served.sit(ANONYMOUS, match)).seat_token for _ in range(2)]
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            yield Table(served, proxy, http, match, seats)
        await served.app.stop()


async def test_an_action_over_rest_is_one_round_trip(table: Table) -> None:
    seat, token = await table.legal()
    path, headers = f"/v1/matches/{table.match}/actions", {"Idempotency-Key": key()}
    spent, answer = await table.counted(seat, "POST", path, json={"token": token}, headers=headers)
    assert answer.json()["replayed"] is False
    assert spent == 1


async def test_an_action_over_graphql_is_one_round_trip(table: Table) -> None:
    seat, token = await table.legal()
    order = {"matchId": table.match, "idempotencyKey": key(), "what": {"token": token}}
    spent, answer = await table.counted(seat, "POST", "/graphql", json={"query": ACT, "variables": {"input": order}})
    done = answer.json()["data"]["act"]
    assert done["events"]
    assert done["userErrors"] == []
    assert spent == 1


async def test_reading_a_state_is_one_round_trip_which_asks_for_what_is_new(table: Table) -> None:
    await table.legal()
    for _ in range(2):
        spent, answer = await table.counted(0, "GET", f"/v1/matches/{table.match}/state")
        assert answer.json()["perspective"] == "seat:0"
        assert spent == 1


async def test_an_action_after_another_replica_s_asks_for_what_is_new_before_it_decides(
    table: Table, service_database_url: str
) -> None:
    other = await serve(service_database_url)
    with_other = Table(other, table.proxy, table.http, table.match, table.seats)
    seat, token = await with_other.legal()
    caller = await other.app.use_cases.accounts.authenticate(table.seats[seat])
    done = await other.act(caller, table.match, token=token)
    table.served.app.matches.repository.cache.hinted(table.match, done.version)
    known = table.served.app.matches.repository.cache.state(table.match)
    assert known is not None
    assert known.version < done.version
    caller = await other.app.use_cases.accounts.authenticate(table.seats[0])
    legal = await other.app.use_cases.matches.legal_actions(caller, table.match)
    await other.app.stop()
    path, headers = f"/v1/matches/{table.match}/actions", {"Idempotency-Key": key()}
    body = {"token": legal.prompts[0].actions[0].token}
    spent, answer = await table.counted(0, "POST", path, json=body, headers=headers)
    assert answer.json()["version"] > done.version
    assert spent == 2
