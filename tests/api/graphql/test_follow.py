"""Following a match over a socket: nothing missed, nothing twice, rendered once for all who see the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest
from msgspec import json, structs

from api_schema.graphql.context import Context
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.render import Rendered
from api_schema.graphql.schema import Schema
from api_schema.ports.matches import Update
from tests.api.graphql.playing import Ask, act, legal, options, table
from tests.kit.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio

FOLLOW = """subscription($id: ID!, $after: Int!, $as: PerspectiveInput) {
  matchUpdates(matchId: $id, afterVersion: $after, as: $as) {
    __typename
    ... on EventsAppended { fromVersion toVersion stateHash headHash events { version type json } }
    ... on Heartbeat { version }
    ... on MatchClosed { version result { kind placings } }
  }
}"""
MOVE = """subscription($id: ID!, $as: PerspectiveInput) { matchUpdates(matchId: $id, afterVersion: 0, as: $as) {
  ... on EventsAppended { toVersion yourMove { version seat prompts { prompt { kind } } } } } }"""


class Socket:
    """An ASGI client of one socket."""

    def __init__(self, app: GraphQLApp, headers: list[tuple[bytes, bytes]]) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.outbox: asyncio.Queue[Any] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "path": "/graphql",
            "query_string": b"",
            "headers": headers,
            "subprotocols": ["graphql-transport-ws"],
        }
        self.task = asyncio.create_task(app(scope, self.inbox.get, self.outbox.put))
        self.inbox.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Any) -> None:
        await self.inbox.put({"type": "websocket.receive", "text": json.encode(message).decode()})

    async def next(self) -> Any:
        message = await asyncio.wait_for(self.outbox.get(), PATIENCE)
        return json.decode(message["text"]) if message["type"] == "websocket.send" else message

    async def subscribe(self, name: str, query: str, **variables: Any) -> None:
        await self.send({"id": name, "type": "subscribe", "payload": {"query": query, "variables": variables}})


@asynccontextmanager
async def socket(
    app: GraphQLApp, token: str | None = None, header: str | None = None, greeting: Any = None
) -> AsyncIterator[Socket]:
    """A socket that has sent connection_init; at the end the client vanishes."""
    client = Socket(app, [(b"authorization", header.encode())] if header else [])
    assert (await client.next())["type"] == "websocket.accept"
    await client.send({"type": "connection_init", "payload": greeting or ({"token": token} if token else {})})
    yield client
    client.inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
    await asyncio.wait_for(client.task, PATIENCE)


async def first_data(schema: Schema, context: Context, query: str, **variables: Any) -> Any:
    """The data of a subscription's first message."""
    stream = await schema.stream(query, variable_values=variables, context_value=context)
    async with aclosing(stream):
        result: Any = await anext(stream)
        return result.data


async def test_first_what_was_missed_then_live_then_closed(app: GraphQLApp, ask: Ask) -> None:
    match, tokens = await table(ask)
    async with socket(app, tokens[0]) as client:
        assert (await client.next())["type"] == "connection_ack"
        await client.subscribe("a", FOLLOW, id=match, after=3)
        missed = (await client.next())["payload"]["data"]["matchUpdates"]
        assert (missed["__typename"], missed["fromVersion"]) == ("EventsAppended", 4)
        await act(ask, match, tokens[0], "k", {"match": "CONCEDE"})
        live = (await client.next())["payload"]["data"]["matchUpdates"]
        assert live["fromVersion"] == missed["toVersion"] + 1
        assert "conceded" in [event["type"] for event in live["events"]]
        closed = (await client.next())["payload"]["data"]["matchUpdates"]
        assert (closed["__typename"], closed["result"]["kind"]) == ("MatchClosed", "WIN")
        assert await client.next() == {"id": "a", "type": "complete"}


async def test_the_token_of_the_handshake_counts_too(app: GraphQLApp, ask: Ask) -> None:
    match, tokens = await table(ask)
    async with socket(app, header=f"Bearer {tokens[1]}") as client:
        await client.next()
        await client.subscribe("a", MOVE, id=match)
        move = (await client.next())["payload"]["data"]["matchUpdates"]
        assert move["yourMove"]["seat"] == 1
        assert move["yourMove"]["version"] == move["toVersion"]


async def test_spectators_have_no_move(app: GraphQLApp, ask: Ask) -> None:
    match, _ = await table(ask)
    async with socket(app) as client:
        await client.next()
        await client.subscribe("a", MOVE, id=match)
        assert (await client.next())["payload"]["data"]["matchUpdates"]["yourMove"] is None


async def test_a_bad_token_gets_no_socket(app: GraphQLApp) -> None:
    async with socket(app, "nonsense") as client:
        closed = await client.next()
        assert (closed["type"], closed["code"]) == ("websocket.close", 4403)
        assert closed["reason"] == "this token is not valid"


@pytest.mark.parametrize(
    "name", ["token", "Authorization", "authorization", "authToken", "access_token", "AUTH-TOKEN", "accessToken", None]
)
async def test_the_greeting_may_name_the_token_as_clients_do(app: GraphQLApp, ask: Ask, name: str | None) -> None:
    match, tokens = await table(ask)
    given = f"Bearer {tokens[1]}"
    async with socket(app, greeting={"headers": {"Authorization": given}} if name is None else {name: given}) as client:
        assert await client.next() == {"type": "connection_ack", "payload": {"as": "seat:1", "matchId": match}}
        await client.subscribe("a", MOVE, id=match)
        assert (await client.next())["payload"]["data"]["matchUpdates"]["yourMove"]["seat"] == 1


@pytest.mark.parametrize(
    ("greeting", "reason"),
    [
        ({"Authorization": "Bearer nonsense"}, "this token is not valid"),
        ({"Authorization": "Basic bm9uc2Vuc2U="}, "this token is not valid"),
        ({"token": 7}, "the token of connection_init has to be a text"),
        ({"token": "a", "Authorization": "Bearer b"}, "connection_init has two tokens that differ"),
        *(
            (given, f'connection_init: "{name}" is no name of a token: call it token or Authorization')
            for given, name in (
                ({"authentication": "x"}, "authentication"),
                ({"idToken": "x"}, "idToken"),
                ({"headers": {"X-Auth": "x"}}, "X-Auth"),
                ({"jwt": {"a": 1}}, "jwt"),
                ({"Token\u00e9" * 20: "x"}, ("Token?" * 20)[:40]),
            )
        ),
    ],
)
async def test_a_greeting_with_a_bad_token_is_told_why(app: GraphQLApp, greeting: Any, reason: str) -> None:
    """Nobody becomes a spectator unawares."""
    async with socket(app, greeting=greeting) as client:
        closed = await client.next()
        assert (closed["code"], closed["reason"]) == (4403, reason)


@pytest.mark.parametrize(
    ("greeting", "who"),
    [
        (None, {"as": "spectator"}),
        ({"Authorization": ""}, {"as": "spectator"}),
        ({"Authorization": "Bearer "}, {"as": "spectator"}),
        ({"authToken": None, "client": "x"}, {"as": "spectator"}),
        ({"token": "user:me"}, {"as": "account", "account": "ac_me"}),
        ({"token": "user:me", "Authorization": "Bearer user:me"}, {"as": "account", "account": "ac_me"}),
    ],
)
async def test_who_one_is_is_told(app: GraphQLApp, greeting: Any, who: Any) -> None:
    async with socket(app, greeting=greeting) as client:
        assert await client.next() == {"type": "connection_ack", "payload": who}


async def test_a_greeting_of_null_is_none(app: GraphQLApp) -> None:
    client = Socket(app, [])
    await client.next()
    await client.send({"type": "connection_init", "payload": None})
    assert (await client.next())["payload"] == {"as": "spectator"}
    client.inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
    await asyncio.wait_for(client.task, PATIENCE)


async def test_a_token_revoked_while_following_closes_the_socket(app: GraphQLApp, ask: Ask, fake: Any) -> None:
    match, _ = await table(ask)
    fake.matches.heartbeat = 0.01
    async with socket(app, "user:me") as client:
        await client.next()
        await client.subscribe("a", FOLLOW, id=match, after=0)
        await client.next()
        assert (await client.next())["payload"]["data"]["matchUpdates"]["__typename"] == "Heartbeat"
        fake.accounts.revoked.add("user:me")
        message = await client.next()
        while message["type"] == "next":
            message = await client.next()
        assert (message["type"], message["code"]) == ("websocket.close", 4401)


async def test_a_token_revoked_between_operations_no_longer_plays(app: GraphQLApp, ask: Ask, fake: Any) -> None:
    async with socket(app, "user:me") as client:
        await client.next()
        await client.subscribe("a", "{ viewer { account } }")
        assert (await client.next())["payload"]["data"]["viewer"] == {"account": "ac_me"}
        await client.next()
        fake.accounts.revoked.add("user:me")
        await client.subscribe("b", "{ viewer { account } }")
        assert (await client.next())["code"] == 4401


async def test_what_is_refused_ends_the_operation_with_its_code(app: GraphQLApp, ask: Ask) -> None:
    match, tokens = await table(ask)
    async with socket(app, tokens[0]) as client:
        await client.next()
        await client.subscribe("a", FOLLOW, id=match, after=0, **{"as": {"seat": 1}})
        answer = await client.next()
        assert answer["payload"]["errors"][0]["extensions"] == {"code": "FORBIDDEN"}


async def test_the_same_selection_is_rendered_once_for_one_audience(schema: Schema, ask: Ask, fake: Any) -> None:
    match, tokens = await table(ask)

    async def first(token: str | None, query: str, **variables: Any) -> Any:
        return await first_data(schema, Context(fake.use, schema.games, token), query, id=match, **variables)

    public = [await first(token, FOLLOW, after=0) for token in (None, "user:a", "user:b")]
    assert public[0] is public[1] is public[2]
    assert isinstance(public[0], Rendered)
    own = await first(tokens[0], FOLLOW, after=0)
    assert own is not public[0]
    assert own["matchUpdates"]["events"] != public[0]["matchUpdates"]["events"]
    assert await first(None, FOLLOW, after=2) is not public[0]
    other = await first(None, FOLLOW.replace("stateHash headHash", ""), after=0)
    assert "stateHash" not in other["matchUpdates"]
    moves = [await first(token, MOVE) for token in tokens]
    assert [move["matchUpdates"]["yourMove"]["seat"] for move in moves] == [0, 1]


async def test_fields_that_say_the_same_are_not_mixed_up(schema: Schema, ask: Ask, fake: Any) -> None:
    """A match and a tournament at the same version are silent in the same words."""
    match, _ = await table(ask)
    fake.matches.heartbeat = 0.01
    version = (await ask("query($id: ID!) { match(id: $id) { version } }", id=match))["match"]["version"]

    class Silent:
        async def updates(self, *_: Any, **__: Any) -> AsyncIterator[Update]:
            yield Update("Heartbeat", version, json.encode({"version": version}))

    use = structs.replace(fake.use, tournaments=Silent())
    for field, thing in (("matchUpdates", "matchId"), ("tournamentUpdates", "tournamentId")):
        query = f"""subscription($id: ID!, $after: Int!) {{ {field}({thing}: $id, afterVersion: $after) {{
          ... on Heartbeat {{ version }} }} }}"""
        data = await first_data(schema, Context(use, schema.games), query, id=match, after=version)
        assert data == {field: {"version": version}}


async def test_a_variable_inside_the_selection_is_part_of_what_is_shared(schema: Schema, ask: Ask, fake: Any) -> None:
    match, _ = await table(ask)
    query = """subscription($id: ID!, $full: Boolean!) { matchUpdates(matchId: $id, afterVersion: 0) {
      ... on EventsAppended { toVersion events @include(if: $full) { version } } } }"""
    for full in (True, False):
        data = await first_data(schema, Context(fake.use, schema.games), query, id=match, full=full)
        assert ("events" in data["matchUpdates"]) == full


async def test_a_client_that_vanishes_leaves_nothing_behind(app: GraphQLApp, ask: Ask) -> None:
    match, tokens = await table(ask)
    before = asyncio.all_tasks()
    async with socket(app) as client:
        await client.next()
        for name in "abc":
            await client.subscribe(name, FOLLOW, id=match, after=0)
            await client.next()
    await until(lambda: asyncio.all_tasks() <= before)
    send = options(await legal(ask, match, tokens[0]), "send")["actions"][0]["token"]
    assert (await act(ask, match, tokens[0], "k", {"token": send}))["userErrors"] == []
