"""Verifies the record of a tournament: chain, pairings, seeds, decks, results of tables, ranks, signatures."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Literal

import msgspec

from domain.tournament.faults import Fault
from service.history.verify.report import Unreadable, Verdict, verdict_on
from service.history.verify.sources import FileSource, has_format
from service.tournaments import record
from service.tournaments.record import RecordedGame
from service.tournaments.record_lines import FORMAT


class TournamentReport(msgspec.Struct, frozen=True, rename="camel"):
    """The findings on a tournament's record. `faults`: its faults, each with the version of its event, the first of
    them at `line`, which counts from 1.

    `signed_by` is the id of the key of the last signature, which is over the events up to `signed_version`; `pinned`:
    the caller trusts that key, and it has signed the end. `compared`: how many replays of its games were beside it.
    """

    kind: Literal["tournament"]
    tournament: str
    version: int
    rounds: int
    complete: bool
    head: str
    faults: tuple[Fault, ...]
    line: int | None = None
    signed_by: str | None = None
    signed_version: int = 0
    pinned: bool = False
    compared: int = 0

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.faults

    @property
    def verdict(self) -> Verdict:
        """It all in one word; a record whose end nobody has signed is not signed."""
        return verdict_on(self.faults, signed=self.signed_version == self.version > 0, pinned=self.pinned)


def verify_tournament(
    path: Path, keys: Collection[str] | None = None
) -> tuple[TournamentReport, tuple[RecordedGame, ...]] | None:
    """The report of a tournament's record, and its games, if it could be read to its end; None if this is another file.
    Raises Unreadable.

    `keys`: ids of the keys that the caller trusts, one of which has to have signed its end; None: any will do.
    """
    if not has_format(next(FileSource(path).lines(), b""), FORMAT):
        return None
    try:
        found = record.check(FileSource(path).lines(), keys)
    except Unreadable:
        raise
    except (ValueError, msgspec.MsgspecError) as error:
        raise Unreadable(f"no record of a tournament: {error}", 1) from None
    whole = found.version == found.header.last_version
    return report_of(found, keys or ()), found.games if whole else ()


def report_of(found: record.Checked, trusted: Collection[str] = ()) -> TournamentReport:
    """The report of what was found."""
    head, signed_by = found.header, None if found.signature is None else found.signature.key_id
    return TournamentReport(
        "tournament",
        head.tournament,
        found.version,
        found.rounds,
        found.complete,
        head.head,
        found.faults,
        found.line,
        signed_by,
        found.signed,
        not found.faults and found.signed == found.version and signed_by in trusted,
    )
