"""SQLAlchemy's connections to Postgres."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from eventstore.limits import Pooler

IDLE_IN_TRANSACTION_MS = 10_000
"""A transaction left open holds its stream; the server ends it after this."""

AHEAD = 0.5
"""Seconds that a host has before the next one of the URL is asked beside it."""

NAME = "playledger"
"""The name by which the server knows a connection."""
PLAIN = {"standard_conforming_strings": "on"}
"""The settings of each session at its start, whatever the database has for a default: any pooler passes them on."""
GUARD = {"idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION_MS)}
OPTIONS: Mapping[Pooler, Mapping[str, Any]] = {
    # each shard of a spread store has statements of its own
    "off": {"server_settings": PLAIN | GUARD, "statement_cache_size": 1_000},
    # a statement without a name is sent again with each use, so that any session of the server can take it
    "transaction": {"server_settings": PLAIN, "statement_cache_size": 0},
    "prepared": {"server_settings": PLAIN},
}
"""The arguments for asyncpg. A pooler takes few settings at the start: it could not give them to every session."""

OWN = {
    "default_transaction_isolation": "read committed",
    # whoever waits here limits that himself, and hangs up: a server that ends a wait may commit for itself alone
    "statement_timeout": "0",
    "lock_timeout": "0",
    "transaction_timeout": "0",
    # the server warns of a commit that no standby has
    "client_min_messages": "warning",
    "quote_all_identifiers": "off",
}
"""The next settings of a session of one's own, as far as its server knows them. Behind a pooler each transaction says
it.
"""
WATCHED = OWN | {"client_connection_check_interval": "1000"}
"""The same where the server is to end a statement whose client has hung up, if its system can see that."""

SET = """
    SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS own (name, value)
    WHERE current_setting(name, true) IS NOT NULL
"""

GUARDED = text(
    f"SELECT set_config('idle_in_transaction_session_timeout', '{IDLE_IN_TRANSACTION_MS}', true), "
    "set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)"
)
"""The guard of one transaction, where the session is not one's own."""

WAITING, STANDBYS = "SyncRepWaitForLSN", "synchronous replication"
"""The function of the server that warns of a wait that was ended, and what its warning says, in English, where it is
another node that passes it on.
"""
TYPES = "SELECT $1::uuid[], $2::text[], $3::boolean[], $4::smallint[], $5::integer[], $6::bigint[], $7::bytea[]"
"""The types of arguments about which the driver asks the server when it meets them first."""


class NotReplicated(asyncpg.InterfaceError):
    """The server has committed for itself alone: somebody ended its wait for its standbys."""


class Connection(asyncpg.Connection):
    """A connection that never asks the server to cancel a statement, and to which no commit counts before a standby
    has it where one has to.

    A server that waits for its standbys answers a cancel by committing for itself alone, and everybody sees then what
    the next failover takes away. So whoever no longer waits, for it took too long or was not wanted any more, hangs up:
    the server then does what it was asked, or not, and the command tells which when it is sent again.

    `left`: it was ended from here, so it does not break off.
    """

    left = False

    async def close(self, **options: Any) -> None:
        """End it. One that broke off has ended: the driver has given it up, and there is nothing to complain of."""
        self.left = True
        with suppress(OSError):
            await super().close(**options)

    def _cancel_current_command(self, *waiters: object) -> None:
        # afterwards: the driver is in the middle of telling its caller. It ends the waiters, and its pool cleans up
        self._hang_up()

    def _process_log_message(self, fields: Mapping[str, str], last_query: str) -> None:
        # a statement of which the driver can't read what the server says has failed
        if fields.get("R") == WAITING or STANDBYS in fields["M"]:
            self._hang_up()
            raise NotReplicated(fields["M"])

    def terminate(self) -> None:
        """Hang up at once."""
        self.left = True
        super().terminate()

    def _hang_up(self) -> None:
        asyncio.get_running_loop().call_soon(self.terminate)


async def connect(
    url: str,
    seconds: float,
    pooler: Pooler = "off",
    *,
    name: str = NAME,
    own: Mapping[str, str] = WATCHED,
    **options: Any,
) -> Connection:
    """A connection to the first host of the URL that answers and is of the wanted kind (`target_session_attrs`).

    Of several hosts the wanted kind is one that can be written to, unless the caller or the URL says otherwise.
    A host that takes the connection and says nothing keeps the next one from being asked for AHEAD seconds alone.
    `own`: what the session is told then, where nobody shares it.
    Raises what the last one raised.
    """
    wanted: dict[str, Any] = {"connection_class": Connection, **OPTIONS[pooler], **options}
    wanted["server_settings"] = wanted["server_settings"] | {"application_name": name}
    settle = partial(_set, own=own) if pooler == "off" else _ask_for_types
    hosts = hosts_of(url)
    if wanted.get("target_session_attrs") == "standby":
        # reads spread over all of them, and one that is late is not asked first again and again
        random.shuffle(hosts)
    elif len(hosts) > 1 and "target_session_attrs" not in parse_qs(urlsplit(url).query):
        wanted["target_session_attrs"] = "read-write"
    tasks: list[asyncio.Task[Connection]] = []
    underway: set[asyncio.Task[Connection]] = set()
    try:
        while hosts or underway:
            if hosts:
                tasks.append(asyncio.create_task(_connect(hosts.pop(0), seconds, settle, wanted)))
                underway.add(tasks[-1])
            done, underway = await asyncio.wait(
                underway, timeout=AHEAD if hosts else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                if task.exception() is None:
                    tasks.remove(task)
                    return task.result()
        return tasks[-1].result()
    finally:
        for task in tasks:
            task.cancel()
            task.add_done_callback(_hang_up)


async def _connect(
    url: str, seconds: float, settle: Callable[[Connection], Awaitable[None]], wanted: Mapping[str, Any]
) -> Connection:
    connection: Connection = await asyncpg.connect(url, timeout=seconds, **wanted)
    try:
        async with asyncio.timeout(seconds):
            await settle(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _set(connection: Connection, own: Mapping[str, str]) -> None:
    try:
        await connection.fetch(SET, list(own), list(own.values()))
    except asyncpg.InvalidParameterValueError:
        await connection.fetch(SET, list(OWN), list(OWN.values()))


async def _ask_for_types(connection: Connection) -> None:
    # while it asks for types the driver changes a setting of the session, and back: both of the same one
    async with connection.transaction():
        await connection.prepare(TYPES)


def hosts_of(url: str) -> list[str]:
    """The URL once for each of its hosts, in their order."""
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    return [parts._replace(netloc=f"{user}{at}{host}").geturl() for host in hosts.split(",")]


def _hang_up(task: asyncio.Task[Connection]) -> None:
    """A connection that came too late is not needed."""
    if not task.cancelled() and task.exception() is None:
        task.result().terminate()


def engine_for(
    url: str,
    seconds: float,
    statement_seconds: float | None = None,
    *,
    pooler: Pooler = "off",
    name: str = NAME,
    own: Mapping[str, str] = WATCHED,
    standby: bool = False,
    **options: Any,
) -> AsyncEngine:
    """An engine whose connections asyncpg opens from the URL itself: SQLAlchemy would not know `sslmode` and others.

    `seconds` is the longest for a connection, `statement_seconds` for each statement. `standby`: any standby that the
    URL names, and nothing else.
    """
    kind: dict[str, Any] = {"target_session_attrs": "standby"} if standby else {}

    async def creator() -> Connection:
        return await connect(url, seconds, pooler, name=name, own=own, command_timeout=statement_seconds, **kind)

    options = {"isolation_level": "READ COMMITTED", "hide_parameters": True, **options}
    return create_async_engine("postgresql+asyncpg://", async_creator=creator, **options)
