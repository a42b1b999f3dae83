"""The runbook's own lines, run as they stand."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests import services
from tests.kit.process import ROOT

RUNBOOK = (ROOT / "deploy" / "runbook.md").read_text()


def line_of(beginning: str) -> str:
    """The one line of the runbook that begins so."""
    [line] = re.findall(rf"^{re.escape(beginning)}.*$", RUNBOOK, re.MULTILINE)
    return str(line)


def as_told(
    beginning: str, folder: Path, user: int | None = None, of_the_wheel: bool = False, **variables: str
) -> None:
    """Run the line of the runbook that begins so in a folder, with these variables, as this user.

    What the machine has belongs to its server. Where it has none the server is `of_the_wheel`, as may be said.
    """
    places = ["/usr/bin", "/bin"]
    places.insert(0 if of_the_wheel else len(places), str(services.postgres_program("postgres").parent))
    path = {"PATH": ":".join(places)}
    done = subprocess.run(
        ["sh", "-euc", line_of(beginning)],
        cwd=folder,
        env=path | variables,
        user=user,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
