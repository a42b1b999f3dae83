"""Waiting for what has to come, however busy the machine is. No test waits for a time to pass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from inspect import isawaitable

from eventstore.limits import StoreLimits

PATIENCE = 300
"""Seconds after which what has not come never comes: so many that a machine with other work is no reason."""
PATIENT = StoreLimits(connect=PATIENCE, read=PATIENCE, append=PATIENCE)
PATIENT_SETTINGS = {f"PLAYLEDGER_STORE_{name}_SECONDS": str(PATIENCE) for name in ("CONNECT", "READ", "APPEND")} | {
    "PLAYLEDGER_READY_SECONDS": str(PATIENCE)
}
"""The same for services, in their environment."""


async def until(true: Callable[[], object], why: str = "it never came") -> None:
    """Return as soon as the answer of `true`, which may be awaitable, is a true one.

    It asks again and again, and background work goes on meanwhile. AssertionError when the patience is at its end.
    """
    end = asyncio.get_running_loop().time() + PATIENCE
    while asyncio.get_running_loop().time() < end:
        answer = true()
        if await answer if isawaitable(answer) else answer:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(why)
