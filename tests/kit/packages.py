"""What a release gives out, built: a wheel of the service, one of the Python client, the packed TypeScript client.

Programs try them in folders where nothing of this checkout is found.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from scripts import node
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

WEB = ROOT / "web"


def ran(folder: Path, *command: str, code: int = 0, environment: Mapping[str, str] = os.environ) -> str:
    """What a program prints that finds nothing of this checkout; it has to end with this code."""
    alone = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def ran_by_node(folder: Path, name: str, *words: str) -> str:
    """What `node` or `npm` prints; it has to succeed."""
    return ran(folder, *node.command(name), *words, environment=node.environment())


def wheel(project: Path, into: Path) -> Path:
    """The wheel of a project, with the locked build backend: the same bytes wherever it is built."""
    with tempfile.TemporaryDirectory() as made:
        ran(project, sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", made)
        (file,) = Path(made).iterdir()
        return Path(shutil.copy(file, into))


def environment(folder: Path, *words: str) -> Path:
    """The folder of programs of a new environment, into which pip installs these."""
    ran(folder, sys.executable, "-m", "venv", "--without-pip", "fresh")
    made = folder / "fresh/bin"
    ran(folder, sys.executable, "-m", "pip", "--python", str(made / "python"), "install", "--quiet", *words)
    return made


def packed(into: Path) -> Path:
    """The packed TypeScript client."""
    with tempfile.TemporaryDirectory() as built:
        ran_by_node(WEB, "node", "scripts/generate.mjs")
        ran_by_node(WEB, "node", "scripts/client.mjs", built)
        said = ran_by_node(into, "npm", "pack", built, "--json", "--ignore-scripts")
    return into / json.loads(said)[0]["filename"]


def installed(file: Path, folder: Path) -> None:
    """Install a packed client into an empty folder, without a network."""
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    ran_by_node(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", str(file))
