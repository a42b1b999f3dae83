"""What docs/card-sets.md tells people to type works as it is printed."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from domain.kernel.cardsets import hash_of
from tests.e2e.test_replay_page import AS_INSTALLED, PRINTED
from tests.kit.process import ROOT, demo_service, free_port
from tests.kit.waiting import PATIENCE

PAGE = ROOT / "docs/card-sets.md"


@pytest.mark.nightly
@pytest.mark.programs
def test_the_page_can_be_followed_from_top_to_bottom(tmp_path: Path) -> None:
    port = free_port()
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    pasted = "echo '=='\n".join(blocks).replace(PRINTED, f"http://127.0.0.1:{port}")
    store = f"sqlite:///{tmp_path}/playledger.db"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PLAYLEDGER_DATABASE_URL": store}
    with demo_service(tmp_path, port):
        done = subprocess.run(
            ["bash", "-c", AS_INSTALLED + pasted],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=3 * PATIENCE,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    written, checked, uploaded, played = done.stdout.split("==\n")
    digest = hash_of((tmp_path / "kitchen.toml").read_text())
    assert (written, checked) == ("", "exit 2\n")
    place = "broken.toml:4: card 'Second Helping', key 'play', column 1: unknown effect 'gian'; did you mean 'gain'?"
    assert place in done.stderr
    assert uploaded == f"{digest}\n{digest[:12]}-2\n"
    assert played == "OPEN\nRUNNING\n"


def test_every_file_that_the_page_names_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE.read_text()):
        assert (PAGE.parent / target).exists(), target
