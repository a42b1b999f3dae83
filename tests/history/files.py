"""Replay files in the hand: made by a service, verified, and read line by line."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from domain.kernel.audience import FULL
from service.bootstrap import Playledger
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.report import VerifyReport
from service.history.verify.sources import BytesSource
from service.matches.perspectives import perspectives
from tests.kit.recorded import CATALOGUE

LIMIT = 1 << 26
INTACT = {"L0": "ok", "L1": "ok", "L2": "ok", "L3": "ok", "L4": "ok"}
REDACTED = INTACT | {"L2": "skipped"}
"""What a redacted file of a match that is over gives, compared with the full one."""
GOING_ON = REDACTED | {"L3": "skipped"}
"""The same while its seed is secret."""


async def exported(app: Playledger, match: str, viewers: Collection[str] = ()) -> dict[str, bytes]:
    """The files of a match as it is now, by perspective."""
    known = await app.matches.repository.current(match)
    return {
        viewer: b"".join([line async for line in app.history.exporter.lines(known, viewer)])
        for viewer in viewers or perspectives(len(known.state.seats))
    }


def report(data: bytes, against: bytes | None = None) -> VerifyReport:
    """What the verifier says of these bytes. Raises Unreadable."""
    full = None if against is None else BytesSource(against, LIMIT, LIMIT)
    return verify(BytesSource(data, LIMIT, LIMIT), CATALOGUE, VerifyRequest(against=full))


def levels(data: bytes, against: bytes | None = None) -> dict[str, str]:
    """The status of each level."""
    return {level.level: level.status for level in report(data, against).levels}


def rows(data: bytes) -> list[dict[str, Any]]:
    """The lines as plain data."""
    return [msgspec.json.decode(line) for line in data.splitlines()]


def events(data: bytes) -> list[dict[str, Any]]:
    """The event lines as plain data."""
    return [row for row in rows(data) if row["k"] == "e"]


def all_hold(files: dict[str, bytes], redacted: dict[str, str]) -> str:
    """Verify every file of a match, the redacted ones against the full one; the head that all of them end in."""
    whole = redacted | {"L2": "ok"} if redacted["L3"] == "ok" else redacted
    heads = set()
    for viewer, data in files.items():
        found = report(data, None if viewer == FULL else files[FULL])
        said = {level.level: level.status for level in found.levels}
        assert said == (whole if viewer == FULL else redacted), (viewer, found.bad)
        heads.add(str(found.head))
    (head,) = heads
    return head
