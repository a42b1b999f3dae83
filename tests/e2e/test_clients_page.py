"""What docs/clients.md shows to client developers works as it is printed, against a service that was just started."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from api_schema.rest.reference import Reference
from domain.games import discover
from domain.kernel.seating import in_mode, modes, seat_counts
from scripts import node
from tests.foreign.matrix import SAMPLED
from tests.foreign.tools import compiled, sampled_packages, workplace
from tests.kit.browser import browser, opened
from tests.kit.lanes import by_lane
from tests.kit.play import whole
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

PAGE = ROOT / "docs/clients.md"
PRINTED = "http://127.0.0.1:8000"
SOON_OVER = 16
"""A match of fewer steps is over before anybody concedes in the example."""
GAMES = sorted(discover())[: by_lane(commit=2, nightly=100)]


def example(language: str, address: str, game: str, *, about: str = "") -> str:
    """The one program in a language, speaking to the service of the test, with another game where the page names C4.

    `about`: a word that it has to have, where there are several.
    """
    programs = re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (found,) = (program for program in programs if about in program)
    assert PRINTED in found
    named, count = re.subn(r'(?<=[=" ])c4\b', game, str(found))
    assert count == 1
    return named.replace(PRINTED, address)


def printed(*command: str) -> list[str]:
    """The lines that a program prints; it has to succeed."""
    environment = node.environment()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.programs
@pytest.mark.parametrize("game", GAMES)
def test_with_curl(address: str, game: str) -> None:
    program = example("sh", address, game)
    if sum(1 for _ in whole(discover()[game], 1)) < SOON_OVER:
        program = program.replace("for turn in 1 2 3;", "for turn in 1;")
    *told, conceded, version = printed("bash", "-euo", "pipefail", "-c", program)
    assert told
    assert conceded == "True"
    assert version == "3"


@pytest.mark.programs
@pytest.mark.parametrize("game", GAMES)
def test_in_python(address: str, game: str, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(example("python", address, game, about="websockets"))
    (said,) = printed(sys.executable, str(tmp_path / "example.py"))
    assert re.fullmatch(r"closed at version \d+", said)


@pytest.mark.programs
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_in_thirty_lines(address: str, game: str, tmp_path: Path) -> None:
    bot = example("python", address, game, about="playledger_client")
    (tmp_path / "bot.py").write_text(bot)
    first, second = printed(sys.executable, str(tmp_path / "bot.py"))
    assert first == second
    assert re.fullmatch(r"closed at version \d+", first)
    assert len(bot.splitlines()) <= 30


@pytest.mark.nightly
@pytest.mark.programs
@pytest.mark.parametrize("game", GAMES)
@sampled_packages
def test_in_typescript(address: str, game: str, tmp_path: Path) -> None:
    workplace(tmp_path, SAMPLED)
    (tmp_path / "example.ts").write_text(example("ts", address, game))
    (said,) = printed(*node.command("node"), str(tmp_path / compiled(tmp_path, "example.ts")))
    assert re.fullmatch(r"closed at version \d+", said)


@pytest.mark.nightly
@pytest.mark.programs
@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.skipif(browser() is None or Reference.installed() is None, reason="no browser, or no page to run it on")
async def test_in_a_browser(address: str, game: str, tmp_path: Path) -> None:
    async with opened(f"{address}/docs/try", tmp_path) as page:
        await page.until("document.readyState === 'complete'")
        script = example("js", address, game).replace("console.log(", "return [").rstrip().removesuffix(");") + "];"
        status, kind, events, version = await page.run(f"(async () => {{ {script} }})()")
    assert (status, kind) == ("FINISHED", "WIN")
    assert events == version > 10


def test_the_modes_are_those_of_the_games() -> None:
    """Each mode with the numbers of seats that it may have."""
    listed: set[tuple[str, str | None, int]] = set()
    for slug, numbers, options in re.findall(r"^\| `(\w+)` \| ([\d, to]+) \| (.*) \|$", PAGE.read_text(), re.MULTILINE):
        least, *most = map(int, re.findall(r"\d+", numbers))
        seats = range(least, most[0] + 1) if "to" in numbers else (least, *most)
        listed |= {(slug, mode, n) for mode in re.findall(r'"mode": "(\w+)"', options) or (None,) for n in seats}
    games = discover().values()
    there = {
        (game.slug, mode, n)
        for game in games
        for mode in modes(game) or (None,)
        for n in seat_counts(game, in_mode(game, mode))
    }
    assert listed == there, f"docs/clients.md, Modes: {listed ^ there}"


def test_every_file_that_the_page_names_is_there() -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", PAGE.read_text())
    assert len(targets) > 6
    assert [target for target in targets if not (PAGE.parent / target).exists()] == []
    assert json.loads((ROOT / "tests/clients/package.json").read_text())["dependencies"]["graphql-ws"] >= "^6"
