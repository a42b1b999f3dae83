"""One level of verification as a reader of lines, and how lines are fed to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from service.history.lines import BadLine, Check, Line, ReplayEvent, ReplayFooter, ReplayHeader, decode, typed
from service.history.verify.report import Level, LevelFailure, Status, Unreadable

Progress = Callable[[], None]
"""Called for each line read."""


class LineSource(Protocol):
    """A source that gives all lines as often as a caller asks."""

    def lines(self) -> Iterable[bytes]:
        """Every line with its line feed. Raises Unreadable."""
        ...


class Checker(Protocol):
    """A level. Every method raises LevelFailure."""

    level: str

    def header(self, line: ReplayHeader) -> None: ...

    def event(self, line: ReplayEvent) -> None: ...

    def check(self, line: Check) -> None: ...

    def footer(self, line: ReplayFooter) -> None: ...

    def summary(self) -> str:
        """The result of the check, once all lines are read; LevelFailure if there should have been more."""
        ...


def run(checker: Checker, source: LineSource, progress: Progress, *, first: bool = False) -> Level:
    """Feed all lines to one level; `first` also holds every line to the format. Raises Unreadable."""
    number = 0
    events: dict[int, int] = {}
    try:
        for reached, line in numbered(source, first=first):
            number = reached
            if isinstance(line, ReplayEvent):
                events[line.v] = number
            _feed(checker, line)
            progress()
        number += 1
        message = checker.summary()
    except BadLine as bad:
        return Level(checker.level, "failed", bad.message, bad.number)
    except LevelFailure as failure:
        if failure.of_event and failure.version is not None:
            number = events[failure.version]
        status: Status = "diverged" if failure.diverged else "failed"
        return Level(checker.level, status, failure.message, number, failure.version)
    except (Unreadable, MemoryError):
        raise
    except Exception as error:  # a record made to break its reader is a finding, not a crash
        return Level(checker.level, "failed", f"what stands here can't be read: {error!r}", number)
    return Level(checker.level, "ok", message)


def numbered(source: LineSource, *, first: bool = False) -> Iterator[tuple[int, Line]]:
    """The lines with their numbers from 1 on; `first` holds each to the format. Raises BadLine and Unreadable."""
    read = decode if first else typed
    for number, raw in enumerate(source.lines(), 1):
        if not raw.endswith(b"\n"):
            raise BadLine(number, "the line is cut off: it has no line feed")
        yield number, read(number, raw[:-1])


def _feed(checker: Checker, line: Line) -> None:
    if isinstance(line, ReplayEvent):
        checker.event(line)
    elif isinstance(line, Check):
        checker.check(line)
    elif isinstance(line, ReplayHeader):
        checker.header(line)
    else:
        checker.footer(line)
