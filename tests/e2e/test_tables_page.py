"""The program of docs/tables.md works as it is printed, on a match of every game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from domain.games import discover
from tests.e2e.test_readme import blocks, example_of, pasted
from tests.kit.lanes import by_lane
from tests.kit.process import ROOT, demo_service, free_port

PAGE = ROOT / "docs/tables.md"
GAMES = list(discover().items())[: by_lane(commit=1, nightly=100)]


@pytest.mark.programs
def test_frames_lead_through_every_match(tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    port = free_port()
    here = f"http://127.0.0.1:{port}"
    with demo_service(tmp_path, port):
        for slug, game in GAMES:
            address, _ = pasted(example_of(blocks()[1], slug, here), game)
            match = address.rpartition("/")[2]
            mine = program.replace("http://127.0.0.1:8000", here).replace("mt_...", match)
            done = subprocess.run([sys.executable, "-c", mine], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            assert "steps, the last one at version" in done.stdout
