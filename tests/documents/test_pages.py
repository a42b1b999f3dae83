"""Every page can be followed from top to bottom: its blocks run as they stand, in order, on a service with demo data.

Only the address and the ids of that service are put in. A block that can't be run says why, in a comment before it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from scripts import node
from tests.documents.blocks import Block, blocks_of, is_printed, pages
from tests.kit.lanes import lane
from tests.kit.process import ROOT, demo_service, free_port
from tests.kit.waiting import PATIENCE

PRINTED = "http://127.0.0.1:8000"
OTHERS = {
    "docs/games/adding-a-card.md": "tests/house/test_adding_a_card.py",
    "README.md": "tests/e2e/test_readme.py",
    "docs/ratings.md": "tests/ratings/test_docs.py",
    "docs/results.md": "tests/service/test_results_page.py",
    "docs/webhooks.md": "tests/service/test_webhooks_page.py",
}
"""Pages whose blocks need other matches than the demo has, and the tests that run them."""
SAMPLE = ("docs/limits.md", "docs/time-travel.md")
NOT_RUN = 18
"""At most so many blocks of all pages say that they can't be run."""
NAMES = [str(page.relative_to(ROOT)) for page in pages()]
FOLLOWED = [name for name in NAMES if name not in OTHERS and not name.startswith("docs/simulations/")]
"""The pages of simulated matches are written by their commands: tests/service/test_simulate.py."""


def chosen() -> list[tuple[str, ...]]:
    """The pages of each service: at night each has one that has just started, those of the sample share one."""
    followed: list[tuple[str, ...]] = [
        (name,) for name in FOLLOWED if any(not block.why for block in blocks_of(ROOT / name))
    ]
    return followed if lane() == "nightly" else [SAMPLE]


@pytest.mark.programs
@pytest.mark.parametrize("names", chosen(), ids=" ".join)
def test_a_page_can_be_followed_from_top_to_bottom(names: tuple[str, ...], tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "var").mkdir()
    with demo_service(tmp_path / "var", port) as said:
        for number, name in enumerate(names):
            _follow(name, f"http://127.0.0.1:{port}", " ".join(said), tmp_path / f"desk{number}")


def _follow(name: str, address: str, said: str, desk: Path) -> None:
    run = [block for block in blocks_of(ROOT / name) if not block.why]
    _lay_out(desk)
    done = subprocess.run(
        ["bash", "-euao", "pipefail", "-c", "\n".join(_steps(run, address, said, desk))],
        cwd=desk,
        env=_surroundings(desk, address),
        capture_output=True,
        text=True,
        timeout=6 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    told = done.stdout.split("\x1e\n")[1:]
    for block, output in zip(run, told, strict=True):
        assert not block.printed or is_printed(block.printed, output), f"{block.text}\nprinted\n{output}"


def test_what_cannot_be_run_says_so_and_is_counted() -> None:
    said = [f"{page.relative_to(ROOT)}: {block.why}" for page in pages() for block in blocks_of(page) if block.why]
    assert len([why for why in said if ": not run: " in why]) == NOT_RUN, "\n".join(said)
    assert all((ROOT / test).exists() for why in said for test in re.findall("run by: (.+)", why))


@pytest.mark.parametrize(("page", "test"), OTHERS.items())
def test_other_pages_have_tests_of_their_own(page: str, test: str) -> None:
    assert page in (ROOT / test).read_text()


@pytest.mark.parametrize(
    ("wanted", "told", "same"),
    [
        ("a\n", "a", True),
        ("a ... c\n", "a bb c\n", True),
        ("...\nz\n", "a\nb\nz\n", True),
        ("a\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_what_is_printed_is_compared(wanted: str, told: str, same: bool) -> None:
    assert is_printed(wanted, told) is same


def _steps(run: list[Block], address: str, said: str, folder: Path) -> Iterator[str]:
    """The page as one script of a shell: what a block sets, the next ones have."""
    for number, block in enumerate(run):
        yield "printf '\\x1e\\n'"
        text = _put_in(block.text, address, said)
        if block.language == "sh":
            yield text
            continue
        file = folder / (block.name or f"block{number}.{SUFFIXES.get(block.language, block.language)}")
        file.write_text(text)
        if not block.name:
            yield " ".join(COMMANDS[block.language]).format(address=address, file=file)


SUFFIXES = {"python": "py", "js": "mjs"}
NODE = (*node.command("node"), "--no-warnings", "--experimental-eventsource", "{file}")
COMMANDS = {
    "python": (sys.executable, "{file}"),
    "graphql": (sys.executable, "-m", "tests.documents.send", "{address}", "{file}"),
    "js": NODE,
    "mjs": NODE,
    "ts": NODE,
}


def _put_in(text: str, address: str, said: str) -> str:
    """The text with the address of this service, and the ids of what it has in the place of `mt_...` and the like."""
    (token,) = re.findall(r"pl_[\w-]+", said)
    return text.replace(PRINTED, address).replace("mt_...", _match(address)).replace("pl_...", token)


def _match(address: str) -> str:
    with urlopen(f"{address}/v1/matches?game=c4&status=FINISHED&limit=1", timeout=PATIENCE) as answer:
        return str(json.load(answer)["matches"][0]["id"])


def _lay_out(folder: Path) -> None:
    """A folder like the one in which `make serve` runs: with the store in `var`, the pages, and packages of npm."""
    folder.mkdir()
    (folder / "var").symlink_to(folder.parent / "var")
    (folder / "docs").symlink_to(ROOT / "docs")
    (folder / "node_modules").symlink_to(ROOT / "tests/clients/node_modules")
    (folder / ".curlrc").write_text("fail\nsilent\nshow-error\n")
    (folder / "bin").mkdir()
    command = folder / "bin" / "playledger"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m service "$@"\n')
    command.chmod(0o755)


def _surroundings(folder: Path, address: str) -> dict[str, str]:
    """Of somebody who has installed the service and its client."""
    own = {"PYTHONPATH": f"{ROOT}:{ROOT / 'client'}", "MATCH": _match(address), "AT": "40", "CURL_HOME": str(folder)}
    environment = os.environ | node.environment() | own
    return environment | {"PATH": f"{folder}/bin:{Path(sys.executable).parent}:{environment['PATH']}"}
