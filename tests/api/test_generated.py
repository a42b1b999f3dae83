"""The families of generated requests, each in a process of its own (`tests/api/conftest.py`)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.api.conftest import APART
from tests.kit.process import ROOT


@pytest.mark.parametrize("family", APART, ids=lambda family: family.stem)
def test_generated_requests(family: os.PathLike[str], programs: None) -> None:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", family], cwd=ROOT, env=ours, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-20_000:]
