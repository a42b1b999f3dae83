"""What a perspective sees of a full line: the one place where records are redacted."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.kernel.audience import SPECTATOR, sees
from domain.kernel.codec import SEALED, SealedPart
from domain.kernel.match import ActionTaken, Conceded, State
from service.history.lines import EventLine, Part, commit
from service.matches.reading import perspective_on

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
        """Who looks at an event of this version."""
        return self._perspective if version >= self._since else SPECTATOR

    def event(self, line: EventLine) -> EventLine:
        """The event as the perspective sees it."""
        viewer = self.viewer(line.v)
        parts = [part if sees(viewer, part.to) else closed(line, part) for part in line.prv]
        if self._begins:
            self._cause = line.v if seen_type(line, parts) in CAUSES else None
        caused_by = None if self._begins else self._cause
        self._begins = line.end
        return msgspec.structs.replace(line, prv=parts, caused_by=caused_by)


def redaction_of(perspective: str, state: State) -> Redaction:
    """How this perspective sees a match that has come to this state."""
    sight = perspective_on(state, perspective)
    return Redaction(sight.viewer, sight.since)


def closed(line: EventLine, part: Part) -> Part:
    """The part as somebody sees it who may not: its commitment, and of a sealed event not even whom it is for."""
    return Part(SEALED if line.type == SEALED else part.to, commit=commit(part))


def seen_type(line: EventLine, parts: list[Part]) -> str:
    """The type of an event as far as these parts of it are open."""
    part = inside(line, parts)
    return line.type if part is None else part.type


def inside(line: EventLine, parts: list[Part]) -> SealedPart | None:
    """What a sealed event holds, where it is open. Raises ValueError if that is no such part."""
    if line.type != SEALED or not parts or not isinstance(parts[0].data, msgspec.Raw):
        return None
    return _inside.decode(parts[0].data)


def revealed_seed(line: EventLine) -> str | None:
    """The seed, hex, that an event `secrets_revealed` shows."""
    return seed_in([line.pub, *(part.data for part in line.prv if isinstance(part.data, msgspec.Raw))])


def seed_in(parts: Iterable[msgspec.Raw]) -> str | None:
    """The seed, hex, in one of the parts of an event `secrets_revealed`."""
    return next((seed for seed in (_reveal.decode(part).seed for part in parts) if seed), None)
