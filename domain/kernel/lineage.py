"""What ties a match to something beyond itself: the release that decides it, and the match it was forked from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from domain.kernel.facts import Event

if TYPE_CHECKING:
    from domain.kernel.match import State


class RulesRepinned(Event, frozen=True):
    """From here on the match is decided by another release. Draws go on as they were: same algorithm, same seed."""

    type = "rules_repinned"
    rules_version: str
    rules_hash: str
    engine_version: str
    card_set_hash: str


def repinned(state: State, event: RulesRepinned) -> None:
    """Fold it: the pins of the release change, those of the draws stay."""
    if state.pins is not None:
        state.pins = msgspec.structs.replace(
            state.pins,
            rules_version=event.rules_version,
            rules_hash=event.rules_hash,
            engine_version=event.engine_version,
            card_set_hash=event.card_set_hash,
        )
