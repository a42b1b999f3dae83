"""The families of generated requests, in a process of their own (`tests/api/conftest.py`)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.api.conftest import APART
from tests.kit.lanes import lane
from tests.kit.process import ROOT


@pytest.mark.programs
def test_generated_requests() -> None:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    if lane() == "system":
        ours["PLAYLEDGER_LANE"] = "commit"  # the files themselves belong to no part
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *APART], cwd=ROOT, env=ours, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-20_000:]
