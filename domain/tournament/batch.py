"""The common parts of the deciders of a tournament: facts in the making, and refusals that all of them give."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kernel.facts import Event, Fact
from domain.tournament.faults import Fault, Faults
from domain.tournament.tournament import TournamentState, evolve

LONGEST_REASON = 500
"""Characters of a reason."""


class TournamentDecision(msgspec.Struct, frozen=True):
    """Accepted: the facts to append after the state's version, and the state after them. `at` in ms."""

    facts: tuple[Fact, ...]
    state: TournamentState
    at: int
    hidden: bool = False


class TournamentBatch:
    """Facts in the making."""

    def __init__(self, state: TournamentState, now: int) -> None:
        self.state = state.copy()
        self._now = max(state.at, now)
        self._facts: list[Fact] = []

    def emit(self, event: Event, secret: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """Add a fact and fold it."""
        self._facts.append(Fact(event, secret or {}))
        evolve(self.state, event, self._now)

    def decided(self) -> TournamentDecision:
        """The decision so far."""
        return TournamentDecision(tuple(self._facts), self.state, self._now)


def audience(entrant: str) -> str:
    """The audience of an entrant's secrets: itself, and staff that does not play."""
    return f"entrant:{entrant}"


def one(state: TournamentState, event: Event, now: int) -> TournamentDecision:
    """A decision of one fact that hides nothing."""
    batch = TournamentBatch(state, now)
    batch.emit(event)
    return batch.decided()


def over(state: TournamentState) -> Faults:
    """Refuse what comes after the end."""
    return (Fault("TOURNAMENT_OVER", f"the tournament is {state.status}", ("status",)),) if state.over else ()


def not_running(state: TournamentState) -> Faults:
    """Refuse what comes before the start or after the end."""
    if state.status == "registration":
        return (Fault("NOT_STARTED", "the tournament has not started yet", ("status",)),)
    return over(state)


def not_open(state: TournamentState) -> Faults:
    """Refuse what comes after the end or in a pause."""
    if state.paused:
        return (Fault("PAUSED", "the tournament is paused", ("status",)),)
    return over(state)


def not_there(state: TournamentState, entrant: str) -> Faults:
    """Refuse who takes no part, or no longer."""
    entry = state.entries.get(entrant)
    if entry is None:
        return (Fault("ENTRANT_UNKNOWN", "is no entrant", ("entrant",)),)
    return () if entry.there else (Fault("ENTRANT_GONE", "has left already", ("entrant",)),)


def no_reason(reason: str) -> Faults:
    """Refuse a call that doesn't say why."""
    if not reason.strip():
        return (Fault("REASON_REQUIRED", "say why", ("reason",)),)
    if len(reason) > LONGEST_REASON:
        return (Fault("REASON_LONG", f"no more than {LONGEST_REASON} characters", ("reason",)),)
    return ()
