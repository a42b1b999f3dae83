"""The whole service under seeds: nothing is wrong, whatever goes wrong; the same seed is the same run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.lanes import fuzz_seed
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE
from tests.simulation import plants

LINES = 3_864
"""The most that all of this may have."""
BY_TWINS = {"players-of-private-matches"}
"""Planted faults that only tell secrets of another world."""
NIGHT = fuzz_seed()
TRIED = Random(NIGHT["seed"]).sample(sorted(plants.known()), 12) if NIGHT else ["reads-from-memory"]
TRACE = re.compile(r"^seed (\S+): (\S+) (\d+) actions", re.MULTILINE)


def simulated(*arguments: str, hashes: int = 0) -> subprocess.CompletedProcess[str]:
    """What a program of its own tells of some seeds."""
    command, environment = [sys.executable, "-m", "tests.simulation", *arguments], {"PYTHONHASHSEED": str(hashes)}
    more: Any = {"env": os.environ | environment, "capture_output": True, "text": True, "timeout": 20 * PATIENCE}
    return subprocess.run(command, cwd=ROOT, check=False, **more)


def test_it_stays_small() -> None:
    assert sum(len(file.read_text().splitlines()) for file in Path(__file__).parent.glob("*.py")) <= LINES


@pytest.mark.programs
def test_seeds() -> None:
    """By day the same ones, one of them again where sets have another order; by night new ones for twenty minutes."""
    told = simulated("--minutes", "20", f"{NIGHT['seed']}-") if NIGHT else simulated("1-3")
    assert told.returncode == 0, told.stdout + told.stderr
    if not NIGHT:
        again = simulated("2", hashes=7)
        assert TRACE.findall(again.stdout)[0] in TRACE.findall(told.stdout), again.stdout + again.stderr


@pytest.mark.nightly
@pytest.mark.programs
def test_the_same_seed_is_the_same_run() -> None:
    """In another process, in which sets have another order, and after others."""
    one, other = simulated("0-19"), simulated(*map(str, reversed(range(20))), hashes=7)
    assert sorted(TRACE.findall(one.stdout)) == sorted(TRACE.findall(other.stdout))
    assert len(TRACE.findall(one.stdout)) == 20, one.stderr


@pytest.mark.nightly
@pytest.mark.programs
def test_strangers_are_told_the_same_in_a_world_with_other_secrets() -> None:
    told = simulated("--twins", "0-19")
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize("name", plants.known())
def test_a_planted_fault_fits_the_product(name: str) -> None:
    for file, old, new in plants.known()[name]:
        text = (ROOT / file).read_text()
        assert text.count(old) == 1, (file, old)
        compile(text.replace(old, new), file, "exec")


def test_the_page_has_a_row_for_each_planted_fault() -> None:
    table = Path(ROOT, "docs/durability.md").read_text().partition("| planted fault |")[2]
    rows = re.findall(r"^\| ([a-z ]+) \| \d+ \|", table, re.MULTILINE)
    assert rows == [name.replace("-", " ") for name in plants.known()]


@pytest.mark.programs
@pytest.mark.parametrize("name", TRIED)
def test_a_planted_fault_is_found(name: str) -> None:
    told = simulated("--first", *(["--twins"] if name in BY_TWINS else []), "--plant", name, "0-99")
    assert told.returncode == 1, told.stdout + told.stderr
    assert any(reasons(told.stdout)), told.stdout


def reasons(told: str) -> Iterator[str]:
    """What was wrong with a run."""
    return (line for line in told.splitlines() if line.startswith("    ") and not line.startswith("     "))


@pytest.mark.nightly
@pytest.mark.programs
def test_what_is_wrong_is_wrong_with_less() -> None:
    planted = "--plant", "each-request-a-command"
    told = simulated(*planted, "0-2")
    commands = re.findall(r"^make simulate SEEDS=(\d+) ARGS='(.+)'$", told.stdout, re.MULTILINE)
    assert commands, told.stdout + told.stderr
    for seed, arguments in commands:
        again = simulated(*planted, *arguments.split(" "), seed)
        assert again.returncode == 1, again.stdout
        assert int(TRACE.findall(again.stdout)[0][2]) < int(TRACE.findall(told.stdout)[0][2])
