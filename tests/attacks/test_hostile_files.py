"""Hostile files on the command line of an operator: a line for each, bounded work, nothing stored, nothing obeyed."""

from __future__ import annotations

import json
import logging
import re
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from service.cli import app
from service.cli.output import print_json, print_table
from tests.attacks.hostile_files import NAME, NAMES, TITLE, renamed, unreadable
from tests.kit.process import ROOT
from tests.kit.refusals import failed
from tests.kit.served import SECRET, sqlite_url
from tests.kit.waiting import PATIENCE

log = logging.getLogger(__name__)
MEMORY = 2 << 30
"""Bytes of addresses that the process may have; all of the program takes less than half of it."""
WORK = 300
"""Seconds of a processor, on a machine that is many times as slow as those that we know."""
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")
"""What a terminal, or the eye, would obey."""


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (WORK, WORK))


def plain(result: Result, code: int) -> str:
    """What the command said, which does nothing to a terminal."""
    assert result.exit_code == code, result.output
    assert not OBEYED.search(result.output), result.output
    return result.output


def ran(*arguments: str, code: int) -> str:
    """On a terminal: what is written into a file loses its colours on the way."""
    return plain(CliRunner().invoke(app, list(arguments), catch_exceptions=False, color=True), code)


@pytest.mark.programs
def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """One process reads them all, within bounds, and names each."""
    files = [unreadable(tmp_path, name) for name in NAMES]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "service", "verify", *map(str, files)],
        cwd=ROOT,
        preexec_fn=_bounded,
        capture_output=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    log.info("%.1f s of work, at most %d MB", used.ru_utime - before.ru_utime, used.ru_maxrss >> 10)
    said = done.stderr.decode()
    assert done.returncode == 2, said[-3000:]
    (line,) = said.splitlines()
    assert not OBEYED.search(line)
    assert "Traceback" not in line
    for file in files:
        assert file.name.replace("\x1b", "\\u001b").replace("\x07", "\\u0007") in line


def test_nothing_of_them_is_stored(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "files").mkdir()
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    store = ("--store", sqlite_url(tmp_path))
    hostile = [renamed(match=match) for match in (NAME, "../../etc/passwd", "mt_\0", "mt_" + "a" * 100_000)]
    written = [tmp_path / f"renamed-{number}" for number in range(len(hostile))]
    for file, content in zip(written, hostile, strict=True):
        file.write_bytes(content)
    for file in (*(unreadable(tmp_path / "files", name) for name in NAMES), *written):
        said = failed(capsys, monkeypatch, "import", str(file), *store)
        assert not OBEYED.search(said), said
    with sqlite3.connect(tmp_path / "test.db") as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)


@pytest.mark.parametrize("member", ["match", "game", "createdAt"])
def test_names_in_files_that_fail_command_no_terminal(tmp_path: Path, member: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(renamed(**{member: f"{NAME}\n  L0    ok"}))
    said = ran("verify", str(file), code=1)
    assert "\n  L0    ok" not in said
    told = ran("verify", str(file), "--json", code=1)
    (report,) = json.loads(told)
    assert not report["ok"]


@pytest.mark.parametrize("name", ["deep-lists", "endless-line", "pipe", "folder", "device", "nul"])
def test_sets_of_keys(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    wrong = unreadable(tmp_path, name)
    sound = tmp_path / "sound"
    sound.write_bytes(renamed())
    for command in (("verify", str(sound)), ("audit", "--all", "--store", sqlite_url(tmp_path))):
        said = failed(capsys, monkeypatch, *command, "--keys", str(wrong))
        assert f"--keys {wrong}: " in said


def test_tables_and_json_command_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["name"], [[NAME]])
    print_json({"name": NAME})
    said = capsys.readouterr().out
    assert not OBEYED.search(said), said
    assert "[/red]" in said
    assert json.loads(said[said.index("{") :]) == {"name": NAME}
    assert TITLE not in said
