"""Replay files that leave a store, and come back into one."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from domain.kernel.audience import FULL, SPECTATOR
from service.bootstrap import Playledger
from service.cli.file_checks import fault_of
from service.cli.output import BadInput, counting, echo, progress
from service.history.importer import ImportRefused
from service.history.verify.report import Unreadable
from service.matches.aggregate import Aggregate
from service.matches.perspectives import perspectives

SUFFIX = ".playledger.ndjson"
ALL = "all"
"""Every perspective, each in a file of its own."""


async def exported(
    playledger: Playledger, match: str | None, out: Path, perspective: str | None, packed: bool, tags: dict[str, str]
) -> None:
    """Write one match, or all of them, into a file or a folder. Raises BadInput."""
    if match is not None and perspective != ALL:
        known = await playledger.matches.repository.current(match)
        await _write(playledger, known, viewer_of(known, perspective), out, tags)
        return
    suffix = SUFFIX + ".gz" * packed
    _make(out)
    with progress() as bar:
        task = bar.add_task("exporting", total=await playledger.history.auditor.count() if match is None else 1)
        async for one in _named(playledger, match):
            for viewer, path in _files(one, perspective, out, suffix):
                await _write(playledger, one, viewer, path, tags)
            bar.advance(task)


async def _named(playledger: Playledger, match: str | None) -> AsyncIterator[Aggregate]:
    if match is not None:
        yield await playledger.matches.repository.current(match)
        return
    async for one in playledger.history.auditor.matches():
        yield await playledger.matches.repository.current(one)


def _files(match: Aggregate, perspective: str | None, folder: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """The perspectives to write, and where: one file a match, or one for each perspective."""
    if perspective != ALL:
        yield viewer_of(match, perspective), folder / f"{match.match}{suffix}"
        return
    for viewer in perspectives(len(match.state.seats)):
        yield viewer, folder / f"{match.match}.{viewer.replace(':', '-')}{suffix}"


async def _write(playledger: Playledger, match: Aggregate, viewer: str, path: Path, tags: dict[str, str]) -> None:
    with _opened(path) as file:
        async for line in playledger.history.exporter.lines(match, viewer, tags):
            file.write(line)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--out {folder}: {error.strerror}") from None


async def imported(playledger: Playledger, files: Sequence[Path], keys: frozenset[str] | None) -> None:
    """Verify files and put their matches into the store. Raises BadInput for the first that is refused."""
    for file in files:
        with counting(f"importing {file.name}") as count:
            try:
                outcome = await playledger.history.importer.file(file, keys, count)
            except (ImportRefused, Unreadable) as error:
                raise BadInput(fault_of(file, error)) from None
        echo(f"{file}: {outcome}")
    await playledger.projector.catch_up()


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("wb") as file:
            if path.suffix == ".gz":
                # no name and no time in it: the same match gives the same bytes
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield file
    except OSError as error:
        raise BadInput(f"--out {path}: {error.strerror}") from None


def viewer_of(known: Aggregate, wanted: str | None) -> str:
    """The perspective asked for; else the full record once the match is revealed, the spectators' before."""
    viewer = wanted or (FULL if known.state.revealed else SPECTATOR)
    if viewer not in perspectives(len(known.state.seats)):
        raise BadInput(f"--as: full, spectator, or seat:0 to seat:{len(known.state.seats) - 1}")
    return viewer
