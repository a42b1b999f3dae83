"""What a release gives out works where nothing else is: installed as anybody does it, started, played with, stopped.

The packages are left in the folder that PLAYLEDGER_PACKAGES names; `make release` names one.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.games import discover
from tests.e2e.servers import answers, program, wait_for
from tests.e2e.test_clients_page import example
from tests.kit import packages
from tests.kit.packages import WEB, ran, ran_by_node
from tests.kit.process import ROOT, free_port
from tests.kit.waiting import PATIENCE

GAME = "cape_and_cowl"
GAMES = """import {{ known, Service }} from "@playledger/client";
const {{ games }} = await known(new Service({{ base: "{address}" }}).rest.GET("/v1/games"));
console.log(games.map(({{ slug }}) => slug).sort().join(" "));
"""
pytestmark = [pytest.mark.nightly, pytest.mark.programs]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the packages are built."""
    made = Path(os.environ.get("PLAYLEDGER_PACKAGES") or tmp_path_factory.mktemp("packages")).absolute()
    made.mkdir(exist_ok=True)
    return made


@pytest.fixture(scope="module")
def programs_of(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment into which both wheels are installed, with what they say that they need."""
    wheels = [str(packages.wheel(project, folder)) for project in (ROOT, ROOT / "client")]
    return packages.environment(tmp_path_factory.mktemp("environment"), *wheels)


@pytest.fixture
def address(programs_of: Path, tmp_path: Path) -> Iterator[str]:
    """`playledger serve` in an empty folder, without a setting; it ends well when it is told to."""
    port = free_port()
    command = (str(programs_of / "playledger"), "serve", "--port", str(port))
    with program(*command, out=subprocess.DEVNULL, folder=tmp_path) as process:
        wait_for(lambda: answers(f"http://127.0.0.1:{port}/health"))
        yield f"http://127.0.0.1:{port}"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_the_wheel_serves_its_pages_and_a_match_that_is_verified(
    programs_of: Path, address: str, tmp_path: Path
) -> None:
    with httpx.Client(base_url=address, timeout=PATIENCE) as http:
        for page, named in (("/", "/_app/immutable/"), ("/graphql", "graphiql.js"), ("/docs/try", "swagger-ui.js")):
            assert named in http.get(page, headers={"Accept": "text/html"}).raise_for_status().text
        match = played(http)
        file, keys = tmp_path / "full.ndjson", tmp_path / "keys.json"
        file.write_bytes(http.get(f"{match}/replay?as=full").raise_for_status().content)
        keys.write_bytes(http.get("/.well-known/playledger-keys.json").raise_for_status().content)
    command = (str(programs_of / "playledger"), "verify", str(file))
    assert "full, finished: ok, signed by" in ran(tmp_path, *command, "--keys", str(keys))
    assert "full, finished: " in ran(tmp_path, *command, code=4)


def played(http: httpx.Client) -> str:
    """The address of a match in which somebody has acted once, and then given up."""
    match = f"/v1/matches/{post(http, '/v1/matches', {'game': GAME, 'seats': 2})['match']['id']}"
    decks = http.get(f"/v1/games/{GAME}/decks").json()["decks"]
    seats = [post(http, f"{match}/seats", {"deck": deck["id"]})["seatToken"] for deck in decks[:2]]
    asked = [(seat, prompt) for seat in seats for prompt in legal(http, match, seat) if prompt["actions"]]
    seat, prompt = asked[0]
    assert post(http, f"{match}/actions", {"token": prompt["actions"][0]["token"]}, seat)["events"]
    assert post(http, f"{match}/actions", {"type": "concede"}, seat)["match"]["status"] == "FINISHED"
    return match


def legal(http: httpx.Client, match: str, seat: str) -> list[Any]:
    """What a seat is asked."""
    found = http.get(f"{match}/legal-actions", headers={"Authorization": f"Bearer {seat}"}).raise_for_status()
    return list(found.json()["prompts"])


def post(http: httpx.Client, path: str, body: object, token: str | None = None) -> Any:
    """What the service answers to a change."""
    headers = {"Idempotency-Key": str(uuid4())} | ({"Authorization": f"Bearer {token}"} if token else {})
    return http.post(path, json=body, headers=headers).raise_for_status().json()


def test_the_python_client_plays_a_match(programs_of: Path, address: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(example("python", address, GAME, about="playledger_client"))
    first, second = ran(tmp_path, str(programs_of / "python"), "bot.py").splitlines()
    assert first == second
    assert first.startswith("closed at version")


@pytest.mark.skipif(not (WEB / "node_modules/rolldown").exists(), reason="npm packages come with make setup")
def test_the_typescript_client_lists_the_games(folder: Path, address: str, tmp_path: Path) -> None:
    packages.installed(packages.packed(folder), tmp_path)
    (tmp_path / "games.mjs").write_text(GAMES.format(address=address))
    assert ran_by_node(tmp_path, "node", "games.mjs").split() == sorted(discover())
