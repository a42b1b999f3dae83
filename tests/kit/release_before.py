"""The release before this one, taken out of the project's own history: what runs beside this one for a while.

`api_schema/released/release.json` names its commit, so it needs no tag.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from api_schema.release import last
from eventstore.revisions import EVENT_STORE
from tests.kit.process import ROOT

PARTS = ("api_schema", "domain", "eventstore", "service", "pyproject.toml")


def absent() -> str | None:
    """Why it can't be had here; None if it can."""
    if shutil.which("git") is None:
        return "git is not installed: the release before is in the project's history"
    commit = last().commit
    if _git("cat-file", "-e", commit).returncode:
        return f"the release before ({commit[:8]}) is not in this checkout: a shallow clone, or a copy without history"
    first = min(EVENT_STORE.versions.glob("v*.py")).relative_to(ROOT)
    if _git("cat-file", "-e", f"{commit}:{first}").returncode:
        return f"the release before ({commit[:8]}) has no {first.name}: none of its stores is shared"
    return None


def unpack(folder: Path) -> None:
    """Put its sources into a folder, from which `python -m service` runs them."""
    packed = _git("archive", last().commit, *PARTS)
    assert packed.returncode == 0, packed.stderr
    folder.mkdir()
    subprocess.run(("tar", "-x", "-C", str(folder)), input=packed.stdout, check=True)


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, check=False)
