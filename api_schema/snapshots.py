"""The committed snapshots of the contract: `python -m api_schema.snapshots` writes them, `--check` compares.

A change of the contract shows as a diff of one of them, and needs a line in the changelog.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from api_schema.asyncapi import document as asyncapi
from api_schema.graphql.schema import build_schema
from api_schema.rest import openapi
from domain.games import discover
from domain.kernel.game import CardGame

FOLDER = Path(__file__).parent
FILES = ("schema.graphql", "openapi.json", "asyncapi.json")


def snapshots(games: Mapping[str, CardGame]) -> dict[str, str]:
    """The text of each committed file, by name."""
    listed = list(games.values())
    texts = build_schema(games).as_str() + "\n", _json(openapi.build(listed)), _json(asyncapi.build(listed))
    return dict(zip(FILES, texts, strict=True))


def committed(folder: Path = FOLDER) -> dict[str, str]:
    """The text of each file as it is, by name."""
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def outdated(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """The files that are missing or say something else."""
    return [name for name, text in texts.items() if not _says(folder / name, text)]


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write every file."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def _says(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def main(arguments: list[str] | None = None) -> int:
    """Exit code 1 if `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m api_schema.snapshots", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    texts = snapshots(discover())
    if parser.parse_args(arguments).check:
        wrong = outdated(FOLDER, texts)
        if wrong:
            sys.stderr.write(f"outdated: {', '.join(wrong)}; run: python -m api_schema.snapshots\n")
        return int(bool(wrong))
    write(FOLDER, texts)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
