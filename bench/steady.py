"""One process for long: how late the slowest answers are at a steady pace, and whether its memory stays flat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

from bench.client import Connection
from bench.figures import Figure
from bench.http import over_rest
from bench.memory import resident
from bench.servers import Running
from bench.tables import Table, opened, replica, settled
from service.bootstrap import Playledger

PACE = 200
"""Actions a second."""
PACED = 12_000
"""Actions at that pace; after them each match goes on as soon as it is answered."""
WARM = 20
"""The first of so many parts of these, which are not counted: the process has just been started."""
ACTIONS, EACH = 100_000, 20
"""Actions in all, and those of a match, after which another one takes its place."""
LIVE = 64
"""Matches that are played at a time, each over a connection of its own."""
PARTS = 10
"""How often the memory is looked at."""


@dataclass
class Found:
    """Of each action at the pace when it was sent, and the seconds to its answer; matches; the memory of the process by
    actions, bytes.
    """

    sent: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    matches: int = 0
    memory: dict[int, int] = field(default_factory=dict)


@dataclass
class _Players:
    """Play matches until all actions are taken. `due` is when the next action may be sent."""

    running: Running
    app: Playledger
    actions: int
    paced: int
    due: float = 0.0
    found: Found = field(default_factory=Found)
    random: Random = field(default_factory=lambda: Random(1))
    taken: int = 0

    async def play(self, table: Table, turns: int) -> None:
        """One match for some turns, then others, one after the other."""
        connection = Connection(self.running.service[0].port)
        while True:
            self.found.matches += 1
            for _ in range(turns):
                choice = await table.choice(self.app, self.random)
                if choice is None or self.taken == self.actions:
                    break
                await self._act(connection, over_rest(choice))
            if self.taken == self.actions:
                break
            table, turns = await opened(self.app, self.random), EACH
        connection.close()

    async def _act(self, connection: Connection, request: bytes) -> None:
        number, self.taken = self.taken + 1, self.taken + 1
        loop = asyncio.get_running_loop()
        if number <= self.paced:
            # where the client itself is late the others don't catch up with it
            due = self.due = max(self.due + 1 / PACE, loop.time())
            await asyncio.sleep(due - loop.time())
        begin = loop.time()
        answer = await connection.ask(request)
        if answer.status != 200:
            raise AssertionError(answer)
        if number <= self.paced:
            self.found.sent.append(begin)
            self.found.waits.append(loop.time() - begin)
        if number % (self.actions // PARTS) == 0:
            self.found.memory[number] = resident(self.running.service[0].pid)


async def measure(running: Running, *, actions: int = ACTIONS, paced: int = PACED) -> Found:
    """Actions of random matches at one process: some at the pace, the others as they come."""
    async with await replica(running.database, running.redis) as app:
        # the server keeps the read models, as it does for users
        await app.projector.stop()
        players = _Players(running, app, actions, paced)
        tables = [await opened(app, players.random) for _ in range(LIVE)]
        with settled():
            # the first ones end one after the other, so that new ones don't begin in one go, in the client's time
            await asyncio.gather(*(players.play(table, 1 + EACH * n // LIVE) for n, table in enumerate(tables)))
    return players.found


def figures(found: Found) -> list[Figure]:
    """The rows."""
    ends = sorted(found.memory)
    half, whole = (found.memory[at] / 2**20 for at in (ends[len(ends) // 2 - 1], ends[-1]))
    pace = (len(found.sent) - 1) / (max(found.sent) - min(found.sent))
    counted = found.waits[len(found.waits) // WARM :]
    first, last = (
        quantiles(part, n=100)[-1] * 1e3 for part in (counted[: len(counted) // 2], counted[len(counted) // 2 :])
    )
    late = f"one process at {pace:.0f} actions a second: an action"
    of_all = f"memory of a process after {ends[-1]:,} actions of {found.matches:,} matches"
    return [
        Figure(f"{late}, median", median(counted) * 1e3, "ms", "none", None, None),
        Figure(f"{late}, 99 of 100", last, "ms", "earlier", first, 1.5, "at most"),
        Figure(of_all, whole, "MiB", "after half of them", half, 1.1, "at most"),
    ]
