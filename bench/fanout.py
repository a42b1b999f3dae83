"""Many watchers of one match on one server process, against bare frames and against naive typed subscriptions."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles
from uuid import uuid4

import msgspec

from api_schema.ports.matches import ActInput
from bench import cpu
from bench.client import Connection, request
from bench.figures import Figure
from bench.servers import Running
from bench.sockets import Crowd, Watcher
from bench.tables import Table, opened, replica, settled
from service.bootstrap import Playledger

WATCHERS = 500
ROUNDS = 3
BURST = 16
"""Actions of a round at full speed; of the naive subscriptions a quarter."""
SECONDS = 5.0
PER_SECOND = 10
SELECTION = """{ fromVersion toVersion stateHash headHash
  events { id version type at actor causedBy redacted hash batchEnd text json } }"""
FOLLOW = (
    "subscription($match: ID!, $after: Int!) { matchUpdates(matchId: $match, afterVersion: $after)"
    f" {{ __typename ... on EventsAppended {SELECTION} }} }}"
)
PATCHED = (
    "subscription($match: ID!, $after: Int!) { matchUpdates(matchId: $match, afterVersion: $after, frames: true)"
    " { __typename ... on EventsAppended { fromVersion toVersion patch stateHash headHash"
    " events { id version type at actor causedBy redacted hash batchEnd text json } } } }"
)
NAIVE = f"subscription {{ updates {SELECTION} }}"
Publish = Callable[[], Awaitable[int]]
"""Makes something happen; the version that it leads to."""


class Ending:
    """Two guests who end their turns, through a replica of their own: the server under measurement only fans out."""

    def __init__(self, app: Playledger, table: Table, version: int, active: int) -> None:
        self._app, self._table, self._active = app, table, active
        self.version = version

    @classmethod
    async def started(cls, app: Playledger) -> Ending:
        """A match in which nothing else happens."""
        table = await opened(app, Random(1), {"turnCap": 10_000}, "thirteen_steps")
        state = (await app.matches.repository.current(table.match)).state
        active = next(prompt.seat for prompt in state.prompts.values() if prompt.kind == "main")
        return cls(app, table, state.version, active)

    async def next(self) -> int:
        """End a turn."""
        caller = await self._app.accounts.authenticate(self._table.seat_tokens[self._active])
        order = ActInput(str(uuid4()), expected_version=self.version, action={"type": "end_turn"})
        done = await self._app.use_cases.matches.act(caller, self._table.match, order)
        self._active, self.version = 1 - self._active, done.version
        return self.version

    async def watched_by(self, crowd: Crowd, port: int, number: int, query: str = FOLLOW) -> None:
        """So many spectators join the crowd, over GraphQL."""
        variables = {"match": self._table.match, "after": self.version}
        await _join(crowd, port, "/graphql", _subscribe(query, variables), number, self.version)


class Bare:
    """Publishes over HTTP to one of the bare handlers what the service sent for an action."""

    def __init__(self, connection: Connection, path: str, frame: bytes, version: int = 0) -> None:
        self._connection, self._path, self._frame = connection, path, frame
        self.version = version

    async def next(self) -> int:
        """The same frame with the next version."""
        self.version += 1
        frame = re.sub(rb'"toVersion":\d+', b'"toVersion":%d' % self.version, self._frame)
        answer = await self._connection.ask(request("POST", self._path, msgspec.json.decode(frame)))
        assert answer.status == 200, answer
        return self.version


@dataclass
class Fanout:
    """The measurements: frames per second by name, CPU seconds of the server for a frame, and the seconds from an
    action to each receipt.
    """

    rates: dict[str, list[float]] = field(default_factory=dict)
    work: dict[str, list[float]] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    per_second: float = 0.0

    def rate(self, name: str) -> float:
        """The median rate."""
        return median(self.rates[name])

    def cost(self, name: str) -> float:
        """The median CPU time of a frame, us."""
        return median(self.work[name]) * 1e6

    @property
    def slowest(self) -> float:
        """The 99th of 100 receipts, s."""
        return quantiles(self.latencies, n=100)[98]


async def measure(
    running: Running, *, watchers: int = WATCHERS, rounds: int = ROUNDS, burst: int = BURST, seconds: float = SECONDS
) -> Fanout:
    """All of it, in turn on one machine."""
    found, server, bare = Fanout(), running.service[0], running.bare
    async with await replica(running.database, running.redis) as app:
        await app.projector.stop()
        ending, ours = await Ending.started(app), Crowd()
        await ending.watched_by(ours, server.port, watchers)
        await ours.all_at(await ending.next())
        frame = msgspec.json.encode(msgspec.json.decode(ours.last_frame)["payload"]["data"]["matchUpdates"])
        patching, patched = await Ending.started(app), Crowd()
        await patching.watched_by(patched, server.port, watchers, PATCHED)
        connection = Connection(bare.port)
        frames, naive = Crowd(), Crowd()
        await _join(frames, bare.port, "/frames", [], watchers, 0)
        await _join(naive, bare.port, "/naive", _subscribe(NAIVE, {}), watchers, 0)
        parts = {
            "ours": (server, ours, ending.next, burst),
            "patched": (server, patched, patching.next, burst),
            "frames": (bare, frames, Bare(connection, "/frames", frame).next, burst),
            "naive": (bare, naive, Bare(connection, "/naive", frame).next, -(-burst // 4)),
        }
        for _ in range(rounds):
            for name, (worker, crowd, publish, number) in parts.items():
                before, worked = crowd.frames, cpu.seconds([worker.pid])
                found.rates.setdefault(name, []).append(await _at_full_speed(crowd, publish, number))
                spent = cpu.seconds([worker.pid]) - worked
                found.work.setdefault(name, []).append(spent / (crowd.frames - before))
        with settled():
            found.latencies, found.per_second = await _at_a_rate(ours, ending.next, PER_SECOND, seconds)
        for _, crowd, _, _ in parts.values():
            crowd.close()
        connection.close()
    return found


async def _at_full_speed(crowd: Crowd, publish: Publish, number: int) -> float:
    """Frames per second of all watchers together. The next action is on its way while the last is handed out."""
    before, begin = crowd.frames, time.perf_counter()
    last: int | None = None
    for _ in range(number):
        version = await publish()
        if last is not None:
            await crowd.all_at(last)
        last = version
    if last is not None:
        await crowd.all_at(last)
    return (crowd.frames - before) / (time.perf_counter() - begin)


async def _at_a_rate(crowd: Crowd, publish: Publish, per_second: int, seconds: float) -> tuple[list[float], float]:
    """Seconds from the beginning of each action to each receipt of it, and how many receipts a second there were."""
    log: list[tuple[int, float]] = []
    crowd.log = log
    begun: dict[int, float] = {}
    loop = asyncio.get_running_loop()
    first = loop.time()
    begin = time.perf_counter()
    for number in range(round(seconds * per_second)):
        await asyncio.sleep(max(0.0, first + number / per_second - loop.time()))
        now = time.perf_counter()
        begun[await publish()] = now
    await crowd.all_at(max(begun))
    spent = time.perf_counter() - begin
    crowd.log = None
    return [at - begun[version] for version, at in log], len(log) / spent


async def _join(crowd: Crowd, port: int, path: str, opening: list[object], number: int, at: int) -> None:
    for begin in range(0, number, 50):
        several = range(begin, min(begin + 50, number))
        await asyncio.gather(*(Watcher.join(crowd, port, path, opening, at) for _ in several))


def _subscribe(query: str, variables: Mapping[str, object]) -> list[object]:
    return [
        {"type": "connection_init"},
        {"type": "subscribe", "id": "1", "payload": {"query": query, "variables": variables}},
    ]


def figures(found: Fanout, watchers: int = WATCHERS) -> list[Figure]:
    """The rows."""
    ours, naive, frames, patched = (found.rate(name) for name in ("ours", "naive", "frames", "patched"))
    name = f"{watchers} watchers on one worker"
    return [
        Figure(name, ours, "deliveries/s", "pre-encoded frames from a bare handler", frames, 0.5),
        Figure(name, ours, "deliveries/s", "naive typed subscriptions", naive, 5),
        Figure(f"{name}, who draw frames by patches", patched, "deliveries/s", "without", ours, 0.8),
        Figure(
            "CPU of the worker for a delivery", found.cost("ours"), "us", "bare handler", found.cost("frames"), None
        ),
        Figure(
            f"from an action to its receipt, 99 of 100, at {found.per_second:,.0f} deliveries/s",
            found.slowest * 1e3, "ms", "promise", None, 50, "at most",
        ),
    ]  # fmt: skip
