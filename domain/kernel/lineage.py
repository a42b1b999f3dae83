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


class Origin(msgspec.Struct, frozen=True):
    """The match that another one was forked from, at which version, and the hex hash of its chain there."""

    match: str
    version: int
    head: str


class MatchForked(Event, frozen=True):
    """Everything before this is a copy of the origin's facts. From here on these players hold the seats, untimed."""

    type = "match_forked"
    origin: Origin
    players: tuple[str, ...]


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


def forked(state: State, event: MatchForked) -> None:
    """Fold it: open questions stay as they were but for their time, which nobody is held to.

    Nor does the match end by the clock; but if its time was up in the origin, it is up here.
    """
    state.origin = event.origin
    state.created_at = state.at
    state.ends_at = None
    for seat, player in zip(state.seats, event.players, strict=True):
        seat.player, seat.since, seat.bot = player, state.version, False
        seat.bank, seat.turn_used, seat.defaults_in_a_row = 0, 0, 0
    state.prompts = {
        number: msgspec.structs.replace(prompt, opened_at=state.at, allowed=None, bank=0)
        for number, prompt in state.prompts.items()
    }
