"""The lines of a ratings file: canonical JSON, one object a line. Header, every event of the ladder, footer.

An event line holds all that its hash is made from, so that the chain can be followed without this service.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Raw

from domain.tournament.ratings import MILLION, MODEL
from eventstore import chain
from eventstore.envelope import StoredEvent

FORMAT = "playledger-ratings"
VERSION = 1
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
Count = Annotated[int, Meta(ge=0)]


class _Line(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, tag_field="k"):
    pass


class Header(_Line, frozen=True, kw_only=True, tag="h"):
    """The first line. `unit`: how many of the whole numbers of a rating are one."""

    format: str = FORMAT
    format_version: int = VERSION
    ladder: str
    game: str
    season: str
    model: str = MODEL
    unit: int = MILLION
    hash: str = "sha-256"


class EventLine(_Line, frozen=True, kw_only=True, tag="e"):
    """An event of the ladder."""

    v: Count
    type: str
    schema: Count
    actor: str
    command: str
    at: Count
    pub: Raw
    hash: Hash


class Footer(_Line, frozen=True, kw_only=True, tag="f"):
    """The last line: how far the file goes, and the hash of the event there."""

    last_version: Count
    chain_head: Hash


Line = Header | EventLine | Footer


class _Body(msgspec.Struct):
    actor: str
    command: str
    pub: Raw


_body = msgspec.json.Decoder(_Body).decode
_line = msgspec.json.Decoder(Line).decode


def encode(line: Line) -> bytes:
    """The line, with its line feed."""
    return chain.canonical(line) + b"\n"


def decode(raw: bytes) -> Line:
    """The line. Raises ValueError."""
    try:
        line: Line = _line(raw)
    except UnicodeDecodeError as error:
        raise ValueError("is no UTF-8") from error
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    return line


def event_line(event: StoredEvent) -> EventLine:
    """An event as it stands in the file."""
    body = _body(event.body)
    return EventLine(
        v=event.version,
        type=event.type,
        schema=event.schema,
        actor=body.actor,
        command=body.command,
        at=event.at,
        pub=body.pub,
        hash=event.hash.hex(),
    )


def hashed(ladder: str, line: EventLine) -> bytes:
    """The bytes that the hash of an event is made from."""
    return chain.body(
        match=ladder,
        v=line.v,
        type=line.type,
        schema=line.schema,
        actor=line.actor,
        command=line.command,
        at=line.at,
        pub=line.pub,
        commits={},
    )
