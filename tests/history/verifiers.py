"""Both verifiers, asked alike: the service's own, and the one in JavaScript that knows nothing but the pages."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scripts.node import command, environment
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.report import Unreadable, VerifyReport
from service.history.verify.sources import BytesSource
from tests.history.matches import CATALOGUE

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "docs/replay/verify.mjs"


class Verdict(NamedTuple):
    """(status, line) of L0 and L3; both None where the file is unreadable."""

    chain: tuple[str, int | None] | None
    fair: tuple[str, int | None] | None


UNREADABLE = Verdict(None, None)


def report(data: bytes, keys: Collection[str] | None = None, against: bytes | None = None) -> VerifyReport:
    """What the service's own verifier says. Raises Unreadable."""
    full = None if against is None else BytesSource(against, len(against), len(against))
    return verify(BytesSource(data, 1 << 26, 1 << 20), CATALOGUE, VerifyRequest(keys=keys, against=full))


def statuses(data: bytes, keys: Collection[str] | None = None, against: bytes | None = None) -> dict[str, str]:
    """The status of each level."""
    return {level.level: level.status for level in report(data, keys, against).levels}


def ours(data: bytes) -> Verdict:
    try:
        levels = {level.level: (level.status, level.line) for level in report(data).levels}
    except Unreadable:
        return UNREADABLE
    return Verdict(levels["L0"], levels["L3"])


def run_node(files: Sequence[Path], *options: str) -> subprocess.CompletedProcess[str]:
    """`node verify.mjs OPTIONS FILE...`."""
    return subprocess.run(
        [*command("node"), str(VERIFIER), *options, *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )


def theirs(files: Sequence[Path], *options: str) -> list[dict[str, Any]]:
    """The JSON reports of the files, in order."""
    done = run_node(files, "--json", *options)
    assert done.stderr == ""
    reports: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["file"] for report in reports] == [str(file) for file in files]
    assert done.returncode == exit_of(reports)
    return reports


def verdict(report: dict[str, Any]) -> Verdict:
    if "error" in report:
        return UNREADABLE
    levels = {level["level"]: (level["status"], level["line"]) for level in report["levels"]}
    assert list(levels) == ["L0", "L1", "L2", "L3", "L4"]
    return Verdict(levels["L0"], levels["L3"])


def exit_of(reports: Sequence[dict[str, Any]]) -> int:
    """The exit code after these reports."""
    if any("error" in report for report in reports):
        return 2
    if not all(report["ok"] for report in reports):
        return 1
    return 0 if all(report["verdict"] == "ok" for report in reports) else 4


def written(folder: Path, files: Sequence[bytes]) -> list[Path]:
    """The files on disk, under names in order."""
    paths = [folder / f"{number}.playledger.ndjson" for number in range(len(files))]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    return paths
