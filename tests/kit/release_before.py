"""The release before this one, taken out of the project's own history: what runs beside this one for a while."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.kit.process import ROOT

COMMIT = "ca20f389"
"""The newest commit of the release before: what an upgrade finds running."""
OFF = ("READS", "READS_ANONYMOUS", "ACTS", "WRITES", "WRITES_ANONYMOUS", "GUESTS", "STREAMS_ANONYMOUS")
LIMITS = {f"PLAYLEDGER_LIMIT_{name}": "off" for name in OFF}
"""The settings of a replica of it that refuses no client."""
PARTS = ("api_schema", "domain", "eventstore", "service", "pyproject.toml")


def absent() -> str | None:
    """Why it can't be had here; None if it can."""
    if shutil.which("git") is None:
        return "git is not installed: the release before is in the project's history"
    if _git("cat-file", "-e", f"{COMMIT}^{{commit}}").returncode:
        return f"the release before ({COMMIT}) is not in this checkout: a shallow clone, or a copy without history"
    return None


def unpack(folder: Path) -> None:
    """Put its sources into a folder, from which `python -m service` runs them."""
    packed = _git("archive", COMMIT, *PARTS)
    assert packed.returncode == 0, packed.stderr
    folder.mkdir()
    subprocess.run(("tar", "-x", "-C", str(folder)), input=packed.stdout, check=True)


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, check=False)
