"""The checks of files, whatever they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from service.cli.games import catalogue
from service.cli.output import counting, printable
from service.cli.reports import AnyReport
from service.history.verify.games import beside, played
from service.history.verify.levels import verify_file
from service.history.verify.ratings import verify_ratings
from service.history.verify.report import Unreadable, VerifyReport
from service.history.verify.rounds import verify_round
from service.history.verify.sources import FileSource
from service.history.verify.tournaments import TournamentReport, verify_tournament
from service.tournaments.record import RecordedGame

_BROKEN = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError)


def verified(
    files: Sequence[Path], keys: frozenset[str] | None, against: Path | None
) -> tuple[dict[str, AnyReport], list[str]]:
    """The reports, and what is wrong with the files that can't be read. Records of tournaments are compared with the
    replay files beside them.
    """
    reports: dict[str, AnyReport] = {}
    records: dict[str, Sequence[RecordedGame]] = {}
    unreadable: list[str] = []
    games = catalogue()
    for file in files:
        with counting(f"verifying {file.name}") as count:
            try:
                if (record := verify_tournament(file, keys)) is not None:
                    reports[str(file)], records[str(file)] = record
                else:
                    special = verify_round(file, keys) or verify_ratings(file, keys)
                    reports[str(file)] = special or verify_file(file, games, keys, against, count)
            except Unreadable as error:
                unreadable.append(fault_of(file, error))
            except _BROKEN as error:  # a file made to break its reader is a finding, not a crash
                unreadable.append(fault_of(file, Unreadable(f"what stands here can't be read: {error!r}")))
    _compare(reports, records)
    return reports, unreadable


def _compare(reports: dict[str, AnyReport], records: Mapping[str, Sequence[RecordedGame]]) -> None:
    """Put into the reports of records how they differ from sound replays of their games."""
    whole = {name: games for name, games in records.items() if games}
    replays = [Path(name) for name, report in reports.items() if isinstance(report, VerifyReport) and report.intact]
    for replay in map(played, map(FileSource, replays if whole else ())):
        for name, games in whole.items():
            report = reports[name]
            assert isinstance(report, TournamentReport)
            reports[name] = beside(report, games, replay)


def fault_of(file: Path, error: Exception) -> str:
    """The fault of a file, with its name, as a line that may be shown."""
    return printable(str(error) if str(file) in str(error) else f"{file}: {error}")
