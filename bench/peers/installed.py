"""The peers' packages, which are no dependencies of ours: locked, and put where nothing else looks for packages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.peers.rows import NotHere
from scripts import node
from tests.kit.process import ROOT

FOLDER = Path(__file__).parent
NPM_LOCK = FOLDER / "package-lock.json"
NPM_DONE = FOLDER / "node_modules" / ".package-lock.json"
LOCK = ROOT / "requirements" / "peers.txt"
HOME = ROOT / ".venv" / "peers"
PYTHON = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
NEEDED = {
    "eventsourcing": ("eventsourcing", "psycopg", "psycopg-binary", "psycopg-pool", "typing-extensions", "tzdata"),
    "open-spiel": ("open-spiel",),
}
"""What of the lock each peer needs for what we ask of it: one that can't be had doesn't take the other along."""


def has_npm_packages() -> bool:
    """Whether what the lock of npm names is here."""
    return _newer(NPM_DONE, NPM_LOCK) and node.available()


def has(peer: str) -> bool:
    """Whether what the lock names for a peer in Python is here."""
    return _newer(_done(peer), LOCK)


def npm_packages() -> None:
    """Install the npm packages if need be. Raises NotHere."""
    if not node.available():
        raise NotHere(f"this machine has no Node {'.'.join(map(str, node.OLDEST))} or newer")
    if not has_npm_packages():
        _run([*node.command("npm"), "ci", "--silent", "--no-audit", "--no-fund"], "npm", FOLDER)
        NPM_DONE.touch()


def python_packages(peer: str) -> None:
    """Install what a peer in Python needs, into an environment of its own. Raises NotHere."""
    if has(peer):
        return
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(HOME)], check=True)
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(_entries(NEEDED[peer]))
        options = ["--quiet", "--disable-pip-version-check", "--no-input", "--python", str(PYTHON)]
        # a wheel or nothing: a build from source would take longer than everything that is measured
        install = ["install", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(wanted)]
        _run([sys.executable, "-m", "pip", *options, *install], "pip", ROOT)
    _done(peer).touch()


def npm_version(package: str) -> str:
    """The version of an npm package in the lock."""
    return str(json.loads(NPM_LOCK.read_text())["packages"][f"node_modules/{package}"]["version"])


def version(package: str) -> str:
    """The version of a Python package in the lock."""
    found = re.search(rf"^{package}==(\S+)", LOCK.read_text(), re.MULTILINE)
    assert found is not None, package
    return found[1]


def _entries(packages: tuple[str, ...]) -> str:
    entries = re.split(r"\n(?=\S)", LOCK.read_text())
    return "\n".join(entry for entry in entries if entry.partition("==")[0] in packages)


def _run(command: list[str], installer: str, folder: Path) -> None:
    done = subprocess.run(
        command, cwd=folder, env=node.environment() if installer == "npm" else None,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        raise NotHere(f"{installer} can't install its packages on this machine")


def _done(peer: str) -> Path:
    return HOME / f".{peer}"


def _newer(done: Path, lock: Path) -> bool:
    return done.exists() and done.stat().st_mtime >= lock.stat().st_mtime
