"""L3: the revealed seed fits its commitment, and every draw and salt in sight follows from it."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel import match as kernel
from domain.kernel.audience import FULL
from domain.kernel.codec import SEALED
from domain.kernel.draws import Draws, combine, commitment, salt
from domain.kernel.facts import Draw
from service.history.lines import Check, EventLine, Footer, Header
from service.history.redaction import inside
from service.history.verify.report import Failure


class _Data(msgspec.Struct):
    draws: list[Draw] = []
    seat: int | None = None
    seed: str | None = None
    seeds: tuple[str | None, ...] = ()
    pins: dict[str, Any] = {}


_data = msgspec.json.Decoder(_Data)


class Drawing:
    """Needs the seed. Works on redacted files for what they show."""

    level = "L3"

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._match = ""
        self._full = False
        self._sent: dict[int, str] = {}
        self._seats = combine(())
        self._counts: dict[str, int] = {}
        self._draws = self._salts = 0

    def header(self, line: Header) -> None:
        self._match = line.match
        self._full = line.perspective == FULL

    def event(self, line: EventLine) -> None:
        self._salted(line)
        seen = opened(line)
        for type_, data in seen:
            self._seeded(type_, data, line.v)
        # one part may be shown to several audiences
        for draw in dict.fromkeys(draw for _, data in seen for draw in data.draws):
            self._drawn(draw, line.v)

    def check(self, line: Check) -> None:
        """Nothing is drawn there."""

    def footer(self, line: Footer) -> None:
        """Nothing is drawn there."""

    def summary(self) -> str:
        """How much followed from the seed."""
        return f"seed, {self._draws} draws and {self._salts} salts"

    def _seeded(self, type_: str, data: _Data, version: int) -> None:
        if type_ == kernel.MatchCreated.type:
            if data.pins.get("seed_commitment") != commitment(self._match, self._seed):
                raise Failure("the revealed seed is not the one committed to", version)
        elif type_ == kernel.SeatLeft.type and data.seat is not None:
            self._sent.pop(data.seat, None)
        elif type_ == kernel.SeedAdded.type and data.seat is not None and data.seed is not None:
            self._sent[data.seat] = data.seed
        elif type_ == kernel.MatchStarted.type:
            self._started(data.seeds, version)

    def _started(self, seeds: tuple[str | None, ...], version: int) -> None:
        for seat, seed in self._sent.items():
            if seeds[seat : seat + 1] != (seed,):
                raise Failure(f"the seed that seat {seat} sent is not the one that was used", version)
        if self._full and sum(seed is not None for seed in seeds) != len(self._sent):
            raise Failure("a seed was used that nobody sent", version)
        self._seats = combine(seeds)

    def _drawn(self, draw: Draw, version: int) -> None:
        n = self._counts.get(draw.purpose, 0)
        if draw.n < n or (self._full and draw.n != n):
            raise Failure(f"draw {draw.n} of {draw.purpose} where draw {n} is due", version)
        self._counts[draw.purpose] = draw.n + 1
        draws = Draws(self._seed, self._match, self._seats, {draw.purpose: draw.n})
        one = isinstance(draw.value, int)
        again = draws.below(draw.purpose, draw.size) if one else draws.shuffle(draw.purpose, draw.size)
        if again != draw:
            raise Failure(f"draw {draw.n} of {draw.purpose} does not follow from the seed", version)
        self._draws += 1

    def _salted(self, line: EventLine) -> None:
        for part in line.prv:
            name = SEALED if line.type == SEALED else part.to
            if part.is_open:
                self._salts += 1
                if part.salt != salt(self._seed, self._match, line.v, name).hex():
                    raise Failure(f"the salt of the part for {part.to} does not follow from the seed", line.v)


def opened(line: EventLine) -> list[tuple[str, _Data]]:
    """(type, data) of everything in sight of an event."""
    sealed = inside(line, line.prv)
    if sealed is not None:
        return [(sealed.type, _data.decode(sealed.data))]
    parts = [part.data for part in line.prv if isinstance(part.data, msgspec.Raw)]
    return [(line.type, _data.decode(data)) for data in (line.pub, *parts)]
