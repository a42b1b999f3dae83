"""A stored tournament as it is rated."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.audience import SPECTATOR
from domain.tournament import codec
from domain.tournament.events import TournamentFinished
from domain.tournament.ladder import Finished, counted
from domain.tournament.tournament import TournamentState
from eventstore import StoredEvent
from service.matches.aggregate import row


def played(events: Sequence[StoredEvent]) -> Finished:
    """A tournament as it was when it finished: nothing that comes later changes its ratings. Raises UnreadableEvent.

    ValueError if it has not finished.
    """
    end = next((place for place, event in enumerate(events) if event.type == TournamentFinished.type), None)
    if end is None:
        raise ValueError("the tournament has not finished")
    # no deck is needed, so nothing that was hidden is looked at
    state = codec.fold(TournamentState(), map(row, events[: end + 1]), SPECTATOR)
    return Finished(
        state.tournament,
        state.game,
        state.terms.season,
        events[end].version,
        events[end].hash.hex(),
        len(state.rounds),
        counted(state),
    )
