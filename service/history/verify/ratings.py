"""Verifies a ratings file: its chain is followed, and every rating computed again from the games before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import UnsetType

from domain.tournament import ladder as ladders
from domain.tournament.faults import Fault
from domain.tournament.ladder import Ladder
from domain.tournament.ladder_events import GameRated, LadderOpened, read
from domain.tournament.ratings import MODEL
from eventstore import chain
from service.application.ids import LADDER_IDS, ladder_stream
from service.application.signing import BadSignature, Signature, ladder_message, verify
from service.history.verify.report import Unreadable, Verdict, verdict_on
from service.history.verify.sources import FileSource, has_format
from service.ratings import lines
from service.ratings.lines import RatingsEvent, RatingsFooter, RatingsHeader


class RatingsReport(msgspec.Struct, frozen=True, rename="camel"):
    """The findings on a ladder up to its first bad line. `faults`: the faults there; `line` counts from 1.

    `signed_by` is the id of the key that has signed its end; `pinned`: the caller trusts that key.
    """

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
    signed_by: str | None = None
    pinned: bool = False

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.faults

    @property
    def verdict(self) -> Verdict:
        """It all in one word."""
        return verdict_on(self.faults, signed=self.signed_by is not None, pinned=self.pinned)


class _Wrong(Exception):
    """The fault of a line."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = faults


class _Reading:
    """A ladder while its file is read."""

    def __init__(self, header: RatingsHeader, keys: Collection[str] | None) -> None:
        self.header = header
        self.keys = keys
        self.signature: Signature | None = None
        self.ladder = Ladder()
        self.head = chain.GENESIS
        self.games = 0
        self.ended = False

    def check_header(self) -> None:
        """Raises _Wrong for a ladder that has another name, model or unit."""
        header = self.header
        if header.ladder != LADDER_IDS.id_of(ladder_stream(header.game, header.season)):
            raise _Wrong(Fault("LADDER_DIFFERS", "the ladder of this game and season has another id", ("ladder",)))
        plain = RatingsHeader(
            format_version=header.format_version, ladder=header.ladder, game=header.game, season=header.season
        )
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
        self._check_signature(line)
        self.ended = True

    def _check_signature(self, line: RatingsFooter) -> None:
        """Raises _Wrong unless the signature holds, if there is one; where keys are given there has to be."""
        if isinstance(line.signature, UnsetType) != (self.header.format_version == 1):
            raise _Wrong(Fault("UNREADABLE", "only a footer of version 2 says who has signed it", ("signature",)))
        if line.signature is None or isinstance(line.signature, UnsetType):
            if self.keys is not None:
                raise _Wrong(Fault("NOT_SIGNED", "nobody has signed it", ("signature",)))
            return
        try:
            signed = ladder_message(self.header.ladder, line.last_version, line.chain_head)
            verify(line.signature, signed, self.keys)
        except BadSignature as bad:
            raise _Wrong(Fault("SIGNATURE_BAD", str(bad), ("signature",))) from None
        self.signature = line.signature

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
            None if self.signature is None else self.signature.key_id,
            self.signature is not None and self.keys is not None,
        )


def verify_ratings(path: Path, keys: Collection[str] | None = None) -> RatingsReport | None:
    """The report of a ratings file; None if this is another file. Raises Unreadable.

    `keys`: ids of the keys that the caller trusts, one of which has to have signed it; None: any will do.
    """
    return verify_lines(FileSource(path).lines(), keys)


def verify_lines(source: Iterator[bytes], keys: Collection[str] | None = None) -> RatingsReport | None:
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
    if header.format_version not in lines.READS:
        told = f"line 1: format version {header.format_version}; this release reads the versions 1 and {lines.VERSION}"
        raise Unreadable(told, 1)
    return _read(_Reading(header, keys), source)


def _read(reading: _Reading, source: Iterator[bytes]) -> RatingsReport:
    number = 1
    try:
        reading.check_header()
        for raw in source:
            number += 1
            if not raw.endswith(b"\n"):
                raise _Wrong(Fault("CUT_OFF", "the line has no line feed", ("k",)))
            reading.take(lines.decode(raw))
        if not reading.ended:
            number += 1
            raise _Wrong(Fault("CUT_OFF", "there is no footer", ("k",)))
    except _Wrong as wrong:
        return reading.report(number, wrong.faults)
    except (ValueError, msgspec.MsgspecError) as error:
        return reading.report(number, (Fault("UNREADABLE", str(error), ("pub",)),))
    return reading.report()
