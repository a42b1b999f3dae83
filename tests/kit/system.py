"""The parts of `make system`, by `tests/system.toml`, and which of them the last commits may have broken.

`python -m tests.kit.system` prints the tests of those parts, for a command line.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
COMMITS = 40
"""So many commits back a part is tried again: a fault that one of them has brought may show only later."""


class Part(NamedTuple):
    """Tests that belong together, and the paths of the product that they guard; each a file or a folder."""

    tests: tuple[str, ...]
    paths: tuple[str, ...]


@cache
def parts() -> dict[str, Part]:
    """The parts by name."""
    table: dict[str, dict[str, list[str]]] = tomllib.loads((ROOT / "tests/system.toml").read_text())
    return {name: Part(tuple(one["tests"]), tuple(one["paths"])) for name, one in table.items()}


def of_system(path: Path) -> bool:
    """Whether a test file belongs to a part."""
    return path.is_relative_to(ROOT) and any(below(str(path.relative_to(ROOT)), one.tests) for one in parts().values())


def touched(changed: Iterable[str]) -> Iterator[str]:
    """The tests of the parts that changes of these files may have broken: their own, or what they guard."""
    files = list(changed)
    for part in parts().values():
        if any(below(file, (*part.tests, *part.paths)) for file in files):
            yield from part.tests


def changed() -> list[str]:
    """The files of the last commits' changes; every file where the repository has no more commits than these."""
    recent = f"HEAD~{COMMITS}"
    known = _git("rev-parse", "--quiet", "--verify", recent).returncode == 0
    return _git(*(("diff", "--name-only", recent) if known else ("ls-files",))).stdout.splitlines()


def _git(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *command], cwd=ROOT, check=False, capture_output=True, text=True)


def below(file: str, places: Iterable[str]) -> bool:
    """Whether a file is one of the places or lies in one."""
    return any(file == place or file.startswith(f"{place}/") for place in places)


if __name__ == "__main__":
    sys.stdout.write(" ".join(touched(changed())))
