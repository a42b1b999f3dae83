"""An action that a fake port has taken."""

from __future__ import annotations

from api_schema.ports.matches import ActOut, EventOut, MatchOut, Taken


def taken(out: ActOut) -> Taken:
    """The action whose whole answer is this."""

    async def match() -> MatchOut:
        return out.match

    async def events() -> tuple[EventOut, ...]:
        return out.events

    return Taken(out.match.game, out.version, out.head_hash, out.replayed, len(out.events), match, events)
