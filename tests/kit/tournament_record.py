"""Records of tournaments, and forgeries of them."""

from __future__ import annotations

from typing import Any

import msgspec

from eventstore import chain
from service.tournaments import record_lines as lines
from tests.kit.tournaments import Desk

Bodies = list[dict[str, Any]]


def bodies_of(desk: Desk) -> Bodies:
    """The events that a desk keeps, as they stand in a record."""
    return [msgspec.json.decode(event.body) for event in desk.stored]


def record_of(tournament: str, bodies: Bodies) -> list[bytes]:
    """The record of these events, under hashes that follow."""
    made, head = [], chain.GENESIS
    for body in bodies:
        text = chain.canonical(body)
        head = chain.link(head, text)
        made.append(msgspec.json.encode(lines.RecordLine(head.hex(), msgspec.Raw(text))) + b"\n")
    return [lines.header_line(tournament, len(bodies), head), *made]
