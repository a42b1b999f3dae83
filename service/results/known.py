"""What everybody may know of results now: the one condition that every query of them begins with."""

from __future__ import annotations

from sqlalchemy import ColumnElement

from service.tables import results


def ends_known(now: int) -> ColumnElement[bool]:
    """That a match is over is no secret any more, not even from spectators who are behind. `now` in ms."""
    return results.c.known_at <= now


def decks_known(now: int) -> ColumnElement[bool]:
    """Nor is what was brought to it. Never so where it was not opened to everybody: nothing is at most now, then."""
    return ends_known(now) & (results.c.decks_known_at <= now)
