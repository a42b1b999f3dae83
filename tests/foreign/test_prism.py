"""README's loop in every game through a proxy that holds each request and each answer against the document."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from domain.games import discover
from tests.e2e.test_readme import blocks, example_of, get, pasted
from tests.foreign.matrix import OTHERS, TOOLS
from tests.foreign.tools import npm_packages, surroundings, workplace
from tests.kit.process import free_port, until_it_listens
from tests.kit.waiting import PATIENCE

pytestmark = [pytest.mark.nightly, pytest.mark.programs, npm_packages]
VIOLATIONS = "https://stoplight.io/prism/errors#VIOLATIONS"


@contextmanager
def proxy(folder: Path, address: str) -> Iterator[str]:
    """The address of Prism before a service; a violation is an error there."""
    port = free_port()
    command = TOOLS["Prism"].words(SERVER=address, PORT=port)
    with subprocess.Popen(command, cwd=folder, env=surroundings(folder), stdout=subprocess.DEVNULL) as process:
        try:
            until_it_listens(process, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return workplace(tmp_path, OTHERS)


def test_the_loop_of_the_readme_violates_nothing(place: Path, address: str) -> None:
    """Nor do the reads of what it played, but frames: the document describes their lines, Prism takes all for one."""
    _, loop, _ = blocks()
    with proxy(place, address) as here:
        for slug, game in discover().items():
            match, _ = pasted(example_of(loop, slug, here), game)
            for read in ("", "/state?at=30", "/events", "/audit", "/presence"):
                get(match + read)
            for read in ("", "/look", "/rules", "/cards", "/decks"):
                get(f"{here}/v1/games/{slug}{read}")
        get(f"{here}/v1/statistics")
        refused = httpx.get(f"{here}/v1/matches?limit=0", timeout=PATIENCE)
        assert (refused.status_code, refused.json()["validation"][0]["location"]) == (422, ["query", "limit"])


def test_an_answer_of_another_form_would_be_an_error(place: Path, address: str) -> None:
    document = json.loads((place / "openapi.json").read_text())
    document["components"]["schemas"]["GameList"]["required"].append("more")
    (place / "openapi.json").write_text(json.dumps(document))
    with proxy(place, address) as here:
        answer = httpx.get(f"{here}/v1/games", timeout=PATIENCE)
    assert (answer.status_code, answer.json()["type"]) == (500, VIOLATIONS)
