"""Redaction: the one place that makes the line of a perspective from a full one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.kernel.audience import SPECTATOR, sees
from domain.kernel.codec import SEALED, SealedPart
from domain.kernel.match import ActionTaken, Conceded, State
from service.history.lines import Part, ReplayEvent, commit
from service.matches.perspectives import perspective_on

CAUSES = (ActionTaken.type, Conceded.type)


class _Reveal(msgspec.Struct):
    seed: str | None = None


_inside = msgspec.json.Decoder(SealedPart)
_reveal = msgspec.json.Decoder(_Reveal)


class Redaction:
    """Full event lines, in order, as one perspective sees them; before version `since` as spectators do."""

    def __init__(self, perspective: str, since: int = 0) -> None:
        self._perspective = perspective
        self._since = since
        self._begins = True
        self._cause: int | None = None

    def viewer(self, version: int) -> str:
        """The viewer of an event of this version."""
        return self._perspective if version >= self._since else SPECTATOR

    def event(self, line: ReplayEvent) -> ReplayEvent:
        """The event as the perspective sees it."""
        viewer = self.viewer(line.v)
        parts = [part if sees(viewer, part.to) else closed(line, part) for part in line.prv]
        if self._begins:
            self._cause = line.v if seen_type(line, parts) in CAUSES else None
        caused_by = None if self._begins else self._cause
        self._begins = line.end
        return msgspec.structs.replace(line, prv=parts, caused_by=caused_by)


def redaction_of(perspective: str, state: State) -> Redaction:
    """The view of this perspective on a match in this state."""
    sight = perspective_on(state, perspective)
    return Redaction(sight.viewer, sight.since)


def closed(line: ReplayEvent, part: Part) -> Part:
    """The closed form of a part: its commitment, and for a sealed event not even its audience."""
    return Part(SEALED if line.type == SEALED else part.to, commit=commit(part))


def seen_type(line: ReplayEvent, parts: list[Part]) -> str:
    """The type of an event as far as these parts of it are open."""
    part = inside(line, parts)
    return line.type if part is None else part.type


def inside(line: ReplayEvent, parts: list[Part]) -> SealedPart | None:
    """The content of an open sealed event. Raises ValueError if the part is no such content."""
    if line.type != SEALED or not parts or not isinstance(parts[0].data, msgspec.Raw):
        return None
    return _inside.decode(parts[0].data)


def revealed_seed(line: ReplayEvent) -> str | None:
    """The seed, hex, that an event `secrets_revealed` shows."""
    return seed_in([line.pub, *(part.data for part in line.prv if isinstance(part.data, msgspec.Raw))])


def seed_in(parts: Iterable[msgspec.Raw]) -> str | None:
    """The seed, hex, in one of the parts of an event `secrets_revealed`."""
    return next((seed for seed in (_reveal.decode(part).seed for part in parts) if seed), None)
