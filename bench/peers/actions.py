"""An accepted action in each of our ways, beside a bare route and peers in Node, in turn and in the same rounds."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import msgspec

from bench import cpu
from bench.client import PATIENCE, Connection
from bench.http import DONE, bare_action, by_token, over_graphql, over_rest
from bench.peers import in_node
from bench.peers.in_node import InNode
from bench.peers.rows import Pair, Part, Timed
from bench.servers import Running, Server
from bench.sockets import TEXT, Crowd, Watcher
from bench.tables import Choice, Table, opened, replica
from service.bootstrap import Playledger

WORK = "accepted action"
BARE = "bare Starlette route with one INSERT"
BRIEF = """mutation($input: ActInput!) { act(input: $input) {
  version headHash userErrors { __typename code message }
} }"""
OURS = {
    "rest": "ours over REST",
    "graphql": "ours over GraphQL",
    "socket": "ours over an open socket",
    "brief": "ours over an open socket, which asks for version and hash alone",
}
Job = Callable[[int], Awaitable[None]]
"""Asks, on the connection of this number where there are several, and makes sure that the action was accepted."""


@dataclass(frozen=True)
class Scale:
    """How much is measured."""

    matches: int = 96
    rounds: int = 12
    at_once: int = 16
    moves: int = 10
    """Bursts of a peer in Node in a round: one alone would be over too soon to be measured."""


class Player(Watcher):
    """The open socket of a seat: an operation goes out, its result comes back."""

    _number = 0
    _result: asyncio.Future[bytes] | None = None

    async def ask(self, operation: Mapping[str, object]) -> bytes:
        """The message with the result."""
        self._number += 1
        self._result = asyncio.get_running_loop().create_future()
        message = {"type": "subscribe", "id": str(self._number), "payload": operation}
        self._send(TEXT, msgspec.json.encode(message))
        return await self._result

    def _take(self, kind: int, payload: bytes) -> None:
        if kind != TEXT or not self.ready.done():
            super()._take(kind, payload)
        elif self._result is not None and not self._result.done() and b'"complete"' not in payload[:60]:
            self._result.set_result(payload)


class Ways:
    """Our ways for an action, and the bare route, each with its own connections."""

    def __init__(self, running: Running, app: Playledger, tables: Sequence[Table], at_once: int) -> None:
        self._running, self._app, self._tables, self._at_once = running, app, tables, at_once
        self._random = Random(2)
        self._crowd = Crowd()
        self._seats: dict[str, Player] = {}
        self.measured: dict[str, Timed] = defaultdict(Timed)

    async def seated(self) -> None:
        """Open a socket for each seat."""
        port = self._running.service[0].port
        for token in (token for table in self._tables for token in table.seat_tokens):
            opening: list[object] = [{"type": "connection_init", "payload": {"token": token}}]
            self._seats[token] = await Player.join(self._crowd, port, "/graphql", opening)

    async def round(self) -> None:
        """A burst of each."""
        await self._over_http("bare", self._running.bare, bare_action)
        await self._over_http("rest", self._server, over_rest)
        await self._over_http("graphql", self._server, over_graphql, DONE)
        await self._over_sockets("socket", by_token)
        await self._over_sockets("brief", lambda choice: by_token(choice, BRIEF))

    def close(self) -> None:
        """Hang up."""
        self._crowd.close()

    @property
    def _server(self) -> Server:
        return self._running.service[0]

    async def _choices(self) -> list[Choice]:
        """An action in each match that is not over."""
        found = [await table.choice(self._app, self._random) for table in self._tables]
        return [choice for choice in found if choice is not None]

    async def _over_http(self, name: str, server: Server, make: Callable[[Choice], bytes], fine: bytes = b"") -> None:
        """Over connections that are opened just before: on a busy machine a round outlasts their being kept alive."""
        choices = await self._choices()
        connections = [Connection(server.port) for _ in range(self._at_once)]
        await asyncio.gather(*(connection.open() for connection in connections))
        await self._burst(name, server, [_http(connections, make(choice), fine) for choice in choices])
        for connection in connections:
            connection.close()

    async def _over_sockets(self, name: str, make: Callable[[Choice], Mapping[str, object]]) -> None:
        """Over the open sockets of the seats."""
        seats = [(self._seats[choice.seat_token], make(choice)) for choice in await self._choices()]
        await self._burst(name, self._server, [_socket(player, operation) for player, operation in seats])

    async def _burst(self, name: str, server: Server, jobs: Sequence[Job]) -> None:
        behind = await cpu.backends(self._running.database)
        before = cpu.seconds([server.pid]), cpu.seconds(behind)
        seconds, latencies = await burst(jobs, self._at_once)
        spent = cpu.seconds([server.pid]) - before[0], cpu.seconds(behind) - before[1]
        self.measured[name].add(len(jobs), seconds, *spent, latencies)


def _http(connections: Sequence[Connection], prepared: bytes, fine: bytes) -> Job:
    async def job(number: int) -> None:
        answer = await connections[number].ask(prepared)
        assert answer.status == 200, answer
        assert fine in answer.body, answer

    return job


def _socket(player: Player, operation: Mapping[str, object]) -> Job:
    async def job(number: int) -> None:
        result = await player.ask(operation)
        assert DONE in result, result

    return job


async def burst(jobs: Sequence[Job], at_once: int) -> tuple[float, list[float]]:
    """Do all, so many at once; the seconds of all together and of each."""
    waiting, latencies = iter(jobs), list[float]()

    async def work(number: int) -> None:
        for job in waiting:
            begin = time.perf_counter()
            await job(number)
            latencies.append(time.perf_counter() - begin)

    begin = time.perf_counter()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*map(work, range(at_once)))
    return time.perf_counter() - begin, latencies


async def measure(running: Running, scale: Scale, peers: Mapping[str, InNode]) -> Mapping[str, Timed]:
    """Rounds of every kind in turn; what the first comes to is thrown away."""
    async with await replica(running.database, running.redis) as app:
        # the server keeps the read models, as it does for users
        await app.projector.stop()
        random = Random(1)
        tables = [await opened(app, random) for _ in range(scale.matches)]
        ways = Ways(running, app, tables, scale.at_once)
        await ways.seated()
        for peer in peers.values():
            await asyncio.to_thread(peer.open, scale.matches)
        for number in range(scale.rounds + 1):
            if number == 1:
                ways.measured.clear()
            await ways.round()
            for name, peer in peers.items():
                await asyncio.to_thread(peer.play, ways.measured[name], scale.moves, scale.at_once)
        ways.close()
    return ways.measured


def part(found: Mapping[str, Timed], absent: Mapping[str, str]) -> Part:
    """The rows; `absent` says why a peer is none of them."""
    bare = found["bare"].row(WORK, BARE)
    ours = [found[name].row(WORK, who) for name, who in OURS.items()]
    peers = in_node.rows(WORK, {**found, **absent})
    best = max(ours, key=lambda row: row.rate)
    others = [Pair(row, peer) for row in ours if row is not best for peer in peers]
    return Part([*ours, bare, *peers], [*(Pair(best, row, True) for row in (*peers, bare)), *others])
