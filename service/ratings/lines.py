"""The lines of a ratings file: canonical JSON, one object a line. Header, every event of the ladder, footer.

An event line holds all that its hash is made from, so that the chain can be followed without this service.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from domain.tournament.ratings import MILLION, MODEL
from eventstore import chain
from service.application.event_lines import Count, EventLine, Hash
from service.application.signing import Signature

FORMAT = "playledger-ratings"
VERSION = 2
"""The version that is written. Version 1 has no signature."""
READS = (1, VERSION)


class _Line(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, tag_field="k"):
    pass


class RatingsHeader(_Line, frozen=True, kw_only=True, tag="h"):
    """The first line. `unit`: how many of the whole numbers of a rating are one."""

    format: str = FORMAT
    format_version: int = VERSION
    ladder: str
    game: str
    season: str
    model: str = MODEL
    unit: int = MILLION
    hash: str = "sha-256"


class RatingsEvent(EventLine, frozen=True, kw_only=True, tag="e"):
    """An event of the ladder."""


class RatingsFooter(_Line, frozen=True, kw_only=True, tag="f"):
    """The last line: how far the file goes, the hash of the event there, and the signature of both.

    A file of version 1 has no such member.
    """

    last_version: Count
    chain_head: Hash
    signature: Signature | UnsetType | None = UNSET


Line = RatingsHeader | RatingsEvent | RatingsFooter


_line = msgspec.json.Decoder(Line).decode


def encode(line: Line) -> bytes:
    """The line, with its line feed."""
    return chain.canonical(line) + b"\n"


def decode(raw: bytes) -> Line:
    """The line with its line feed. Raises ValueError."""
    try:
        line: Line = _line(raw)
    except UnicodeDecodeError as error:
        raise ValueError("is no UTF-8") from error
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    if encode(line) != raw:
        raise ValueError("is not canonical JSON of one line")
    return line
