"""L4: a redacted file is exactly the redaction of the full one; of a full one every perspective folds to its views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from domain.kernel.audience import FULL, sees
from domain.kernel.cardsets import Library
from domain.kernel.match import State
from service.catalogue.catalogue import CatalogueEntry
from service.history.lines import Check, Line, ReplayEvent, ReplayFooter, ReplayHeader
from service.history.redaction import Redaction, redaction_of
from service.history.verify.checker import LineSource, numbered
from service.history.verify.folds import FoldedState, incomparable
from service.history.verify.report import LevelFailure
from service.matches.perspectives import perspectives

_L = TypeVar("_L", ReplayHeader, ReplayEvent, Check, ReplayFooter)


class FullFileChecker:
    """From a full file: redacts it for everybody and folds what is left. `state` is the state at its end, `library` has
    its cards.
    """

    level = "L4"

    def __init__(self, entry: CatalogueEntry, state: State, library: Library) -> None:
        self._entry, self._library = entry, library
        self._why_not = ""
        self._others = {
            viewer: (redaction_of(viewer, state), FoldedState(entry, viewer, library))
            for viewer in perspectives(len(state.seats))
            if viewer != FULL
        }
        self._hashes = 0

    def header(self, line: ReplayHeader) -> None:
        self._why_not = incomparable(line, self._entry, self._library)

    def event(self, line: ReplayEvent) -> None:
        for redaction, folded in self._others.values():
            folded.event(redaction.event(line))

    def check(self, line: Check) -> None:
        self._compare(line.state, line.v)

    def footer(self, line: ReplayFooter) -> None:
        self._compare(line.state, line.version)

    def summary(self) -> str:
        """The number of perspectives redacted and folded, as text."""
        if self._why_not:
            return f"{len(self._others)} perspectives fold and were not compared: {self._why_not}"
        return f"{len(self._others)} perspectives fold to {self._hashes} state hashes"

    def _compare(self, said: dict[str, str], version: int) -> None:
        for viewer, (_, folded) in () if self._why_not else self._others.items():
            if said.get(viewer) != folded.hash(viewer):
                raise LevelFailure(f"what {viewer} sees does not fold to what is shown to {viewer}", version)
            self._hashes += 1


class RedactedFileChecker:
    """From a redacted file: its lines are those of the full file, redacted."""

    level = "L4"

    def __init__(self, perspective: str, full: LineSource, state: State) -> None:
        self._perspective = perspective
        self._redaction = redaction_of(perspective, state)
        self._full: Iterator[Line] = (line for _, line in numbered(full))
        self._lines = 0

    def header(self, line: ReplayHeader) -> None:
        there = self._next(ReplayHeader)
        if msgspec.structs.replace(line, perspective=FULL, tags=there.tags, sum=there.sum) != there:
            raise LevelFailure("the headers say different things")

    def event(self, line: ReplayEvent) -> None:
        there = self._redaction.event(self._next(ReplayEvent, line.v))
        if msgspec.structs.replace(line, sum=there.sum) != there:
            raise LevelFailure(f"{line.type} is not the redaction of what the full file has", line.v)

    def check(self, line: Check) -> None:
        there = self._next(Check, line.v)
        self._states(line.state, there.state, line.v)

    def footer(self, line: ReplayFooter) -> None:
        there = self._next(ReplayFooter, line.version)
        self._states(line.state, there.state, line.version)
        # a reveal to the players alone shows the seed to some and not to others
        alike = msgspec.structs.replace(line, state=there.state, seed=line.seed and there.seed, sum=there.sum)
        if alike != msgspec.structs.replace(there, seed=line.seed and there.seed) or line.seed not in (
            None,
            there.seed,
        ):
            raise LevelFailure("the footers say different things", line.version)

    def summary(self) -> str:
        """The number of compared lines, as text."""
        return f"{self._lines} lines are those of the full file, redacted"

    def _next(self, kind: type[_L], version: int | None = None) -> _L:
        self._lines += 1
        there = next(self._full, None)
        if not isinstance(there, kind):
            raise LevelFailure("the full file has another line here", version)
        return there

    def _states(self, said: dict[str, str], full: dict[str, str], version: int) -> None:
        if said != {self._perspective: full.get(self._perspective)}:
            raise LevelFailure("the state hash is not that of the full file", version)


class LoneFileChecker:
    """From a redacted file without the full one: open is what this perspective may see, and nothing else."""

    level = "L4"

    def __init__(self, redaction: Redaction) -> None:
        self._redaction = redaction

    def header(self, line: ReplayHeader) -> None:
        """Nothing private is there."""

    def event(self, line: ReplayEvent) -> None:
        viewer = self._redaction.viewer(line.v)
        for part in line.prv:
            if part.is_open != sees(viewer, part.to):
                seen = "is open to who may not see it" if part.is_open else "is closed to who may see it"
                raise LevelFailure(f"what {line.type} has for {part.to} {seen}", line.v)

    def check(self, line: Check) -> None:
        """Level L1 holds its perspective."""

    def footer(self, line: ReplayFooter) -> None:
        """Nothing private is there but the seed, which is an event's."""

    def summary(self) -> str:
        """Nothing: a text could tell of closed parts."""
        return ""
