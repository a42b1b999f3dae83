"""Stored matches: the samples of the replay format, and whole matches that every later release has to read.

`python -m tests.kit.samples` writes what is missing and leaves the rest alone. `--accept` keeps the files and notes
what this release makes of them (a change of the rules shows as a diff of the index); `--anew` writes all of them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from domain.games import discover
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.game import CardGame
from domain.kernel.seating import seat_counts
from service.history.lines import ReplayFooter
from service.history.verify.checker import numbered
from service.history.verify.levels import verify_file
from service.history.verify.sources import FileSource
from tests.kit.modes import InMode, in_each_mode, with_seats
from tests.kit.recorded import CATALOGUE, Recorded, Scribe

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "docs/replay/samples"
MATCHES = ROOT / "tests/fixtures/matches"
INDEX = ROOT / "tests/fixtures/matches.json"
SUFFIX = ".playledger.ndjson"
SHOWN = (FULL, SPECTATOR, seat(1))
"""The perspectives of a sample."""
Make = Callable[[CardGame], Recorded]


def sample(game: CardGame) -> Recorded:
    """A short match: seat 1 was somebody else's before, some seats have sent seeds."""
    options = import_module(f"tests.games.{game.slug}.short").SAMPLE
    allowed = seat_counts(game, msgspec.convert(options, game.options_type))
    scribe = Scribe(
        game.slug, "sample", max((seats for seats in allowed if seats <= 3), default=allowed[0]), options=options
    )
    scribe.join(1, "account:ac_early", seed="deadbeef").leave(1).join(1, "account:ac_late", seed="c0ffee")
    return scribe.join_all().play().recorded


def seated(variant: InMode, name: str, seats: int, engine: str | None = None) -> Scribe:
    """A match with all seats taken, with the game's options in this mode, but for those that keep the sample small."""
    stored: Mapping[str, object] = getattr(import_module(f"tests.games.{variant.game.slug}.short"), "STORED", {})
    options = {**stored, **({} if variant.mode is None else {"mode": variant.mode})} or None
    return Scribe(variant.game.slug, name, seats, options=options, engine=engine).join_all()


def _whole(game: CardGame, variant: InMode, seats: int) -> Recorded:
    name = f"{seats} seats" if variant.mode is None else f"{variant.mode} {seats} seats"
    return seated(variant, name, seats).play().recorded


def _conceded(game: CardGame) -> Recorded:
    begun = partial(seated, with_seats(game, game.max_seats), "concession", game.max_seats)
    return begun().play(min(10, _answers(begun) // 2)).concede(1).play().recorded


def _timed_out(game: CardGame) -> Recorded:
    begun = partial(seated, with_seats(game, game.min_seats), "time-out", game.min_seats)
    few = min(5, _answers(begun) // 4)
    return begun().play(few).time_out().play(few).time_out().play().recorded


def _aborted(game: CardGame) -> Recorded:
    begun = partial(seated, with_seats(game, game.min_seats), "aborted", game.min_seats)
    return begun().play(min(12, _answers(begun) // 2)).abort().recorded


def _answers(begun: Callable[[], Scribe]) -> int:
    """How many answers the whole match has: what breaks off comes before its end in a short game too."""
    return sum(1 for _ in begun().playing())


def matches(game: CardGame) -> dict[str, Make]:
    """The stored matches of a game by name: one for few, some and most players of each mode, and the odd endings."""
    plain: dict[str, Make] = {}
    for variant in in_each_mode([game]):
        there = variant.seats
        for number in sorted({there[0], 4, there[-1]} & set(there)):
            name = f"{number}-seats" if variant.mode is None else f"{variant.mode}-{number}-seats"
            plain[name] = partial(_whole, variant=variant, seats=number)
    return {**plain, "concession": _conceded, "time-out": _timed_out, "aborted": _aborted}


def planned() -> Iterator[tuple[Path, Callable[[], bytes]]]:
    """Every file that there should be, and how it is made."""
    for game in discover().values():
        for viewer in SHOWN:
            yield SAMPLES / game.slug / (viewer.replace(":", "-") + SUFFIX), partial(_file, sample, game, viewer)
        for name, make in matches(game).items():
            yield MATCHES / game.slug / f"{name}{SUFFIX}.gz", partial(_file, make, game, FULL)


def _file(make: Make, game: CardGame, viewer: str) -> bytes:
    return make(game).file(viewer)


def stored() -> list[Path]:
    """Every sample file."""
    return sorted(path for folder in (SAMPLES, MATCHES) for path in folder.rglob("*") if path.is_file())


def full_of(path: Path) -> Path:
    """The full record of a stored match."""
    return path.with_name(FULL + SUFFIX) if path.is_relative_to(SAMPLES) else path


def fingerprint(path: Path) -> dict[str, Any]:
    """A file's row of the index: its content, and how this release reads it."""
    lines = list(FileSource(path).lines())
    _, footer = list(numbered(FileSource(path)))[-1]
    assert isinstance(footer, ReplayFooter)
    report = verify_file(path, CATALOGUE, against=full_of(path))
    return {
        "sha256": sha256(b"".join(lines)).hexdigest(),
        "version": report.version,
        "head": report.head,
        "signedBy": report.signed_by,
        "state": footer.state[report.perspective],
        "levels": {level.level: _told(level.status, level.version) for level in report.levels},
    }


def _told(status: str, version: int | None) -> str:
    return status if version is None else f"{status} at version {version}"


def index() -> dict[str, Any]:
    """The committed fingerprints, by path."""
    known: dict[str, Any] = json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.exists() else {}
    return known


def key(path: Path) -> str:
    """The name of a file in the index."""
    return path.relative_to(ROOT).as_posix()


def write(path: Path, data: bytes) -> None:
    """Write a file; a packed one has neither name nor time in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def main() -> None:
    """Write what is missing, and the index."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accept", action="store_true", help="note anew what this release makes of all files")
    parser.add_argument("--anew", action="store_true", help="write every file anew")
    asked = parser.parse_args()
    known = index()
    for path, make in planned():
        if asked.anew or not path.exists():
            write(path, make())
            known.pop(key(path), None)
            sys.stdout.write(f"wrote {key(path)}\n")
    kept = {} if asked.accept else known
    told = {key(path): kept.get(key(path)) or fingerprint(path) for path in stored()}
    INDEX.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
