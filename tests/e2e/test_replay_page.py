"""What docs/replay/README.md tells people to type works as it is printed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import node
from tests.kit.process import ROOT, demo_service, free_port
from tests.kit.waiting import PATIENCE

PAGE = ROOT / "docs/replay/README.md"
PRINTED = "http://127.0.0.1:8000"
AS_INSTALLED = f'playledger() {{ "{sys.executable}" -m service "$@"; }}\nset -eu\n'


def blocks() -> list[str]:
    """The shell commands of the page."""
    return re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.nightly
@pytest.mark.programs
def test_the_page_can_be_followed_from_top_to_bottom(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    marked = "echo '=='\n".join(blocks())
    pasted = marked.replace(PRINTED, f"http://127.0.0.1:{port}")
    assert pasted != marked
    store = f"sqlite:///{tmp_path}/playledger.db"
    environment = {**node.environment(), "PYTHONPATH": str(ROOT), "PLAYLEDGER_DATABASE_URL": store}
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
    got, link, exported, verified, scripted, sent, live, audited, asked, elsewhere = done.stdout.split("==\n")
    assert (got, exported) == ("", "")
    assert ast.literal_eval(link)["complete"] is True
    packed = {path.name.partition(".")[2] for path in (tmp_path / "files").iterdir()}
    assert {f"{viewer}.playledger.ndjson.gz" for viewer in ("full", "spectator", "seat-0", "seat-1")} <= packed
    assert re.findall(r"^  (L\d) +(not checked|\w+)", verified, re.MULTILINE) == [
        *((level, "ok") for level in ("L0", "L1", "L2", "L3", "L4")),
        ("L0", "ok"),
        ("L1", "ok"),
        ("L2", "not checked"),
        ("L3", "ok"),
        ("L4", "ok"),
    ]
    assert scripted.count("L0 ok") == scripted.count("L3 ok") == 2
    assert "failed" not in scripted
    assert {level["status"] for level in ast.literal_eval(sent)} == {"OK"}
    *_, head, again = live.splitlines()
    assert head == again
    assert re.fullmatch("[0-9a-f]{64}", head)
    assert re.search(r"^\d+ matches, 0 with a fault, 0 decided by another release$", audited, re.MULTILINE)
    assert asked == "True\n"
    assert "imported" in elsewhere
    assert "failed" not in elsewhere


def test_every_place_that_the_page_names_is_there() -> None:
    text = PAGE.read_text()
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    headings = {re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-") for title in titles}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        assert (PAGE.parent / path).exists(), target
        assert path or anchor in headings, target
