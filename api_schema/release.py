"""The promise of the last release: its version, and the documents of the contract as it had them, compressed.

`make release` writes them (`scripts/release.py`), and `make released` the commit; `api_schema.compatibility` holds the
present documents against them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import structs

from api_schema.snapshots import FOLDER

RELEASED = FOLDER / "released"
MANIFEST = "release.json"


class Release(msgspec.Struct, frozen=True):
    """A release: its number, its day (YYYY-MM-DD), and the hex SHA-256 of each compressed document by its file name.

    `commit` is the one that has cut it, or that of the release before: no commit names itself, so a later one does.
    """

    version: str
    day: str
    files: dict[str, str]
    commit: str = ""


def last(folder: Path = RELEASED) -> Release:
    """The last release. Raises FileNotFoundError before the first one."""
    return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Release)


def documents(folder: Path = RELEASED) -> dict[str, str]:
    """The text of each released document, by the name that it has as a snapshot."""
    files = sorted(folder.glob("*.gz"))
    return {file.name.removesuffix(".gz"): gzip.decompress(file.read_bytes()).decode() for file in files}


def digests(folder: Path = RELEASED) -> dict[str, str]:
    """The hex SHA-256 of every file beside the manifest."""
    files = sorted(file for file in folder.iterdir() if file.name != MANIFEST)
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in files}


def write(version: str, day: str, texts: Mapping[str, str], folder: Path = RELEASED) -> None:
    """Write a release in place of the last one. The same texts give the same bytes."""
    folder.mkdir(exist_ok=True)
    before = last(folder).commit if (folder / MANIFEST).exists() else ""
    for name, text in texts.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    _write(Release(version, day, digests(folder), before), folder)


def name(commit: str, folder: Path = RELEASED) -> None:
    """Write down which commit has cut the last release."""
    _write(structs.replace(last(folder), commit=commit), folder)


def _write(release: Release, folder: Path) -> None:
    (folder / MANIFEST).write_text(json.dumps(msgspec.to_builtins(release), indent=2) + "\n", encoding="utf-8")
