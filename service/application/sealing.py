"""Facts to the events of a store: canonical bytes, salted commitments to private parts, the hash chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import msgspec

from domain.kernel.codec import SEALED, Parts, encode
from domain.kernel.draws import salt
from domain.kernel.facts import Fact
from eventstore import NewEvent, StoredEvent, chain

HIDDEN = ("hidden", "")
"""Actor and command of every event whose batch, or which itself, nobody may know the cause of."""


class Decided(Protocol):
    """A decision to write: facts, when (ms), and whether even their cause is secret."""

    @property
    def facts(self) -> tuple[Fact, ...]: ...

    @property
    def at(self) -> int: ...

    @property
    def hidden(self) -> bool: ...


class Cause(msgspec.Struct, frozen=True):
    """The cause of a batch: the actor and the command (a digest, or the clock's own name for it)."""

    actor: str
    command: str


def seal(
    decision: Decided, match: str, seed: bytes, previous: bytes, first_version: int, cause: Cause
) -> list[NewEvent]:
    """The events of a decision after the event with the hash `previous`."""
    events: list[NewEvent] = []
    last = len(decision.facts) - 1
    for place, fact in enumerate(decision.facts):
        hidden = decision.hidden or fact.sealed is not None
        named = Cause(*HIDDEN) if hidden else cause
        parts = encode(fact, cause.actor, cause.command)
        place_in = _Place(match, first_version + place, decision.at, place == last)
        events.append(_sealed(parts, named, place_in, seed, previous))
        previous = events[-1].hash
    return events


def reseal(
    events: Iterable[StoredEvent], copy: Callable[[StoredEvent], Parts], match: str, seed: bytes
) -> list[NewEvent]:
    """The first events of another match `match` with a chain and commitments of its own, copied from these.

    Versions, times, actors, commands and ends of batches are those of the original.
    """
    copies: list[NewEvent] = []
    previous = chain.GENESIS
    for event in events:
        named = _named.decode(event.body)
        place = _Place(match, event.version, event.at, event.batch_end)
        copies.append(_sealed(copy(event), named, place, seed, previous))
        previous = copies[-1].hash
    return copies


class _Place(msgspec.Struct, frozen=True):
    """The place of an event."""

    match: str
    version: int
    at: int
    batch_end: bool


_named = msgspec.json.Decoder(Cause)


def _sealed(parts: Parts, cause: Cause, place: _Place, seed: bytes, previous: bytes) -> NewEvent:
    private = {audience: chain.canonical(data) for audience, data in parts.private.items()}
    body = chain.body(
        match=place.match,
        v=place.version,
        type=parts.type,
        schema=parts.schema,
        actor=cause.actor,
        command=cause.command,
        at=place.at,
        pub=parts.pub,
        commits=_commitments(parts.type, private, place, seed),
    )
    kept = chain.canonical({name: msgspec.Raw(data) for name, data in private.items()}) if private else None
    return NewEvent(parts.type, parts.schema, body, kept, place.at, chain.link(previous, body), place.batch_end)


def _commitments(kind: str, private: Mapping[str, bytes], place: _Place, seed: bytes) -> dict[str, str]:
    """The hex commitment of each private part by its audience, but never that of a sealed fact."""
    names = {SEALED if kind == SEALED else audience: data for audience, data in private.items()}
    return {name: chain.commitment(salt(seed, place.match, place.version, name), data) for name, data in names.items()}
