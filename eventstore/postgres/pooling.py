"""Looks, once at the start, whether the settings fit what stands between this process and the server, and whether its
database takes every letter.
"""

from __future__ import annotations

from functools import partial
from secrets import token_hex
from typing import Literal

import asyncpg

from eventstore.limits import Pooler
from eventstore.postgres.engine import Connection, connect
from eventstore.store import StoreUnsuited

TRIES = 8
"""Looks that two clients take at whose session they were given: one is enough where nobody else is served."""
SETTING = "PLAYLEDGER_DATABASE_POOLER"
FOREIGN = (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError)
"""The errors for a client whose statements are those of another session."""
ENCODING = "UTF8"
"""The one in which a database holds names in every script (UTF8, as Postgres calls it)."""
Found = Literal["own", "shared", "kept apart"]

REASONS = {
    "unsupported startup parameter": (
        "what answers at the database URL is a pooler that takes no settings at the start: set "
        f"{SETTING} to `transaction`, or to `prepared` where it keeps prepared statements"
    ),
    "statement pooling mode": (
        "the pooler at the database URL pools statements, and Playledger needs transactions: "
        f"let it pool transactions (pgbouncer: pool_mode = transaction) and set {SETTING}"
    ),
}
"""Parts of what poolers say, and what it means."""
POOLED = f"the pooler at the database URL gives each transaction to another session: set {SETTING} to"
NOT_OFF = {"shared": f"{POOLED} `transaction`", "kept apart": f"{POOLED} `prepared`"}
NOT_PREPARED = (
    "the pooler at the database URL does not keep prepared statements (pgbouncer does from 1.21 on, with "
    f"max_prepared_statements): set {SETTING} to `transaction`"
)


def unsuited(error: Exception) -> StoreUnsuited | None:
    """The hint of an error about the settings, if any."""
    if isinstance(error, FOREIGN):
        return StoreUnsuited(NOT_PREPARED)
    return next((StoreUnsuited(reason) for part, reason in REASONS.items() if part in str(error)), None)


async def check(url: str, seconds: float, pooler: Pooler) -> None:
    """Raises StoreUnsuited for what can't work, a setting or a database, and what the driver raises where nobody is."""
    try:
        found = await _look(url, seconds, pooler)
    except asyncpg.PostgresError as error:
        reason = unsuited(error)
        if reason is None:
            raise
        raise reason from error
    if pooler == "off" and found != "own":
        raise StoreUnsuited(NOT_OFF[found])
    if pooler == "prepared" and found == "shared":
        raise StoreUnsuited(NOT_PREPARED)


async def _look(url: str, seconds: float, pooler: Pooler) -> Found:
    looking = partial(connect, url, seconds, pooler, own={}, statement_cache_size=0, command_timeout=seconds)
    one = await looking()
    try:
        _require_utf8(one)
        # a pooler makes up the number that it tells at the start
        if pooler == "transaction" or await _session(one) == one.get_server_pid():
            return "own"
        other = await looking()
        try:
            return await _compare(one, other)
        finally:
            other.terminate()
    finally:
        one.terminate()


def _require_utf8(connection: Connection) -> None:
    encoding = connection.get_settings().server_encoding
    if encoding != ENCODING:
        raise StoreUnsuited(
            f"the database has the encoding {encoding}; Playledger needs {ENCODING}, as in CREATE DATABASE name "
            f"ENCODING '{ENCODING}' TEMPLATE template0"
        )


async def _compare(one: Connection, other: Connection) -> Found:
    """Whether two clients that are there at once were given the same session, and share its statements."""
    for _ in range(TRIES):
        name, sessions = f"playledger_{token_hex(8)}", []
        for text, client in (("SELECT 1", one), ("SELECT 2", other)):
            async with client.transaction():
                sessions.append(await _session(client))
                try:
                    await client.prepare(text, name=name)
                except asyncpg.DuplicatePreparedStatementError:
                    return "shared"
        if sessions[0] == sessions[1]:
            return "kept apart"
    return "own"


async def _session(client: Connection) -> int:
    number: int = await client.fetchval("SELECT pg_backend_pid()")
    return number
