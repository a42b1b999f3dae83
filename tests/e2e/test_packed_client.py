"""The client of the page as a package: packed, installed without a network, used by programs that have nothing else."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import node
from tests.e2e.test_clients_page import GAMES, example, printed
from tests.kit.lanes import by_lane
from tests.kit.packages import WEB, installed, packed
from tests.kit.process import ROOT, free_port, until_it_listens
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME as TOY

TYPED = """import { type MatchSnapshot, Service, known, type Table } from "@playledger/client";
import { verify, type Report } from "@playledger/client/proof";

export async function zones(service: Service, id: string): Promise<readonly string[]> {
  const { table } = await known(service.rest.GET("/v1/matches/{id}/state", { params: { path: { id } } }));
  const named = (found: Table): string[] => (found.zones ?? []).map(({ name }) => name);
  return table ? named(table) : [];
}
export const versionOf = (snapshot: MatchSnapshot): number => snapshot.version;
export const checked = (file: ReadableStream<Uint8Array>): Promise<Report> => verify(file);
"""
WRONG = "\nexport const misspelt = (snapshot: MatchSnapshot): number => snapshot.versoin;\n"
STRICT = ("--strict", "--noEmit", "--target", "es2023", "--module", "nodenext", "--lib", "es2023,dom,dom.asynciterable")
pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not (WEB / "node_modules/rolldown").exists(), reason="npm packages come with make setup"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the packed client is installed, and nothing else."""
    made = tmp_path_factory.mktemp("installed")
    installed(packed(tmp_path_factory.mktemp("packed")), made)
    return made


def compiled(place: Path, file: str) -> subprocess.CompletedProcess[str]:
    """What the compiler says of a file."""
    command = [*node.command("node"), str(WEB / "node_modules/typescript/bin/tsc"), *STRICT, file]
    return subprocess.run(command, cwd=place, env=node.environment(), capture_output=True, text=True, check=False)


def test_the_package_depends_on_nothing_and_says_what_is_inside(folder: Path) -> None:
    package = folder / "node_modules/@playledger/client"
    assert [file.name for file in package.parent.parent.iterdir() if not file.name.startswith(".")] == ["@playledger"]
    files = {file.name for file in package.iterdir()}
    assert files >= {"README.md", "licenses.txt", "index.js", "index.d.ts", "proof.js", "worker.js"}
    assert "dependencies" not in json.loads((package / "package.json").read_text())
    needed = json.loads((WEB / "package.json").read_text())["dependencies"]
    core = "".join(file.read_text() for file in (WEB / "src/core").rglob("*.ts"))
    for inside in (name for name in needed if f"'{name}" in core):
        assert f"{inside}\n" in (package / "licenses.txt").read_text()


def test_its_types_hold_in_a_strict_program(folder: Path) -> None:
    (folder / "right.ts").write_text(TYPED)
    (folder / "wrong.ts").write_text(TYPED + WRONG)
    right, wrong = (compiled(folder, file) for file in ("right.ts", "wrong.ts"))
    assert right.returncode == 0, right.stdout
    assert "versoin" in wrong.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_in_thirty_lines_plays_against_the_house(address: str, game: str, folder: Path) -> None:
    program = example("mjs", address, game)
    assert len(program.splitlines()) <= 30
    (folder / f"{game}.mjs").write_text(program)
    (said,) = printed(*node.command("node"), str(folder / f"{game}.mjs"))
    assert re.fullmatch(r"closed at version \d+", said)


@pytest.fixture(scope="module")
def with_toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that has the toy game beside the five."""
    port, place = free_port(), tmp_path_factory.mktemp("with_toy")
    command = [sys.executable, "-m", "tests.web.program", str(port), str(place)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            until_it_listens(process, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


@pytest.mark.parametrize("game", [TOY.slug, *GAMES[: by_lane(commit=1, nightly=100)]])
def test_what_it_shows_is_what_the_service_has_at_every_version(with_toy: str, game: str, folder: Path) -> None:
    shutil.copy(ROOT / "tests/clients/mirrored.mjs", folder)
    (said,) = printed(*node.command("node"), str(folder / "mirrored.mjs"), with_toy, game)
    found = json.loads(said)
    assert min(found["seat"], found["spectator"], found["steps"]) > 5
    assert found["last"] == found["version"] == found["log"]
    assert (found["ok"], found["levels"]) == (True, ["ok", "skipped", "skipped", "ok", "skipped"])
