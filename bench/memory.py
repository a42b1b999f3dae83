"""The memory of processes, as the kernel counts it."""

from __future__ import annotations

import os
from pathlib import Path


def resident(pid: int) -> int:
    """The bytes of a process that are in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
