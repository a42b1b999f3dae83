"""Replay files in tests: fetched, read, verified, and forged so that their chain holds all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw, UnsetType

from eventstore.chain import GENESIS, canonical, link
from service.catalogue.catalogue import GameCatalogue
from service.history.lines import Line, ReplayEvent, ReplayFooter, ReplayHeader, body, decode, encode
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.report import VerifyReport
from service.history.verify.sources import BytesSource

Forge = Callable[[str, dict[str, Any]], None]
"""Changes the public data of an event of a type, or an open private part of it, in place."""


def source(file: bytes) -> BytesSource:
    return BytesSource(file, 1 << 30, 1 << 20)


def lines_of(file: bytes) -> list[Line]:
    return [decode(number, raw) for number, raw in enumerate(file.splitlines(), 1)]


def header_of(file: bytes) -> ReplayHeader:
    first = lines_of(file)[0]
    assert isinstance(first, ReplayHeader)
    return first


def footer_of(file: bytes) -> ReplayFooter:
    last = lines_of(file)[-1]
    assert isinstance(last, ReplayFooter)
    return last


def verified(file: bytes, games: Any, full: bytes | None = None) -> VerifyReport:
    """The report of a file, against the full one if that is given."""
    return verify(source(file), GameCatalogue(games), VerifyRequest(against=None if full is None else source(full)))


def statuses(report: VerifyReport) -> dict[str, str]:
    return {level.level: level.status for level in report.levels}


def forged(file: bytes, change: Forge) -> bytes:
    """The file with other events and everything over them computed again: commitments, hashes, sums. Not signed."""
    made, head, match = [], GENESIS, header_of(file).match
    for line in lines_of(file):
        new = line
        if isinstance(line, ReplayEvent):
            parts = [msgspec.structs.replace(part, data=_changed(line.type, part.data, change)) for part in line.prv]
            bare = msgspec.structs.replace(line, pub=_changed(line.type, line.pub, change), prv=parts)
            head = link(head, body(match, bare))
            new = msgspec.structs.replace(bare, hash=head.hex())
        elif isinstance(line, ReplayFooter):
            new = msgspec.structs.replace(line, head=head.hex(), signature=None)
        made.append(encode(new))
    return b"".join(line + b"\n" for line in made)


def _changed(type_: str, data: Raw | UnsetType, change: Forge) -> Any:
    if not isinstance(data, Raw):
        return data
    found = msgspec.json.decode(data)
    change(type_, found)
    return Raw(canonical(found))
