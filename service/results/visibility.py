"""The visibility of results: the one condition that begins every query of them."""

from __future__ import annotations

from sqlalchemy import ColumnElement

from service.tables import results


def ends_known(now: int) -> ColumnElement[bool]:
    """The condition that even spectators who are behind may know the end of a match. `now` in ms."""
    return results.c.known_at <= now


def decks_known(now: int) -> ColumnElement[bool]:
    """Nor is what was brought to it. Never so where it was not opened to everybody: nothing is at most now, then."""
    return ends_known(now) & (results.c.decks_known_at <= now)
