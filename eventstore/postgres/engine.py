"""SQLAlchemy's connections to Postgres."""

from __future__ import annotations

from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

IDLE_IN_TRANSACTION_MS = 10_000
"""A transaction left open holds its stream; the server ends it after this."""

SERVER_SETTINGS = {
    "application_name": "playledger",
    "idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION_MS),
}


def engine_for(url: str, **options: Any) -> AsyncEngine:
    """An engine whose connections asyncpg opens from the URL itself: SQLAlchemy would not know `sslmode` and others."""

    async def connect() -> asyncpg.Connection[asyncpg.Record]:
        return await asyncpg.connect(url, server_settings=SERVER_SETTINGS)

    return create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True, **options)
