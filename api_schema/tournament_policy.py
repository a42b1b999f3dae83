"""The policy of a tournament as it comes in: its form, its meaning, and every fault of both at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

import msgspec
from msgspec.structs import asdict

from api_schema.errors import Fault
from api_schema.input.faults import MOST, faults_of, refused
from api_schema.input.names import camel
from api_schema.ports.tournaments import CreateTournament, TournamentPolicy
from domain.tournament.faults import Fault as OfPolicy
from domain.tournament.policy import (
    FORMER,
    IN_FORCE,
    REGULATED,
    Cut,
    Format,
    LateEntry,
    Pods,
    Points,
    Policy,
    Regulations,
    faults,
)

POLICY = "policy"
FORMATS = [one.upper() for one in get_args(Format)]


def tournament_of(data: Any) -> CreateTournament:
    """The tournament to make. INVALID_INPUT for data of another form, with every fault: also of what the other members
    of the policy mean.
    """
    found = faults_of(data, CreateTournament)
    if len(found) == MOST:
        raise refused(found)
    if found:
        raise refused((*found, *_of_the_rest(data, {fault.path[:2] for fault in found})))
    return msgspec.convert(data, CreateTournament)


def _of_the_rest(data: Any, wrong: set[tuple[str, ...]]) -> tuple[Fault, ...]:
    """The faults of what a policy means, without the members of a wrong form; without a format those that it would
    have in any.
    """
    policy = data.get(POLICY) if isinstance(data, Mapping) else None
    if not isinstance(policy, Mapping) or (POLICY,) in wrong:
        return ()
    sound = {name: value for name, value in policy.items() if (POLICY, name) not in wrong}
    formats = [sound["format"]] if "format" in sound else FORMATS
    first, *others = (faults(policy_of(msgspec.convert({**sound, "format": one}, TournamentPolicy))) for one in formats)
    found = [placed(one) for one in first if all(one in other for other in others)]
    return tuple(Fault(one.message, code=one.code, path=one.path) for one in found if one.path[:2] not in wrong)


def placed(fault: OfPolicy) -> OfPolicy:
    """The fault of a policy at its place in the order, whose fields have other names than the domain's."""
    return OfPolicy(fault.code, fault.message, (POLICY, *map(camel, fault.path)))


def policy_of(request: TournamentPolicy) -> Policy:
    """The policy as it is computed with."""
    return Policy(
        format=cast(Format, request.format.lower()),
        rounds=request.rounds,
        best_of=request.best_of,
        points=Points(**asdict(request.points)),
        pods=None if request.pods is None else Pods(**asdict(request.pods)),
        tie_breaks=request.tie_breaks,
        floor=(request.floor.numerator, request.floor.denominator),
        own_bye=cast(Any, request.own_bye.lower()),
        late_entry=LateEntry(request.late_entry.until, cast(Any, request.late_entry.missed.lower())),
        drops=cast(Any, request.drops.lower()),
        cut=None if request.cut is None else Cut(**{**asdict(request.cut), "format": request.cut.format.lower()}),
        cycles=request.cycles,
        seeding=cast(Any, request.seeding.lower()),
        third_place=request.third_place,
        bracket_reset=request.bracket_reset,
        replays=request.replays,
        round_ms=request.round_ms,
        regulations=_regulations(request),
    )


def _regulations(request: TournamentPolicy) -> Regulations:
    """The edition that an organiser names; else the one in force, for tie-breaks that follow one.

    A policy without such tie-breaks keeps the stored default, so that the release before reads it too.
    """
    if request.regulations is not None:
        return cast(Regulations, request.regulations.lower())
    return FORMER if REGULATED.isdisjoint(request.tie_breaks) else IN_FORCE
