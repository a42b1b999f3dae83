"""Verifies a ratings file: its chain is followed, and every rating computed again from the games before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from domain.tournament import ladder as ladders
from domain.tournament.faults import Fault
from domain.tournament.ladder import Ladder
from domain.tournament.ladder_events import GameRated, LadderOpened, read
from domain.tournament.ratings import MODEL
from eventstore import chain
from service.application.ids import LADDER_IDS, ladder_stream
from service.history.verify.report import Unreadable
from service.history.verify.sources import FileSource, has_format
from service.ratings import lines
from service.ratings.lines import RatingsEvent, RatingsFooter, RatingsHeader


class RatingsReport(msgspec.Struct, frozen=True, rename="camel"):
    """The findings on a ladder up to its first bad line. `faults`: the faults there; `line` counts from 1."""

    kind: Literal["ratings"]
    ladder: str
    game: str
    season: str
    model: str
    version: int
    head: str
    games: int
    tournaments: int
    players: int
    faults: tuple[Fault, ...] = ()
    line: int | None = None

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.faults


class _Wrong(Exception):
    """The fault of a line."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = faults


class _Reading:
    """A ladder while its file is read."""

    def __init__(self, header: RatingsHeader) -> None:
        self.header = header
        self.ladder = Ladder()
        self.head = chain.GENESIS
        self.games = 0
        self.ended = False

    def check_header(self) -> None:
        """Raises _Wrong for a ladder that has another name, model or unit."""
        header = self.header
        if header.ladder != LADDER_IDS.id_of(ladder_stream(header.game, header.season)):
            raise _Wrong(Fault("LADDER_DIFFERS", "the ladder of this game and season has another id", ("ladder",)))
        plain = RatingsHeader(ladder=header.ladder, game=header.game, season=header.season)
        if header != plain:
            raise _Wrong(Fault("MODEL_UNKNOWN", f"this release knows {MODEL}, in millionths", ("model",)))

    def take(self, line: lines.Line) -> None:
        """The next line. Raises _Wrong."""
        if self.ended or isinstance(line, RatingsHeader):
            raise _Wrong(Fault("LINE_EXTRA", "a header comes first, a footer last, each once", ("k",)))
        if isinstance(line, RatingsFooter):
            self._end(line)
        else:
            self._event(line)

    def _event(self, line: RatingsEvent) -> None:
        if line.v != self.ladder.version + 1:
            raise _Wrong(Fault("VERSION_GAP", f"version {self.ladder.version + 1} is due", ("v",)))
        body = line.hashed(self.header.ladder, {})
        link = chain.link(self.head, body)
        if link.hex() != line.hash:
            raise _Wrong(Fault("HASH_DIFFERS", f"what stands here has the hash {link.hex()}", ("hash",)))
        event = read(line.type, line.schema, body)
        found = ladders.check(self.ladder, event)
        if isinstance(event, LadderOpened) and (event.ladder, event.game, event.season) != self._named:
            found = (*found, Fault("LADDER_DIFFERS", "the header names another ladder", ("pub", "ladder")))
        if found:
            raise _Wrong(*found)
        ladders.evolve(self.ladder, event, line.at)
        self.head = link
        self.games += isinstance(event, GameRated)

    @property
    def _named(self) -> tuple[str, str, str]:
        return self.header.ladder, self.header.game, self.header.season

    def _end(self, line: RatingsFooter) -> None:
        if (line.last_version, line.chain_head) != (self.ladder.version, self.head.hex()):
            raise _Wrong(Fault("END_DIFFERS", f"version {self.ladder.version} was the last one here", ("lastVersion",)))
        self.ended = True

    def report(self, line: int | None = None, faults: tuple[Fault, ...] = ()) -> RatingsReport:
        """The findings so far."""
        header, ladder = self.header, self.ladder
        return RatingsReport(
            "ratings",
            *self._named,
            header.model,
            ladder.version,
            self.head.hex(),
            self.games,
            len(ladder.rated),
            len(ladder.ratings),
            faults,
            line,
        )


def verify_ratings(path: Path) -> RatingsReport | None:
    """The report of a ratings file; None if this is another file. Raises Unreadable."""
    return verify_lines(FileSource(path).lines())


def verify_lines(source: Iterator[bytes]) -> RatingsReport | None:
    """The report of a ratings file by its lines; None if these are others. Raises Unreadable."""
    first = next(source, b"")
    if not has_format(first, lines.FORMAT):
        return None
    try:
        header = lines.decode(first)
    except ValueError as error:
        raise Unreadable(f"line 1: {error}", 1) from None
    if not isinstance(header, RatingsHeader):
        raise Unreadable("line 1: no header: this is no ratings file", 1)
    if header.format_version != lines.VERSION:
        told = f"line 1: format version {header.format_version}; this release reads version {lines.VERSION}"
        raise Unreadable(told, 1)
    return _read(_Reading(header), source)


def _read(reading: _Reading, source: Iterator[bytes]) -> RatingsReport:
    number = 1
    try:
        reading.check_header()
        for raw in source:
            number += 1
            if not raw.endswith(b"\n"):
                raise _Wrong(Fault("CUT_OFF", "the line has no line feed", ("k",)))
            reading.take(lines.decode(raw[:-1]))
        if not reading.ended:
            number += 1
            raise _Wrong(Fault("CUT_OFF", "there is no footer", ("k",)))
    except _Wrong as wrong:
        return reading.report(number, wrong.faults)
    except (ValueError, msgspec.MsgspecError) as error:
        return reading.report(number, (Fault("UNREADABLE", str(error), ("pub",)),))
    return reading.report()
