"""The database once more, whose transactions overlap as those of Postgres do under READ COMMITTED.

Time passes between the statements of a transaction, and before its commit. Each statement sees what is committed then,
and what its own transaction has changed. That is kept as rows before and after, since nobody else may see it: it is
taken back whenever another transaction comes, and made again for the next statement. Rows that are changed or locked
are kept until the end, and whoever wants them waits, and then looks again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import sqlalchemy as sa
from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]
from sqlalchemy import Connection, Engine, NullPool, create_engine, event

from eventstore.envelope import Appended, StreamAppend
from eventstore.limits import DEFAULT
from eventstore.sqlite import sequencer
from eventstore.sqlite.engine import connect, connect_to_read
from eventstore.sqlite.lane import Lane
from eventstore.sqlite.store import SqliteSql, SqliteStore
from eventstore.store import StoreUnavailable
from eventstore.tables import epochs
from tests.simulation.chance import Machine
from tests.simulation.loop import outcome
from tests.simulation.store import Answer, Database, SimulatedStore, Work, like_postgres

T = TypeVar("T")
_KEY_SHARE, SHARE, NO_KEY_UPDATE, UPDATE = range(4)
"""How a row is locked: two locks of it exclude each other when they make up 3 or more."""
NEXT, FLUSH, LATE = 0.0005, 0.002, 0.3
"""Seconds until the next statement comes, and until a commit is seen: the mean; and the most of those that are late."""
Row = tuple[Any, ...]
Key = tuple[str, int, Row]
"""A table, one of its unique keys (0: the primary one), and its values."""


class Table(NamedTuple):
    """A table, the names of its columns, and the places of those that make up each unique key."""

    name: str
    columns: Sequence[str]
    keys: Sequence[Sequence[int]]

    def key(self, number: int, row: Row) -> Key:
        return self.name, number, tuple(row[place] for place in self.keys[number])


class Change(NamedTuple):
    """A row before and after."""

    table: Table
    old: Row | None
    new: Row | None

    def locked(self) -> Iterator[tuple[Key, int]]:
        """The keys that nobody else may have meanwhile."""
        for number in range(len(self.table.keys)):
            old, new = (None if row is None else self.table.key(number, row) for row in (self.old, self.new))
            if old is not None and old == new:
                yield from [(old, NO_KEY_UPDATE)] if number == 0 else ()
            else:
                yield from ((key, UPDATE) for key in (old, new) if key is not None and None not in key[2])

    def again(self, raw: sqlite3.Connection) -> None:
        """Make it."""
        name, columns, keys = self.table
        own = " AND ".join(f'"{columns[place]}" = ?' for place in keys[0])
        if self.old is None:
            assert self.new is not None
            raw.execute(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(columns))})', self.new)
        elif self.new is None:
            raw.execute(f'DELETE FROM "{name}" WHERE {own}', self.table.key(0, self.old)[2])
        elif changed := [place for place in range(len(columns)) if self.old[place] != self.new[place]]:
            values = ", ".join(f'"{columns[place]}" = ?' for place in changed)
            row = (*(self.new[place] for place in changed), *self.table.key(0, self.old)[2])
            raw.execute(f'UPDATE "{name}" SET {values} WHERE {own}', row)


class OverlappingDatabase(Database):
    """See above. A work is done by a transaction of its own."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chance = self.loop.world.chance("overlapping")
        self.ids = count(1)
        """Those of the queue, drawn when an append is made and not when it is committed."""
        self.locks: dict[Key, dict[Transaction, int]] = {}
        self.going: dict[Transaction, None] = {}
        self.raw = [like_postgres(partial(one, str(self.path))) for one in (connect, connect_to_read)]
        self.writing = self.raw[False]
        self.writing.create_function("changed", -1, self._changed)
        self.fresh: list[Change] | None = None
        self.inside: Transaction | None = None
        self._tables: dict[str, Table] = {}
        self.engines = self._engine(reads=False), self._engine(reads=True)
        event.listen(self.engines[False], "before_execute", _lock, retval=True)
        self.look_at_tables()

    def _engine(self, *, reads: bool) -> Engine:
        def session() -> Any:
            current = getcurrent()
            if isinstance(current, Transaction):
                return Session(current, asks=True, reads=reads)
            return connect(str(self.path))

        engine = create_engine("sqlite://", creator=session, poolclass=NullPool, hide_parameters=True)
        engine.connect().close()
        return engine

    def look_at_tables(self) -> None:
        """Be told of each row that changes in one of them."""
        for (name,) in self.writing.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = self.writing.execute(f'PRAGMA table_info("{name}")').fetchall()
            primary = sorted((column[5], place) for place, column in enumerate(columns) if column[5])
            others = [
                [place for _, place, _ in self.writing.execute(f'PRAGMA index_info("{index[1]}")')]
                for index in self.writing.execute(f'PRAGMA index_list("{name}")').fetchall()
                if index[2] and index[3] != "pk" and not index[4]
            ]
            names = [column[1] for column in columns]
            self._tables[name] = Table(name, names, [[place for _, place in primary], *others])
            for kind, images in ("INSERT", ("new",)), ("UPDATE", ("old", "new")), ("DELETE", ("old",)):
                values = ", ".join(f'{image}."{column}"' for image in images for column in names)
                self.writing.execute(
                    f'CREATE TEMP TRIGGER IF NOT EXISTS "{name} {kind}" AFTER {kind} ON "{name}" '
                    f"BEGIN SELECT changed('{name}', '{kind}', {values}); END"
                )

    def create(self, sql: str) -> None:
        """Create something at once, for everybody."""
        self.leave()
        self.writing.execute(sql)
        self.look_at_tables()

    def _changed(self, name: str, kind: str, *values: Any) -> None:
        if self.fresh is not None:
            rest = values[len(values) // 2 :] if kind == "UPDATE" else values
            old = None if kind == "INSERT" else values[: len(self._tables[name].columns)]
            self.fresh.append(Change(self._tables[name], old, None if kind == "DELETE" else rest))

    def enter(self, transaction: Transaction) -> None:
        """From now on what this transaction has changed is there, and nothing of the others."""
        if self.inside is not transaction:
            self.leave()
            self.inside, self.fresh = transaction, None
            self.writing.execute("BEGIN")
            for change in transaction.redo:
                change.again(self.writing)

    def leave(self, end: str = "ROLLBACK") -> None:
        """There is what is committed, and nothing else."""
        if self.inside is not None and self.writing.in_transaction:
            self.writing.execute(end)
        self.inside = None

    async def open(self) -> SqliteStore:
        return OverlappingStore(self)

    def copy(self) -> None:
        self.leave()
        super().copy()

    def fail_over(self) -> None:
        self.leave()
        super().fail_over()
        for transaction in list(self.going):
            self.resume(transaction, transaction.turn)

    def drawn(self, mean: float, late: float) -> float:
        """How long something takes, of which this share is late."""
        return self.chance.expovariate(1 / mean) + (self.chance.uniform(0, LATE) if self.chance.random() < late else 0)

    def _perform(self, machine: Machine, work: Work, done: Answer) -> None:
        transaction = Transaction(self, machine, work, done)
        self.going[transaction] = None
        transaction.switch()

    def resume(self, transaction: Transaction, turn: int) -> None:
        """A transaction goes on, unless its machine is asleep, or it can't."""
        machine, asks = transaction.machine, transaction.asks
        if transaction not in self.going or turn != transaction.turn:
            return
        refused = asks and self.fates.refused and self.chance.random() < self.fates.refused / 10
        if transaction.generation != self.generation or refused or (asks and (self.away or machine.dead)):
            machine.losses += 1
            transaction.broken = StoreUnavailable("the connection broke off")
        elif asks and machine.paused_until > self.loop.time():
            self.loop.call_at(machine.paused_until, self.resume, transaction, turn, context=self.loop.outside)
            return
        transaction.turn += 1
        transaction.switch()


class Transaction(greenlet):
    """One transaction, and who does it."""

    def __init__(self, database: OverlappingDatabase, machine: Machine, work: Work, done: Answer) -> None:
        super().__init__()
        self.database = database
        self.machine = machine
        self.generation = database.generation
        self.turn = 0
        self.asks = False
        """Whether the server waits for the machine."""
        self.broken: Exception | None = None
        self.redo: list[Change] = []
        self.rows: Sequence[Row] = ()
        """Those that the last statement has found, as the database has them."""
        self.at_once = False
        """Whether the next statement follows at the same moment."""
        self._work = work
        self._done = done
        self._marks: dict[str, int] = {}
        self.held: dict[Key, None] = {}
        self._waiting: list[tuple[Transaction, int]] = []
        self._waits_for: Transaction | None = None

    def run(self) -> None:
        result, error = outcome(self._work)
        if error is None:
            _, error = outcome(self.commit)
        self.end()
        del self.database.going[self]
        self._done(result, error)

    def suspend(self, seconds: float, *, asks: bool = False) -> None:
        """Let time pass, and others do something. Raises StoreUnavailable."""
        self.asks = asks
        if asks:
            self.database._sent(self.machine)
        self.database.loop.later(seconds, self.database.resume, self, self.turn)
        assert self.parent is not None
        self.parent.switch()
        if self.broken is not None:
            raise self.broken

    def next(self) -> None:
        """Wait until the machine sends the next statement."""
        if not self.at_once:
            self.suspend(self.database.drawn(NEXT, 0.01), asks=True)
        self.at_once = False

    def statement(self, execute: Callable[[], Sequence[Row]]) -> Sequence[Row]:
        """Execute something, once nobody else has one of the rows that it changes."""
        database = self.database
        while True:
            if self.broken is not None:
                raise self.broken
            database.enter(self)
            database.fresh = fresh = list[Change]()
            try:
                self.rows = execute()
            except BaseException:
                database.leave()
                raise
            if self.locked(lock for change in fresh for lock in change.locked()):
                self.redo += fresh
                return self.rows

    def locked(self, locks: Iterable[tuple[Key, int]]) -> bool:
        """Lock rows, one after the other; False after a wait for somebody, who may have changed them."""
        for key, level in locks:
            holders = self.database.locks.setdefault(key, {})
            for other, held in holders.items():
                if other is not self and held + level >= 3:
                    self.database.leave()
                    self._wait(other, key)
                    return False
            holders[self] = max(level, holders.get(self, 0))
            self.held[key] = None
        return True

    def lock(self, *locks: tuple[Key, int]) -> None:
        """The same, until all are locked."""
        while not self.locked(locks):
            pass

    def _wait(self, holder: Transaction, key: Key) -> None:
        self.database.loop.note("waits", self.machine.name, holder.machine.name, key[0])
        other: Transaction | None = holder
        while other is not None:
            if other is self:
                self.database.deadlocks.append(f"{self.machine.name} and {holder.machine.name} wait for {key}")
                raise StoreUnavailable("deadlock detected")
            other = other._waits_for
        self._waits_for, end = holder, self.database.loop.time() + DEFAULT.append
        holder._waiting.append((self, self.turn))
        try:
            self.suspend(DEFAULT.append)
        finally:
            self._waits_for = None
        if self.database.loop.time() >= end:
            raise StoreUnavailable(f"the database did not answer in {DEFAULT.append:g} s")

    def savepoint(self, sql: str) -> None:
        """Begin one, end it, or go back to it."""
        *_, name = sql.split()
        if sql.startswith("SAVEPOINT"):
            self._marks[name] = len(self.redo)
        elif sql.startswith("ROLLBACK"):
            del self.redo[self._marks[name] :]
            self.database.leave()

    def commit(self) -> None:
        """Let others see what was changed, after a while. Raises StoreUnavailable: nothing was."""
        if self.broken is not None:
            raise self.broken
        if self.held:
            self.suspend(self.database.drawn(FLUSH, 0.1))
            self.database.enter(self)
            self.database.leave("COMMIT")
        self.end()

    def end(self) -> None:
        """Change nothing more, and let those go on who wait."""
        self.redo = []
        if self.database.inside is self:
            self.database.leave()
        for key in self.held:
            del self.database.locks[key][self]
            if not self.database.locks[key]:
                del self.database.locks[key]
        self.held.clear()
        for waiting, turn in self._waiting:
            self.database.loop.later(0, self.database.resume, waiting, turn)
        self._waiting.clear()


class Cursor(sqlite3.Cursor):
    """What a statement has found, which is fetched at once."""

    session: Session
    rows: Iterator[Row] = iter(())

    def execute(self, sql: str, parameters: Any = ()) -> Cursor:
        transaction = self.session.transaction
        if sql.startswith(("SAVEPOINT", "ROLLBACK TO", "RELEASE")):
            transaction.savepoint(sql)
        elif sql.lstrip().startswith("CREATE"):
            transaction.database.create(sql)
        else:
            self._ask(lambda: super(Cursor, self).execute(sql, parameters))
        return self

    def executemany(self, sql: str, parameters: Any) -> Cursor:
        self._ask(lambda: super(Cursor, self).executemany(sql, parameters))
        return self

    def _ask(self, execute: Callable[[], object]) -> None:
        def work() -> Sequence[Row]:
            execute()
            return super(Cursor, self).fetchall()

        if self.session.asks:
            self.session.transaction.next()
        self.rows = iter(work() if self.session.reads else self.session.transaction.statement(work))

    def __iter__(self) -> Any:
        return self.rows

    def fetchone(self) -> Any:
        return next(self.rows, None)

    def fetchmany(self, size: int | None = 1) -> list[Row]:
        return list(islice(self.rows, size))

    def fetchall(self) -> list[Row]:
        return list(self.rows)


class Session:
    """A transaction as a connection: of SQLAlchemy, or of a function, whose statements come at once."""

    in_transaction = True

    def __init__(self, transaction: Transaction, *, asks: bool, reads: bool) -> None:
        self.transaction = transaction
        self.asks = asks
        self.reads = reads
        self._raw = transaction.database.raw[reads]

    def cursor(self) -> Cursor:
        cursor = self._raw.cursor(Cursor)
        cursor.session = self
        return cursor

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Cursor:
        """As of sqlite3.Connection."""
        if sql in ("COMMIT", "ROLLBACK"):
            self.transaction.commit() if sql == "COMMIT" else self.transaction.end()
        if sql in ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"):
            return self.cursor()
        if sql.startswith("INSERT INTO unsequenced"):
            sql = sql.replace("(", "(id, ", 1).replace("(?", "(?, ?")
            parameters = next(self.transaction.database.ids), *parameters
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any) -> Cursor:
        return self.cursor().executemany(sql, parameters)

    def commit(self) -> None:
        if self.transaction.held:
            self.transaction.next()
        self.transaction.commit()

    def rollback(self) -> None:
        self.transaction.end()

    def close(self) -> None:
        """It ends with its transaction."""

    def create_function(self, *_: Any, **__: Any) -> None:
        """All are there."""


def _lock(connection: Connection, clause: Any, several: Any, one: Any, options: Any) -> Any:
    """Lock the rows that a query asks for; whoever looks for the newest epoch opens the next, alone as on Postgres."""
    asked, transaction = getattr(clause, "_for_update_arg", None), getcurrent()
    if isinstance(transaction, Transaction) and isinstance(clause, sa.Select) and clause.get_final_froms() == [epochs]:
        transaction.next()
        transaction.lock((OPENING, UPDATE))
        transaction.next()
    if asked is not None and isinstance(transaction, Transaction):
        ((table,), level) = asked.of or clause.get_final_froms(), SHARE if asked.read else UPDATE
        transaction.next()
        if asked.skip_locked:
            taken = [
                key[2]
                for key, holders in transaction.database.locks.items()
                if key[:2] == (table.name, 0) and any(holder is not transaction for holder in holders)
            ]
            clause = clause.where(sa.tuple_(*table.primary_key).not_in(taken))
        own = clause.with_only_columns(*table.primary_key)
        own._for_update_arg = None
        while True:
            transaction.at_once = True
            connection.execute(own, several or one)
            if transaction.locked(((table.name, 0, tuple(row)), level) for row in transaction.rows):
                break
        transaction.at_once = True
    return clause, several, one


class OverlappingLane(Lane):
    """Work in transactions of the database."""

    def __init__(self, database: OverlappingDatabase, *, reads: bool) -> None:
        super().__init__(lambda: database.raw[reads], threads=1)
        self.first: Sequence[tuple[Key, int]] = ()
        """What the next work locks first."""
        self._database = database
        self._reads = reads

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        first, self.first = self.first, ()

        def locked(connection: Any) -> T:
            if first:
                connection.transaction.lock(*first)
            return work(connection)

        return await super().run(locked)

    def _connection(self) -> Any:
        current = getcurrent()
        assert isinstance(current, Transaction)
        return self._database.raw[True] if self._reads else Session(current, asks=False, reads=False)

    def _engine(self) -> Engine:
        return self._database.engines[self._reads]


class OverlappingStore(SimulatedStore):
    """The embedded store, each of whose functions locks what that of Postgres does, in the same order."""

    def __init__(self, database: OverlappingDatabase) -> None:
        super().__init__(str(database.path))
        self.database = database
        self._writer: OverlappingLane = OverlappingLane(database, reads=False)
        self._readers = OverlappingLane(database, reads=True)
        self._sql = SqliteSql(self._writer, self._readers)

    async def append(self, stream_id: UUID, kind: str, expected_version: int, *rest: Any, **more: Any) -> Appended:
        self._writer.first = [(_stream(stream_id), NO_KEY_UPDATE if expected_version else UPDATE)]
        return await super().append(stream_id, kind, expected_version, *rest, **more)

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        self._writer.first = [(key, UPDATE) for key in sorted(_stream(one.stream_id) for one in appends)]
        return await super().append_all(appends)

    async def sequence(self, limit: int = 10_000) -> int:
        def work(session: Any) -> int:
            if SEQUENCER in self.database.locks:
                return 0
            session.transaction.lock((SEQUENCER, UPDATE))
            return sequencer.sequence(session, limit)

        return await self._writer.run(work)


SEQUENCER: Key = ("sequencer", 0, ())
OPENING: Key = ("opening", 0, ())


def _stream(stream_id: UUID) -> Key:
    return "streams", 0, (stream_id.hex,)
