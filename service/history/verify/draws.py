"""L3: the revealed seed fits its commitment, and every draw and salt in sight follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel import match as kernel
from domain.kernel.audience import FULL
from domain.kernel.codec import SEALED
from domain.kernel.draws import ALGORITHM, Draws, combine, commitment, salt
from domain.kernel.facts import Draw
from service.application.event_lines import Count
from service.history.lines import Check, ReplayEvent, ReplayFooter, ReplayHeader
from service.history.redaction import inside
from service.history.verify.report import LevelFailure


class _Origin(msgspec.Struct):
    version: Count


class DrawChecker:
    """Needs the seed. Works on redacted files for what they show."""

    level = "L3"

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._match = ""
        self._full = False
        self._sent: dict[int, str | None] = {}
        self._seats = combine(())
        self._counts: dict[str, int] = {}
        self._draws = self._salts = 0
        self._copied = 0

    def header(self, line: ReplayHeader) -> None:
        self._match = line.match
        self._full = line.perspective == FULL

    def event(self, line: ReplayEvent) -> None:
        self._salted(line)
        try:
            type_, data = opened(line)
            self._seeded(type_, data, line.v)
            for draw in msgspec.convert(data.get("draws", ()), tuple[Draw, ...]):
                self._counted(draw, line.v)
        except ValueError as error:
            raise LevelFailure(f"the draws or seeds of {line.type} can't be read: {error}", line.v) from None

    def check(self, line: Check) -> None:
        """Nothing is drawn there."""

    def footer(self, line: ReplayFooter) -> None:
        """Nothing is drawn there."""

    def summary(self) -> str:
        """The number of draws and salts that followed from the seed, as text."""
        return f"seed, {self._draws} draws and {self._salts} salts"

    def _seeded(self, type_: str, data: Mapping[str, Any], version: int) -> None:
        if type_ == kernel.MatchCreated.type:
            pins = msgspec.convert(data.get("pins"), dict[str, Any])
            if pins.get("rng_algorithm") != ALGORITHM:
                raise LevelFailure(f"drawn by another algorithm than {ALGORITHM}, which is known here", version)
            if pins.get("seed_commitment") != commitment(self._match, self._seed):
                raise LevelFailure("the revealed seed is not the one committed to", version)
            self._copied = msgspec.convert(data.get("origin", {"version": 0}), _Origin).version
        elif type_ == kernel.SeatLeft.type:
            self._sent.pop(msgspec.convert(data.get("seat"), int), None)
        elif type_ == kernel.SeedAdded.type:
            self._sent[msgspec.convert(data.get("seat"), int)] = msgspec.convert(data.get("seed"), str | None)
        elif type_ == kernel.MatchStarted.type:
            self._started(msgspec.convert(data.get("seeds"), tuple[str | None, ...]), version)

    def _started(self, seeds: tuple[str | None, ...], version: int) -> None:
        for seat, used in enumerate(seeds):
            # None: it was sent, and is not in sight
            sent = self._sent.get(seat, used)
            if (used is None) != (seat not in self._sent) or sent not in (None, used):
                raise LevelFailure(f"the seed that was used for seat {seat} is not the one that was sent", version)
        self._seats = combine(seeds)

    def _counted(self, draw: Draw, version: int) -> None:
        n = self._counts.get(draw.purpose, 0)
        self._counts[draw.purpose] = draw.n + 1
        # what was copied from another match was drawn from that one's seed
        if version > self._copied:
            self._drawn(draw, n, version)

    def _drawn(self, draw: Draw, n: int, version: int) -> None:
        if draw.n < n or (self._full and draw.n != n):
            raise LevelFailure(f"draw {draw.n} of {draw.purpose} where draw {n} is due", version)
        if self._again(draw) != draw:
            raise LevelFailure(f"draw {draw.n} of {draw.purpose} does not follow from the seed", version)
        self._draws += 1

    def _again(self, draw: Draw) -> Draw | None:
        draws = Draws(self._seed, self._match, self._seats, {draw.purpose: draw.n})
        if isinstance(draw.value, int):
            return draws.below(draw.purpose, draw.size).draw if draw.size > 0 else None
        # a list of another length is wrong anyway, and its size may be beyond all memory
        return draws.shuffle(draw.purpose, draw.size).draw if draw.size == len(draw.value) else None

    def _salted(self, line: ReplayEvent) -> None:
        for part in line.prv:
            name = SEALED if line.type == SEALED else part.to
            if part.is_open:
                self._salts += 1
                if part.salt != salt(self._seed, self._match, line.v, name).hex():
                    raise LevelFailure(f"the salt of the part for {part.to} does not follow from the seed", line.v)


def opened(line: ReplayEvent) -> tuple[str, Mapping[str, Any]]:
    """Type and data of an event, with everything of it that is in sight."""
    sealed = inside(line, line.prv)
    if sealed is not None:
        return sealed.type, msgspec.json.decode(sealed.data, type=dict[str, Any])
    seen: dict[str, Any] = {}
    for data in (line.pub, *(part.data for part in line.prv)):
        if isinstance(data, msgspec.Raw):
            seen.update(msgspec.json.decode(data))
    return line.type, seen
