"""What docs/time-travel.md tells people to type works as it is printed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from domain.games import discover
from domain.kernel.game import CardGame
from tests.kit.process import ROOT, demo_service, free_port
from tests.kit.waiting import PATIENCE

PRINTED = "http://127.0.0.1:8000"
STORE = "sqlite:///var/playledger.db"


def block(language: str, number: int = 0) -> str:
    """A block of the page, by its language."""
    text = (ROOT / "docs/time-travel.md").read_text()
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[number]


def pasted(text: str) -> list[str]:
    """What a shell prints for it, in which `playledger` is the one of this tree."""
    command = f'playledger() {{ "{sys.executable}" -m service "$@"; }}\n{text}'
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def ask(address: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(address, data, {"Content-Type": "application/json"}), timeout=PATIENCE
    ) as answer:
        return json.load(answer)


@pytest.mark.nightly
@pytest.mark.programs
def test_the_past_by_copy_and_paste(tmp_path: Path) -> None:
    port = free_port()
    here = f"http://127.0.0.1:{port}"
    with demo_service(tmp_path, port):
        for game in discover().values():
            look_back(game, here, f"sqlite:///{tmp_path}/playledger.db")


def look_back(game: CardGame, here: str, store: str) -> None:
    """Follow the page with matches of this game."""
    rest = block("sh").replace(PRINTED, here).replace("game=c4", f"game={game.slug}")
    assert here in rest
    assert f"game={game.slug}&" in rest
    told = pasted(rest)
    asked = re.search(rf"^version (\d+) seat (\d) is asked \w+ {game.prefix}-\d+$", "\n".join(told), re.MULTILINE)
    assert asked
    assert told[-1] == "one version before, 0 questions were open to answers"
    assert [line for line in told if line.startswith("  might have: ")]

    match = ask(f"{here}/v1/matches?game={game.slug}&status=FINISHED&limit=1")["matches"][0]["id"]
    at = int(asked[1])
    order = {"query": block("graphql"), "variables": {"match": match, "at": at}}
    found = ask(f"{here}/graphql", order)
    assert "errors" not in found, found
    past = found["data"]["match"]
    assert (past["then"]["version"], past["first"]["version"], past["second"]["version"]) == (at, at, at)
    assert past["then"]["prompts"]
    assert past["start"]["status"] == "OPEN"
    assert [past["first"], past["second"]][int(asked[2])]["prompts"]
    assert len(past["events"]["nodes"]) == 5

    terminal = block("sh", 1).replace(STORE, store)
    assert store in terminal
    lines = pasted(f"MATCH={match}\n{terminal}")
    assert any(line.startswith("version 40, running") and line.endswith("seen as seat:0") for line in lines)
