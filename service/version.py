"""The release that is running."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def engine_version() -> str:
    """The version of the installed package; `0+source` when it runs from a checkout."""
    try:
        return version("playledger")
    except PackageNotFoundError:
        return "0+source"
