"""Actions and reads over HTTP, held against bare routes of the same server software in the same run."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from uuid import uuid4

import graphql

from api_schema.snapshots import FOLDER
from bench import cpu, servers
from bench.client import Answer, Connection, burst, request
from bench.figures import Figure
from bench.tables import GAME, Choice, Table, named, opened, replica
from service.bootstrap import Playledger
from tests.api.graphql.typed import sent

CONNECTIONS = 16
MATCHES = 96
ROUNDS = 12
SDL = FOLDER / "schema.graphql"
ACT = """mutation($input: ActInput!) { act(input: $input) {
  version headHash replayed
  match { id version status }
  events { id version type at actor causedBy redacted hash batchEnd text json }
  userErrors { __typename code message }
} }"""


@dataclass
class Measured:
    """What the bursts of one kind came to: units per second of each, and the CPU time of all."""

    rates: list[float] = field(default_factory=list)
    units: int = 0
    server: float = 0.0
    store: float = 0.0

    @property
    def rate(self) -> float:
        """The median rate."""
        return median(self.rates)


class Bench:
    """One server, the bare routes beside it, and what was measured of both by name."""

    def __init__(self, server: servers.Server, bare: servers.Server, database: str) -> None:
        self._server, self._bare, self._database = server, bare, database
        self.measured: dict[str, Measured] = defaultdict(Measured)
        self._to: dict[int, list[Connection]] = {}

    async def round(self, name: str, requests: Sequence[bytes], *, bare: bool = False, fine: bytes = b"") -> None:
        """Send the requests at once; every answer has to be 200 and to hold `fine`."""
        target = self._bare if bare else self._server
        connections = self._to.get(target.port)
        if connections is None:
            connections = self._to[target.port] = [Connection(target.port) for _ in range(CONNECTIONS)]
        behind = await cpu.backends(self._database)
        before = cpu.seconds([target.pid]), cpu.seconds(behind)
        spent, answers = await burst(connections, requests)
        found = self.measured[name]
        found.server += cpu.seconds([target.pid]) - before[0]
        found.store += cpu.seconds(behind) - before[1]
        found.units += len(requests)
        found.rates.append(len(requests) / spent)
        _check(answers, fine)

    def close(self) -> None:
        for connections in self._to.values():
            for connection in connections:
                connection.close()


def _check(answers: Sequence[Answer], fine: bytes) -> None:
    wrong = next((answer for answer in answers if answer.status != 200 or fine not in answer.body), None)
    if wrong is not None:
        raise AssertionError(wrong)


def over_rest(choice: Choice) -> bytes:
    """The action by its token."""
    headers = {**choice.bearer, "Idempotency-Key": str(uuid4())}
    return request("POST", f"/v1/matches/{choice.match}/actions", {"token": choice.token}, headers)


def over_graphql(choice: Choice) -> bytes:
    """The action by its token."""
    return _mutation(choice, {"what": {"token": choice.token}})


class Typed:
    """The action as typed input."""

    def __init__(self) -> None:
        self._schema = graphql.build_schema(SDL.read_text())

    def __call__(self, choice: Choice) -> bytes:
        return _mutation(choice, {**named(choice.prompt), "what": sent(self._schema, GAME, choice.action)})


def _mutation(choice: Choice, order: Mapping[str, object]) -> bytes:
    variables = {"input": {"idempotencyKey": str(uuid4()), "matchId": choice.match, **order}}
    return request("POST", "/graphql", {"query": ACT, "variables": variables}, choice.bearer)


def bare_action(choice: Choice) -> bytes:
    """As much as a bare route is sent."""
    return request("POST", "/actions", {"match": choice.match, "action": choice.action}, choice.bearer)
