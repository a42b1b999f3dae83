"""Garbage in circles is collected when the memory has grown.

Python goes by counts of objects alone. The remains of a connection or a document are large and few, and would wait for
millions of others; to collect often would stop everybody often, for a full collection looks at all that lives.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path

from service.background import BackgroundLoop

EVERY = 5.0
"""Seconds between two looks at the memory."""
GROWN = 1.08
"""The memory, as a multiple of that after the last full collection, at which there is another one."""
STATM = Path("/proc/self/statm")


def resident() -> int:
    """The bytes of this process that are in memory; 0 where the system doesn't tell."""
    if not STATM.exists():
        return 0
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class GarbageWatch(BackgroundLoop):
    """Collects all garbage when the memory has grown since it did so last."""

    def __init__(self, memory: Callable[[], int] = resident) -> None:
        super().__init__(self.look, poll=EVERY)
        self._memory = memory
        self._after = memory()

    async def look(self) -> None:
        """Compare, and collect if there is reason to."""
        if self._memory() > GROWN * self._after:
            gc.collect()
            self._after = self._memory()
