"""Clients that well-known generators make from the committed schemas compile strictly and play a match of C4.

Nothing generated is kept. TypeScript from GraphQL (GraphQL Code Generator) and from OpenAPI (openapi-typescript),
Python from GraphQL (ariadne-codegen, which wants a graphql-core of its own and so an environment of its own).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games import discover
from scripts import node
from tests.kit.process import ROOT, free_port, plain_service
from tests.kit.waiting import PATIENCE

CLIENTS = ROOT / "tests/clients"
PACKAGES = CLIENTS / "node_modules"
SOURCES = CLIENTS / "typed"
SCHEMAS = ROOT / "api_schema"
ARIADNE = ROOT / ".venv/codegen/bin/ariadne-codegen"
DECKS = [deck.id for deck in discover()["c4"].decks()][:2]
ARIADNE_SETTINGS = """[tool.ariadne-codegen]
schema_path = "{schema}"
queries_path = "play.graphql"
target_package_name = "generated"
target_package_path = "."
async_client = false
include_all_inputs = false
include_all_enums = false
"""
STRICT = {
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "target": "es2022",
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "skipLibCheck": True,
    "types": ["node"],
}
pytestmark = pytest.mark.programs
with_packages = pytest.mark.skipif(not (PACKAGES / "typescript").exists(), reason="npm packages come with make setup")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with plain_service(tmp_path_factory.mktemp("service"), free_port()) as found:
        yield found


def ran(folder: Path, *command: str) -> str:
    """What a program prints; it has to succeed."""
    environment = node.environment() | {"MYPYPATH": "", "PYTHONPATH": ""}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=2 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tool(package: str, file: str) -> list[str]:
    """The words that start a program of an npm package."""
    return [*node.command("node"), str(PACKAGES / package / file)]


def compiled(folder: Path, source: str) -> Path:
    """The program, compiled as strictly as the compiler can."""
    name = Path(source).name
    shutil.copy(SOURCES / source, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(PACKAGES)
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT, "files": [name]}))
    ran(folder, *tool("typescript", "bin/tsc"))
    return folder / name.replace(".ts", ".js")


def finished(printed: str) -> bool:
    """Whether the match was played to its end, and by typed actions."""
    said: dict[str, Any] = json.loads(printed)
    return said["status"] == "FINISHED" and said["typedActions"] > 3


@with_packages
def test_typescript_from_graphql(address: str, tmp_path: Path) -> None:
    generate = [*node.command("node"), str(SOURCES / "generate.mjs")]
    ran(
        CLIENTS,
        *generate,
        str(SCHEMAS / "schema.graphql"),
        str(SOURCES / "play.graphql"),
        str(tmp_path / "generated.ts"),
    )
    program = compiled(tmp_path, "graphql.ts")
    assert finished(ran(tmp_path, *node.command("node"), str(program), address, *DECKS))


@pytest.mark.nightly
@with_packages
def test_typescript_from_openapi(address: str, tmp_path: Path) -> None:
    generate = tool("openapi-typescript", "bin/cli.js")
    ran(
        tmp_path,
        *generate,
        str(SCHEMAS / "openapi.json"),
        "--output",
        "openapi.d.ts",
        "--default-non-nullable",
        "false",
    )
    program = compiled(tmp_path, "rest.ts")
    assert finished(ran(tmp_path, *node.command("node"), str(program), address))


@pytest.mark.nightly
@pytest.mark.skipif(not ARIADNE.exists(), reason="ariadne-codegen comes with make setup")
def test_python_from_graphql(address: str, tmp_path: Path) -> None:
    for name in ("play.graphql", "play_graphql.py"):
        shutil.copy(SOURCES / name, tmp_path)
    (tmp_path / "pyproject.toml").write_text(ARIADNE_SETTINGS.format(schema=SCHEMAS / "schema.graphql"))
    ran(tmp_path, str(ARIADNE))
    ran(tmp_path, sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "play_graphql.py", "generated")
    assert finished(ran(tmp_path, sys.executable, "play_graphql.py", address, *DECKS))
