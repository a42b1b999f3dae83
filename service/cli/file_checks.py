"""The checks of files, whatever they hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from service.cli.games import catalogue
from service.cli.output import counting, shown
from service.cli.reports import AnyReport
from service.history.verify.levels import verify_file
from service.history.verify.ratings import verify_ratings
from service.history.verify.report import Unreadable
from service.history.verify.rounds import verify_round
from service.history.verify.tournaments import verify_tournament

_BROKEN = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError)


def verified(
    files: Sequence[Path], keys: frozenset[str] | None, against: Path | None
) -> tuple[dict[str, AnyReport], list[str]]:
    """The reports, and what is wrong with the files that can't be read."""
    reports: dict[str, AnyReport] = {}
    unreadable: list[str] = []
    games = catalogue()
    for file in files:
        with counting(f"verifying {file.name}") as count:
            try:
                special = verify_round(file) or verify_tournament(file) or verify_ratings(file)
                reports[str(file)] = special or verify_file(file, games, keys, against, count)
            except Unreadable as error:
                unreadable.append(fault_of(file, error))
            except _BROKEN as error:  # a file made to break its reader is a finding, not a crash
                unreadable.append(fault_of(file, Unreadable(f"what stands here can't be read: {error!r}")))
    return reports, unreadable


def fault_of(file: Path, error: Exception) -> str:
    """The fault of a file, with its name, as a line that may be shown."""
    return shown(str(error) if str(file) in str(error) else f"{file}: {error}")
