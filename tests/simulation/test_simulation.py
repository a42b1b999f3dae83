"""The whole service under seeds: nothing is wrong, whatever goes wrong; the same seed is the same run."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.lanes import by_lane, sampled
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE
from tests.simulation import plants

LINES = 2_339
"""The most that all of this may have."""
TRACE = re.compile(r"^seed (\S+): (\S+) (\d+) actions", re.MULTILINE)


def simulated(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What a program of its own tells of some seeds."""
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=20 * PATIENCE, check=False)


def test_it_stays_small() -> None:
    assert sum(len(file.read_text().splitlines()) for file in Path(__file__).parent.glob("*.py")) <= LINES


@pytest.mark.programs
def test_seeds() -> None:
    told = simulated(f"1-{by_lane(8, 250)}")
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.programs
def test_the_same_seed_is_the_same_run() -> None:
    """In another process, and after others."""
    seeds = [str(seed) for seed in range(by_lane(2, 50))]
    one, other = simulated(*seeds), simulated(*reversed(seeds))
    assert sorted(TRACE.findall(one.stdout)) == sorted(TRACE.findall(other.stdout))
    assert len(TRACE.findall(one.stdout)) == len(seeds), one.stderr


@pytest.mark.parametrize("name", plants.known())
def test_a_planted_fault_fits_the_product(name: str) -> None:
    for file, old, new in plants.known()[name]:
        text = (ROOT / file).read_text()
        assert text.count(old) == 1, (file, old)
        compile(text.replace(old, new), file, "exec")


@pytest.mark.programs
@pytest.mark.parametrize("name", sampled(list(plants.known()), keep=1))
def test_a_planted_fault_is_found(name: str) -> None:
    told = simulated("--first", "--plant", name, "0-99")
    assert told.returncode == 1, told.stdout + told.stderr
    assert any(reasons(told.stdout)), told.stdout


def reasons(told: str) -> Iterator[str]:
    """What was wrong with a run."""
    return (line for line in told.splitlines() if line.startswith("    ") and not line.startswith("     "))
