"""How foreign programs are run: in a folder that holds the documents and a player, and nothing else of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from domain.games import discover
from scripts import node
from tests.foreign.matrix import OTHERS, PYTHON, SAMPLED, TOOLS
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

PLAYERS = OTHERS / "players"
DOCUMENTS = ("openapi.json", "schema.graphql", "asyncapi.json")
DECKS = [deck.id for deck in discover()["c4"].decks()][:2]
STRICT = {
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "target": "es2022",
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "skipLibCheck": True,
    "types": ["node"],
}
sampled_packages = pytest.mark.skipif(
    not (SAMPLED / "node_modules/@urql").exists(), reason="the npm packages of tests/clients come with make setup"
)
npm_packages = pytest.mark.skipif(
    not (OTHERS / "node_modules").exists(), reason="the npm packages of tests/foreign come with make foreign"
)
python_packages = pytest.mark.skipif(
    not (PYTHON / "python").exists(), reason="the packages of requirements/foreign.txt come with make foreign"
)


def workplace(folder: Path, packages: Path, *files: str) -> Path:
    """The folder, with the documents as they are committed, npm packages, and files of ours that a stranger writes."""
    for name in DOCUMENTS:
        shutil.copy(ROOT / "api_schema" / name, folder)
    for name in files:
        shutil.copy(PLAYERS / name, folder)
    (folder / "node_modules").symlink_to(packages / "node_modules")
    return folder


def ran(folder: Path, *command: str | Path, **settings: str) -> str:
    """What a program prints; it has to succeed."""
    done = finished(folder, *command, **settings)
    assert done.returncode == 0, (done.stdout + done.stderr)[-20_000:]
    return done.stdout


def finished(folder: Path, *command: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """A program that has ended, well or not."""
    return subprocess.run(
        command, cwd=folder, env=surroundings(folder) | settings, capture_output=True, text=True, timeout=10 * PATIENCE,
        check=False,
    )  # fmt: skip


def surroundings(folder: Path) -> dict[str, str]:
    """The programs of the folder's packages come first on the path; none of them reports to its makers."""
    programs = [str(folder / "node_modules/.bin"), str(PYTHON)]
    found = node.environment()
    path = os.pathsep.join([found["PATH"].split(os.pathsep)[0], *programs, found["PATH"]])
    silent = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "SCARF_ANALYTICS": "false"}
    return found | silent | {"PATH": path, "MYPYPATH": "", "PYTHONPATH": "", "NO_COLOR": "1"}


def generated(folder: Path, tool: str, **places: str) -> str:
    """What a generator or a linter says that the table names, called as the table says."""
    return ran(folder, *TOOLS[tool].words(**places), **places)


def compiled(folder: Path, source: str) -> str:
    """The name of the program, compiled as strictly as the compiler can."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT, "files": [source]}))
    ran(folder, "tsc")
    return source.replace(".ts", ".js")


def played(printed: str) -> dict[str, Any]:
    """What a player tells of its match, which it has to have played to the end."""
    said: dict[str, Any] = json.loads(printed)
    assert said["status"] == "FINISHED", said
    assert said["actions"] > 3, said
    return said
