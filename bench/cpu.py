"""The CPU time of processes, as the kernel counts it: user and system time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import asyncpg

PROC = Path("/proc")


def seconds(pids: Iterable[int]) -> float:
    """CPU seconds of processes with all their threads, to the nanosecond; those that are gone count nothing."""
    return sum(_nanoseconds(pid) for pid in pids) / 1e9


async def backends(url: str) -> list[int]:
    """The server processes of a database on this machine, without the one that asks."""
    connection = await asyncpg.connect(url)
    try:
        query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return [row["pid"] for row in await connection.fetch(query)]
    finally:
        await connection.close()


def _nanoseconds(pid: int) -> int:
    try:
        return sum(int(file.read_text().split()[0]) for file in PROC.glob(f"{pid}/task/*/schedstat"))
    except (OSError, IndexError):
        return 0
