"""Policies, terms and results as they come in and go out, and as the domain computes with them."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import asdict

from api_schema import ports
from api_schema.graphql.names import camel
from api_schema.ports import CreateTournament, TableResultIn, TournamentPolicy
from domain.kernel.match import ClockPolicy
from domain.tournament.batch import Decision
from domain.tournament.entrants import TableResult
from domain.tournament.events import DeckRule, Terms
from domain.tournament.faults import Fault, Faults
from domain.tournament.policy import Cut, Format, LateEntry, Pods, Points, Policy


def policy_of(order: TournamentPolicy) -> Policy:
    """The policy as it is computed with."""
    return Policy(
        format=cast(Format, order.format.lower()),
        rounds=order.rounds,
        best_of=order.best_of,
        points=Points(**asdict(order.points)),
        pods=None if order.pods is None else Pods(**asdict(order.pods)),
        tie_breaks=order.tie_breaks,
        floor=(order.floor.numerator, order.floor.denominator),
        own_bye=cast(Any, order.own_bye.lower()),
        late_entry=LateEntry(order.late_entry.until, cast(Any, order.late_entry.missed.lower())),
        drops=cast(Any, order.drops.lower()),
        cut=None if order.cut is None else Cut(**{**asdict(order.cut), "format": order.cut.format.lower()}),
        cycles=order.cycles,
        seeding=cast(Any, order.seeding.lower()),
        third_place=order.third_place,
        bracket_reset=order.bracket_reset,
        replays=order.replays,
    )


def placed(outcome: Decision | Faults) -> Decision | Faults:
    """Faults of a policy say where they are in the order, whose fields have other names than the domain's."""
    if isinstance(outcome, Decision):
        return outcome
    return tuple(Fault(fault.code, fault.message, ("policy", *map(camel, fault.path))) for fault in outcome)


def policy_out(policy: Policy) -> TournamentPolicy:
    """The policy as it goes out."""
    cut, pods, late = policy.cut, policy.pods, policy.late_entry
    return TournamentPolicy(
        format=cast(Any, policy.format.upper()),
        rounds=policy.rounds,
        best_of=policy.best_of,
        points=ports.PointsPolicy(**asdict(policy.points)),
        pods=None if pods is None else ports.PodsPolicy(**asdict(pods)),
        tie_breaks=policy.tie_breaks,
        floor=ports.FloorPolicy(*policy.floor),
        own_bye=cast(Any, policy.own_bye.upper()),
        late_entry=ports.LateEntryPolicy(late.until, cast(Any, late.missed.upper())),
        drops=cast(Any, policy.drops.upper()),
        cut=None if cut is None else ports.CutPolicy(**{**asdict(cut), "format": cut.format.upper()}),
        cycles=policy.cycles,
        seeding=cast(Any, policy.seeding.upper()),
        third_place=policy.third_place,
        bracket_reset=policy.bracket_reset,
        replays=policy.replays,
    )


def terms_of(order: CreateTournament, clock: ClockPolicy, season: str, starts_at: int | None) -> Terms:
    """What an organiser chooses beside the policy."""
    return Terms(
        decks=cast(DeckRule, order.decks.lower()),
        entry=cast(Any, order.entry.lower()),
        check_in=order.check_in,
        most=order.most_entrants,
        clock=clock,
        spectator_delay=order.spectator_delay_ms,
        rated=order.rated,
        season=season,
        starts_at=starts_at,
    )


def result_of(table: int, order: TableResultIn) -> TableResult:
    """A result as a referee says it."""
    return TableResult(table, order.places, order.games, order.drawn, order.absent)
