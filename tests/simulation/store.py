"""The database of all replicas: one file in memory, and what goes wrong on the way to it.

Each transaction is made whole at one moment. It may be refused before, its answer may be lost after it, and a failover
takes away what the standby did not have.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy import ColumnElement, TextClause, true

from eventstore.shards import SHARDS
from eventstore.sqlite.store import SqliteStore
from eventstore.store import StoreUnavailable
from service.leasing import rows
from tests.simulation.chance import MACHINE, Machine
from tests.simulation.loop import SimulatedLoop, outcome, resolve

Work = Callable[[], Any]
Answer = Callable[[Any, BaseException | None], None]
Leases = tuple[dict[str, tuple[str, float]], dict[rows.Part, tuple[str, int]]]
"""The jobs of each member and when it ends; the holder of each part and its fence."""


@dataclass
class Fates:
    """The shares of all statements that are refused, cut after they were committed, or hang."""

    refused: float = 0.0
    cut: float = 0.0
    hanging: float = 0.0


@dataclass
class Database:
    """The server, as replicas meet it."""

    loop: SimulatedLoop
    path: Path
    fates: Fates = field(default_factory=Fates)
    away: bool = False
    generation: int = 0
    """How often it has failed over."""
    going: Collection[object] = ()
    """What is still to be committed, whoever asked for it."""

    def __post_init__(self) -> None:
        self.leases = LeaseTable(self.loop)
        self._chance = self.loop.world.chance("store")
        self._standby: tuple[sqlite3.Connection, Leases] | None = None
        self.graves: list[Answer] = []
        self.deadlocks: list[str] = []
        self.watched: dict[str, tuple[int, asyncio.Event]] = {}
        """Of a machine, after how many statements somebody wants to know of one, and who."""

    def do(self, machine: Machine, work: Work, answer: Answer) -> None:
        """Do a statement of a machine, whose answer comes later, or `StoreUnavailable`."""
        self._sent(machine)
        to, back, luck = self._chance.expovariate(1_000), self._chance.expovariate(1_000), self._chance.random()
        if luck < self.fates.hanging:
            back += self._chance.uniform(0.1, 3)
        lost = luck > 1 - self.fates.refused, luck > 1 - self.fates.refused - self.fates.cut
        self.loop.later(to, self._do, machine, self.generation, work, answer, back, *lost)

    def _do(
        self,
        machine: Machine,
        sent: int,
        work: Work,
        answer: Answer,
        back: float,
        refused: bool,
        cut: bool,
    ) -> None:
        if machine.dead and self._chance.random() < 0.5:
            self.graves.append(answer)
            return
        if refused or self.away or sent != self.generation:
            self.loop.later(back, self._break_off, machine, answer)
            return
        self._perform(machine, work, partial(self._done, machine, sent, cut, answer, back))

    def _sent(self, machine: Machine) -> None:
        """A statement is on its way."""
        if machine.name in self.watched:
            left, sent = self.watched.pop(machine.name)
            if left:
                self.watched[machine.name] = left - 1, sent
            else:
                sent.set()

    def _perform(self, machine: Machine, work: Work, done: Answer) -> None:
        done(*outcome(work))

    def _done(
        self,
        machine: Machine,
        sent: int,
        cut: bool,
        answer: Answer,
        back: float,
        result: Any,
        error: BaseException | None,
    ) -> None:
        if isinstance(error, sqlite3.ProgrammingError):
            # whoever closes it waits for its threads, which are none here
            error = StoreUnavailable("the store is closed")
        self.loop.note("store", machine.name, type(error).__name__)
        self.loop.later(back, self._answer, machine, sent, cut, answer, result, error)

    def _answer(
        self, machine: Machine, sent: int, cut: bool, answer: Answer, result: Any, error: BaseException | None
    ) -> None:
        if cut or sent != self.generation:
            self._break_off(machine, answer)
        else:
            answer(result, error)

    def _break_off(self, machine: Machine, answer: Answer) -> None:
        machine.losses += 1
        answer(None, StoreUnavailable("the connection broke off"))

    def value(self, query: str) -> Any:
        """What the database itself has, without a replica."""
        with closing(sqlite3.connect(self.path)) as live:
            return live.execute(query).fetchone()[0]

    async def open(self) -> SqliteStore:
        """A store of the machine that asks."""
        return await SimulatedStore.open(str(self.path))

    def copy(self) -> None:
        """The standby has all that there is now."""
        if self._standby is not None:
            self._standby[0].close()
        copied = sqlite3.connect(":memory:")
        with sqlite3.connect(self.path) as live:
            live.backup(copied)
        live.close()
        self._standby = copied, (dict(self.leases.members), dict(self.leases.held))

    def fail_over(self) -> None:
        """The standby takes over, with what it has."""
        assert self._standby is not None, "there is no standby"
        self.generation += 1
        copied, leases = self._standby
        live = sqlite3.connect(self.path)
        copied.backup(live)
        live.close()
        self.leases.members, self.leases.held = dict(leases[0]), dict(leases[1])


def among(byte: ColumnElement[Any], shards: Set[int]) -> ColumnElement[bool]:
    """The condition of `sharding`, in words that SQLite has."""
    return true() if len(shards) == SHARDS else byte.op("&")(SHARDS - 1).in_(sorted(shards))


class SimulatedStore(SqliteStore):
    """The embedded store, over the way to the database: its clock is that of the database's machine."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        for lane in (self._writer, self._readers):
            lane._connect = partial(like_postgres, lane._connect)

    @property
    def losses(self) -> int:
        machine: Any = MACHINE.get()
        return int(machine.losses)

    async def now(self) -> int:
        loop, machine = asking()
        future = loop.create_future()
        machine.work(loop.world.wall, lambda at, error: resolve(future, at, error))
        return round((await future) * 1000)


def like_postgres(connect: Callable[[], sqlite3.Connection]) -> sqlite3.Connection:
    """A connection with the functions by which replicas divide their work."""
    connection = connect()
    connection.create_function("uuid_send", 1, bytes.fromhex, deterministic=True)
    connection.create_function("convert_to", 2, str.encode, deterministic=True)
    connection.create_function("sha256", 1, lambda data: sha256(data).digest(), deterministic=True)
    connection.create_function("get_byte", 2, bytes.__getitem__, deterministic=True)
    return connection


class LeaseTable:
    """`service.leasing.rows` over dicts."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self.members: dict[str, tuple[str, float]] = {}
        self.held: dict[rows.Part, tuple[str, int]] = {}
        self._statements = {
            rows.JOIN: self._join,
            rows.RENEW: self._renew,
            rows.BURY: self._bury,
            rows.LOOK: self._look,
            rows.MAKE: self._make,
            rows.TAKE: self._take,
            rows.GIVE: self._give,
            rows.LEAVE: self._leave,
        }

    async def ask(self, statement: TextClause, **values: Any) -> Sequence[Any]:
        """See `rows.Ask`."""
        loop, machine = asking()
        future = loop.create_future()
        machine.work(lambda: self._run(statement, values), lambda found, error: resolve(future, found, error))
        found: Sequence[Any] = await future
        return found

    def _run(self, statement: TextClause, values: Mapping[str, Any]) -> Sequence[Any]:
        return self._statements[statement](values) or ()

    def _join(self, values: Mapping[str, Any]) -> None:
        self.members[values["holder"]] = values["jobs"], self._until(values)

    def _renew(self, values: Mapping[str, Any]) -> Sequence[Any]:
        holder = values["holder"]
        if lives := holder in self.members:
            self.members[holder] = self.members[holder][0], self._until(values)
        ends = [until - self._loop.time() for other, (_, until) in self.members.items() if other != holder]
        moves, members = sum(fence for _, fence in self.held.values()), ",".join(sorted(self.members))
        first = min(ends) * 1000 if ends else None
        return [SimpleNamespace(lives=int(lives), moves=moves, members=members, first_end=first)]

    def _bury(self, values: Mapping[str, Any]) -> None:
        now, holder = self._loop.time(), values["holder"]
        self.members = {one: row for one, row in self.members.items() if row[1] > now or one == holder}

    def _look(self, values: Mapping[str, Any]) -> Sequence[Any]:
        alive = [SimpleNamespace(holder=one, jobs=jobs, name=None) for one, (jobs, _) in self.members.items()]
        return alive + [
            SimpleNamespace(holder=one, jobs=None, name=name, shard=shard, fence=fence)
            for (name, shard), (one, fence) in self.held.items()
        ]

    def _make(self, values: Mapping[str, Any]) -> None:
        for part in _parts(values):
            self.held.setdefault(part, ("", 0))

    def _take(self, values: Mapping[str, Any]) -> Sequence[Any]:
        free = [
            (part, fence)
            for part, fence in zip(_parts(values), values["fences"], strict=True)
            if part in self.held and self.held[part][1] == fence and self.held[part][0] not in self.members
        ]
        self.held.update({part: (values["holder"], fence + 1) for part, fence in free})
        return [SimpleNamespace(name=part[0], shard=part[1], fence=fence + 1) for part, fence in free]

    def _give(self, values: Mapping[str, Any]) -> None:
        for part, heir in zip(_parts(values), values["heirs"], strict=True):
            if heir in self.members and self.held[part][0] == values["holder"]:
                self.held[part] = heir, self.held[part][1] + 1

    def _leave(self, values: Mapping[str, Any]) -> None:
        self.members.pop(values["holder"], None)

    def _until(self, values: Mapping[str, Any]) -> float:
        return self._loop.time() + float(values["lasts"]) / 1000


def _parts(values: Mapping[str, Any]) -> list[rows.Part]:
    return list(zip(values["names"], values["shards"], strict=True))


def asking() -> tuple[SimulatedLoop, Machine]:
    """The loop, and the machine that asks."""
    loop, machine = asyncio.get_running_loop(), MACHINE.get()
    assert isinstance(loop, SimulatedLoop)
    assert machine is not None
    return loop, machine
