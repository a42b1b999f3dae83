"""A sentence for each event, from what the viewer sees of it."""

from __future__ import annotations

from typing import Any


def p(seat: int) -> str:
    """P1, P2 ..."""
    return f"P{seat + 1}"


def describe(event: Any) -> str:
    """A sentence about an event."""
    return str(event.type)
