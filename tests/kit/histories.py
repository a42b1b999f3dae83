"""Simulated matches through every command of histories: `python -m tests.kit.histories GAME [--matches N]`.

They are played into a store, exported in all perspectives, verified on every level, the redacted files against the full
ones, by the second verifier too where there is a Node, and audited where they are stored.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from typer.testing import CliRunner

from domain.games import discover
from scripts import node
from service.cli import app
from service.cli.replay_files import SUFFIX
from tests.kit.modes import in_each_mode
from tests.kit.process import ROOT

VERIFIER = ROOT / "docs/replay/verify.mjs"
FULL, REDACTED = "ok ok ok ok ok", "ok ok skipped ok ok"
"""The expected statuses of the levels of a finished match's file."""
AT_ONCE = 200
"""Files named in one command."""


@dataclass
class Summary:
    """The checks made, and their faults, a line each."""

    files: int = 0
    by_node: int = 0
    audited: int = 0
    faults: list[str] = field(default_factory=list)


def check(game: str, matches: int, seed: str, store: str, folder: Path) -> Summary:
    """Play so many of each mode, export, verify and audit; the files are left in the folder."""
    how = ("--matches", str(matches), "--seed", seed, "--bots", "random", "--store", store)
    _ran("simulate", game, "--mode", "all", *how)
    matches *= len(in_each_mode([discover()[game]]))
    _ran("export", "--all", "--as", "all", "--store", store, "--out", str(folder))
    full = sorted(folder.glob(f"*.full{SUFFIX}"))
    summary = Summary()
    if len(full) != matches:
        summary.faults.append(f"{len(full)} full files of {matches} matches")
    for some in _pages(full):
        _verify(summary, FULL, some)
    for path in full:
        others = sorted(set(folder.glob(path.name.replace(f".full{SUFFIX}", f".*{SUFFIX}"))) - {path})
        if others:
            _verify(summary, REDACTED, others, "--against", str(path))
    if VERIFIER.is_file() and node.available():
        for some in _pages(sorted(folder.iterdir())):
            _verify_by_node(summary, some)
    _audit(summary, store)
    return summary


def _pages(paths: Sequence[Path]) -> list[Sequence[Path]]:
    return [paths[place : place + AT_ONCE] for place in range(0, len(paths), AT_ONCE)]


def _verify(summary: Summary, expected: str, files: Sequence[Path], *options: str) -> None:
    reports = json.loads(_ran("verify", *map(str, files), *options, "--json", code=None))
    heads: dict[str, set[str]] = {}
    for report in reports:
        said = " ".join(level["status"] for level in report["levels"])
        heads.setdefault(report["match"], set()).add(report["head"])
        if said != expected or not report["signedBy"]:
            summary.faults.append(f"{report['file']}: {said}, signed by {report['signedBy']}")
    summary.faults += [f"{match} has several heads" for match, found in heads.items() if len(found) > 1]
    summary.files += len(reports)


def _verify_by_node(summary: Summary, files: Sequence[Path]) -> None:
    command = [*node.command("node"), str(VERIFIER), "--json", *map(str, files)]
    said = subprocess.run(command, env=node.environment(), capture_output=True, text=True, check=False).stdout
    reports = [json.loads(line) for line in said.splitlines()]
    summary.faults += [f"{report['file']}: {report} by Node" for report in reports if not report.get("ok")]
    summary.by_node += len(reports)


def _audit(summary: Summary, store: str) -> None:
    reports: list[dict[str, Any]] = json.loads(_ran("audit", "--all", "--store", store, "--json", code=None))
    summary.faults += [f"{report['match']}: {report['levels']}" for report in reports if not report["ok"]]
    summary.audited = len(reports)


def _ran(*arguments: str, code: int | None = 0) -> str:
    """A command in this process. `code`: what it has to exit with, None: 0, a fault, or files without a key."""
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    if result.exit_code not in ({0, 1, 4} if code is None else {code}):
        raise RuntimeError(f"{' '.join(arguments)}: exit {result.exit_code}: {result.output}")
    return result.stdout


def main() -> None:
    """Check and tell; exit 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", default="histories")
    parser.add_argument("--store", help="an empty store; a new one on SQLite if not given")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        store = asked.store or f"sqlite:///{folder}/histories.db"
        summary = check(asked.game, asked.matches, asked.seed, store, Path(folder, "files"))
    for fault in summary.faults:
        sys.stdout.write(f"{fault}\n")
    told = f"{summary.files} files verified, {summary.by_node} of them by Node too, {summary.audited} matches audited"
    sys.stdout.write(f"{asked.game}: {told}, {len(summary.faults)} faults\n")
    sys.exit(1 if summary.faults else 0)


if __name__ == "__main__":
    main()
