"""SQLAlchemy's connections to Postgres."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

IDLE_IN_TRANSACTION_MS = 10_000
"""A transaction left open holds its stream; the server ends it after this."""

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


def engine_for(url: str, **options: Any) -> AsyncEngine:
    """An engine whose connections asyncpg opens from the URL itself: SQLAlchemy would not know `sslmode` and others."""

    async def connect() -> Connection:
        return await asyncpg.connect(url, connection_class=Connection, server_settings=SERVER_SETTINGS)

    return create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True, **options)
