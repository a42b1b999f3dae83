"""The hash chain of a stream: SHA-256(0x00 | previous hash | canonical JSON of the event's public object)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from eventstore.envelope import StoredEvent

GENESIS = bytes(32)
"""The hash before the first event of every stream."""

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """The RFC 8785 bytes of strings, booleans, null, lists, integers below 2^53 and maps.

    Keys are texts below U+D800; above that the order of RFC 8785 is another one.
    """
    return _encoder.encode(value)


def body(
    *,
    match: str,
    v: int,
    type: str,  # noqa: A002 - the field's name in the file format
    schema: int,
    actor: str,
    command: str,
    at: int,
    pub: object,
    commits: dict[str, str],
) -> bytes:
    """The canonical bytes of an event that are hashed and stored. `commits` maps audience to hex commitment."""
    return canonical(
        {
            "match": match,
            "v": v,
            "type": type,
            "schema": schema,
            "actor": actor,
            "command": command,
            "at": at,
            "pub": pub,
            "commits": commits,
        }
    )


def link(previous: bytes, event_body: bytes) -> bytes:
    """The hash of an event, 32 bytes, from the hash before it and its body."""
    return sha256(b"\x00" + previous + event_body).digest()


def follows(event: StoredEvent, previous: bytes) -> bool:
    """Whether the event comes after the one with the hash `previous`."""
    return link(previous, event.body) == event.hash


def commitment(salt: bytes, data: bytes) -> str:
    """The hex commitment to a private part: SHA-256(0x01 | salt | canonical JSON of the part)."""
    return sha256(b"\x01" + salt + data).hexdigest()


def first_broken(events: Iterable[StoredEvent], previous: bytes = GENESIS) -> int | None:
    """The version of the first event whose hash does not follow from `previous`, its predecessor and its body."""
    for event in events:
        if not follows(event, previous):
            return event.version
        previous = event.hash
    return None
