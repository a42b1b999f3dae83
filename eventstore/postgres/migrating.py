"""Migrates a database that is in use: one process at a time, each revision in a transaction of its own.

A revision that can't have a lock soon lets go, so that nobody waits long behind it, and is tried again later.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import asyncpg
from sqlalchemy import Connection, NullPool, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from eventstore.limits import Patience, Pooler
from eventstore.postgres import engine as connections
from eventstore.postgres.pool import LOST
from eventstore.postgres.watch import Watch
from eventstore.revisions import Revisions, current_revision, upgrade_connection
from eventstore.store import StoreLocked, StoreUnavailable

Tell = Callable[[str], None]
NAME = "playledger migrate"
"""The name by which the server knows the migrating connection."""
LOOKS = 4
"""Looks at what a statement waits for, in the time that it waits for a lock."""
AGAIN = 0.5
"""Seconds between two tries to be the one who migrates."""
TAKE = "SELECT 1 WHERE pg_try_advisory_xact_lock(hashtext('playledger'), hashtext('migrate'))"
KEPT = "SET LOCAL idle_in_transaction_session_timeout = '60s'"
"""The turn is kept by a question every moment, and is free again if a machine has vanished."""
ADVICE = (
    "Wait for that transaction or end it (pg_terminate_backend), and run `playledger migrate` again: "
    "what was done stays done"
)
LOCKED = (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError)


async def upgrade(
    url: str, seconds: float, revisions: Revisions, pooler: Pooler, tell: Tell, patience: Patience
) -> None:
    """Bring the database to the newest revision; `seconds` are those for a connection to each host.

    Raises StoreLocked, StoreUnavailable, and what the driver raises.
    """
    # an index that takes hours is made to its end, whatever becomes of this process
    engine = connections.engine_for(url, seconds, pooler=pooler, name=NAME, own=connections.OWN, poolclass=NullPool)
    event.listen(engine.sync_engine, "begin", partial(_guard, patience, pooler))
    connecting = partial(connections.connect, url, seconds, pooler, command_timeout=seconds)
    watch = Watch(connecting, NAME, tell)
    try:
        async with _turn(connecting, tell) as turn:
            work = _revise(engine, revisions, tell, patience, watch)
            await _accompanied(work, _accompany(turn, watch, patience))
    finally:
        watch.close()
        await engine.dispose()


def _guard(patience: Patience, pooler: Pooler, connection: Connection) -> None:
    """Settings of one transaction. A statement outside of any waits for locks that nobody's appends wait behind."""
    if connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT":
        return
    if pooler != "off":
        connection.execute(connections.GUARDED)
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(patience.lock * 1_000)}")


@asynccontextmanager
async def _turn(
    connecting: Callable[[], Coroutine[Any, Any, connections.Connection]], tell: Tell
) -> AsyncIterator[connections.Connection]:
    """A connection whose open transaction holds the lock of the one who migrates: so it works behind any pooler.

    Its statements have no name and no arguments. So it keeps no snapshot, for which indexes would have to wait.
    """
    connection = await connecting()
    try:
        await _take(connection, tell)
        yield connection
        with suppress(*LOST):  # whoever kept the turn was stopped in the middle of a statement, and has hung up
            await connection.execute("ROLLBACK")
    finally:
        connection.terminate()


async def _take(connection: connections.Connection, tell: Tell) -> None:
    """Ask until the lock is free. A session that waited for it in the server would keep a snapshot, and the holder
    waiting.
    """
    told = False
    while True:
        await connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        if await connection.execute(TAKE) == "SELECT 1":
            await connection.execute(KEPT)
            return
        await connection.execute("ROLLBACK")
        if not told:
            tell("another process is migrating this database: waiting for it")
            told = True
        await asyncio.sleep(AGAIN)


async def _accompany(turn: connections.Connection, watch: Watch, patience: Patience) -> None:
    """Keep the turn and look what the migration waits for.

    Raises StoreUnavailable when the turn is lost, and StoreLocked when one transaction keeps it for too long.
    """
    while True:
        await asyncio.sleep(patience.lock / LOOKS)
        try:
            await turn.execute("SELECT 1")
        except (*LOST, TimeoutError) as error:
            raise StoreUnavailable(f"the lock of the one who migrates was lost: {error}") from error
        await watch.look()
        if watch.kept > patience.one:
            raise StoreLocked(f"the migration was given up after {watch.kept:.0f} s: {watch.blocked}. {ADVICE}")


async def _accompanied(work: Coroutine[Any, Any, None], company: Coroutine[Any, Any, None]) -> None:
    """Do the work, but no longer than it has company."""
    tasks = asyncio.create_task(work), asyncio.create_task(company)
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _revise(engine: AsyncEngine, revisions: Revisions, tell: Tell, patience: Patience, watch: Watch) -> None:
    """Apply one revision after another. Raises StoreLocked if one can't have its locks."""
    tries: Counter[str] = Counter()

    def applied(revision: str) -> None:
        watch.blocked = None
        tell(f"{revisions.version_table}: {revision}")

    while True:
        failure = await _try(engine, revisions, applied)
        if failure is None:
            return
        async with engine.connect() as connection:
            reached = await connection.run_sync(current_revision, revisions) or "the beginning"
        tries[reached] += 1
        blocked = watch.blocked or "somebody holds a lock that it needs"
        if tries[reached] >= patience.tries:
            raise StoreLocked(
                f"the migration after {reached} was given up after {tries[reached]} tries of {patience.lock:g} s: "
                f"{blocked}. {ADVICE}"
            ) from failure
        pause = min(patience.pause * 2 ** (tries[reached] - 1), patience.longest)
        tell(f"the migration after {reached} lets go and tries again in {pause:g} s: {blocked}")
        await asyncio.sleep(pause)


async def _try(engine: AsyncEngine, revisions: Revisions, applied: Tell) -> Exception | None:
    """The obstacle that kept it from its locks, if any."""
    try:
        async with engine.connect() as connection:
            await connection.run_sync(upgrade_connection, revisions, applied)
    except LOCKED as error:
        return error
    except DBAPIError as error:
        if isinstance(error.driver_exception, LOCKED):
            return error
        raise
    return None
