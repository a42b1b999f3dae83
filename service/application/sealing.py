"""Facts to the events of a store: canonical bytes, salted commitments to private parts, the hash chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from domain.kernel.codec import SEALED, Parts, encode
from domain.kernel.draws import salt
from domain.kernel.facts import Fact
from eventstore import NewEvent, StoredEvent, chain


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


HIDDEN = Cause("hidden", "")
"""That of every event whose batch, or which itself, nobody may know the cause of."""


def seal(
    decision: Decided, match: str, seed: bytes, previous: bytes, first_version: int, cause: Cause
) -> list[NewEvent]:
    """The events of a decision after the event with the hash `previous`."""
    events: list[NewEvent] = []
    at, last = decision.at, first_version + len(decision.facts) - 1
    for version, fact in enumerate(decision.facts, first_version):
        parts = encode(fact, cause.actor, cause.command)
        named = HIDDEN if decision.hidden or fact.sealed is not None else cause
        events.append(_sealed(parts, named, match, version, at, version == last, seed, previous))
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
        copies.append(_sealed(copy(event), named, match, event.version, event.at, event.batch_end, seed, previous))
        previous = copies[-1].hash
    return copies


_named = msgspec.json.Decoder(Cause)


def _sealed(
    parts: Parts, cause: Cause, match: str, version: int, at: int, batch_end: bool, seed: bytes, previous: bytes
) -> NewEvent:
    commits: dict[str, str] = {}
    kept: bytes | None = None
    if parts.private:
        private = {audience: chain.canonical(data) for audience, data in parts.private.items()}
        for audience, data in private.items():
            # the name of a sealed fact's commitment tells no audience
            name = SEALED if parts.type == SEALED else audience
            commits[name] = chain.commitment(salt(seed, match, version, name), data)
        kept = chain.canonical({name: msgspec.Raw(data) for name, data in private.items()})
    body = chain.body(
        match=match,
        v=version,
        type=parts.type,
        schema=parts.schema,
        actor=cause.actor,
        command=cause.command,
        at=at,
        pub=parts.pub,
        commits=commits,
    )
    return NewEvent(parts.type, parts.schema, body, kept, at, chain.link(previous, body), batch_end)
