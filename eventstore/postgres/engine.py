"""SQLAlchemy's connections to Postgres."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

IDLE_IN_TRANSACTION_MS = 10_000
"""A transaction left open holds its stream; the server ends it after this."""

AHEAD = 0.5
"""Seconds that a host has before the next one of the URL is asked beside it."""

SERVER_SETTINGS = {
    "application_name": "playledger",
    "idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION_MS),
}


class Connection(asyncpg.Connection):
    """A connection that never asks the server to cancel a statement.

    A server that waits for its standbys answers a cancel by committing for itself alone, and everybody sees then what
    the next failover takes away. So whoever no longer waits, for it took too long or was not wanted any more, hangs up:
    the server then does what it was asked, or not, and the command tells which when it is sent again.
    """

    def _cancel_current_command(self, *waiters: object) -> None:
        # afterwards: the driver is in the middle of telling its caller. It ends the waiters, and its pool cleans up
        asyncio.get_running_loop().call_soon(self._abort)  # type: ignore[attr-defined]


async def connect(url: str, seconds: float, **options: Any) -> Connection:
    """A connection to the first host of the URL that answers and is of the wanted kind (`target_session_attrs`).

    A host that takes the connection and says nothing keeps the next one from being asked for AHEAD seconds alone.
    Raises what the last one raised.
    """
    wanted: dict[str, Any] = {"connection_class": Connection, "server_settings": SERVER_SETTINGS, **options}
    hosts = hosts_of(url)
    tasks: list[asyncio.Task[Connection]] = []
    underway: set[asyncio.Task[Connection]] = set()
    try:
        while hosts or underway:
            if hosts:
                tasks.append(asyncio.create_task(asyncpg.connect(hosts.pop(0), timeout=seconds, **wanted)))
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


def hosts_of(url: str) -> list[str]:
    """The URL once for each of its hosts, in their order."""
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    return [parts._replace(netloc=f"{user}{at}{host}").geturl() for host in hosts.split(",")]


def _hang_up(task: asyncio.Task[Connection]) -> None:
    """A connection that came too late is not needed."""
    if not task.cancelled() and task.exception() is None:
        task.result().terminate()


def engine_for(url: str, seconds: float, statement_seconds: float | None = None, **options: Any) -> AsyncEngine:
    """An engine whose connections asyncpg opens from the URL itself: SQLAlchemy would not know `sslmode` and others.

    `seconds` is the longest for a connection, `statement_seconds` for each statement.
    """

    async def creator() -> Connection:
        return await connect(url, seconds, command_timeout=statement_seconds)

    return create_async_engine("postgresql+asyncpg://", async_creator=creator, hide_parameters=True, **options)
