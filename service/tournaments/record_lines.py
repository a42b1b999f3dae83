"""The lines of the record of a tournament, as docs/replay/records.md says: a header, events, signatures.

An event is {"hash", "body"}: the hash of the chain after it (docs/event-store.md), and its canonical object. The
signature of an event follows it. Each line is spelled in one way.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from eventstore import StoredEvent
from service.application.signing import Signature

FORMAT = "playledger-tournament"
VERSION = 2
"""The version that is written. Version 1 has no signatures."""
READS = (1, VERSION)
T = TypeVar("T")
_SIGNATURE = b'{"signature":'


class RecordHeader(msgspec.Struct, frozen=True):
    """The first line. `last_version` and `head`, in hex, are where the record ends."""

    format: str
    version: int
    tournament: str
    last_version: int
    head: str


class RecordLine(msgspec.Struct, frozen=True):
    """An event."""

    hash: str
    body: msgspec.Raw


class SignatureLine(msgspec.Struct, frozen=True):
    """The signature of all up to the event before it."""

    signature: Signature


def header_line(tournament: str, version: int, head: bytes) -> bytes:
    """The first line of a record."""
    return msgspec.json.encode(RecordHeader(FORMAT, VERSION, tournament, version, head.hex())) + b"\n"


def event_parts(event: StoredEvent) -> tuple[bytes, bytes, bytes]:
    """The line of an event, in parts: that of a large round is not copied."""
    return b'{"hash":"' + event.hash.hex().encode() + b'","body":', event.body, b"}\n"


def event_line(event: StoredEvent) -> bytes:
    """The line of an event."""
    return b"".join(event_parts(event))


def signature_line(signature: Signature) -> bytes:
    """The line of a signature."""
    return msgspec.json.encode(SignatureLine(signature)) + b"\n"


def read_header(raw: bytes) -> RecordHeader:
    """The header. Raises ValueError for what is no record that this release reads."""
    header = msgspec.json.decode(raw, type=RecordHeader)
    if header.version not in READS:
        raise ValueError(f"version {header.version} of a record; this release reads the versions 1 and {VERSION}")
    return _spelled(raw, header)


def read_line(raw: bytes) -> RecordLine | SignatureLine:
    """An event or a signature. Raises ValueError."""
    if raw.startswith(_SIGNATURE):
        return _spelled(raw, msgspec.json.decode(raw, type=SignatureLine))
    return _spelled(raw, msgspec.json.decode(raw, type=RecordLine))


def _spelled(raw: bytes, line: T) -> T:
    """The line, if that is how it is written."""
    if not raw.endswith(b"\n"):
        raise ValueError("the line is cut off: it has no line feed")
    if msgspec.json.encode(line) + b"\n" != raw:
        raise ValueError("the line is spelled in another way than a record's")
    return line
