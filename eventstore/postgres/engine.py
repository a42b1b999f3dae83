"""SQLAlchemy's connections to Postgres."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
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

NAME = {"application_name": "playledger"}
GUARD = {"idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION_MS)}
OPTIONS: Mapping[Pooler, Mapping[str, Any]] = {
    "off": {"server_settings": NAME | GUARD},
    # a statement without a name is sent again with each use, so that any session of the server can take it
    "transaction": {"server_settings": NAME, "statement_cache_size": 0},
    "prepared": {"server_settings": NAME},
}
"""What asyncpg is told. A pooler takes few settings at the start: it could not give them to every session."""

GUARDED = text(f"SET LOCAL idle_in_transaction_session_timeout = {IDLE_IN_TRANSACTION_MS}")
"""The guard of one transaction, where the session is not one's own."""

TYPES = "SELECT $1::uuid[], $2::text[], $3::boolean[], $4::smallint[], $5::integer[], $6::bigint[], $7::bytea[]"
"""The types of arguments about which the driver asks the server when it meets them first."""


class Connection(asyncpg.Connection):
    """A connection that never asks the server to cancel a statement.

    A server that waits for its standbys answers a cancel by committing for itself alone, and everybody sees then what
    the next failover takes away. So whoever no longer waits, for it took too long or was not wanted any more, hangs up:
    the server then does what it was asked, or not, and the command tells which when it is sent again.
    """

    def _cancel_current_command(self, *waiters: object) -> None:
        # afterwards: the driver is in the middle of telling its caller. It ends the waiters, and its pool cleans up
        asyncio.get_running_loop().call_soon(self._abort)  # type: ignore[attr-defined]


async def connect(url: str, seconds: float, pooler: Pooler = "off", **options: Any) -> Connection:
    """A connection to the first host of the URL that answers and is of the wanted kind (`target_session_attrs`).

    Of several hosts the wanted kind is one that can be written to, unless the caller or the URL says otherwise.
    A host that takes the connection and says nothing keeps the next one from being asked for AHEAD seconds alone.
    Raises what the last one raised.
    """
    wanted: dict[str, Any] = {"connection_class": Connection, **OPTIONS[pooler], **options}
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
                tasks.append(asyncio.create_task(_connect(hosts.pop(0), seconds, pooler, wanted)))
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


async def _connect(url: str, seconds: float, pooler: Pooler, wanted: Mapping[str, Any]) -> Connection:
    connection: Connection = await asyncpg.connect(url, timeout=seconds, **wanted)
    if pooler != "off":
        try:
            async with asyncio.timeout(seconds), connection.transaction():
                # while it asks for types the driver changes a setting of the session, and back: both of the same one
                await connection.prepare(TYPES)
        except BaseException:
            connection.terminate()
            raise
    return connection


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
    name: Mapping[str, str] = NAME,
    standby: bool = False,
    **options: Any,
) -> AsyncEngine:
    """An engine whose connections asyncpg opens from the URL itself: SQLAlchemy would not know `sslmode` and others.

    `seconds` is the longest for a connection, `statement_seconds` for each statement. `standby`: any standby that the
    URL names, and nothing else.
    """
    kind = {"target_session_attrs": "standby"} if standby else {}
    settings = OPTIONS[pooler]["server_settings"] | name

    async def creator() -> Connection:
        wanted = {"server_settings": settings, **kind}
        return await connect(url, seconds, pooler, command_timeout=statement_seconds, **wanted)

    return create_async_engine("postgresql+asyncpg://", async_creator=creator, hide_parameters=True, **options)
