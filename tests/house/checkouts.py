"""Throw-away copies of this checkout, and programs that run in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.kit.process import ROOT


def copied(root: Path) -> None:
    """Copy all that is tracked here into a folder."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, tracked.split("\0")):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, root / name)


def ran(root: Path, *arguments: str, code: int = 0, lane: str = "fast") -> str:
    """What a module of a checkout says."""
    told = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=root,
        env={**os.environ, "PLAYLEDGER_LANE": lane},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == code, f"{told.stdout}{told.stderr}"
    return told.stdout or told.stderr
