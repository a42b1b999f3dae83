"""Make `.venv` from the locked requirements and put `playledger` into it: `python3 scripts/setup.py base|dev|node`.
Another name of a lock in `requirements/` makes an environment of its own of it, `.venv/NAME`.

Runs before anything is installed, so it knows the standard library alone. A second run installs only what changed.
"""

import ast
import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
LOCKS = {"base": ("base", "build"), "dev": ("dev", "build"), "node": ("node",)}
PINNED = re.compile(r"^\S+==", re.MULTILINE)
STEP = re.compile(r"^(?:Collecting|Requirement already satisfied:) (\S+)")
OF_UV = re.compile(r"^uv==.*\n(?:    .*\n)*", re.MULTILINE)
SETTING = re.compile(r"^\S*\.(index-url|extra-index-url|find-links|cert)=(.*)$", re.MULTILINE)


def program(name: str, home: Path = HOME) -> str:
    """A program of an environment."""
    return str(home / ("Scripts" if sys.platform == "win32" else "bin") / name)


PIP = [program("python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]


def main(kind: str) -> None:
    """Create or refresh the environment; `kind` is `base` (the service), `dev` (and checks), `node` (for npm), or the
    name of a lock.
    """
    if sys.version_info < (3, 11):
        sys.exit(f"Playledger needs Python 3.11 or newer, not {sys.version.split()[0]}: make PYTHON=/path/to/python3")
    if not works():
        say("creating .venv")
        venv.create(HOME, clear=True, with_pip=True)
    locks = [ROOT / "requirements" / f"{name}.txt" for name in LOCKS.get(kind, (kind,))]
    locked = ["--require-hashes", *(word for lock in locks for word in ("-r", str(lock)))]
    if kind not in LOCKS:
        venv.create(HOME / kind, clear=True)
        install(locked, 0, HOME / kind)
        return
    total = sum(len(PINNED.findall(lock.read_text())) for lock in locks)
    say(f"installing up to {total} locked packages ({kind}); the first time takes a minute")
    if not Path(program("uv")).exists():
        install_uv()
    install(locked, total)
    if kind != "node":
        install(["--no-deps", "--no-build-isolation", "--editable", str(ROOT)], 1)
    say(f"ready: {HOME.name}")


def works() -> bool:
    """Whether the environment exists and its interpreter still runs."""
    return (
        Path(PIP[0]).exists() and subprocess.run([*PIP, "--version"], capture_output=True, check=False).returncode == 0
    )


def install_uv() -> None:
    """Install uv, as it is locked for development: it installs the rest in a tenth of pip's time."""
    own = HOME / "uv.txt"
    own.write_text("".join(OF_UV.findall((ROOT / "requirements" / "dev.txt").read_text())))
    command = [*PIP, "install", "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(own)]
    subprocess.run(command, capture_output=True, check=False)
    own.unlink()


def install(arguments: list[str], total: int, home: Path = HOME) -> None:
    """Install by uv if it is there, else, or where it can't, by pip."""
    if not by_uv(arguments, home):
        by_pip(arguments, total, home)


def by_uv(arguments: list[str], home: Path) -> bool:
    """Whether uv is there and has installed it, from the places that pip is told of."""
    if not Path(program("uv")).exists():
        return False
    told = dict(sources())
    certificates = {"SSL_CERT_FILE": told.pop("cert")} if "cert" in told else {}
    command = [program("uv"), "pip", "install", "--quiet", "--python", program("python", home)]
    places = [word for name, value in told.items() for place in value.split() for word in (f"--{name}", place)]
    # a version that one index lacks may be in the next: what it is says its hash
    found = subprocess.run(
        [*command, "--index-strategy", "unsafe-best-match", *places, *arguments],
        env=os.environ | certificates,
        capture_output=True,
        check=False,
    )
    return found.returncode == 0


def sources() -> Iterator[tuple[str, str]]:
    """Where pip takes packages from, by its configuration."""
    told = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=False).stdout
    for name, value in SETTING.findall(told):
        yield name, str(ast.literal_eval(value))


def by_pip(arguments: list[str], total: int, home: Path) -> None:
    """Run pip quietly; a terminal sees a counter. What pip said is shown only if it fails."""
    said = []
    command = [*PIP, "--python", program("python", home), "install"]
    quiet = ["--no-warn-script-location", "--progress-bar", "off", "--root-user-action", "ignore"]
    with subprocess.Popen(
        [*command, *quiet, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
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
    if len(sys.argv) != 2 or not (sys.argv[1] in LOCKS or (ROOT / "requirements" / f"{sys.argv[1]}.txt").exists()):
        sys.exit(__doc__)
    main(sys.argv[1])
