"""The unit tests of the page and its client, with what the games of today ask."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts import node
from tests.kit.answers import write
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

WEB = ROOT / "web"
pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not (WEB / "node_modules/vitest").exists(), reason="npm packages come with make setup"),
]


def test_the_units_of_the_page(tmp_path: Path) -> None:
    answers = tmp_path / "answers.ndjson"
    write(answers)
    environment = node.environment() | {"PLAYLEDGER_ANSWERS": str(answers), "CI": "true"}
    command = [*node.command("npm"), "test", "--silent"]
    done = subprocess.run(
        command, cwd=WEB, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
