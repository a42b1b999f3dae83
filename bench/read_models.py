"""Read models: how many events a second one process folds into all of them, beside the actions that one accepts.

Many matches of all games are played at once by chance, half of them by accounts and against a clock, so that a page of
the log has events of many of them. A match that is over makes room for another one. No request is made: many
decisions share a transaction, and then the projector of one process takes all of them.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

import asyncpg
import sqlalchemy as sa
from pydantic import SecretStr

from bench import cpu
from bench.figures import Figure
from bench.playing import Match, seat_accounts
from bench.servers import SECRET
from domain.games import discover
from domain.kernel.game import CardGame
from service.bootstrap import Playledger, bootstrap
from service.settings import Settings
from service.times import now

MATCHES = 400
"""Matches that are played at once."""
ACTIONS = 3_000
"""Actions of a round."""
ROUNDS = 5
PATIENT = {"store_read_seconds": 120.0, "store_append_seconds": 120.0}
"""A page of ten thousand actions at once may wait for a busy disk."""
TOGETHER = 64
"""Actions that share a transaction."""
PROMISED = 4.0
"""Twice what two replicas accept."""


@dataclass
class Measured:
    """What each round came to: events a second, and the CPU seconds of this process and of Postgres for all events."""

    folding: list[float] = field(default_factory=list)
    numbering: list[float] = field(default_factory=list)
    actions: int = 0
    events: int = 0
    process: float = 0.0
    store: float = 0.0
    sequencer: float = 0.0
    """CPU seconds of Postgres for numbering."""
    bytes: int = 0
    """On the disk, of everything."""

    def add(self, other: Measured) -> None:
        """Take over what another round came to; actions and bytes are counted by whoever plays."""
        self.folding += other.folding
        self.numbering += other.numbering
        self.events += other.events
        self.process += other.process
        self.store += other.store
        self.sequencer += other.sequencer

    @property
    def actions_folded(self) -> float:
        """Actions a second whose events are folded: the median round."""
        return median(self.folding) * self.actions / self.events


def figures(measured: Measured, accepted: float | None = None) -> list[Figure]:
    """The rows. `accepted`: the actions a second that one replica accepts, if the same run has measured them."""
    name, against = "events of many matches", "accepted C4 action over REST"
    folded = "read models: actions whose events one process folds", measured.actions_folded, "actions/s"
    process, store = (seconds / measured.events * 1e6 for seconds in (measured.process, measured.store))
    rows = {
        f"read models: {name} folded into all": (median(measured.folding), "events/s"),
        f"read models: {name} numbered": (median(measured.numbering), "events/s"),
        "read models: CPU of the process for 1,000 events": (process, "ms"),
        "read models: CPU of Postgres for 1,000 events": (store, "ms"),
        "an action on the disk, with its read models": (measured.bytes / measured.actions, "bytes"),
    }
    return [
        Figure(*folded, against, accepted, PROMISED) if accepted else Figure(*folded, "none", None, None),
        *(Figure(name, value, unit, "none", None, None) for name, (value, unit) in rows.items()),
    ]


async def measure(url: str, *, matches: int = MATCHES, actions: int = ACTIONS, rounds: int = ROUNDS) -> Measured:
    """Play and fold in turn; the first round, in which the matches begin, is thrown away."""
    measured = Measured()
    async with await replica(url) as app:
        await app.projector.stop()
        played = Played(app, matches)
        for number in range(rounds + 1):
            before = await _size(app)
            count = await played.on(actions)
            found = await fold_all(app, url)
            if number:
                measured.bytes += await _size(app) - before
                measured.actions += count
                measured.add(found)
    return measured


async def _size(app: Playledger) -> int:
    query = sa.text("SELECT pg_database_size(current_database())")
    return await app.store.sql.read(lambda connection: int(connection.execute(query).scalar_one()))


async def replica(url: str) -> Playledger:
    """A process of the service, in this one."""
    given: dict[str, Any] = {"clocks": False, "webhooks": False, "secret_key": SecretStr(SECRET), **PATIENT}
    return await bootstrap(Settings(database_url=url, **given))


async def vacuumed(url: str) -> None:
    """Do what the server does by itself from time to time."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("VACUUM (ANALYZE)")
    finally:
        await connection.close()


async def fold_all(app: Playledger, url: str) -> Measured:
    """Number and fold what was appended.

    Garbage is looked for in what that makes, and not among the matches of the players, who are no part of a server.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    measured, own = Measured(), [os.getpid()]
    begun, asked = time.perf_counter(), cpu.seconds(await cpu.backends(url))
    while (numbered := await app.store.sequence()) > 0:
        measured.events += numbered
    measured.numbering.append(measured.events / (time.perf_counter() - begun))
    before, numbered_by = cpu.seconds(own), cpu.seconds(await cpu.backends(url))
    measured.sequencer = numbered_by - asked
    begun = time.perf_counter()
    await app.projector.catch_up()
    measured.folding.append(measured.events / (time.perf_counter() - begun))
    measured.process = cpu.seconds(own) - before
    measured.store = cpu.seconds(await cpu.backends(url)) - numbered_by
    return measured


class Played:
    """The matches that are played, always as many."""

    def __init__(self, app: Playledger, matches: int) -> None:
        self._app = app
        self._random = Random(7)
        self._games: Sequence[CardGame] = list(discover().values())
        self._matches: list[Match] = []
        self._count = matches
        self._made = 0

    async def on(self, actions: int) -> int:
        """Play on by so many actions, each of a match that is drawn; how many there were."""
        together = min(TOGETHER, self._count)
        for _ in range(actions // together):
            await self.begin()
            drawn = self._random.sample(range(self._count), together)
            await self._app.store.append_all([self._matches[place].next() for place in drawn])
            for place in sorted(drawn, reverse=True):
                if self._matches[place].over:
                    del self._matches[place]
        return actions // together * together

    async def begin(self) -> None:
        """Begin as many matches as are lacking."""
        while (lacking := self._count - len(self._matches)) > 0:
            fresh = [self._fresh() for _ in range(min(lacking, TOGETHER))]
            await seat_accounts(self._app, fresh)
            self._matches += fresh
            while waiting := [match for match in fresh if not match.started]:
                await self._app.store.append_all([match.next() for match in waiting])

    def _fresh(self) -> Match:
        self._made += 1
        game = self._games[self._made % len(self._games)]
        return Match(self._app, game, self._random, now(), accounts=self._made % 2 == 0)
