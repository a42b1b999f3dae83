"""Cut a release: `make release VERSION=x.y.z`.

It gives the number to the service and its client, to the image's tag and to what is unreleased in the changelog, writes
down the contract that the next release is held against, and publishes the card sets of the games: a later release can
read the matches that were played with them. It commits nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from api_schema import release
from api_schema.compatibility import broken
from api_schema.snapshots import committed, snapshots
from domain.games import discover
from domain.kernel.cardsets import PUBLISHED, packed
from domain.kernel.game import CardGame
from service.projections.match_results.loadouts import DECKS, ready_loadouts

ROOT = Path(__file__).resolve().parent.parent
MAIN = "main"
CHANGELOG = "CHANGELOG.md"
UNRELEASED = "## [Unreleased]\n"
IN_PROJECT = r'(?m)(?<=^version = ").*(?="$)'
NUMBERS = {
    "pyproject.toml": IN_PROJECT,
    "client/pyproject.toml": IN_PROJECT,
    "deploy/kustomization.yaml": r"(?m)(?<= newTag: ).*$",
}
"""Where the number stands."""
Version = tuple[int, ...]


def version(text: str) -> Version:
    """The three numbers of a version. Raises ValueError."""
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", text):
        raise ValueError(f"{text} is no version")
    return tuple(int(part) for part in text.split("."))


def faults(root: Path, number: Version, current: Mapping[str, str]) -> list[str]:
    """Why this release can't be cut. `current` are the documents that the code makes."""
    found = []
    if git(root, "branch", "--show-current") != MAIN:
        found.append(f"a release is cut on the branch {MAIN}")
    if len(set(numbers(root).values())) > 1:
        found.append(f"the numbers differ: {numbers(root)}")
    if git(root, "status", "--porcelain"):
        found.append("something is not committed: a release is a commit of its own")
    if not unreleased(root):
        found.append(f"{CHANGELOG} has nothing that is unreleased")
    if committed(root / "api_schema") != current:
        found.append("the documents of the contract are not those of the code: make schema")
    return found + _after_the_last(root / "api_schema/released", number, current)


def _after_the_last(folder: Path, number: Version, current: Mapping[str, str]) -> list[str]:
    """The number rises, and if clients break its first part does, or before 1.0.0 its second one."""
    if not (folder / release.MANIFEST).exists():
        return []
    last = release.last(folder).version
    if number <= version(last):
        return [f"the last release is {last}: take a higher number"]
    major, minor, _ = version(last)
    if number >= (next_ := (major + 1, 0, 0) if major else (0, minor + 1, 0)):
        return []
    return [
        f"below {'.'.join(map(str, next_))} clients may not break: {fault}"
        for fault in broken(release.documents(folder), current)
    ]


def numbers(root: Path) -> dict[str, str]:
    """The number that each file has that has one."""
    texts = {name: (root / name).read_text(encoding="utf-8") for name in NUMBERS}
    return {name: ", ".join(re.findall(NUMBERS[name], text)) for name, text in texts.items()}


def unreleased(root: Path) -> str:
    """What the changelog says about the time since the last release."""
    return (root / CHANGELOG).read_text(encoding="utf-8").partition(UNRELEASED)[2].partition("\n## [")[0].strip()


def cut(root: Path, number: Version, day: str, current: Mapping[str, str]) -> None:
    """Write the release. Raises ValueError if a file has no place for the number."""
    text = ".".join(map(str, number))
    for name, pattern in NUMBERS.items():
        _replace(root / name, pattern, text)
    _replace(root / CHANGELOG, re.escape(UNRELEASED), f"{UNRELEASED}\n## [{text}] - {day}\n")
    release.write(text, day, current, root / "api_schema/released")


def publish(games: Iterable[CardGame], folder: Callable[[CardGame], Path]) -> None:
    """Keep the card files of each game, by the hash that matches are pinned to, and what its decks are. What was
    published stays as it is.
    """
    for game in games:
        kept = folder(game) / PUBLISHED / f"{game.card_set_hash()}.gz"
        kept.parent.mkdir(parents=True, exist_ok=True)
        if game.reader is not None and not kept.exists():
            kept.write_bytes(packed(game.core().files))
        decks = kept.with_name(DECKS)
        known = json.loads(decks.read_text(encoding="utf-8")) if decks.exists() else {}
        ready = ready_loadouts(game)
        kept_decks = {one: sorted({*ready.get(one, ()), *known.get(one, ())}) for one in sorted({*ready, *known})}
        decks.write_text(f"{json.dumps(kept_decks, indent=1)}\n", encoding="utf-8")


def folder_of(game: CardGame) -> Path:
    """The folder of a game in this checkout."""
    return ROOT.joinpath(*game.package.split("."))


def _replace(file: Path, pattern: str, new: str) -> None:
    text, count = re.subn(pattern, new, file.read_text(encoding="utf-8"))
    if count != 1:
        raise ValueError(f"{file.name} has {count} places for the version")
    file.write_text(text, encoding="utf-8")


def git(root: Path, *arguments: str) -> str:
    """What git says."""
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    """Exit code 1 if the release can't be cut."""
    parser = argparse.ArgumentParser(usage="make release VERSION=x.y.z", description=__doc__)
    parser.add_argument("number", type=version)
    number = parser.parse_args().number
    games = discover()
    current = snapshots(games)
    found = faults(ROOT, number, current)
    sys.stderr.writelines(f"{fault}\n" for fault in found)
    if not found:
        cut(ROOT, number, datetime.now(UTC).date().isoformat(), current)
        publish(games.values(), folder_of)
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
