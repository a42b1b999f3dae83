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
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
COMMITS = 40
"""So many commits back a part is tried again: a fault that one of them has brought may show only later."""


class Part(NamedTuple):
    """Tests that belong together, and the paths of the product that they guard; each a file or a folder.

    A test may be one function of its file. `light`: they need nothing outside of their process.
    """

    tests: tuple[str, ...]
    paths: tuple[str, ...]
    light: bool = False


@cache
def parts() -> dict[str, Part]:
    """The parts by name."""
    table: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests/system.toml").read_text())
    return {name: Part(tuple(one.pop("tests")), tuple(one.pop("paths")), **one) for name, one in table.items()}


def part_of(test: str) -> Part | None:
    """The part that a test belongs to, by its address as pytest gives it."""
    place, _, function = test.partition("::")
    whole = f"{place}::{function.partition('[')[0]}"
    return next((part for part in parts().values() if whole in part.tests or below(place, part.tests)), None)


def file_of(test: str) -> str:
    """The file of a test, or its folder."""
    return test.partition("::")[0]


def touched(changed: Iterable[str]) -> Iterator[str]:
    """The tests of the parts that changes of these files may have broken: their own, or what they guard."""
    files = list(changed)
    for part in parts().values():
        if any(below(file, (*map(file_of, part.tests), *part.paths)) for file in files):
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
