"""The example of docs/limits.md, run as it is printed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.kit.process import ROOT, demo_service, free_port
from tests.kit.waiting import PATIENCE


@pytest.mark.nightly
@pytest.mark.programs
def test_the_example_prints_what_the_page_says(tmp_path: Path) -> None:
    text = (ROOT / "docs/limits.md").read_text()
    (command,) = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (printed,) = re.findall(r"\n\n```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    port = free_port()
    with demo_service(tmp_path, port):
        here = command.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{port}")
        done = subprocess.run(["bash", "-c", here], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert sorted(done.stdout.replace("\r", "").splitlines()) == sorted(printed.splitlines())
