"""A stored event as a viewer may see it."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel.audience import sees
from domain.kernel.codec import SEALED
from eventstore import StoredEvent


class _Body(msgspec.Struct):
    actor: str
    pub: dict[str, Any]


class Shown(msgspec.Struct, frozen=True):
    """Type, actor and data of an event as a viewer sees them, and whether something of it is hidden."""

    type: str
    actor: str
    data: dict[str, Any]
    redacted: bool


_body = msgspec.json.Decoder(_Body)
_private = msgspec.json.Decoder(dict[str, dict[str, Any]])


def shown(event: StoredEvent, viewer: str) -> Shown:
    """An event as a viewer sees it."""
    body = _body.decode(event.body)
    if event.private is None and event.type != SEALED:
        return Shown(event.type, body.actor, body.pub, False)
    parts = {} if event.private is None else _private.decode(event.private)
    seen = [part for audience, part in parts.items() if sees(viewer, audience)]
    if event.type == SEALED:
        if not seen:
            return Shown(SEALED, body.actor, {}, True)
        return Shown(seen[0]["type"], seen[0]["actor"], seen[0]["data"], False)
    for part in seen:
        body.pub.update(part)
    return Shown(event.type, body.actor, body.pub, len(seen) < len(parts))
