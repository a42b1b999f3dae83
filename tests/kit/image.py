"""Follows deploy/Dockerfile without a container engine: the same steps below a folder instead of at the root.

Not followed: where the base image comes from (a copy of this machine's Python stands in for it) and `useradd`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.kit.process import ROOT

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
OURS = re.compile(r"(?<![\w.$}])/(?=(?:opt|src|usr/local|tmp)\b)")
"""The folders of the image that are made below the folder instead."""
LEFT_OUT = re.compile(r"&& useradd .*$", re.MULTILINE)


@dataclass
class Image:
    """The start of a container. `environment` is all there is; `command` is ENTRYPOINT and CMD."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    directory: Path = Path()
    user: int = 0

    def path(self, inside: str) -> Path:
        """The place of a path of the image."""
        return self.folder / inside.lstrip("/")


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The instructions of a Dockerfile: the word and the rest, continued lines joined."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        word, _, rest = line.strip().partition(" ")
        yield word, rest.strip()


def made_below(folder: Path) -> Image:
    """Carry out both stages below an empty folder; what the second one is."""
    _base_image(folder)
    image = Image(folder)
    image.path("tmp").mkdir()
    for word, rest in instructions(DOCKERFILE.read_text()):
        if word == "FROM":
            image = Image(folder, _environment(folder))
        _STEPS[word](image, rest)
    return image


def start(image: Image, environment: Mapping[str, str], *arguments: str) -> subprocess.Popen[str]:
    """The image's own command with the image's environment and this one, as its user if we may choose that."""
    program = image.command[0]
    words = list(arguments) or image.command[1:]
    everything = image.environment | dict(environment)
    found = shutil.which(program, path=everything["PATH"])
    assert found is not None, program
    user = {"user": image.user, "group": image.user, "extra_groups": []} if os.geteuid() == 0 else {}
    return subprocess.Popen(  # type: ignore[call-overload]
        [found, *words], cwd=image.directory, env=everything, stdout=subprocess.DEVNULL, text=True, **user
    )


def _environment(folder: Path) -> dict[str, str]:
    """The interpreter of the base image. A shared library of Python stands beside it, which other programs may have
    too.
    """
    return {
        "PATH": f"{folder}/usr/local/bin:/usr/local/bin:/usr/bin:/bin",
        "LD_LIBRARY_PATH": f"{folder}/usr/local/lib",
        "HOME": f"{folder}/tmp",
    }


def _base_image(folder: Path) -> None:
    """This machine's Python, without what else was installed into it."""
    prefix = Path(sys.base_prefix)
    if prefix == Path("/usr"):
        pytest.skip("this Python is the distribution's own, which the steps of an image would change")
    unwanted = shutil.ignore_patterns("__pycache__", "site-packages", "test", "*.a", "share")
    shutil.copytree(prefix, folder / "usr/local", ignore=unwanted, symlinks=True)
    next((folder / "usr/local/lib").glob("python3.*")).joinpath("site-packages").mkdir()
    python = folder / "usr/local/bin/python3"
    subprocess.run([python, "-m", "ensurepip"], env=_environment(folder), capture_output=True, check=True)


def _from(image: Image, rest: str) -> None:
    assert rest.split(maxsplit=1)[0] == "${PYTHON_IMAGE}"


def _arg(image: Image, rest: str) -> None:
    name, _, value = rest.partition("=")
    image.environment.setdefault(name, value)


def _env(image: Image, rest: str) -> None:
    for name, value in re.findall(r"(\w+)=(\S+)", rest):
        filled = re.sub(r"\$\{?(\w+)\}?", lambda found: image.environment[found[1]], value)
        image.environment[name] = OURS.sub(f"{image.folder}/", filled)


def _workdir(image: Image, rest: str) -> None:
    image.directory = image.path(rest)
    image.directory.mkdir(parents=True, exist_ok=True)


def _copy(image: Image, rest: str) -> None:
    if rest.startswith("--from=build"):
        return
    *sources, target = rest.split()
    goal = image.path(target) if target.startswith("/") else image.directory / target
    for source in sources:
        for file in _committed(source):
            inside = goal / Path(source).name if target.endswith("/") else goal
            to = inside / Path(file).relative_to(source) if file != source else inside
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, to)


def _committed(source: str) -> list[str]:
    """The files of a file or folder that git knows, new ones too: nothing installed or generated here."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", source]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert listed, source
    return [file for file in listed if (ROOT / file).is_file()]


def _run(image: Image, rest: str) -> None:
    # the registry's address and certificates are those of this machine
    outside = {name: value for name, value in os.environ.items() if name.lower().endswith(("proxy", "index_url"))}
    command = OURS.sub(f"{image.folder}/", LEFT_OUT.sub("", rest))
    done = subprocess.run(
        ["sh", "-euc", command],
        cwd=image.directory if image.directory != Path() else image.folder,
        env=outside | image.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


def _entrypoint(image: Image, rest: str) -> None:
    image.command = json.loads(rest)


def _cmd(image: Image, rest: str) -> None:
    image.command += json.loads(rest)


def _user(image: Image, rest: str) -> None:
    image.user = int(rest)


def _nothing(image: Image, rest: str) -> None:
    """Says something to the engine alone."""


_STEPS = {
    "FROM": _from,
    "ARG": _arg,
    "ENV": _env,
    "WORKDIR": _workdir,
    "COPY": _copy,
    "RUN": _run,
    "ENTRYPOINT": _entrypoint,
    "CMD": _cmd,
    "USER": _user,
    "EXPOSE": _nothing,
    "HEALTHCHECK": _nothing,
    "STOPSIGNAL": _nothing,
}
