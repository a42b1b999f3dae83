"""Faults that are planted into the product as it is imported: see plants.toml. Import nothing of the product here."""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
Edit = tuple[str, str, str]
"""A file, the text that stands in it, and what is to stand there."""


def known() -> Mapping[str, Sequence[Edit]]:
    """The changes of each fault, by its name."""
    found = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
    return {name: [(file, old, new) for file, old, new in plant["edits"]] for name, plant in found.items()}


def plant(name: str) -> None:
    """From now on each module that is imported has the fault."""
    sys.dont_write_bytecode = True
    edits = defaultdict(list)
    for file, old, new in known()[name]:
        edits[str(ROOT / file)].append((old, new))
    compiled, stats = SourceFileLoader.source_to_code, SourceFileLoader.path_stats

    def source_to_code(self: Any, data: Any, path: Any, **more: Any) -> Any:
        if path in edits:
            data = bytes(data).decode()
            for old, new in edits[path]:
                assert data.count(old) == 1, f"{path} has {data.count(old)} x {old!r}"
                data = data.replace(old, new)
        return compiled(self, data, path, **more)

    def path_stats(self: Any, path: str) -> Any:
        return {**stats(self, path), "mtime": -1} if path in edits else stats(self, path)

    SourceFileLoader.source_to_code, SourceFileLoader.path_stats = source_to_code, path_stats  # type: ignore[method-assign]
