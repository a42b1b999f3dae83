"""The service of these tests as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit.process import ROOT, until_it_listens
from tests.kit.waiting import PATIENCE


@contextmanager
def serving(
    port: int, store: Path | str, *names: str, **environment: str
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A service on the store in a folder, or of a URL, and an account for each name; its address and its process."""
    command = [sys.executable, "-m", "tests.web.program", str(port), str(store), *names]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | environment) as process:
        try:
            until_it_listens(process, port)
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.terminate()
            process.wait(PATIENCE)
