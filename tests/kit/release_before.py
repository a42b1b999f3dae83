"""The release before this one, taken out of the project's own history: what runs beside this one for a while."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from api_schema.release import MANIFEST, RELEASED, last
from eventstore.revisions import EVENT_STORE
from tests.kit.process import ROOT

PARTS = ("api_schema", "domain", "eventstore", "service", "pyproject.toml")


def absent() -> str | None:
    """Why it can't be had here; None if it can."""
    if shutil.which("git") is None:
        return "git is not installed: the release before is in the project's history"
    if _git("rev-parse", "--is-shallow-repository").stdout.strip() != b"false" or not commit():
        return "the release before is not in this checkout: a shallow clone, or a copy without history"
    first = min(EVENT_STORE.versions.glob("v*.py")).relative_to(ROOT)
    if _git("cat-file", "-e", f"{commit()}:{first}").returncode:
        return f"the release before ({last().version}, {commit()}) has no {first.name}: none of its stores is shared"
    return None


def commit() -> str:
    """The one that has cut the newest release: what an upgrade finds running."""
    return _git("log", "-1", "--format=%h", "--", str(RELEASED / MANIFEST)).stdout.decode().strip()


def unpack(folder: Path) -> None:
    """Put its sources into a folder, from which `python -m service` runs them."""
    packed = _git("archive", commit(), *PARTS)
    assert packed.returncode == 0, packed.stderr
    folder.mkdir()
    subprocess.run(("tar", "-x", "-C", str(folder)), input=packed.stdout, check=True)


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, check=False)
