"""Actions and reads over HTTP, held against bare routes of the same server software in the same run."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from statistics import median
from uuid import uuid4
from zlib import crc32

import graphql
import msgspec

from api_schema.snapshots import FOLDER
from bench import cpu
from bench.client import Answer, Connection, burst, request
from bench.figures import Figure
from bench.servers import Running, Server
from bench.tables import GAME, Choice, Table, named, opened, replica
from service.bootstrap import Playledger
from tests.api.graphql.typed import sent

CONNECTIONS = 16
MATCHES = 96
ROUNDS = 8
SDL = FOLDER / "schema.graphql"
EVENT = "id version type at actor causedBy redacted hash batchEnd text json"
ACT = f"""mutation($input: ActInput!) {{ act(input: $input) {{
  version headHash replayed match {{ id version status }} events {{ {EVENT} }} userErrors {{ __typename code message }}
}} }}"""
STATE = "query($id: ID!) { match(id: $id) { state { version phase hash headHash json } } }"
DONE = b'"userErrors":[]'
Work = Sequence[tuple[Server, Sequence[bytes]]]
"""Requests, and the server that each part of them goes to."""


@dataclass
class Measured:
    """The results of the bursts of one kind: units per second of each, and the CPU seconds of all."""

    rates: list[float] = field(default_factory=list)
    units: int = 0
    server: float = 0.0
    store: float = 0.0

    @property
    def rate(self) -> float:
        """The median rate."""
        return median(self.rates)

    @property
    def server_us(self) -> float:
        """CPU time of the server processes for each, us."""
        return self.server / self.units * 1e6

    @property
    def store_us(self) -> float:
        """CPU time of Postgres' backends for each, us; 0 where they run elsewhere."""
        return self.store / self.units * 1e6


class Bursts:
    """Sends bursts of requests to servers and keeps what was measured, by name."""

    def __init__(self, database: str, replicas: Sequence[Server] = (), bare: Server | None = None) -> None:
        self._database = database
        self._bare = [] if bare is None else [bare.pid]
        self._replicas = [server.pid for server in replicas]
        self.measured: dict[str, Measured] = defaultdict(Measured)
        self._to: dict[int, list[Connection]] = {}

    async def send(self, name: str, work: Work, fine: bytes = b"") -> list[Answer]:
        """Send everything at once; every answer has to be 200 and to hold `fine`, or 204."""
        pids, behind = [server.pid for server, _ in work], await cpu.backends(self._database)
        if pids[0] not in self._bare:
            # whichever replica keeps the read models does so for all of them
            pids = list({*self._replicas, *pids})
        before = cpu.seconds(pids), cpu.seconds(behind)
        done = await asyncio.gather(
            *(burst(self._connections(server, place, len(work)), part) for place, (server, part) in enumerate(work))
        )
        found, answers = self.measured[name], [answer for _, part in done for answer in part]
        found.server += cpu.seconds(pids) - before[0]
        found.store += cpu.seconds(behind) - before[1]
        found.units += len(answers)
        found.rates.append(len(answers) / max(spent for spent, _ in done))
        for answer in answers:
            if answer.status != 204 and (answer.status != 200 or fine not in answer.body):
                raise AssertionError(answer)
        return answers

    def forget(self) -> None:
        """Forget the measurements so far: they were only to get warm."""
        self.measured.clear()

    def close(self) -> None:
        """Hang up."""
        for connections in self._to.values():
            for connection in connections:
                connection.close()

    def _connections(self, server: Server, place: int, parts: int) -> list[Connection]:
        """An equal share of the connections; no two parts of a burst have one in common."""
        found = self._to.setdefault(server.port, [Connection(server.port) for _ in range(CONNECTIONS)])
        return found[place::parts]


@dataclass(frozen=True)
class Bench:
    """One server or two, the bare routes beside them, and matches that both servers serve."""

    bursts: Bursts
    servers: Sequence[Server]
    bare: Server
    app: Playledger
    tables: Sequence[Table]
    random: Random

    async def choices(self) -> list[Choice]:
        """An action for each match that is not over."""
        found = [await table.choice(self.app, self.random) for table in self.tables]
        return [choice for choice in found if choice is not None]

    async def act(self, name: str, make: Callable[[Choice], bytes], fine: bytes = b"", spread: bool = False) -> None:
        """A burst of actions, to one process, or to where a proxy sends each match by its name."""
        servers = self.servers if spread else self.servers[:1]
        parts: list[list[bytes]] = [[] for _ in servers]
        for choice in await self.choices():
            parts[crc32(choice.match.encode()) % len(servers)].append(make(choice))
        await self.bursts.send(name, list(zip(servers, parts, strict=True)), fine)

    async def bare_acts(self) -> None:
        """A burst of as many INSERTs of the bare route."""
        await self.bursts.send("bare", [(self.bare, [bare_action(choice) for choice in await self.choices()])])

    async def reads(self, name: str, make: Callable[[Table], bytes], fine: bytes = b"") -> None:
        """A burst of reads, two of each match, beside as many of the bare route of the same payload."""
        requests = [make(table) for table in self.tables] * 2
        (answer, *_) = await self.bursts.send(name, [(self.servers[0], requests)], fine)
        await self.bursts.send("keep", [(self.bare, [_sent("PUT", "/payload", answer.body)])])
        await self.bursts.send(f"bare {name}", [(self.bare, [request("GET", "/payload")] * len(requests))])


async def measure(running: Running, *, matches: int = MATCHES, rounds: int = ROUNDS) -> Mapping[str, Measured]:
    """Bursts of every kind in turn; what the first round comes to is thrown away."""
    bursts, random = Bursts(running.database, running.service, running.bare), Random(1)
    async with await replica(running.database, running.redis) as app:
        # the servers keep the read models, as they do for users
        await app.projector.stop()
        first, others = [[await opened(app, random) for _ in range(matches)] for _ in range(2)]
        one = Bench(bursts, running.service, running.bare, app, first, random)
        spread = replace(one, tables=others)
        typed = Typed()
        for number in range(rounds + 1):
            if number == 1:
                bursts.forget()
            await _round(one, typed)
            await spread.act("rest on two", over_rest, spread=True)
            await replace(one, servers=[running.usual]).act("rest as usual", over_rest)
        bursts.close()
    return bursts.measured


async def _round(bench: Bench, typed: Typed) -> None:
    await bench.bare_acts()
    await bench.act("rest", over_rest)
    await bench.act("rest, minimal", minimal)
    await bench.act("graphql token", over_graphql, DONE)
    await bench.bare_acts()
    await bench.act("graphql typed", typed, DONE)
    await bench.reads("state of a seat", lambda table: table.get("state", 0))
    await bench.reads("state of spectators", lambda table: table.get("state"))
    await bench.reads("state over graphql", state_query, b'"json":')


def figures(found: Mapping[str, Measured]) -> list[Figure]:
    """The rows."""
    bare, usual = found["bare"], found["rest as usual"].rate
    insert = "bare Starlette route with one INSERT"
    rows = [
        Figure("accepted C4 action over REST", found["rest"].rate, "actions/s", insert, bare.rate, 0.35),
        Figure("the same, `return=minimal`", found["rest, minimal"].rate, "actions/s", insert, bare.rate, 0.4),
        Figure("the same, limits counted and logs written", usual, "actions/s", insert, bare.rate, None),
        Figure("the same over GraphQL, by token", found["graphql token"].rate, "actions/s", insert, bare.rate, 0.25),
        Figure("the same over GraphQL, typed input", found["graphql typed"].rate, "actions/s", insert, bare.rate, 0.25),
    ]
    for name in ("state of a seat", "state of spectators", "state over graphql"):
        against = found[f"bare {name}"].rate
        rows.append(Figure(f"read: {name}", found[name].rate, "reads/s", "bare route, same payload", against, 0.4))
    for name in ("rest", "rest, minimal", "rest as usual", "graphql token", "graphql typed"):
        measured = found[name]
        rows += [
            Figure(f"CPU of the server for an action, {name}", measured.server_us, "us", insert, bare.server_us, None),
            Figure(f"CPU of Postgres for an action, {name}", measured.store_us, "us", insert, bare.store_us, None),
        ]
    two, one = 2e6 / found["rest on two"].server_us, 1e6 / found["rest"].server_us
    name = "actions over REST that two processes have CPU for, a core each"
    return [*rows, Figure(name, two, "actions/s", "one process", one, 1.6)]


def over_rest(choice: Choice) -> bytes:
    """The action by its token."""
    headers = {**choice.bearer, "Idempotency-Key": str(uuid4())}
    return request("POST", f"/v1/matches/{choice.match}/actions", {"token": choice.token}, headers)


def minimal(choice: Choice) -> bytes:
    """The same, for an answer without a body."""
    headers = {**choice.bearer, "Idempotency-Key": str(uuid4()), "Prefer": "return=minimal"}
    return request("POST", f"/v1/matches/{choice.match}/actions", {"token": choice.token}, headers)


def over_graphql(choice: Choice) -> bytes:
    """The action by its token."""
    return request("POST", "/graphql", by_token(choice), choice.bearer)


def by_token(choice: Choice, document: str = ACT) -> dict[str, object]:
    """The operation of an action by its token, which HTTP and sockets carry alike."""
    return _mutation(choice, {"what": {"token": choice.token}}, document)


class Typed:
    """The action as typed input."""

    def __init__(self) -> None:
        self._schema = graphql.build_schema(SDL.read_text())

    def __call__(self, choice: Choice) -> bytes:
        order = {**named(choice.prompt), "what": sent(self._schema, GAME, choice.action)}
        return request("POST", "/graphql", _mutation(choice, order), choice.bearer)


def _mutation(choice: Choice, order: Mapping[str, object], document: str = ACT) -> dict[str, object]:
    variables = {"input": {"idempotencyKey": str(uuid4()), "matchId": choice.match, **order}}
    return {"query": document, "variables": variables}


def state_query(table: Table) -> bytes:
    """The state as seat 0 sees it."""
    headers = {"Authorization": f"Bearer {table.seat_tokens[0]}"}
    return request("POST", "/graphql", {"query": STATE, "variables": {"id": table.match}}, headers)


def bare_action(choice: Choice) -> bytes:
    """As much as a bare route is sent."""
    return request("POST", "/actions", {"match": choice.match, "action": choice.action}, choice.bearer)


def _sent(method: str, path: str, body: bytes) -> bytes:
    return request(method, path, msgspec.json.decode(body))
