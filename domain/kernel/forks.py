"""Forks: a new match that begins with a copy of another one's facts and goes on by itself, for practice."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.kernel.batch import Batch
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.decide import Decision
from domain.kernel.draws import Draws
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.lineage import MatchForked, Origin
from domain.kernel.match import ClockPolicy, MatchCreated, SeatTaken, State
from domain.kernel.refusal import Refusal

REFUSED = "FORK_REFUSED"
UNSEATED = "origin"
"""The holder of every seat in the copied part: the origin's players have not sat down at this table."""


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
    if isinstance(event, MatchCreated):
        return _created(event, match, commitment, origin)
    if isinstance(event, SeatTaken):
        return replace(event, player=UNSEATED)
    if isinstance(event, MatchForked):
        # the fork of a fork tells both
        return replace(event, players=(UNSEATED,) * len(event.players))
    return event


def fork(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    origin: Origin,
    players: Sequence[str],
    now: int,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT]:
    """The event that ends the copied part: these players, one a seat, take the match over. `state` is that of the
    copies. It must be running and at the end of a batch; the caller that chooses the version ensures that.
    """
    batch = Batch(game, state, Draws(b"", state.match, b"", {}), now)
    batch.emit(MatchForked(origin=origin, players=tuple(players)))
    return Decision(tuple(batch.facts), batch.state, batch.now)


def _created(event: MatchCreated, match: str, commitment: str, origin: Origin) -> Event:
    """Only who took part in the origin may have been able to see it, so that a fork is never open to all.

    Nor has it spectators to keep anything from, or a tournament that would open its secrets.
    """
    pins = replace(event.pins, seed_commitment=commitment)
    event = replace(event, clock=ClockPolicy(), visibility="invite", spectator_delay=0)
    event = replace(event, reveal="all", tournament=None)
    return replace(event, match=match, pins=pins, origin=origin)


CHANGED = frozenset(kind.type for kind in (MatchCreated, SeatTaken, MatchForked))
"""The types whose copies differ from the original; of all others public and private parts are the same."""
