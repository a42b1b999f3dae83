"""Facts to the events of a store: canonical bytes, salted commitments to private parts, the hash chain."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.kernel.codec import SEALED, Parts, encode
from domain.kernel.decide import Decision
from domain.kernel.draws import salt
from eventstore import chain
from eventstore.envelope import NewEvent

HIDDEN = ("hidden", "")
"""Actor and command of every event whose batch, or which itself, nobody may know the cause of."""


class Origin(msgspec.Struct, frozen=True):
    """Who caused a batch, and by which command (a digest, or the clock's own name for it)."""

    actor: str
    command: str


def seal(
    decision: Decision, match: str, seed: bytes, previous: bytes, first_version: int, origin: Origin
) -> list[NewEvent]:
    """The events of a decision after the event with the hash `previous`."""
    events: list[NewEvent] = []
    last = len(decision.facts) - 1
    for place, fact in enumerate(decision.facts):
        hidden = decision.hidden or fact.sealed is not None
        actor, command = HIDDEN if hidden else (origin.actor, origin.command)
        parts = encode(fact, origin.actor, origin.command)
        version = first_version + place
        body = chain.body(
            match=match,
            v=version,
            type=parts.type,
            schema=parts.schema,
            actor=actor,
            command=command,
            at=decision.at,
            pub=parts.pub,
            commits=dict(commitments(parts, match, seed, version)),
        )
        previous = chain.link(previous, body)
        private = chain.canonical(parts.private) if parts.private else None
        events.append(NewEvent(parts.type, parts.schema, body, private, decision.at, previous, place == last))
    return events


def commitments(parts: Parts, match: str, seed: bytes, version: int) -> Iterable[tuple[str, str]]:
    """(name, hex commitment) of each private part: the audience, but never that of a sealed fact."""
    for audience, data in parts.private.items():
        name = SEALED if parts.type == SEALED else audience
        yield name, chain.commitment(salt(seed, match, version, name), chain.canonical(data))
