"""What docs/organisers.md shows to organisers works as it is printed, against a service that was just started."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from api_schema.scopes import PLAYER
from tests.kit.process import ROOT, free_port, plain_service, token_of
from tests.kit.waiting import PATIENCE

PAGE = ROOT / "docs/organisers.md"
PRINTED = "http://127.0.0.1:8000"


@pytest.mark.nightly
@pytest.mark.programs
def test_a_whole_event_and_its_record(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    port = free_port()
    with plain_service(tmp_path, port) as address:
        organiser = token_of(tmp_path, ["tournament:manage", "tournament:referee", "match:read"])
        tokens = [organiser, *(token_of(tmp_path, PLAYER) for _ in range(5))]
        assert PRINTED in example
        program = tmp_path / "event.py"
        program.write_text(example.replace(PRINTED, address))
        done = subprocess.run(
            (sys.executable, str(program)),
            env=os.environ | {"TOKENS": " ".join(tokens)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    *rows, columns = done.stdout.splitlines()
    assert [row.split()[0] for row in rows[:2]] == ["1", "2"]
    assert [row.split()[-1] for row in rows] == ["BRACKET"] * 2 + ["ROUNDS"] * 3
    assert columns.startswith("rank,entrant,name,points")
    verified = subprocess.run(
        (sys.executable, "-m", "service", "verify", str(tmp_path / "record.ndjson")),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert verified.returncode == 4, verified.stdout + verified.stderr
    assert "3 rounds" in verified.stdout
    assert "a key that nobody has vouched for" in verified.stdout
