"""Policies, terms and results as they come in and go out, and as the domain computes with them."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import asdict

from api_schema import tournament_policy
from api_schema.ports.tournaments import (
    CreateTournament,
    CutPolicy,
    FloorPolicy,
    LateEntryPolicy,
    PodsPolicy,
    PointsPolicy,
    TableResultIn,
    TournamentPolicy,
)
from domain.kernel.match import ClockPolicy
from domain.tournament.batch import TournamentDecision
from domain.tournament.entrants import TableResult
from domain.tournament.events import DeckRule, Terms
from domain.tournament.faults import Faults
from domain.tournament.policy import REGULATED, Policy


def placed(outcome: TournamentDecision | Faults) -> TournamentDecision | Faults:
    """Faults of a policy say where they are in the order."""
    return outcome if isinstance(outcome, TournamentDecision) else tuple(map(tournament_policy.placed, outcome))


def policy_out(policy: Policy) -> TournamentPolicy:
    """The policy as it goes out."""
    cut, pods, late = policy.cut, policy.pods, policy.late_entry
    return TournamentPolicy(
        format=cast(Any, policy.format.upper()),
        rounds=policy.rounds,
        best_of=policy.best_of,
        points=PointsPolicy(**asdict(policy.points)),
        pods=None if pods is None else PodsPolicy(**asdict(pods)),
        tie_breaks=policy.tie_breaks,
        floor=FloorPolicy(*policy.floor),
        own_bye=cast(Any, policy.own_bye.upper()),
        late_entry=LateEntryPolicy(late.until, cast(Any, late.missed.upper())),
        drops=cast(Any, policy.drops.upper()),
        cut=None if cut is None else CutPolicy(**{**asdict(cut), "format": cut.format.upper()}),
        cycles=policy.cycles,
        seeding=cast(Any, policy.seeding.upper()),
        third_place=policy.third_place,
        bracket_reset=policy.bracket_reset,
        replays=policy.replays,
        round_ms=policy.round_ms,
        regulations=None if REGULATED.isdisjoint(policy.tie_breaks) else cast(Any, policy.regulations.upper()),
    )


def terms_of(request: CreateTournament, clock: ClockPolicy, season: str, starts_at: int | None) -> Terms:
    """The organiser's choices beside the policy."""
    return Terms(
        decks=cast(DeckRule, request.decks.lower()),
        entry=cast(Any, request.entry.lower()),
        check_in=request.check_in,
        most=request.most_entrants,
        clock=clock,
        spectator_delay=request.spectator_delay_ms,
        rated=request.rated,
        season=season,
        starts_at=starts_at,
    )


def result_of(table: int, request: TableResultIn) -> TableResult:
    """A result as a referee says it."""
    return TableResult(table, request.places, request.games, request.drawn, request.absent)
