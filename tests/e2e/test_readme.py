"""What the README tells a newcomer to type works as it is printed."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from domain.games import discover
from domain.kernel.game import CardGame
from tests.kit.lanes import by_lane
from tests.kit.process import ROOT, demo_service, free_port
from tests.kit.short import short_options
from tests.kit.waiting import PATIENCE

PRINTED = "http://127.0.0.1:8000"
GAMES = list(discover().items())[: by_lane(commit=1, nightly=100)]


def blocks() -> list[str]:
    """The shell commands of the README."""
    return re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)


def get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return json.load(answer)


@pytest.mark.programs
def test_matches_by_copy_and_paste_outlive_the_service(tmp_path: Path) -> None:
    """The loop is the same in every game, as the README says; and every address that is printed answers a browser."""
    chores, *examples = blocks()
    assert "make serve" in chores
    assert len(examples) == 2
    assert all(PRINTED in example and "c4" in example for example in examples)
    port = free_port()
    here = f"http://127.0.0.1:{port}"
    with demo_service(tmp_path, port) as said:
        assert said[0] == f"Playledger listens on {here}"
        addresses = re.findall(r"http://\S+", " ".join(said[1:]))
        assert len(addresses) == 4 + 4 * len(discover())
        for address in addresses:
            assert page(address)
        played = [pasted(example_of(example, slug, here), game) for example in examples for slug, game in GAMES]
        before = {address: (get(address), get(f"{address}/state?at=30")) for address, _ in played}
    for address, end in played:
        match, _ = before[address]
        assert (match["result"]["ruleId"], str(match["version"]), match["headHash"]) == end
    with demo_service(tmp_path, port):
        assert {address: (get(address), get(f"{address}/state?at=30")) for address, _ in played} == before


def example_of(example: str, slug: str, here: str) -> str:
    """The page's commands for another game and server, with options under which a match is over soon."""
    options = json.dumps(short_options(discover()[slug]))
    short = example.replace('"seats": 2}', f'"seats": 2, "options": {options}}}')
    assert short != example
    return short.replace(PRINTED, here).replace("c4", slug)


def pasted(commands: str, game: CardGame) -> tuple[str, tuple[str, ...]]:
    """The address of the match that these commands played, and what they told of its end: rule, version, hash."""
    done = subprocess.run(["bash", "-c", commands], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    *events, end, command = done.stdout.splitlines()
    found = re.fullmatch(rf"FINISHED by ({game.prefix}-7\d\d) at version (\d+) hash ([0-9a-f]{{64}})", end)
    assert found, end
    assert len(events) > 50
    return command.removeprefix("curl "), found.groups()


def page(address: str) -> bytes:
    """What a browser gets."""
    asked = urllib.request.Request(address, headers={"Accept": "text/html, */*"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        assert answer.status == 200
        return bytes(answer.read(10))


def test_every_file_that_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text()
    named = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r"^\| `([a-z_/]+)/?` \|", text, re.MULTILINE)
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []
