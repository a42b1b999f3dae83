"""From the record of a tournament to what its next round is computed from, whatever its format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.tournament.assignment import DuelInput, PodInput, players
from domain.tournament.brackets import BracketInput
from domain.tournament.entrants import Entrant, Round
from domain.tournament.faults import Fault, Unsound
from domain.tournament.ledger import ledger
from domain.tournament.policy import Elimination, Policy
from domain.tournament.proof import Given
from domain.tournament.round_robin import RoundRobinInput
from domain.tournament.standings import Standing


def given(
    policy: Policy,
    tournament: str,
    entrants: Sequence[Entrant],
    rounds: Sequence[Round],
    number: int,
    excused: Sequence[str] = (),
) -> Given:
    """The input of a round before any cut. `excused`: entrants that this round lets off.

    Every round before it is over. A round robin pairs entrants that have left too: their matches are forfeits.
    """
    if policy.format == "round_robin":
        ids = tuple(entrant.id for entrant in entrants)
        return RoundRobinInput(tournament, number, ids, policy.seeding == "drawn", policy.cycles)
    if policy.format not in {"swiss", "pods"}:
        raise Unsound((Fault("FORMAT_BRACKET", "an elimination is paired by its bracket", ("format",)),))
    seen = players(ledger(policy, entrants, rounds, number - 1), entrants, number, excused)
    if policy.format == "swiss":
        return DuelInput(tournament, number, seen)
    assert policy.pods is not None
    return PodInput(tournament, number, seen, policy.pods.least, policy.pods.size, policy.pods.most)


def elimination(
    policy: Policy, tournament: str, number: int, entrants: Sequence[str], winners: Mapping[str, str]
) -> BracketInput:
    """The input of a round of a bracket: of the whole tournament, or of the entrants that made the cut.

    `entrants` after a cut stand in the order of the standings. `winners`: the winners of the bracket's matches.
    """
    format_: Elimination | str = policy.format if policy.cut is None else policy.cut.format
    drawn = policy.cut is None and policy.seeding == "drawn"
    double = format_ == "double_elimination"
    won = tuple(sorted(winners.items()))
    third = policy.third_place and not double
    return BracketInput(tournament, number, tuple(entrants), drawn, double, third, policy.bracket_reset, won)


def cut(policy: Policy, rows: Sequence[Standing], leaving: Sequence[str] = ()) -> tuple[str, ...]:
    """The entrants that play on after the cut, best first; one that leaves makes room for the next."""
    assert policy.cut is not None
    return tuple(row.entrant for row in rows if row.entrant not in leaving)[: policy.cut.size]
