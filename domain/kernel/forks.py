"""Forks: a new match that begins with a copy of another one's facts and goes on by itself, for practice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.batch import Batch
from domain.kernel.decide import Decision
from domain.kernel.draws import Draws
from domain.kernel.facts import Event
from domain.kernel.game import Game
from domain.kernel.lineage import MatchForked, Origin
from domain.kernel.match import ClockPolicy, MatchCreated, SeatTaken, State
from domain.kernel.refusal import Refusal

REFUSED = "FORK_REFUSED"
NOBODY_HERE = "origin"
"""Who holds the seats in the copied part: the origin's players have not sat down at this table."""


def refuse(origin: State) -> Refusal | None:
    """Why a match may not be forked, or None: it must be over, and hide nothing from anybody any more."""
    if origin.result is None:
        return Refusal(REFUSED, "a match can be forked once it is over: until then it hides cards from somebody")
    if origin.reveal == "participants":
        return Refusal(REFUSED, "this match reveals its secrets to its players only, so nothing of it may be copied")
    if not origin.revealed:
        return Refusal(REFUSED, "the secrets of this match are not revealed yet")
    return None


def copied(event: Event, match: str, commitment: str, origin: Origin) -> Event:
    """An event of the origin as its fork `match` has it, whose own server seed stands behind `commitment` (hex)."""
    change = _CHANGES.get(type(event))
    return event if change is None else change(event, match, commitment, origin)


def fork(game: Game, state: State, origin: Origin, players: Sequence[str], now: int) -> Decision:
    """What ends the copied part: these players, one a seat, take the match over. `state` is that of the copies.

    It must be running and at the end of a batch, which whoever chooses the version sees to.
    """
    batch = Batch(game, state, Draws(b"", state.match, b"", {}), now)
    batch.emit(MatchForked(origin=origin, players=tuple(players)))
    return Decision(tuple(batch.facts), batch.state, batch.now)


def _created(event: MatchCreated, match: str, commitment: str, origin: Origin) -> Event:
    """Only who took part in the origin may have been able to see it, so that a fork is never open to all.

    Nor has it spectators to keep anything from, or a tournament that would open its secrets.
    """
    pins = replace(event.pins, seed_commitment=commitment)
    apart = replace(event, clock=ClockPolicy(), visibility="invite", spectator_delay=0)
    apart = replace(apart, reveal="all", tournament=None)
    return replace(apart, match=match, pins=pins, origin=origin)


def _seat_taken(event: SeatTaken, match: str, commitment: str, origin: Origin) -> Event:
    return replace(event, player=NOBODY_HERE)


def _forked(event: MatchForked, match: str, commitment: str, origin: Origin) -> Event:
    """The fork of a fork tells both."""
    return replace(event, players=(NOBODY_HERE,) * len(event.players))


_CHANGES: Mapping[type[Event], Callable[[Any, str, str, Origin], Event]] = {
    MatchCreated: _created,
    SeatTaken: _seat_taken,
    MatchForked: _forked,
}
CHANGED = frozenset(kind.type for kind in _CHANGES)
"""The types whose copies differ from the original; of all others public and private parts are the same."""
