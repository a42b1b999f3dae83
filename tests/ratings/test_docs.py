"""The page about ratings: its file verifies, and its program comes to the numbers that it prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.history.verify.ratings import verify_ratings
from tests.ratings.given import written

PAGE = (Path(__file__).resolve().parents[2] / "docs/ratings.md").read_text()


def block(language: str) -> str:
    [found] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def test_the_file_of_the_page_verifies(tmp_path: Path) -> None:
    report = verify_ratings(written(tmp_path / "file", block("ndjson").encode()))
    assert report is not None
    assert report.ok
    assert (report.games, report.tournaments, report.players) == (2, 1, 4)


@pytest.mark.programs
def test_the_program_of_the_page_comes_to_what_it_says_and_sees_what_was_changed(tmp_path: Path) -> None:
    text = block("ndjson")
    good, bad = written(tmp_path / "good", text.encode()), tmp_path / "bad"
    command = [sys.executable, "-W", "error", "-X", "utf8", "-c", block("python")]
    run = subprocess.run([*command, str(good)], capture_output=True, text=True, check=False)
    assert run.stdout == block("text"), run.stderr
    written(bad, text.replace('[["ld_ana"],["ld_ben"]]', '[["ld_ben"],["ld_ana"]]').encode())
    assert subprocess.run([*command, str(bad)], capture_output=True, text=True, check=False).returncode == 1
