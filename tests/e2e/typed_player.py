"""A client program that plays one seat over GraphQL: it follows the match over a socket and acts by typed input.

    python -m tests.e2e.typed_player MATCH SEAT_TOKEN SEED SERVER SCHEMA

How an action is written it learns from SCHEMA alone, a file of what the server's introspection told. It prints what was
acknowledged as JSON lines: {"type", "version"}.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, cast
from uuid import uuid4

import httpx
from graphql import IntrospectionQuery, build_client_schema
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from tests.api.graphql.typed import sent
from tests.kit.waiting import PATIENCE

LATE = {"PROMPT_CLOSED", "VERSION_CONFLICT", "MATCH_OVER"}
"""Refusals of who was not the first."""
FOLLOW = """subscription($match: ID!) { matchUpdates(matchId: $match, afterVersion: 0) {
  __typename
  ... on EventsAppended { toVersion events { __typename version text } }
} }"""
LEGAL = """query($match: ID!) { match(id: $match) { game { slug } status legalActions {
  version
  prompts {
    prompt { id revision mode }
    actions { action }
    templates { type fixed parameters { name kind min max most worth price options } }
  }
} } }"""
ACT = """mutation($input: ActInput!) { act(input: $input) {
  version events { __typename text } userErrors { code message ruleId }
} }"""


class TypedPlayer:
    """One seat's client."""

    def __init__(self, match: str, token: str, seed: int, server: str, schema: Path) -> None:
        self._match = match
        self._token = token
        self._random = Random(seed)
        self._server = server
        self._http = httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
        self._schema = build_client_schema(cast("IntrospectionQuery", json.loads(schema.read_text())))
        self._seen = 0

    def play(self) -> None:
        """Act whenever something happened that the own seat has to answer, until the match is closed."""
        address = self._server.replace("http", "ws", 1) + "/graphql"
        with connect(
            address, subprotocols=[Subprotocol("graphql-transport-ws")], max_size=None, open_timeout=PATIENCE
        ) as socket:
            for update in self._updates(socket):
                if update["__typename"] == "MatchClosed":
                    return
                if update.get("toVersion", 0) > self._seen:
                    self._answer()
        raise SystemExit("the stream ended before the match")

    def _updates(self, socket: ClientConnection) -> Iterator[dict[str, Any]]:
        """What the subscription tells, as far as it says what happened."""
        subscribe = {"query": FOLLOW, "variables": {"match": self._match}}
        socket.send(json.dumps({"type": "connection_init", "payload": {"token": self._token}}))
        socket.send(json.dumps({"type": "subscribe", "id": "updates", "payload": subscribe}))
        while True:
            message = json.loads(socket.recv(PATIENCE))
            if message["type"] == "ping":
                socket.send(json.dumps({"type": "pong"}))
            elif message["type"] == "next":
                yield _data(message["payload"])["matchUpdates"]
            elif message["type"] in ("error", "complete"):
                raise SystemExit(json.dumps(message))

    def _answer(self) -> None:
        """Answer as long as the seat is asked."""
        while True:
            found = self._ask(LEGAL, match=self._match)["match"]
            self._seen = found["legalActions"]["version"]
            asked = [options for options in found["legalActions"]["prompts"] if options["prompt"]["mode"] != "STANDING"]
            if found["status"] != "RUNNING" or not asked:
                return
            self._act(found["game"]["slug"], self._random.choice(asked))

    def _act(self, game: str, options: Mapping[str, Any]) -> None:
        action = self._chosen(options)
        order = {
            "idempotencyKey": str(uuid4()),
            "matchId": self._match,
            "promptId": options["prompt"]["id"],
            "revision": options["prompt"]["revision"],
            "what": sent(self._schema, game, action),
        }
        done = self._ask(ACT, input=order)["act"]
        if not done["userErrors"]:
            print(json.dumps({"type": action["type"], "version": done["version"]}), flush=True)
        elif done["userErrors"][0]["code"] not in LATE:
            raise SystemExit(json.dumps({"sent": order, **done}))

    def _chosen(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """One of the actions that are listed, or one that a template stands for."""
        chosen = self._random.choice([*options["actions"], *options["templates"]])
        if "action" in chosen:
            return dict(chosen["action"])
        parameters = {parameter["name"]: self._value(parameter) for parameter in chosen["parameters"]}
        return {"type": chosen["type"], **chosen["fixed"], **parameters}

    def _value(self, parameter: Mapping[str, Any]) -> Any:
        """A value out of the domain of a parameter."""
        options = parameter["options"]
        match parameter["kind"]:
            case "CARDS":
                number = self._random.randint(parameter["min"], parameter["max"])
                return [options[place] for place in sorted(self._random.sample(range(len(options)), number))]
            case "COUNTS":
                one_each = [name for name, most in zip(options, parameter["most"], strict=True) for _ in range(most)]
                number = self._random.randint(parameter["min"], min(parameter["max"], len(one_each)))
                taken = self._random.sample(one_each, number)
                return {name: taken.count(name) for name in dict.fromkeys(taken)}
            case "EACH":
                ends = accumulate(parameter["most"])
                groups = zip(ends, parameter["most"], strict=True)
                return [self._random.choice(options[end - many : end]) for end, many in groups]
            case "PAYMENT":
                return self._payment(parameter)
            case "FLAG":
                return bool(self._random.choice(options))
        return self._random.choice(options)

    def _payment(self, parameter: Mapping[str, Any]) -> list[Any]:
        """All of them but, one after another at random, those without which the price is still met."""
        options, worth, price = parameter["options"], parameter["worth"], parameter["price"]
        chosen = set(range(len(options)))
        for place in self._random.sample(sorted(chosen), len(chosen)):
            if sum(worth[one] for one in chosen - {place}) >= price:
                chosen.remove(place)
        return [options[place] for place in sorted(chosen)]

    def _ask(self, query: str, **variables: Any) -> dict[str, Any]:
        body = {"query": query, "variables": variables}
        return _data(self._http.post(f"{self._server}/graphql", json=body).raise_for_status().json())


def _data(answer: Mapping[str, Any]) -> dict[str, Any]:
    if answer.get("errors"):
        raise SystemExit(json.dumps(answer["errors"]))
    data: dict[str, Any] = answer["data"]
    return data


if __name__ == "__main__":
    match, token, seed, server, schema = sys.argv[1:]
    TypedPlayer(match, token, int(seed), server, Path(schema)).play()
