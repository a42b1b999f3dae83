"""Verifies the record of a tournament: chain, pairings, seeds, decks, results of tables, ranks."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from domain.tournament.faults import Fault
from service.history.verify.report import Unreadable
from service.history.verify.sources import FileSource, has_format
from service.tournaments import record


class TournamentReport(msgspec.Struct, frozen=True, rename="camel"):
    """The findings on a tournament's record. `faults`: its faults, each with the version of its event."""

    kind: Literal["tournament"]
    tournament: str
    version: int
    rounds: int
    complete: bool
    head: str
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.faults


def verify_tournament(path: Path) -> TournamentReport | None:
    """The report of a tournament's record; None if this is another file. Raises Unreadable."""
    if not has_format(next(FileSource(path).lines(), b""), record.FORMAT):
        return None
    try:
        found = record.check(FileSource(path).lines())
    except (ValueError, msgspec.MsgspecError) as error:
        raise Unreadable(f"no record of a tournament: {error}", None) from None
    return report_of(found)


def report_of(found: record.Checked) -> TournamentReport:
    """The report of what was found."""
    head = found.header
    return TournamentReport(
        "tournament", head.tournament, found.version, found.rounds, found.complete, head.head, found.faults
    )
