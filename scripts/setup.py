"""Make `.venv` from the locked requirements and put `playledger` into it: `python3 scripts/setup.py base|dev|node`.

Runs before anything is installed, so it knows the standard library alone. A second run installs only what changed.
"""

import re
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
LOCKS = {"base": ("base", "build"), "dev": ("dev", "build"), "node": ("node",)}
PIP = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input"]
PINNED = re.compile(r"^\S+==", re.MULTILINE)
STEP = re.compile(r"^(?:Collecting|Requirement already satisfied:) (\S+)")


def main(kind: str) -> None:
    """Create or refresh the environment; `kind` is `base` (the service), `dev` (and checks) or `node` (for npm)."""
    if sys.version_info < (3, 11):
        sys.exit(f"Playledger needs Python 3.11 or newer, not {sys.version.split()[0]}: make PYTHON=/path/to/python3")
    if not works():
        say("creating .venv")
        venv.create(HOME, clear=True, with_pip=True)
    locks = [ROOT / "requirements" / f"{name}.txt" for name in LOCKS[kind]]
    total = sum(len(PINNED.findall(lock.read_text())) for lock in locks)
    say(f"installing up to {total} locked packages ({kind}); the first time takes a minute or two")
    install(["--require-hashes", *(word for lock in locks for word in ("-r", str(lock)))], total)
    if kind != "node":
        install(["--no-deps", "--no-build-isolation", "--editable", str(ROOT)], 1)
    say(f"ready: {HOME.name}")


def works() -> bool:
    """Whether the environment exists and its interpreter still runs."""
    return PYTHON.exists() and subprocess.run([*PIP, "--version"], capture_output=True, check=False).returncode == 0


def install(arguments: list[str], total: int) -> None:
    """Run pip quietly; a terminal sees a counter. What pip said is shown only if it fails."""
    said = []
    command = [*PIP, "install", "--no-warn-script-location", "--progress-bar", "off", "--root-user-action", "ignore"]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as pip:
        for line in pip.stdout or ():
            said.append(line)
            show_step(line, sum(bool(STEP.match(one)) for one in said), total)
    if pip.returncode:
        sys.exit("".join(said))


def show_step(line: str, done: int, total: int) -> None:
    """Rewrite the counter on a terminal; silent in a pipe."""
    if sys.stdout.isatty():
        step = STEP.match(line)
        text = f"    {done}/{total} {step.group(1)}" if step else f"    {line.strip()}"
        print(f"\r\033[K{text[:78]}", end="", flush=True)


def say(text: str) -> None:
    """One line of progress, on its own line."""
    print(("\r\033[K" if sys.stdout.isatty() else "") + f"==> {text}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        sys.exit(__doc__)
    main(sys.argv[1])
