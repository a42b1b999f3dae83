"""A newcomer's clients of a service that has just been started: REST, GraphQL, a socket, and tokens from the command
line. They know nothing but addresses and what the documents say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.kit.process import token_of
from tests.kit.waiting import PATIENCE


class Plain(NamedTuple):
    """A service that was begun without data: its address, and the folder of its store."""

    address: str
    folder: Path


@dataclass(frozen=True)
class Newcomer:
    """Somebody with the address of a service, and with its folder on the machine."""

    folder: Path
    http: httpx.Client

    def token(self, *scopes: str) -> str:
        """A token of a new account, as the command line makes it."""
        return token_of(self.folder, scopes)

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> httpx.Response:
        """What REST answers. A key of its own goes along, unless `headers` brings another one, or an empty one."""
        sent = {"Idempotency-Key": uuid4().hex} | {name.replace("_", "-"): value for name, value in headers.items()}
        sent |= {"Authorization": f"Bearer {token}"} if token else {}
        content = {} if body is None else {"json": body}
        return self.http.request(method, path, headers={k: v for k, v in sent.items() if v}, **content)

    def done(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        """What REST answers to what works."""
        return self.ask(method, path, token, body).raise_for_status().json()

    def refused(self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> Any:
        """The problem that REST answers."""
        answer = self.ask(method, path, token, body, **headers)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        return answer.json()

    def graphql(self, query: str, token: str | None = None, **variables: Any) -> Any:
        """The whole answer over GraphQL."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.post("/graphql", json={"query": query, "variables": variables}, headers=headers).json()

    @contextmanager
    def socket(self, payload: Mapping[str, Any]) -> Iterator[ClientConnection]:
        """A socket that has introduced itself with this payload."""
        address = str(self.http.base_url.copy_with(scheme="ws", path="/graphql"))
        with connect(address, subprotocols=["graphql-transport-ws"], open_timeout=PATIENCE) as socket:  # type: ignore[list-item]
            socket.send(json.dumps({"type": "connection_init", "payload": payload}))
            yield socket

    def match(self, game: str, seats: int = 2, **options: Any) -> tuple[str, list[str]]:
        """A match that has begun, its address and the tokens of its seats."""
        order = {"game": game, "seats": seats, "options": options}
        here = f"/v1/matches/{self.done('POST', '/v1/matches', body=order)['match']['id']}"
        deck = self.done("GET", f"/v1/games/{game}/decks")["decks"][0]["id"]
        joined = [self.done("POST", f"{here}/seats", body={"deck": deck}) for _ in range(seats)]
        return here, [one["seatToken"] for one in joined]


@contextmanager
def newcomer(service: Plain) -> Iterator[Newcomer]:
    """One before a service."""
    with httpx.Client(base_url=service.address, timeout=PATIENCE) as http:
        yield Newcomer(service.folder, http)
