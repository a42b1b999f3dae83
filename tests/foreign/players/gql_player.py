"""Plays a match of C4 with gql, by the schema that the service shows: python gql_player.py SERVER DECK DECK."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

from gql import Client, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.websockets import WebsocketsTransport
from graphql import parse, print_ast, separate_operations

FILES = ("play.graphql", "follow.graphql")
TEXT = "".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in FILES)
DOCUMENTS = {name: print_ast(one) for name, one in separate_operations(parse(TEXT)).items()}


async def ask(server: str, name: str, token: str | None = None, **variables: Any) -> Any:
    """What an operation answers, checked by the service's own schema before it is sent."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    transport = AIOHTTPTransport(f"{server}/graphql", headers=headers)
    async with Client(transport=transport, fetch_schema_from_transport=name == "Create") as client:
        request = gql(DOCUMENTS[name])
        request.variable_values = variables
        return await client.execute(request)


async def order(server: str, name: str, token: str | None = None, **order: Any) -> Any:
    """What a mutation answers; it has to refuse nothing."""
    made = await ask(server, name, token, input={"idempotencyKey": uuid4().hex, **order})
    (payload,) = made.values()
    assert payload["userErrors"] == []
    return payload


async def closed(server: str, match: str) -> int:
    """The version that the match was closed at, as a subscription tells it."""
    address = f"{server.replace('http', 'ws')}/graphql"
    transport = WebsocketsTransport(address, subprotocols=[WebsocketsTransport.GRAPHQLWS_SUBPROTOCOL])
    request = gql(DOCUMENTS["Follow"])
    request.variable_values = {"id": match}
    async with Client(transport=transport) as client:
        async for told in client.subscribe(request):
            if told["matchUpdates"]["__typename"] == "MatchClosed":
                return int(told["matchUpdates"]["version"])
    raise AssertionError("the stream ended before the match")


async def main(server: str, decks: list[str]) -> dict[str, Any]:
    """Two guests play until the match is over."""
    match = (await order(server, "Create", game="c4", seats=2, options={"turnCap": 14}))["match"]["id"]
    tokens = [(await order(server, "Join", matchId=match, deck=deck))["seatToken"] for deck in decks]
    actions = 0
    while True:
        for token in tokens:
            found = (await ask(server, "Legal", token, id=match))["match"]
            if found["status"] != "RUNNING":
                return {"status": found["status"], "actions": actions, "closed": await closed(server, match)}
            waiting = [one for one in found["legalActions"]["prompts"] if one["prompt"]["mode"] != "STANDING"]
            for asked in waiting[:1]:
                listed = asked["actions"]
                what = {"token": listed[0]["token"]} if listed else {"match": "CONCEDE"}
                await order(server, "Act", token, matchId=match, what=what)
                actions += 1


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(main(sys.argv[1], sys.argv[2:]))))
