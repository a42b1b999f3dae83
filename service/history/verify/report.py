"""The report of a verification: one status for each level, with the first bad line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from domain.tournament.faults import Fault

Status = Literal["ok", "failed", "diverged", "skipped"]
Verdict = Literal["ok", "failed", "diverged", "not signed", "not vouched"]
"""Of a whole record: `diverged` is one without a fault that another release has decided. Nothing is wrong with the
others; `ok` is what a key has signed that the caller trusts.
"""


class LevelFailure(Exception):
    """A check that doesn't hold, at the version of an event where there is one; the reader of lines knows the line.

    It is the line that was just read, or, if `of_event`, that of the event, which was read before.
    """

    def __init__(
        self, message: str, version: int | None = None, *, diverged: bool = False, of_event: bool = False
    ) -> None:
        super().__init__(message)
        self.message = message
        self.version = version
        self.diverged = diverged
        self.of_event = of_event


class Unreadable(ValueError):
    """This is no replay file, or can't be read; the message is one line. `line` counts from 1, where there is one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class TooLarge(Unreadable):
    """There is more of it than is read."""


class Level(msgspec.Struct, frozen=True):
    """One level. `line` counts from 1; `message` says what is wrong, or why it was skipped, or what was checked."""

    level: str
    status: Status
    message: str
    line: int | None = None
    version: int | None = None


class VerifyReport(msgspec.Struct, frozen=True, rename="camel"):
    """All levels of one file. `signed_by` is a key id; `pinned`: that key is one of those the caller trusts."""

    match: str
    game: str
    perspective: str
    version: int | None
    head: str | None
    status: str | None
    signed_by: str | None
    pinned: bool
    levels: tuple[Level, ...]

    @property
    def ok(self) -> bool:
        """Nothing failed or diverged."""
        return not self.bad

    @property
    def verdict(self) -> Verdict:
        """One level that failed is a fault, whatever the others say."""
        statuses = (level.status for level in self.levels)
        return verdict_of(statuses, signed=self.signed_by is not None, pinned=self.pinned)

    @property
    def intact(self) -> bool:
        """The record is as it was written (L0)."""
        return any((level.level, level.status) == ("L0", "ok") for level in self.levels)

    @property
    def bad(self) -> list[Level]:
        """The levels that failed or diverged."""
        return [level for level in self.levels if level.status not in ("ok", "skipped")]


def verdict_of(statuses: Iterable[Status], *, signed: bool, pinned: bool) -> Verdict:
    """The verdict from the statuses of all levels. `signed`: somebody signed all of it; `pinned`: by a trusted key."""
    found = frozenset(statuses)
    if "failed" in found:
        return "failed"
    if "diverged" in found:
        return "diverged"
    return "ok" if pinned else "not vouched" if signed else "not signed"


def verdict_on(faults: Sequence[Fault], *, signed: bool, pinned: bool) -> Verdict:
    """The same for a record that is read as a whole."""
    return verdict_of(["failed"] if faults else [], signed=signed, pinned=pinned)
