"""Reads the stored events of tournaments, and folds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.kernel.audience import FULL
from domain.kernel.codec import Reader, Row
from domain.kernel.upcasters import UnreadableEvent, Upcaster
from domain.tournament.events import EVENTS
from domain.tournament.tournament import TournamentState, evolve

UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
"""(type, from schema) of events of tournaments that have changed."""
READER = Reader("a tournament", EVENTS, UPCASTERS)


def fold(state: TournamentState, rows: Iterable[Row], viewer: str = FULL) -> TournamentState:
    """Fold stored events into the state, in place, as `viewer` sees them. Raises UnreadableEvent, which says where."""
    for type_, schema, body, private, at in rows:
        try:
            event = READER.decode(type_, schema, body, private, viewer)
        except UnreadableEvent as error:
            raise UnreadableEvent(str(error), f"event {state.version + 1} ({type_})") from error
        evolve(state, event, at)
    return state
