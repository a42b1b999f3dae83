"""The page of the peers: the command writes what stands between two marks, people write the rest."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime

from tests.kit.process import ROOT

PAGE = ROOT / "docs" / "peers.md"
BEGIN, END = "<!-- measured -->\n", "<!-- /measured -->"


def machine(load: float) -> str:
    """What the figures belong to; `load` is that of before."""
    return (
        f"Machine: {os.cpu_count()} cores, load {load:.1f} before and {os.getloadavg()[0]:.1f} after, "
        f"{platform.system()}, Python {platform.python_version()}. Measured on {datetime.now(UTC):%Y-%m-%d}."
    )


def replaced(page: str, measured: str) -> str:
    """The page with this between its marks."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError("the page has no place for what was measured")
    return f"{head}{begin}\n{measured}\n\n{end}{tail}"
